//! The rules that decide whether a section is shown (`docs/contract.md#visibility`), each with its reason. The trees
//! are built by them, and [`crate::explain`] reports them.

use super::section::Section;
use crate::named::worded;
use crate::values::identifiers::SectionId;
use crate::values::url_group::StorefrontHost;
use std::fmt;

worded! {
    /// Why a section takes its whole branch out of v2 and v1.
    pub enum SwitchedOff {
        /// The source's own switch is off.
        Inactive = "is inactive (isActive is false)",
        /// It is a service or archive section.
        Service = "is a service section (isService is true)",
    }
}

worded! {
    /// Why an active section is skipped in v2. Its children are not concerned, and v1 shows it.
    pub enum OffStorefront {
        /// It has no URL.
        NoUrl = "has no URL",
        /// Its URL is on another host.
        OtherHost = "is on another host",
    }
}

impl Section {
    /// Why the section and all sections below it are shown nowhere, as far as its own facts decide; `None` when they
    /// do not forbid it.
    ///
    /// ```
    /// use catalog_domain::sections::{Section, SwitchedOff};
    /// use catalog_testkit::builders::section;
    ///
    /// assert_eq!(section(1).switched_off(), None);
    /// let archive = Section { is_service: true, ..section(1) };
    /// assert_eq!(archive.switched_off(), Some(SwitchedOff::Service));
    /// ```
    pub fn switched_off(&self) -> Option<SwitchedOff> {
        match self {
            Self { is_active: false, .. } => Some(SwitchedOff::Inactive),
            Self { is_service: true, .. } => Some(SwitchedOff::Service),
            _ => None,
        }
    }

    /// Why the section is not on `storefront`; `None` when it is.
    pub fn off_storefront(&self, storefront: &StorefrontHost) -> Option<OffStorefront> {
        match &self.url {
            None => Some(OffStorefront::NoUrl),
            Some(url) if !storefront.serves(url) => Some(OffStorefront::OtherHost),
            Some(_) => None,
        }
    }
}

/// Whether a section is shown, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionVisibility {
    /// In v2 and v1.
    Public,
    /// In v1 only: v2 skips the section, not its children.
    Skipped(OffStorefront),
    /// Nowhere: this section on the path to the root is switched off.
    SwitchedOff(SectionId, SwitchedOff),
    /// Nowhere: the path to the root names a parent that the store does not have.
    MissingParent(SectionId),
    /// Nowhere: the path never ends, because this section is its own ancestor.
    Loop(SectionId),
}

impl SectionVisibility {
    /// Whether v2 shows the section.
    pub fn is_public(self) -> bool {
        self == Self::Public
    }

    /// Whether v1 shows the section.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Public | Self::Skipped(_))
    }
}

/// The rule as a sentence without a full stop, for people who ask why.
impl fmt::Display for SectionVisibility {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => formatter.write_str("public: it is on the storefront, and its whole path is active"),
            Self::Skipped(reason) => write!(formatter, "not public: it {reason}; v1 shows it, and v2 its children"),
            Self::SwitchedOff(id, reason) => write!(formatter, "not public: section {id} {reason}"),
            Self::MissingParent(id) => write!(formatter, "not public: its path needs section {id}, which is missing"),
            Self::Loop(id) => write!(formatter, "not public: section {id} is its own ancestor"),
        }
    }
}

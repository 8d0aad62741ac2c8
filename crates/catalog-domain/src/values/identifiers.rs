//! Identifiers, each a type of its own so that one cannot be passed for another.

use std::fmt;

/// Declares a newtype over `i64` with ordering, hashing and decimal display.
macro_rules! integer_identifier {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

integer_identifier! {
    /// The hierarchy id of a section: written in decimal it is the public section id of v2
    /// (`docs/contract.md#section-id`).
    SectionId
}
integer_identifier! {
    /// The source system's own object id of a section or product: public in v1 only.
    SourceId
}
integer_identifier! {
    /// The id of a product type.
    ProductTypeId
}
integer_identifier! {
    /// The id of a feature field, unique over all product types.
    FieldId
}
integer_identifier! {
    /// The id of a feature group, unique over all product types.
    GroupId
}
integer_identifier! {
    /// The internal id of an account.
    AccountId
}
integer_identifier! {
    /// The number of a catalog state; it grows by one with every import run that changed something.
    CatalogRevision
}
integer_identifier! {
    /// The number of an account state; it grows with every change of any account.
    AccountRevision
}

integer_identifier! {
    /// The number of a change event: events are numbered in the order of their runs, from 1, without a gap.
    EventNumber
}

impl Default for CatalogRevision {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl CatalogRevision {
    /// The revision of a store into which nothing was imported yet: also the default.
    pub const EMPTY: Self = Self(0);

    /// The revision that follows this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Why a text is not a public section id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SectionIdError {
    /// Not a decimal number in its canonical form (no sign, no leading zero).
    #[error("must be a decimal section id without sign or leading zeros")]
    Malformed,
    /// A well-formed number beyond 64 bits: no section can have it.
    #[error("no section has an id this large")]
    OutOfRange,
}

impl SectionId {
    /// Reads a public section id. `0` is well formed, though no section has it.
    ///
    /// # Errors
    /// [`SectionIdError::Malformed`] for anything but canonical decimal digits, [`SectionIdError::OutOfRange`] beyond
    /// 64 bits.
    pub fn parse(text: &str) -> Result<Self, SectionIdError> {
        if !is_canonical_decimal(text) {
            return Err(SectionIdError::Malformed);
        }
        text.parse().map(Self).map_err(|_| SectionIdError::OutOfRange)
    }
}

/// Why a text is not the id of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountIdError {
    /// Not a decimal number in its canonical form (no sign, no leading zero).
    #[error("must be a decimal user id without sign or leading zeros")]
    Malformed,
    /// A well-formed number beyond 64 bits: no account can have it.
    #[error("no user has an id this large")]
    OutOfRange,
}

impl AccountId {
    /// Reads an id as written in bodies and paths.
    ///
    /// # Errors
    /// [`AccountIdError::Malformed`] for anything but canonical decimal digits, [`AccountIdError::OutOfRange`] beyond
    /// 64 bits.
    pub fn parse(text: &str) -> Result<Self, AccountIdError> {
        if !is_canonical_decimal(text) {
            return Err(AccountIdError::Malformed);
        }
        text.parse().map(Self).map_err(|_| AccountIdError::OutOfRange)
    }
}

fn is_canonical_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_id_is_canonical_decimal() {
        assert_eq!(SectionId::parse("1042"), Ok(SectionId(1042)));
        assert_eq!(SectionId::parse("0"), Ok(SectionId(0)));
        assert_eq!(AccountId::parse("7"), Ok(AccountId(7)));
        for bad in ["", "01", "+1", "-1", " 1", "1 ", "1.0", "x", "١"] {
            assert_eq!(SectionId::parse(bad), Err(SectionIdError::Malformed), "{bad:?}");
            assert_eq!(AccountId::parse(bad), Err(AccountIdError::Malformed), "{bad:?}");
        }
        assert_eq!(SectionId::parse("9223372036854775807"), Ok(SectionId(i64::MAX)));
        assert_eq!(SectionId::parse("9223372036854775808"), Err(SectionIdError::OutOfRange));
        assert_eq!(AccountId::parse("9223372036854775808"), Err(AccountIdError::OutOfRange));
    }
}

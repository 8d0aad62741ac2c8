//! Whether a section is shown: every section on its path to the root, with its rule.

use crate::sections::section::Section;
use crate::sections::tree::SectionTree;
use crate::sections::visibility::{OffStorefront, SectionVisibility, SwitchedOff};
use crate::values::identifiers::SectionId;
use crate::values::url_group::StorefrontHost;
use hashbrown::HashMap;

/// A section on a path, and what its own facts decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionStep<'a> {
    /// The section.
    pub section: &'a Section,
    /// Why it takes its branch out, if it does.
    pub switched_off: Option<SwitchedOff>,
    /// Why it is not on the storefront, if it is not.
    pub off_storefront: Option<OffStorefront>,
}

/// A section with all sections above it, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionPath<'a> {
    /// The section itself first; the last one is a root, unless `visibility` says that there is none.
    pub steps: Vec<SectionStep<'a>>,
    /// What follows for the section itself.
    pub visibility: SectionVisibility,
}

/// Why a section is or is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionExplanation<'a> {
    /// The path to the root.
    pub path: SectionPath<'a>,
    /// The nearest public section above it: its parent in v2, for a public one.
    pub public_parent: Option<SectionId>,
    /// The public sections whose `productCount` includes its products: itself and those above it; none unless it is
    /// public.
    pub counted_in: Vec<SectionId>,
}

pub(super) struct SectionsById<'a> {
    by_id: HashMap<SectionId, &'a Section>,
    storefront: &'a StorefrontHost,
}

impl<'a> SectionsById<'a> {
    pub(super) fn new(sections: &'a [Section], storefront: &'a StorefrontHost) -> Self {
        Self { by_id: sections.iter().map(|section| (section.id, section)).collect(), storefront }
    }

    /// The path of a section; `None` when the store does not have it.
    pub(super) fn path(&self, id: SectionId) -> Option<SectionPath<'a>> {
        let mut steps: Vec<SectionStep<'a>> = vec![self.step(id)?];
        let end = loop {
            let Some(parent) = steps.last().and_then(|step| step.section.parent) else { break None };
            if steps.iter().any(|step| step.section.id == parent) {
                break Some(SectionVisibility::Loop(parent));
            }
            match self.step(parent) {
                Some(step) => steps.push(step),
                None => break Some(SectionVisibility::MissingParent(parent)),
            }
        };
        let switched_off = |step: &SectionStep<'_>| Some((step.section.id, step.switched_off?));
        let visibility = match (steps.iter().find_map(switched_off), end, steps[0].off_storefront) {
            (Some((id, reason)), ..) => SectionVisibility::SwitchedOff(id, reason),
            (None, Some(end), _) => end,
            (None, None, Some(reason)) => SectionVisibility::Skipped(reason),
            (None, None, None) => SectionVisibility::Public,
        };
        Some(SectionPath { steps, visibility })
    }

    fn step(&self, id: SectionId) -> Option<SectionStep<'a>> {
        let section = *self.by_id.get(&id)?;
        let (switched_off, off_storefront) = (section.switched_off(), section.off_storefront(self.storefront));
        Some(SectionStep { section, switched_off, off_storefront })
    }
}

/// Why the section `id` is or is not shown on `storefront`; `None` when it is not among `sections`, which are all that
/// the store has. `public` is their public tree.
///
/// ```
/// use catalog_domain::explain::explain_section;
/// use catalog_domain::sections::{Section, SectionTrees, SectionVisibility, SwitchedOff};
/// use catalog_domain::values::SectionId;
/// use catalog_testkit::builders::{section, storefront};
///
/// let root = Section { is_active: false, ..section(1) };
/// let pumps = Section { parent: Some(SectionId(1)), ..section(2) };
/// let sections = [root, pumps];
/// let trees = SectionTrees::build(&sections.clone().map(Into::into), &storefront());
/// let storefront = storefront();
/// let explained = explain_section(SectionId(2), &sections, &trees.public, &storefront);
/// let visibility = explained.map(|explained| explained.path.visibility);
/// assert_eq!(visibility, Some(SectionVisibility::SwitchedOff(SectionId(1), SwitchedOff::Inactive)));
/// ```
pub fn explain_section<'a>(
    id: SectionId,
    sections: &'a [Section],
    public: &SectionTree,
    storefront: &'a StorefrontHost,
) -> Option<SectionExplanation<'a>> {
    let path = SectionsById::new(sections, storefront).path(id)?;
    let above = path.steps.iter().skip(1).map(|step| step.section.id);
    let public_parent = above.into_iter().find(|section| public.find(*section).is_some());
    let own = public.find(id).into_iter().flat_map(|index| public.path_to_root(index));
    let counted_in = own.map(|index| public.id(index)).collect();
    Some(SectionExplanation { path, public_parent, counted_in })
}

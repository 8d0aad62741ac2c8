//! Random changes of sections.

use super::random_catalog::{HIGHEST_SECTION, storefront};
use crate::sections::section::Section;
use crate::values::identifiers::SectionId;
use crate::values::url_group::PageUrl;
use proptest::prelude::*;
use std::sync::Arc;

/// What happens to the sections between two states.
#[derive(Debug, Clone)]
pub(super) enum SectionsChange {
    Keep,
    /// All of them are replaced.
    Replace,
    /// One section, given by its id, is switched off or on.
    Switch(i64),
    /// It becomes a service section, or stops being one.
    Serve(i64),
    /// It gets another parent, or none; its own subtree is not ruled out, and then forms a loop.
    Move(i64, Option<i64>),
    /// It gets another name and another position among its siblings.
    Rename(i64),
    /// It moves to the storefront's host, or to another one.
    Rehost(i64),
    /// It disappears, or appears for the first time.
    RemoveOrAdd(i64),
}

pub(super) fn sections_change() -> impl Strategy<Value = SectionsChange> {
    let id = || 0..=HIGHEST_SECTION;
    prop_oneof![
        Just(SectionsChange::Keep),
        Just(SectionsChange::Replace),
        id().prop_map(SectionsChange::Switch),
        id().prop_map(SectionsChange::Serve),
        (id(), prop::option::of(id())).prop_map(|(id, parent)| SectionsChange::Move(id, parent)),
        id().prop_map(SectionsChange::Rename),
        id().prop_map(SectionsChange::Rehost),
        id().prop_map(SectionsChange::RemoveOrAdd),
    ]
}

impl SectionsChange {
    /// The sections after the change; `others` are wholly different ones.
    pub(super) fn apply(&self, before: &[Arc<Section>], others: &[Arc<Section>]) -> Vec<Arc<Section>> {
        let with = |id: i64, change: &dyn Fn(&mut Section)| -> Vec<Arc<Section>> {
            let mut sections = before.to_vec();
            sections.iter_mut().filter(|each| each.id.0 == id).for_each(|each| change(Arc::make_mut(each)));
            sections
        };
        match self {
            Self::Keep => before.to_vec(),
            Self::Replace => others.to_vec(),
            Self::Switch(id) => with(*id, &|section| section.is_active = !section.is_active),
            Self::Serve(id) => with(*id, &|section| section.is_service = !section.is_service),
            Self::Move(id, parent) => with(*id, &|section| section.parent = parent.map(SectionId)),
            Self::Rename(id) => with(*id, &|section| {
                section.name = "another name".into();
                section.sort_order = (section.sort_order + 1) % 3;
            }),
            Self::Rehost(id) => with(*id, &|section| {
                let is_here = section.url.as_ref().is_some_and(|url| storefront().serves(url));
                let url = if is_here { "https://other.example/" } else { "https://storefront.example/" };
                section.url = PageUrl::parse(url).ok();
            }),
            Self::RemoveOrAdd(id) => {
                let (same, mut sections): (Vec<_>, Vec<_>) = before.iter().cloned().partition(|each| each.id.0 == *id);
                if same.is_empty() {
                    sections.extend(others.iter().filter(|each| each.id.0 == *id).cloned());
                }
                sections
            }
        }
    }
}

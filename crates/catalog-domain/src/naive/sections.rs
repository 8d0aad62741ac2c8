//! Which sections are shown, and the tree that they form (`docs/contract.md#visibility`).

use crate::products::Product;
use crate::sections::Section;
use crate::values::{NameOrder, SectionId};
use std::sync::Arc;

/// The shown sections in tree order.
#[derive(Debug, Clone)]
pub struct NaiveTree<'a> {
    /// By section: the shown sections from the root down to it.
    paths: Vec<Vec<&'a Section>>,
}

/// A section in its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NaiveSection<'a> {
    /// The facts.
    pub section: &'a Section,
    /// The nearest shown ancestor; `None` for a root.
    pub parent: Option<SectionId>,
    /// 1 for a root.
    pub level: usize,
    /// Direct children, in order.
    pub children: Vec<SectionId>,
}

impl<'a> NaiveTree<'a> {
    /// The tree of the active sections that satisfy `belongs`. Others are skipped, their children are not: these move
    /// up to the nearest ancestor that is shown (`docs/contract.md#public-tree`).
    pub(super) fn new(sections: &'a [Arc<Section>], belongs: impl Fn(&Section) -> bool) -> Self {
        let active = sections.iter().filter(|section| belongs(section));
        let mut paths: Vec<Vec<&Section>> = active.filter_map(|section| active_path(section, sections)).collect();
        paths.iter_mut().for_each(|path| path.retain(|section| belongs(section)));
        // Siblings are ordered by `sortOrder`, then name, then id, and each section comes before its subtree
        // (`docs/contract.md#order`): so paths compare section by section, and a shorter one comes first.
        let key = |section: &&'a Section| (section.sort_order, NameOrder::new(&section.name, section.id));
        paths.sort_by_cached_key(|path| path.iter().map(key).collect::<Vec<_>>());
        Self { paths }
    }

    /// Every section, in tree order.
    pub fn each(&self) -> impl Iterator<Item = NaiveSection<'a>> {
        self.paths.iter().filter_map(|path| {
            let (section, above) = path.split_last()?;
            let is_child = |other: &&Vec<&'a Section>| other.len() == path.len() + 1 && other.starts_with(path);
            let children = self.paths.iter().filter(is_child).filter_map(|child| Some(child.last()?.id));
            let parent = above.last().map(|parent| parent.id);
            Some(NaiveSection { section, parent, level: path.len(), children: children.collect() })
        })
    }

    /// The section with that id; `None` when it is not shown.
    pub fn find(&self, id: SectionId) -> Option<&'a Section> {
        self.path(id)?.last().copied()
    }

    /// Whether the section is shown.
    pub fn has(&self, id: SectionId) -> bool {
        self.path(id).is_some()
    }

    /// Whether the product is linked to the section or to one below it (`docs/contract.md#public-products`).
    pub fn subtree_has(&self, id: SectionId, product: &Product) -> bool {
        product.sections.iter().any(|linked| self.is_in_subtree(*linked, id))
    }

    /// Whether the section is the other one or below it; no section that is not shown is.
    pub fn is_in_subtree(&self, section: SectionId, of: SectionId) -> bool {
        self.path(section).is_some_and(|path| path.iter().any(|section| section.id == of))
    }

    fn path(&self, id: SectionId) -> Option<&[&'a Section]> {
        self.paths.iter().find(|path| path.last().is_some_and(|last| last.id == id)).map(|path| &**path)
    }
}

/// The sections from the root down to `section`; `None` when it is not active: one of them is switched off or a service
/// section, or its chain of parents loops or breaks off (`docs/contract.md#active-sections`).
fn active_path<'a>(section: &'a Section, sections: &'a [Arc<Section>]) -> Option<Vec<&'a Section>> {
    let mut path = vec![section];
    while let Some(parent) = path.last()?.parent {
        // A chain with more sections than there are is a loop.
        let above = sections.iter().find(|above| above.id == parent).filter(|_| path.len() <= sections.len())?;
        path.push(above);
    }
    path.reverse();
    path.iter().all(|section| section.is_active && !section.is_service).then_some(path)
}

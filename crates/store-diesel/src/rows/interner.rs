//! Shares equal values while a catalog is loaded: few vendors, filter values and warehouses serve hundreds of thousands
//! of products.

use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::{FilterText, Vendor};
use catalog_domain::values::{FieldId, SectionId};
use hashbrown::{Equivalent, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

const MAX_PARSED_DOCUMENTS: usize = 65_536;

/// The most lists of levels that are shared, and of warehouses. A catalog has few; where each product has a list of its
/// own, sharing would cost more than it saves.
const MOST_SHARED_LISTS: usize = 16_384;

/// Every value, once.
#[derive(Default)]
pub(crate) struct Interner<'a> {
    /// The interner for values that are not found here: threads that load at the same time share through it, and lock
    /// it only for values that are new to them.
    parent: Option<&'a Mutex<Interner<'static>>>,
    texts: HashSet<Arc<str>>,
    levels: HashMap<String, PriceLevel>,
    vendors: HashSet<Arc<Vendor>>,
    filter_texts: HashSet<Arc<FilterText>>,
    section_lists: HashSet<Arc<Box<[SectionId]>>>,
    level_lists: HashSet<Arc<Box<[PriceLevel]>>>,
    warehouse_lists: HashSet<Arc<Box<[Arc<str>]>>>,
    /// Recently parsed documents of filter values: a lookup is cheaper than parsing.
    parsed_texts: HashMap<Box<str>, Arc<FilterText>>,
    parsed_lists: HashMap<Box<str>, Arc<Box<[SectionId]>>>,
}

impl<'a> Interner<'a> {
    /// One that shares through `parent` with all concurrent loads.
    pub(crate) fn with_parent(parent: &'a Mutex<Interner<'static>>) -> Self {
        Self { parent: Some(parent), ..Self::default() }
    }

    /// Drops values that are no longer used elsewhere, so that a long-running server does not accumulate old ones.
    pub(crate) fn forget_unused(&mut self) {
        self.filter_texts.retain(|text| Arc::strong_count(text) > 1);
        self.vendors.retain(|vendor| Arc::strong_count(vendor) > 1);
        self.section_lists.retain(|list| Arc::strong_count(list) > 1);
        self.level_lists.retain(|list| Arc::strong_count(list) > 1);
        self.warehouse_lists.retain(|list| Arc::strong_count(list) > 1);
        // Last, because the others hold texts too. Levels stay: a store never removes one.
        self.texts.retain(|text| Arc::strong_count(text) > 1);
    }

    /// The one shared copy of `text`.
    pub(crate) fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let text = self.lookup_parent(|parent| parent.text(text)).unwrap_or_else(|| Arc::from(text));
        self.texts.insert(Arc::clone(&text));
        text
    }

    pub(crate) fn level(&mut self, name: &str) -> PriceLevel {
        if let Some(known) = self.levels.get(name) {
            return known.clone();
        }
        let level = self.lookup_parent(|parent| parent.level(name)).unwrap_or_else(|| PriceLevel::new(name));
        self.levels.insert(name.to_owned(), level.clone());
        level
    }

    pub(crate) fn vendor(&mut self, id: &str, name: &str) -> Arc<Vendor> {
        if let Some(known) = self.vendors.get(&VendorLookup { id, name }) {
            return Arc::clone(known);
        }
        let parent = self.lookup_parent(|parent| parent.vendor(id, name));
        let vendor = parent.unwrap_or_else(|| Arc::new(Vendor { id: self.text(id), name: self.text(name) }));
        self.vendors.insert(Arc::clone(&vendor));
        vendor
    }

    pub(crate) fn filter_text(&mut self, field_id: FieldId, uid: &str, value: &str, key: &str) -> Arc<FilterText> {
        if let Some(known) = self.filter_texts.get(&FilterTextLookup { field_id, uid, value, key }) {
            return Arc::clone(known);
        }
        let text = self.lookup_parent(|parent| parent.filter_text(field_id, uid, value, key)).unwrap_or_else(|| {
            let (uid, value, key) = (self.text(uid), self.text(value), self.text(key));
            Arc::new(FilterText { field_id, uid, value, key })
        });
        self.filter_texts.insert(Arc::clone(&text));
        text
    }

    /// The one shared copy of a list of sections.
    pub(crate) fn sections(&mut self, ids: &[SectionId]) -> Arc<Box<[SectionId]>> {
        if let Some(known) = self.section_lists.get(&SectionListLookup(ids)) {
            return Arc::clone(known);
        }
        let list = self.lookup_parent(|parent| parent.sections(ids)).unwrap_or_else(|| Arc::new(ids.into()));
        self.section_lists.insert(Arc::clone(&list));
        list
    }

    /// The one shared copy of the list of levels of these names; `None` when there are too many lists to share this
    /// one.
    pub(crate) fn levels(&mut self, names: &[&str]) -> Option<Arc<Box<[PriceLevel]>>> {
        if let Some(known) = self.level_lists.get(&NamesLookup(names)) {
            return Some(Arc::clone(known));
        }
        let list = match self.lookup_parent(|parent| parent.levels(names)) {
            Some(list) => list?,
            None if self.level_lists.len() >= MOST_SHARED_LISTS => return None,
            None => Arc::new(names.iter().map(|name| self.level(name)).collect()),
        };
        self.level_lists.insert(Arc::clone(&list));
        Some(list)
    }

    /// The one shared copy of the list of warehouses of these ids; `None` when there are too many lists to share this
    /// one.
    pub(crate) fn warehouses(&mut self, ids: &[&str]) -> Option<Arc<Box<[Arc<str>]>>> {
        if let Some(known) = self.warehouse_lists.get(&NamesLookup(ids)) {
            return Some(Arc::clone(known));
        }
        let list = match self.lookup_parent(|parent| parent.warehouses(ids)) {
            Some(list) => list?,
            None if self.warehouse_lists.len() >= MOST_SHARED_LISTS => return None,
            None => Arc::new(ids.iter().map(|id| self.text(id)).collect()),
        };
        self.warehouse_lists.insert(Arc::clone(&list));
        Some(list)
    }

    /// The text of a filter value by its document, if that was parsed recently.
    pub(crate) fn parsed_text(&self, document: &str) -> Option<Arc<FilterText>> {
        self.parsed_texts.get(document).cloned()
    }

    /// The sections of a filter value by their document, if that was parsed recently.
    pub(crate) fn parsed_list(&self, document: &str) -> Option<Arc<Box<[SectionId]>>> {
        self.parsed_lists.get(document).cloned()
    }

    pub(crate) fn cache_parsed_text(&mut self, document: &str, text: &Arc<FilterText>) {
        cache(&mut self.parsed_texts, document, text);
    }

    pub(crate) fn cache_parsed_list(&mut self, document: &str, list: &Arc<Box<[SectionId]>>) {
        cache(&mut self.parsed_lists, document, list);
    }

    fn lookup_parent<T>(&self, read: impl FnOnce(&mut Interner<'static>) -> T) -> Option<T> {
        // Values added before a panic are as good as any other.
        self.parent.map(|parent| read(&mut parent.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Starts again from empty when it is full: frequent documents soon return.
fn cache<T>(known: &mut HashMap<Box<str>, Arc<T>>, document: &str, meaning: &Arc<T>) {
    if known.len() >= MAX_PARSED_DOCUMENTS {
        known.clear();
    }
    known.insert(document.into(), Arc::clone(meaning));
}

/// The fields of a [`Vendor`], borrowed: it has the same hash.
#[derive(Hash)]
struct VendorLookup<'a> {
    id: &'a str,
    name: &'a str,
}

impl Equivalent<Arc<Vendor>> for VendorLookup<'_> {
    fn equivalent(&self, vendor: &Arc<Vendor>) -> bool {
        *self.id == *vendor.id && *self.name == *vendor.name
    }
}

/// The fields of a [`FilterText`], borrowed: it has the same hash, so that a known text is found without making one.
#[derive(Hash)]
struct FilterTextLookup<'a> {
    field_id: FieldId,
    uid: &'a str,
    value: &'a str,
    key: &'a str,
}

impl Equivalent<Arc<FilterText>> for FilterTextLookup<'_> {
    fn equivalent(&self, text: &Arc<FilterText>) -> bool {
        self.field_id == text.field_id && *self.key == *text.key && *self.value == *text.value && *self.uid == *text.uid
    }
}

/// A list of sections, borrowed: it has the same hash. A large catalog has hundreds of thousands of them, too many for
/// copies.
#[derive(Hash)]
struct SectionListLookup<'a>(&'a [SectionId]);

impl Equivalent<Arc<Box<[SectionId]>>> for SectionListLookup<'_> {
    fn equivalent(&self, list: &Arc<Box<[SectionId]>>) -> bool {
        *self.0 == ***list
    }
}

/// A list of levels or warehouses by their names, borrowed: it has the same hash.
#[derive(Hash)]
struct NamesLookup<'a>(&'a [&'a str]);

impl Equivalent<Arc<Box<[PriceLevel]>>> for NamesLookup<'_> {
    fn equivalent(&self, list: &Arc<Box<[PriceLevel]>>) -> bool {
        self.0.iter().copied().eq(list.iter().map(PriceLevel::name))
    }
}

impl Equivalent<Arc<Box<[Arc<str>]>>> for NamesLookup<'_> {
    fn equivalent(&self, list: &Arc<Box<[Arc<str>]>>) -> bool {
        self.0.iter().copied().eq(list.iter().map(|id| &**id))
    }
}

#[cfg(test)]
mod tests;

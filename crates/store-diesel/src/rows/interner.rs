//! Shares equal values while a catalog is loaded: few vendors, filter values and warehouses serve hundreds of thousands of
//! products.

use catalog_domain::filter::FilterText;
use catalog_domain::identifiers::{FieldId, SectionId};
use catalog_domain::price_level::PriceLevel;
use catalog_domain::vendor::Vendor;
use hashbrown::{Equivalent, HashMap, HashSet};
use std::sync::Arc;

/// Everything that was asked for, once.
#[derive(Default)]
pub(crate) struct Interner {
    texts: HashSet<Arc<str>>,
    levels: HashMap<String, PriceLevel>,
    vendors: HashSet<Arc<Vendor>>,
    filter_texts: HashSet<Arc<FilterText>>,
    section_lists: HashMap<Vec<i64>, Arc<Box<[SectionId]>>>,
}

impl Interner {
    /// Forgets what nobody else has any more, so that a server that runs for long does not collect what once was.
    pub(crate) fn forget_unused(&mut self) {
        self.filter_texts.retain(|text| Arc::strong_count(text) > 1);
        self.vendors.retain(|vendor| Arc::strong_count(vendor) > 1);
        self.section_lists.retain(|_, list| Arc::strong_count(list) > 1);
        // Last, because the others hold texts too. Levels stay: a store never forgets one.
        self.texts.retain(|text| Arc::strong_count(text) > 1);
    }

    /// The one shared copy of `text`.
    pub(crate) fn text(&mut self, text: &str) -> Arc<str> {
        Arc::clone(self.texts.get_or_insert_with(text, |text| Arc::from(text)))
    }

    /// The one shared copy of the level of that name.
    pub(crate) fn level(&mut self, name: &str) -> PriceLevel {
        self.levels.entry_ref(name).or_insert_with(|| PriceLevel::new(name)).clone()
    }

    /// The one shared copy of the vendor of that id and name.
    pub(crate) fn vendor(&mut self, id: &str, name: &str) -> Arc<Vendor> {
        let vendor = Vendor { id: self.text(id), name: self.text(name) };
        Arc::clone(self.vendors.get_or_insert_with(&vendor, |vendor| Arc::new(vendor.clone())))
    }

    /// The one shared copy of what a filter value is.
    pub(crate) fn filter_text(&mut self, field_id: FieldId, uid: &str, value: &str, key: &str) -> Arc<FilterText> {
        if let Some(known) = self.filter_texts.get(&FilterTextKey { field_id, uid, value, key }) {
            return Arc::clone(known);
        }
        let (uid, value, key) = (self.text(uid), self.text(value), self.text(key));
        let text = Arc::new(FilterText { field_id, uid, value, key });
        self.filter_texts.insert(Arc::clone(&text));
        text
    }

    /// The one shared copy of a list of sections.
    pub(crate) fn sections(&mut self, ids: &[i64]) -> Arc<Box<[SectionId]>> {
        let make = |ids: &[i64]| Arc::new(ids.iter().copied().map(SectionId).collect());
        Arc::clone(self.section_lists.entry_ref(ids).or_insert_with(|| make(ids)))
    }
}

/// The fields of a [`FilterText`], borrowed: it hashes alike, so that a known text is found without making one.
#[derive(Hash)]
struct FilterTextKey<'a> {
    field_id: FieldId,
    uid: &'a str,
    value: &'a str,
    key: &'a str,
}

impl Equivalent<Arc<FilterText>> for FilterTextKey<'_> {
    fn equivalent(&self, text: &Arc<FilterText>) -> bool {
        self.field_id == text.field_id && *self.key == *text.key && *self.value == *text.value && *self.uid == *text.uid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_else_has_is_forgotten() {
        let mut interner = Interner::default();
        let kept = interner.vendor("a", "A");
        drop((interner.vendor("b", "B"), interner.text("c"), interner.sections(&[1])));
        drop(interner.filter_text(FieldId(1), "power", "5 kW", "5-kw"));
        interner.forget_unused();
        assert_eq!((interner.vendors.len(), interner.texts.len()), (1, 2), "a vendor and its two texts");
        assert_eq!((interner.filter_texts.len(), interner.section_lists.len()), (0, 0));
        assert!(Arc::ptr_eq(&kept, &interner.vendor("a", "A")));
    }

    #[test]
    fn equal_values_are_one_allocation() {
        let mut interner = Interner::default();
        let (first, second, other) = (interner.text("насос"), interner.text("насос"), interner.text("pump"));
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!((&*first, &*other), ("насос", "pump"));
        assert_eq!(interner.level("Опт"), PriceLevel::new("Опт"));
        assert!(Arc::ptr_eq(&interner.vendor("a", "A "), &interner.vendor("a", "A ")));
        assert_eq!(&*interner.vendor("a", "A").name, "A", "a vendor of another name is another vendor");
        let first = interner.filter_text(FieldId(1), "power", "5 kW", "5-kw");
        assert!(Arc::ptr_eq(&first, &interner.filter_text(FieldId(1), "power", "5 kW", "5-kw")));
        let other = interner.filter_text(FieldId(2), "power", "5 kW", "5-kw");
        assert_eq!((first.field_id, other.field_id), (FieldId(1), FieldId(2)));
        assert!(Arc::ptr_eq(&first.uid, &other.uid), "different values share equal texts");
        assert!(Arc::ptr_eq(&interner.sections(&[1, 2]), &interner.sections(&[1, 2])));
        assert_eq!(**interner.sections(&[2, 1]), [SectionId(2), SectionId(1)], "the order is part of the list");
    }
}

//! Shares equal values while a catalog is loaded: few vendors, filter values and warehouses serve hundreds of thousands of
//! products.

use catalog_domain::filter::{FilterText, SharedFilterValue};
use catalog_domain::identifiers::{FieldId, SectionId};
use catalog_domain::price_level::PriceLevel;
use catalog_domain::vendor::Vendor;
use hashbrown::{Equivalent, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The most documents whose meaning is remembered, of each kind.
const MOST_KNOWN_DOCUMENTS: usize = 65_536;

/// Everything that was asked for, once.
#[derive(Default)]
pub(crate) struct Interner<'a> {
    /// Where what is not known here is asked for: threads that load at the same time share through it, and meet there only
    /// for what they have not met yet.
    beyond: Option<&'a Mutex<Interner<'static>>>,
    texts: HashSet<Arc<str>>,
    levels: HashMap<String, PriceLevel>,
    vendors: HashSet<Arc<Vendor>>,
    filter_texts: HashSet<Arc<FilterText>>,
    section_lists: HashSet<Arc<Box<[SectionId]>>>,
    /// What the documents of filter values mean that were met lately: looking one up costs less than reading it.
    known_texts: HashMap<Box<str>, Arc<FilterText>>,
    known_lists: HashMap<Box<str>, Arc<Box<[SectionId]>>>,
}

impl<'a> Interner<'a> {
    /// One that shares with everybody else who loads through `beyond`.
    pub(crate) fn within(beyond: &'a Mutex<Interner<'static>>) -> Self {
        Self { beyond: Some(beyond), ..Self::default() }
    }

    /// Forgets what nobody else has any more, so that a server that runs for long does not collect what once was.
    pub(crate) fn forget_unused(&mut self) {
        self.filter_texts.retain(|text| Arc::strong_count(text) > 1);
        self.vendors.retain(|vendor| Arc::strong_count(vendor) > 1);
        self.section_lists.retain(|list| Arc::strong_count(list) > 1);
        // Last, because the others hold texts too. Levels stay: a store never forgets one.
        self.texts.retain(|text| Arc::strong_count(text) > 1);
    }

    /// The one shared copy of `text`.
    pub(crate) fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let text = self.ask(|beyond| beyond.text(text)).unwrap_or_else(|| Arc::from(text));
        self.texts.insert(Arc::clone(&text));
        text
    }

    /// The one shared copy of the level of that name.
    pub(crate) fn level(&mut self, name: &str) -> PriceLevel {
        if let Some(known) = self.levels.get(name) {
            return known.clone();
        }
        let level = self.ask(|beyond| beyond.level(name)).unwrap_or_else(|| PriceLevel::new(name));
        self.levels.insert(name.to_owned(), level.clone());
        level
    }

    /// The one shared copy of the vendor of that id and name.
    pub(crate) fn vendor(&mut self, id: &str, name: &str) -> Arc<Vendor> {
        if let Some(known) = self.vendors.get(&VendorKey { id, name }) {
            return Arc::clone(known);
        }
        let beyond = self.ask(|beyond| beyond.vendor(id, name));
        let vendor = beyond.unwrap_or_else(|| Arc::new(Vendor { id: self.text(id), name: self.text(name) }));
        self.vendors.insert(Arc::clone(&vendor));
        vendor
    }

    /// The one shared copy of what a filter value is.
    pub(crate) fn filter_text(&mut self, field_id: FieldId, uid: &str, value: &str, key: &str) -> Arc<FilterText> {
        if let Some(known) = self.filter_texts.get(&FilterTextKey { field_id, uid, value, key }) {
            return Arc::clone(known);
        }
        let text = self.ask(|beyond| beyond.filter_text(field_id, uid, value, key)).unwrap_or_else(|| {
            let (uid, value, key) = (self.text(uid), self.text(value), self.text(key));
            Arc::new(FilterText { field_id, uid, value, key })
        });
        self.filter_texts.insert(Arc::clone(&text));
        text
    }

    /// The one shared copy of a list of sections.
    pub(crate) fn sections(&mut self, ids: &[SectionId]) -> Arc<Box<[SectionId]>> {
        if let Some(known) = self.section_lists.get(&SectionListKey(ids)) {
            return Arc::clone(known);
        }
        let list = self.ask(|beyond| beyond.sections(ids)).unwrap_or_else(|| Arc::new(ids.into()));
        self.section_lists.insert(Arc::clone(&list));
        list
    }

    /// The filter value that a document meant whose two parts, text and sections, were met lately; `None` when one was not.
    pub(crate) fn known_filter_value(&self, (text, sections): (&str, &str)) -> Option<SharedFilterValue> {
        let (text, sections) = (self.known_texts.get(text)?, self.known_lists.get(sections)?);
        Some(SharedFilterValue { text: Arc::clone(text), sections: Arc::clone(sections) })
    }

    /// Remembers what the two parts of a document mean.
    pub(crate) fn remember_filter_value(&mut self, (text, sections): (&str, &str), value: &SharedFilterValue) {
        remember(&mut self.known_texts, text, &value.text);
        remember(&mut self.known_lists, sections, &value.sections);
    }

    fn ask<T>(&self, question: impl FnOnce(&mut Interner<'static>) -> T) -> Option<T> {
        // Whatever was added before a panic is as good as any other.
        self.beyond.map(|beyond| question(&mut beyond.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Begins anew when there is too much: whatever is met often is soon there again.
fn remember<T>(known: &mut HashMap<Box<str>, Arc<T>>, document: &str, meaning: &Arc<T>) {
    if known.len() >= MOST_KNOWN_DOCUMENTS {
        known.clear();
    }
    if !known.contains_key(document) {
        known.insert(document.into(), Arc::clone(meaning));
    }
}

/// The fields of a [`Vendor`], borrowed: it hashes alike.
#[derive(Hash)]
struct VendorKey<'a> {
    id: &'a str,
    name: &'a str,
}

impl Equivalent<Arc<Vendor>> for VendorKey<'_> {
    fn equivalent(&self, vendor: &Arc<Vendor>) -> bool {
        *self.id == *vendor.id && *self.name == *vendor.name
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

/// A list of sections, borrowed: it hashes alike. A large catalog has hundreds of thousands of them, too many for copies.
#[derive(Hash)]
struct SectionListKey<'a>(&'a [SectionId]);

impl Equivalent<Arc<Box<[SectionId]>>> for SectionListKey<'_> {
    fn equivalent(&self, list: &Arc<Box<[SectionId]>>) -> bool {
        *self.0 == ***list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_else_has_is_forgotten() {
        let mut interner = Interner::default();
        let kept = interner.vendor("a", "A");
        drop((interner.vendor("b", "B"), interner.text("c"), interner.sections(&[SectionId(1)])));
        drop(interner.filter_text(FieldId(1), "power", "5 kW", "5-kw"));
        interner.forget_unused();
        assert_eq!((interner.vendors.len(), interner.texts.len()), (1, 2), "a vendor and its two texts");
        assert_eq!((interner.filter_texts.len(), interner.section_lists.len()), (0, 0));
        assert!(Arc::ptr_eq(&kept, &interner.vendor("a", "A")));
    }

    #[test]
    fn threads_that_load_at_the_same_time_share_through_what_is_beyond() {
        let beyond = Mutex::default();
        let (mut one, mut other) = (Interner::within(&beyond), Interner::within(&beyond));
        assert!(Arc::ptr_eq(&one.text("насос"), &other.text("насос")));
        assert!(Arc::ptr_eq(&one.vendor("a", "A"), &other.vendor("a", "A")));
        assert!(Arc::ptr_eq(&one.sections(&[1, 2].map(SectionId)), &other.sections(&[1, 2].map(SectionId))));
        let (first, second) = [&mut one, &mut other].map(|each| each.filter_text(FieldId(1), "u", "v", "k")).into();
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(one.level("Опт"), other.level("Опт"));
        assert!(
            Arc::ptr_eq(&first, &Interner::within(&beyond).filter_text(FieldId(1), "u", "v", "k")),
            "and later ones"
        );
    }

    #[test]
    fn a_document_is_known_by_both_its_parts_or_not_at_all() {
        let mut interner = Interner::default();
        let value = SharedFilterValue {
            text: interner.filter_text(FieldId(1), "power", "5 kW", "5-kw"),
            sections: interner.sections(&[SectionId(1)]),
        };
        interner.remember_filter_value(("a text", "some sections"), &value);
        assert_eq!(interner.known_filter_value(("a text", "some sections")), Some(value));
        assert_eq!(interner.known_filter_value(("a text", "other sections")), None);
        assert_eq!(interner.known_filter_value(("another text", "some sections")), None);
    }

    #[test]
    fn no_more_documents_are_remembered_than_there_is_room_for() {
        let mut known = HashMap::new();
        for number in 0..=MOST_KNOWN_DOCUMENTS {
            remember(&mut known, &number.to_string(), &Arc::new(number));
        }
        assert_eq!(known.into_values().map(|number| *number).collect::<Vec<_>>(), [MOST_KNOWN_DOCUMENTS]);
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
        assert!(Arc::ptr_eq(&interner.sections(&[1, 2].map(SectionId)), &interner.sections(&[1, 2].map(SectionId))));
        assert_eq!(
            **interner.sections(&[2, 1].map(SectionId)),
            [SectionId(2), SectionId(1)],
            "the order is part of the list"
        );
    }
}

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

/// The most lists of levels that are shared, and of warehouses. A catalog has few; where each product has a list of its own,
/// sharing them would cost more than it saves.
const MOST_SHARED_LISTS: usize = 16_384;

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
    level_lists: HashSet<Arc<Box<[PriceLevel]>>>,
    warehouse_lists: HashSet<Arc<Box<[Arc<str>]>>>,
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
        self.level_lists.retain(|list| Arc::strong_count(list) > 1);
        self.warehouse_lists.retain(|list| Arc::strong_count(list) > 1);
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

    /// The one shared copy of the list of levels of these names; `None` when there are too many lists to share this one.
    pub(crate) fn levels(&mut self, names: &[&str]) -> Option<Arc<Box<[PriceLevel]>>> {
        if let Some(known) = self.level_lists.get(&NamesKey(names)) {
            return Some(Arc::clone(known));
        }
        let list = match self.ask(|beyond| beyond.levels(names)) {
            Some(list) => list?,
            None if self.level_lists.len() >= MOST_SHARED_LISTS => return None,
            None => Arc::new(names.iter().map(|name| self.level(name)).collect()),
        };
        self.level_lists.insert(Arc::clone(&list));
        Some(list)
    }

    /// The one shared copy of the list of warehouses of these ids; `None` when there are too many lists to share this one.
    pub(crate) fn warehouses(&mut self, ids: &[&str]) -> Option<Arc<Box<[Arc<str>]>>> {
        if let Some(known) = self.warehouse_lists.get(&NamesKey(ids)) {
            return Some(Arc::clone(known));
        }
        let list = match self.ask(|beyond| beyond.warehouses(ids)) {
            Some(list) => list?,
            None if self.warehouse_lists.len() >= MOST_SHARED_LISTS => return None,
            None => Arc::new(ids.iter().map(|id| self.text(id)).collect()),
        };
        self.warehouse_lists.insert(Arc::clone(&list));
        Some(list)
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

/// A list of levels or warehouses by their names, borrowed: it hashes alike.
#[derive(Hash)]
struct NamesKey<'a>(&'a [&'a str]);

impl Equivalent<Arc<Box<[PriceLevel]>>> for NamesKey<'_> {
    fn equivalent(&self, list: &Arc<Box<[PriceLevel]>>) -> bool {
        self.0.iter().copied().eq(list.iter().map(PriceLevel::name))
    }
}

impl Equivalent<Arc<Box<[Arc<str>]>>> for NamesKey<'_> {
    fn equivalent(&self, list: &Arc<Box<[Arc<str>]>>) -> bool {
        self.0.iter().copied().eq(list.iter().map(|id| &**id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Interner<'_> {
        /// One that shares no list of levels or warehouses any more.
        pub(crate) fn without_room_for_lists() -> Self {
            let mut interner = Self::default();
            for number in 0..MOST_SHARED_LISTS {
                let name = format!("no. {number}");
                assert!(interner.levels(&[&name]).is_some() && interner.warehouses(&[&name]).is_some());
            }
            interner
        }
    }

    #[test]
    fn no_more_lists_are_shared_than_there_is_room_for_and_those_that_are_stay_shared() {
        let full = Mutex::new(Interner::without_room_for_lists());
        let mut interner = Interner::within(&full);
        assert_eq!((interner.levels(&["other"]), interner.warehouses(&["other"])), (None, None));
        for _ in 0..2 {
            let (levels, warehouses) = (interner.levels(&["no. 7"]).unwrap(), interner.warehouses(&["no. 7"]).unwrap());
            let mut full = full.lock().unwrap();
            assert!(Arc::ptr_eq(&levels, &full.levels(&["no. 7"]).unwrap()));
            assert!(Arc::ptr_eq(&warehouses, &full.warehouses(&["no. 7"]).unwrap()));
        }
    }

    #[test]
    fn what_nobody_else_has_is_forgotten() {
        let mut interner = Interner::default();
        let kept = interner.vendor("a", "A");
        drop((interner.vendor("b", "B"), interner.text("c"), interner.sections(&[SectionId(1)])));
        drop(interner.filter_text(FieldId(1), "power", "5 kW", "5-kw"));
        drop((interner.levels(&["Опт"]), interner.warehouses(&["main"])));
        interner.forget_unused();
        assert_eq!((interner.vendors.len(), interner.texts.len()), (1, 2), "a vendor and its two texts");
        assert_eq!((interner.filter_texts.len(), interner.section_lists.len()), (0, 0));
        assert_eq!((interner.level_lists.len(), interner.warehouse_lists.len()), (0, 0));
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
        let levels = [&mut one, &mut other].map(|each| each.levels(&["Опт", "Дилер"]).unwrap());
        let warehouses = [&mut one, &mut other].map(|each| each.warehouses(&["main", "far"]).unwrap());
        assert!(Arc::ptr_eq(&levels[0], &levels[1]) && Arc::ptr_eq(&warehouses[0], &warehouses[1]));
        assert_eq!(levels[0].iter().map(PriceLevel::name).collect::<Vec<_>>(), ["Опт", "Дилер"]);
        assert_eq!(warehouses[0].iter().map(|id| &**id).collect::<Vec<_>>(), ["main", "far"]);
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

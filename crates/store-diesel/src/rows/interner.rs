//! Shares equal values while a catalog is loaded: few vendors, filter values and warehouses serve hundreds of thousands of
//! products.

use catalog_domain::filter::FilterValue;
use catalog_domain::price_level::PriceLevel;
use catalog_domain::vendor::Vendor;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// Everything that was asked for, once.
#[derive(Default)]
pub(crate) struct Interner {
    texts: HashSet<Arc<str>>,
    levels: HashMap<String, PriceLevel>,
    vendors: HashSet<Arc<Vendor>>,
    filter_values: HashSet<Arc<FilterValue>>,
}

impl Interner {
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

    /// The one shared copy of `value`, whose texts are shared with those of other values.
    pub(crate) fn filter_value(&mut self, value: FilterValue) -> Arc<FilterValue> {
        if let Some(known) = self.filter_values.get(&value) {
            return Arc::clone(known);
        }
        let shared = Arc::new(FilterValue {
            uid: self.text(&value.uid),
            value: self.text(&value.value),
            key: self.text(&value.key),
            ..value
        });
        self.filter_values.insert(Arc::clone(&shared));
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::identifiers::{FieldId, SectionId};

    #[test]
    fn equal_values_are_one_allocation() {
        let mut interner = Interner::default();
        let (first, second, other) = (interner.text("насос"), interner.text("насос"), interner.text("pump"));
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!((&*first, &*other), ("насос", "pump"));
        assert_eq!(interner.level("Опт"), PriceLevel::new("Опт"));
        assert!(Arc::ptr_eq(&interner.vendor("a", "A "), &interner.vendor("a", "A ")));
        assert_eq!(&*interner.vendor("a", "A").name, "A", "a vendor of another name is another vendor");
        let value = |sections: &[i64]| FilterValue {
            field_id: FieldId(1),
            uid: "power".into(),
            value: "5 kW".into(),
            key: "5-kw".into(),
            sections: sections.iter().copied().map(SectionId).collect(),
        };
        let (first, second) = (interner.filter_value(value(&[1])), interner.filter_value(value(&[1])));
        assert!(Arc::ptr_eq(&first, &second));
        let elsewhere = interner.filter_value(value(&[2]));
        assert_eq!(*elsewhere, value(&[2]));
        assert!(Arc::ptr_eq(&first.uid, &elsewhere.uid));
    }
}

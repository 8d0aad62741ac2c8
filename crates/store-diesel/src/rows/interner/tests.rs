//! Equal values are shared, within bounds, and dropped when unused.

use super::*;

impl Interner<'_> {
    /// One that shares no lists of levels or warehouses.
    pub(crate) fn with_full_lists() -> Self {
        let mut interner = Self::default();
        for number in 0..MOST_SHARED_LISTS {
            let name = format!("no. {number}");
            assert!(interner.levels(&[&name]).is_some());
            assert!(interner.warehouses(&[&name]).is_some());
        }
        interner
    }
}

#[test]
fn the_number_of_shared_lists_is_bounded_and_shared_ones_stay_shared() {
    let full = Mutex::new(Interner::with_full_lists());
    let mut interner = Interner::with_parent(&full);
    assert_eq!((interner.levels(&["other"]), interner.warehouses(&["other"])), (None, None));
    for _ in 0..2 {
        let (levels, warehouses) = (interner.levels(&["no. 7"]).unwrap(), interner.warehouses(&["no. 7"]).unwrap());
        let mut full = full.lock();
        assert!(Arc::ptr_eq(&levels, &full.levels(&["no. 7"]).unwrap()));
        assert!(Arc::ptr_eq(&warehouses, &full.warehouses(&["no. 7"]).unwrap()));
    }
}

#[test]
fn unused_values_are_dropped() {
    let mut interner = Interner::default();
    let stored = interner.vendor("a", "A");
    drop((interner.vendor("b", "B"), interner.text("c"), interner.sections(&[SectionId(1)])));
    drop(interner.filter_text(FieldId(1), "power", "5 kW", "5-kw"));
    drop((interner.levels(&["Опт"]), interner.warehouses(&["main"])));
    interner.forget_unused();
    assert_eq!((interner.vendors.len(), interner.texts.len()), (1, 2), "a vendor and its two texts");
    assert_eq!((interner.filter_texts.len(), interner.section_lists.len()), (0, 0));
    assert_eq!((interner.level_lists.len(), interner.warehouse_lists.len()), (0, 0));
    assert!(Arc::ptr_eq(&stored, &interner.vendor("a", "A")));
}

#[test]
fn concurrent_loads_share_through_their_parent() {
    let parent = Mutex::default();
    let (mut one, mut other) = (Interner::with_parent(&parent), Interner::with_parent(&parent));
    assert!(Arc::ptr_eq(&one.text("насос"), &other.text("насос")));
    assert!(Arc::ptr_eq(&one.vendor("a", "A"), &other.vendor("a", "A")));
    assert!(Arc::ptr_eq(&one.sections(&[1, 2].map(SectionId)), &other.sections(&[1, 2].map(SectionId))));
    let (first, second) = [&mut one, &mut other].map(|each| each.filter_text(FieldId(1), "u", "v", "k")).into();
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(one.level("Опт"), other.level("Опт"));
    let levels = [&mut one, &mut other].map(|each| each.levels(&["Опт", "Дилер"]).unwrap());
    let warehouses = [&mut one, &mut other].map(|each| each.warehouses(&["main", "far"]).unwrap());
    assert!(Arc::ptr_eq(&levels[0], &levels[1]));
    assert!(Arc::ptr_eq(&warehouses[0], &warehouses[1]));
    assert_eq!(levels[0].iter().map(PriceLevel::name).collect::<Vec<_>>(), ["Опт", "Дилер"]);
    assert_eq!(warehouses[0].iter().map(|id| &**id).collect::<Vec<_>>(), ["main", "far"]);
    assert!(
        Arc::ptr_eq(&first, &Interner::with_parent(&parent).filter_text(FieldId(1), "u", "v", "k")),
        "and later ones"
    );
}

#[test]
fn parsed_documents_are_known_again() {
    let mut interner = Interner::default();
    let (text, list) = (interner.filter_text(FieldId(1), "power", "5 kW", "5-kw"), interner.sections(&[SectionId(1)]));
    interner.cache_parsed_text("a text", &text);
    interner.cache_parsed_list("some sections", &list);
    assert_eq!((interner.parsed_text("a text"), interner.parsed_text("another text")), (Some(text), None));
    assert_eq!((interner.parsed_list("some sections"), interner.parsed_list("other sections")), (Some(list), None));
}

#[test]
fn the_cache_of_parsed_documents_is_bounded() {
    let mut known = HashMap::new();
    for number in 0..=MAX_PARSED_DOCUMENTS {
        cache(&mut known, &number.to_string(), &Arc::new(number));
    }
    assert_eq!(known.into_values().map(|number| *number).collect::<Vec<_>>(), [MAX_PARSED_DOCUMENTS]);
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

//! Documents are read as they were written.

use super::*;
use catalog_domain::pricing::PriceLevel;

#[test]
fn filter_values_are_what_was_written_whether_or_not_their_documents_are_known() {
    let value = |value: &str, sections: &[i64]| FilterValue {
        field_id: FieldId(1),
        uid: "power".into(),
        value: value.into(),
        key: "k".into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    };
    // Texts that look like the border between a text and its sections.
    let texts = ["5 kW", "a,[1]]", "a\",[1]]", ",[", "\\", "Сталь 20"];
    let values: Vec<FilterValue> =
        texts.iter().flat_map(|text| [value(text, &[]), value(text, &[1, -2]), value(text, &[3])]).collect();
    let document = encode_filter_values(&values).unwrap();
    let mut interner = Interner::default();
    for _ in 0..2 {
        let decoded = decode_filter_values(&document, &mut interner).unwrap();
        assert_eq!(decoded, values.iter().cloned().map(SharedFilterValue::from).collect());
    }
}

#[test]
fn prices_and_stock_are_what_was_written_whether_or_not_their_names_are_shared() {
    let level = |name: &str, units: Option<i64>| LevelPrice {
        level: PriceLevel::new(name),
        price: units.map(Money::from_units),
    };
    let levels = LevelPrices::from([level("Опт", Some(1)), level("\"", None), level("", Some(0))]);
    let stock = |warehouse: &str, quantity| Stock { warehouse: warehouse.into(), quantity };
    let stocks = StockList::from([stock("main", 5), stock("\\", 0)]);
    let (prices_document, stock_document) = (encode_levels(&levels).unwrap(), encode_stock(&stocks).unwrap());
    for mut interner in [Interner::default(), Interner::with_full_lists()] {
        for _ in 0..2 {
            assert_eq!(decode_levels(&prices_document, &mut interner).unwrap(), levels);
            assert_eq!(decode_stock(&stock_document, &mut interner).unwrap(), stocks);
        }
    }
}

#[test]
fn a_document_of_another_shape_is_an_error_that_names_the_column() {
    for document in [
        "",
        "[[1]]",
        r#"[[1,"u","v","k",["x"]]]"#,
        r#"[[1,"u","\q","k",[1]]]"#,
        r#"[[1,"u","v","k",[1,]]]"#,
        r#"[[1,"u","v","k",[1]"#,
    ] {
        let error = decode_filter_values(document, &mut Interner::default()).unwrap_err();
        assert!(format!("{error:?}").contains("products.filter_values"), "{error:?}");
    }
}

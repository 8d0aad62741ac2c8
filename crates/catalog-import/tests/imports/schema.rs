//! The JSON Schema agrees with the parser on every record.

use crate::support::{TestStore, base_store, generated, import_links};
use catalog_import::record_schema;
use jsonschema::Validator;
use serde_json::Value;

fn validator() -> Validator {
    jsonschema::draft202012::new(&serde_json::from_str(record_schema()).unwrap()).unwrap()
}

/// Whether the parser accepts the record; references to other records are ignored.
fn is_taken(store: &TestStore, record: &str) -> bool {
    let result = if record.contains("\"type\"") {
        store.import_with(60, &[record], |options| options.dry_run = true)
    } else {
        import_links(store, 60, true, record)
    };
    result.map_or_else(|error| error.to_string().lines().all(is_about_references), |_| true)
}

fn is_about_references(diagnostic: &str) -> bool {
    ["neither in the input nor in the store", "the store has no"].iter().any(|known| diagnostic.contains(known))
}

const RECORDS: [&str; 11] = [
    r#"{"type":"productType","id":7,"name":"N","groups":[{"id":70,"uid":"g","name":"G","ord":1,"role":"feature","fields":[{"id":71,"uid":"f","name":"F","ord":-1,"role":"warranty","dataType":"d","inFilter":true,"inSearch":true,"isMultiple":true,"guideId":3,"mainFilter":true,"hidden":true,"baseProperty":true,"analog":true}]}]}"#,
    r#"{"type":"warehouse","id":"w","name":"W"}"#,
    r#"{"type":"section","hierarchyId":8,"sourceId":80,"parentHierarchyId":1,"name":"S","url":"https://h.example/s","isActive":true,"isService":false,"sortOrder":1,"filterIndex":"i","filters":[{"uid":"u","name":"N","groupName":"G","groupIds":[3],"fieldIds":[17],"typeIds":[5],"dataType":"d","isMultiple":true,"mainFilter":true,"hidden":true}]}"#,
    r#"{"type":"product","sourceId":500,"stockNumber":"N","name":"N","fullName":"F","url":"https://h.example/a","isActive":true,"typeId":5,"vendor":{"id":"v","name":"V"},"sections":[1],"primarySection":1,"preview":"https://h.example/p","photos":[{"url":"https://h.example/1","alt":"a"}],"description":"d","seo":{"title":"t","html":"h"},"features":[{"fieldId":17,"value":"v"}],"filterValues":[{"fieldId":17,"uid":"u","value":"v","key":"k","sections":[1]}],"contentUpdatedAt":"2026-01-01T00:00:00Z","commercialUpdatedAt":"2026-01-01T00:00:00+03:00","configurator":{"groups":[{"uid":"g","name":"G","required":true,"options":[{"uid":"o","name":"O","stockNumber":"S","default":true,"retail":"1.5","levels":{"L":2}}]}],"priceData":[1]},"offer":{"hidePrices":true,"retail":1.25,"levels":{"L":null},"sale":true,"specialPrice":"","stock":[{"warehouseId":"main","quantity":-1}],"shipping":-2,"commercialUpdatedAt":"2026-01-01T00:00:00.5Z"}}"#,
    r#"{"type":"priceLevel","name":"L"}"#,
    r#"{"type":"section","hierarchyId":9,"sourceId":null,"parentHierarchyId":null,"name":"S","url":null,"isActive":false}"#,
    r#"{"stockNumber":"A","documentation":[{"title":"t","description":"d","url":"https://h.example/m","fileType":"PDF","sizeBytes":1,"size":"1 B"}],"softwareHtml":null}"#,
    r#"{"type":"offer","stockNumber":"A","hidePrices":true,"retail":"10","levels":{"L":1},"sale":true,"specialPrice":5,"stock":[{"warehouseId":"main","quantity":1}],"shipping":1,"commercialUpdatedAt":"2026-01-01T00:00:00Z"}"#,
    r#"{"type":"deleted","stockNumber":"A"}"#,
    r#"{"type":"deleted","hierarchyId":3}"#,
    r#"{"stockNumber":"A","documentationHtml":"<p>","softwareHtml":null}"#,
];

/// Every way to change one value inside `value`: omit it, replace it, add a field beside it.
fn mutations(value: &Value) -> Vec<Value> {
    let substitutes = [
        Value::Null,
        Value::from(true),
        Value::from(0),
        Value::from(-1),
        Value::from(1.5),
        Value::from(u64::MAX),
        Value::from(""),
        Value::from("x"),
        Value::from("1.23456"),
        Value::from("-1"),
        Value::from("a\u{0}"),
        Value::from("y".repeat(300)),
        Value::from("é".repeat(2_001)),
        Value::from("é".repeat(20_001)),
        Value::from("unknown"),
        Value::Array(Vec::new()),
        Value::Object(serde_json::Map::new()),
    ];
    let mut all: Vec<Value> = substitutes.to_vec();
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let mut without = fields.clone();
                without.remove(name);
                all.push(Value::Object(without));
                // The type of a record selects its schema.
                if name != "type" {
                    for mutated in mutations(inner) {
                        let mut with = fields.clone();
                        with.insert(name.clone(), mutated);
                        all.push(Value::Object(with));
                    }
                }
            }
            let mut more = fields.clone();
            more.insert("more".to_owned(), Value::from(1));
            all.push(Value::Object(more));
        }
        Value::Array(items) => {
            all.extend(items.iter().flat_map(mutations).map(|mutated| Value::Array(vec![mutated])));
        }
        _ => {}
    }
    all
}

#[test]
fn schema_and_parser_agree_on_every_record_and_on_every_mutation_of_one() {
    let (validator, store) = (validator(), base_store());
    let mut taken = 0;
    let mut disagreements = Vec::new();
    for record in RECORDS {
        let value: Value = serde_json::from_str(record).unwrap();
        assert!(validator.is_valid(&value), "{record}");
        assert!(is_taken(&store, record), "{record}");
        for mutated in mutations(&value).into_iter().filter(Value::is_object) {
            let line = mutated.to_string();
            let (by_schema, by_parser) = (validator.is_valid(&mutated), is_taken(&store, &line));
            if by_schema != by_parser {
                disagreements.push(format!("valid by the schema: {by_schema}, by the parser: {by_parser}: {line}"));
            }
            taken += u32::from(by_parser);
        }
    }
    assert_eq!(disagreements, Vec::<String>::new());
    assert!(taken > 100, "most mutations should not be refused for one reason: {taken}");
}

#[test]
fn schema_and_parser_agree_on_how_prices_and_times_are_written() {
    let (validator, store) = (validator(), base_store());
    let price = |text: &str| format!(r#"{{"type":"offer","stockNumber":"A","retail":{text}}}"#);
    let time = |text: &str| format!(r#"{{"type":"offer","stockNumber":"A","commercialUpdatedAt":"{text}"}}"#);
    let cases = [
        (price("1e3"), true),
        (price("-0.0"), true),
        (price("\"0001.50\""), true),
        (price("\"0000000000001\""), true),
        (price("\"1.50000000\""), true),
        (price("\"1e3\""), false),
        (price("\"1E3\""), false),
        (price("\"-0\""), false),
        (price("\"+1\""), false),
        (price("\".5\""), false),
        (price("\"1.\""), false),
        (price("\" 1\""), false),
        (time("2026-01-31t12:00:00z"), true),
        (time("2026-01-31 12:00:00Z"), true),
        (time("2026-01-31T12:00:00"), false),
        (time("2026-01-31_12:00:00Z"), false),
        (time("2026-01-31"), false),
    ];
    for (record, taken) in cases {
        assert_eq!(validator.is_valid(&serde_json::from_str(&record).unwrap()), taken, "schema: {record}");
        assert_eq!(is_taken(&store, &record), taken, "parser: {record}");
    }
}

#[test]
fn every_generated_record_fits_the_schema() {
    let validator = validator();
    for line in generated((100, 10), 3, None).lines() {
        assert!(validator.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
}

//! Which fingerprint covers which change.

use super::*;
use crate::record::{Record, read_record};
use catalog_domain::values::Timestamp;
use catalog_records::RecordKind;

const PRODUCT: &str = r#"{"type":"product","sourceId":1,"stockNumber":"A","name":"N","fullName":"F","url":"https://h.example/a",
 "isActive":true,"typeId":5,"vendor":{"id":"v","name":"V"},"sections":[1,2],"primarySection":1,"preview":"https://h.example/p.jpg",
 "photos":[{"url":"https://h.example/1.jpg","alt":"front"}],"description":"D","seo":{"title":"T","html":"H"},
 "features":[{"fieldId":17,"value":"public"},{"fieldId":18,"value":"hidden"}],
 "filterValues":[{"fieldId":17,"uid":"u","value":"w","key":"k","sections":[1]}],
 "contentUpdatedAt":"2026-01-01T00:00:00Z","commercialUpdatedAt":"2026-01-01T00:00:00Z",
 "configurator":{"groups":[{"uid":"g","name":"G","required":true,"options":[{"uid":"o","name":"O","stockNumber":"S","default":true,
   "retail":"10","levels":{"L":"9"}},{"uid":"free","name":"Free"}]}],"priceData":{"x":1}},
 "offer":{"hidePrices":false,"retail":"100","levels":{"L":"90","M":"80"},"sale":false,"specialPrice":"70",
   "stock":[{"warehouseId":"w1","quantity":5},{"warehouseId":"w2","quantity":6}],"shipping":3}}"#;

fn fingerprints(line: &str) -> [Fingerprint; 2] {
    let at = Timestamp::from_unix_microseconds(0);
    let Ok(Record::Product(product)) = read_record(RecordKind::Product, line, at) else { panic!("{line}") };
    let offer = product.offer.as_ref().unwrap().offer.clone();
    [record_fingerprint(&product, product.is_active), offer_fingerprint(&offer, offer.levels.len())]
}

#[test]
fn each_fingerprint_notices_its_own_side_only() {
    let before = fingerprints(PRODUCT);
    // R: record, O: offer.
    for (from, to, expected) in [
        (r#""sourceId":1"#, r#""sourceId":2"#, "R"),
        (r#""isActive":true"#, r#""isActive":false"#, "R"),
        (r#""typeId":5"#, r#""typeId":6"#, "R"),
        (r#""sections":[1,2]"#, r#""sections":[2,1]"#, "R"),
        (r#""value":"hidden""#, r#""value":"other""#, "R"),
        (r#""priceData":{"x":1}"#, r#""priceData":{"x":2}"#, "R"),
        (r#""name":"V""#, r#""name":"V ""#, "R"),
        (r#""name":"V""#, r#""name":"W""#, "R"),
        (r#""id":"v""#, r#""id":"w""#, "R"),
        (r#""name":"N""#, r#""name":"M""#, "R"),
        (r#""fullName":"F""#, r#""fullName":"E""#, "R"),
        (r#""url":"https://h.example/a""#, r#""url":null"#, "R"),
        (r#""primarySection":1"#, r#""primarySection":2"#, "R"),
        ("p.jpg", "q.jpg", "R"),
        ("1.jpg", "2.jpg", "R"),
        ("front", "back", "R"),
        (r#""description":"D""#, r#""description":"E""#, "R"),
        (r#""title":"T""#, r#""title":"U""#, "R"),
        (r#""html":"H""#, r#""html":"I""#, "R"),
        (r#""value":"public""#, r#""value":"other""#, "R"),
        (r#""key":"k""#, r#""key":"l""#, "R"),
        (r#""sections":[1]}"#, r#""sections":[2]}"#, "R"),
        (r#""required":true"#, r#""required":false"#, "R"),
        (r#""stockNumber":"S""#, r#""stockNumber":"T""#, "R"),
        (r#",{"uid":"free","name":"Free"}"#, "", "R"),
        (r#""retail":"10""#, r#""retail":"11""#, "R"),
        (r#"{"L":"9"}"#, r#"{"L":"8"}"#, "R"),
        (r#""retail":"100""#, r#""retail":"101""#, "O"),
        (r#""retail":"100""#, r#""retail":1e2"#, ""),
        (r#""specialPrice":"70""#, r#""specialPrice":0"#, "O"),
        (r#"{"L":"90","M":"80"}"#, r#"{"M":"80","L":"90"}"#, "O"),
        (r#""hidePrices":false"#, r#""hidePrices":true"#, "O"),
        (r#""sale":false"#, r#""sale":true"#, "O"),
        (r#""shipping":3"#, r#""shipping":4"#, "O"),
        (r#""quantity":5"#, r#""quantity":4"#, "O"),
        (
            r#"{"warehouseId":"w1","quantity":5},{"warehouseId":"w2","quantity":6}"#,
            r#"{"warehouseId":"w2","quantity":6},{"warehouseId":"w1","quantity":5}"#,
            "",
        ),
        (r#""contentUpdatedAt":"2026-01-01T00:00:00Z","#, "", ""),
        (r#""commercialUpdatedAt":"2026-01-01T00:00:00Z","#, "", ""),
    ] {
        assert!(PRODUCT.contains(from), "{from}");
        let after = fingerprints(&PRODUCT.replacen(from, to, 1));
        let changed: String = "RO"
            .chars()
            .zip(before.iter().zip(after))
            .filter(|(_, (old, new))| *old != new)
            .map(|(side, _)| side)
            .collect();
        assert_eq!(changed, expected, "{from} to {to}");
    }
}

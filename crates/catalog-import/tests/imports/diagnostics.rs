//! Refused input, and its messages.

use crate::support::{self, TestStore, base_store, product, section};
use catalog_domain::imports::PartEncoding;
use catalog_domain::ports::StoreError;
use catalog_import::{ImportError, ImportInput, ImportLimits, ImportMode, Rejection};
use std::fmt::Debug;

/// The problems of importing `lines` over the base catalog, without the name of the file.
fn diagnostics(lines: &[impl AsRef<str> + Debug]) -> Vec<String> {
    problems_in(ImportMode::Delta, lines)
}

fn problems_in(mode: ImportMode, lines: &[impl AsRef<str> + Debug]) -> Vec<String> {
    let store = base_store();
    let before = store.content();
    let result = store.import_with(1, lines, |options| options.mode = mode);
    match result {
        Ok(report) => panic!("accepted {lines:?}: {report:?}"),
        Err(ImportError::Rejected(rejection)) => {
            assert_eq!(store.content(), before, "a rejected input changes nothing");
            rejection
                .problems
                .iter()
                .map(|diagnostic| diagnostic.to_string().strip_prefix("input:").unwrap().to_owned())
                .collect()
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn errors_of_one_line_are_reported_with_their_location() {
    let with = |more: &str| product("N", 500, "[2]", more);
    let offer = |more: &str| format!(r#"{{"type":"offer","stockNumber":"A",{more}}}"#);
    let long = "é".repeat(1_000_001);
    let characters = |count| long.chars().take(count).collect::<String>();
    let cases: Vec<(String, &str)> = vec![
        ("{".into(), "1: one object a line: this line opens an object and does not close it"),
        (r#"{"type":"offer","stockNumber":"A","#.into(), "1: one object a line: this line opens an object and does not close it"),
        (r#"{"type":"offer","stockNumber":"A"#.into(), "1: one object a line: this line opens an object and does not close it"),
        (" [".into(), "1: one object a line: this line opens an array and does not close it"),
        ("[1]".into(), "1: one object a line: this line is an array"),
        ("5".into(), "1: invalid type: integer `5`, expected an object"),
        ("\"offer".into(), "1: not valid JSON: EOF while parsing a string, column 6"),
        (r#"{"type":"offer","stockNumber":"A"},"#.into(), "1: not valid JSON: trailing characters, column 35"),
        ("{}".into(), "1: /type: is missing"),
        (r#"{"type":5}"#.into(), "1: /type: invalid type: integer `5`, expected a string"),
        (
            r#"{"type":"sectoin"}"#.into(),
            "1: /type: unknown type `sectoin`, did you mean `section`? (expected one of productType, warehouse, priceLevel, section, \
             product, offer, deleted)",
        ),
        (r#"{"type":"warehouse","id":"w"}"#.into(), "1: /name: is missing"),
        (r#"{"type":"warehouse","id":"w","name":"W","nmae":1}"#.into(), "1: /nmae: unknown field, did you mean `name`? (expected one of type, id, name)"),
        (r#"{"type":"warehouse","id":"w","id":"v","name":"W"}"#.into(), "1: /id: is given twice"),
        (r#"{"type":"warehouse","id":"","name":"W"}"#.into(), "1: /id: must have 1 to 255 characters"),
        ("{\"type\":\"warehouse\",\"id\":\"w\",\"name\":\"a\\u0000\"}".into(), "1: /name: must not contain the character U+0000"),
        (format!(r#"{{"type":"warehouse","id":"w","name":"{}"}}"#, characters(2_001)), "1: /name: must have at most 2000 characters"),
        (with(&format!(r#""features":[{{"fieldId":17,"value":"{}"}}]"#, characters(20_001))), "1: /features/0/value: must have at most 20000 characters"),
        (with(&format!(r#""description":"{long}""#)), "1: /description: must have at most 1000000 characters"),
        (with(r#""seo":["t","h"]"#), "1: /seo: invalid type: sequence, expected an object"),
        (with(r#""seo":{"title":"t"}"#), "1: /seo/html: is missing"),
        (with(r#""photos":[{"url":"https://h.example/a.jpg"},{"url":"ftp://h.example/a.jpg"}]"#), "1: /photos/1/url: must be an absolute http or https URL with a host, without blanks or control characters, of at most 2048 bytes"),
        (with(r#""contentUpdatedAt":"2026-01-31 10:00""#), "1: /contentUpdatedAt: must be an RFC 3339 time such as 2026-01-31T10:00:00Z"),
        (with(r#""contentUpdatedAt":"9999-12-31T23:59:59-00:01""#), "1: /contentUpdatedAt: must be in the years 1 to 9999 of UTC"),
        (with(r#""commercialUpdatedAt":"0000-12-31T23:59:59Z""#), "1: /commercialUpdatedAt: must be in the years 1 to 9999 of UTC"),
        (with(r#""vendor":{"id":"unknown","name":"X"}"#), "1: /vendor/id: `unknown` is reserved for products without a vendor: leave the vendor out instead"),
        (with(r#""offer":{"stockNumber":"N"}"#), "1: /offer/stockNumber: unknown field (expected one of hidePrices, retail, levels, sale, specialPrice, stock, shipping, commercialUpdatedAt)"),
        (with(r#""offer":{"levels":{"a/b":-1}}"#), "1: /offer/levels/a~1b: a price must not be negative"),
        (with(r#""features":[{"fieldId":17.5,"value":"x"}]"#), "1: /features/0/fieldId: invalid type: floating point `17.5`, expected a positive 64-bit integer"),
        (with(r#""features":[{"fieldId":0,"value":"x"}]"#), "1: /features/0/fieldId: invalid value: integer `0`, expected a positive 64-bit integer"),
        (with(r#""configurator":{"groups":[{"uid":"g","name":"g","options":[{"uid":"o","name":"o","levels":{"Розн":1}}]}]}"#), "1: /configurator/groups/0/options/0/levels/Розн: is the retail price, which belongs into `retail`"),
        (offer(r#""retail":"1.23456""#), "1: /retail: a price must have at most 4 decimals"),
        (offer(r#""retail":100000000000"#), "1: /retail: a price must be below 100000000000 (10^11)"),
        (offer(r#""retail":"12,50""#), "1: /retail: a price must be a decimal number"),
        (offer(r#""retail":true"#), "1: /retail: expected a price: a number or a decimal string in USD"),
        (offer(r#""levels":{"Опт":1,"Опт":2}"#), "1: /levels/Опт: is given twice"),
        (offer(r#""levels":{"Розн":1}"#), "1: /levels/Розн: is the retail price, which belongs into `retail`"),
        (offer(r#""stock":[{"warehouseId":"main","quantity":1},{"warehouseId":"main","quantity":2}]"#), "1: /stock/1/warehouseId: warehouse `main` is given twice"),
        (offer(r#""stock":[{"warehouseId":"main","quantity":"1"}]"#), "1: /stock/0/quantity: invalid type: string \"1\", expected a 64-bit integer"),
        (offer(r#""stock":[{"warehouseId":"main","quantity":9223372036854775808}]"#), "1: /stock/0/quantity: invalid value: integer `9223372036854775808`, expected a 64-bit integer"),
        (r#"{"type":"offer","stockNumber":""}"#.into(), "1: /stockNumber: must be a stock number: 1 to 64 characters without control characters, not `.` or `..`"),
        (r#"{"type":"deleted"}"#.into(), "1: needs either a `stockNumber` or a `hierarchyId`, not both"),
        (r#"{"type":"deleted","stockNumber":"A","hierarchyId":1}"#.into(), "1: needs either a `stockNumber` or a `hierarchyId`, not both"),
        (r#"{"type":"section","hierarchyId":9,"sourceId":9,"name":"S","url":null,"isActive":true}"#.into(), "1: /parentHierarchyId: is missing"),
        (r#"{"type":"productType","id":9,"name":"T","groups":[{"id":1,"uid":"g","name":"G","ord":1,"role":"features","fields":[]}]}"#.into(), "1: /groups/0/role: unknown role `features`, did you mean `feature`? (expected one of feature, warranty, facetAlias, price, seo, service, commercial)"),
    ];
    for (line, expected) in cases {
        assert_eq!(diagnostics(&[&line]), [expected], "{line}");
    }
}

#[test]
fn records_are_checked_against_each_other_and_the_store() {
    let n = product("N", 500, "[2]", "");
    let second_n = product("N", 501, "[2]", "");
    let same_source = product("M", 500, "[2]", "");
    let bad_references = product(
        "N",
        500,
        "[2,77]",
        r#""primarySection":78,"features":[{"fieldId":27,"value":"x"}],"filterValues":[{"fieldId":99,"uid":"u","value":"v","key":"k","sections":[79]}],"offer":{"stock":[{"warehouseId":"west","quantity":1}]}"#,
    );
    let other_type = n.replace("\"typeId\":5", "\"typeId\":8");
    let (orphan, in_self) = (section(8, Some(80)), section(8, Some(8)));
    let (loop_start, loop_end) = (section(8, Some(9)), section(9, Some(8)));
    let taken_by_type = r#"{"type":"productType","id":9,"name":"T","groups":[{"id":3,"uid":"g","name":"G","ord":1,"fields":[{"id":17,"uid":"f","name":"F","ord":1,"dataType":"x"}]}]}"#;
    let bare_type = r#"{"type":"productType","id":5,"name":"Pump","groups":[]}"#;
    let a_again = product("A", 91, "[2]", r#""features":[{"fieldId":17,"value":"5 kW"}]"#);
    let section_source_taken = section(8, None).replace("1008", "1003");
    let filters = section(8, None).replace(
        "\"isActive\"",
        r#""filters":[{"uid":"u","name":"U","groupName":"G","groupIds":[33],"fieldIds":[17,34],"typeIds":[35],"dataType":"x","isMultiple":false,"mainFilter":false,"hidden":false}],"isActive""#,
    );
    let b_takes_a = product("B", 91, "[3]", "");
    let (offer_n, offer_a) = (r#"{"type":"offer","stockNumber":"N"}"#, r#"{"type":"offer","stockNumber":"A"}"#);
    let cases: Vec<(Vec<&str>, Vec<&str>)> = vec![
        (vec![&n, &second_n], vec!["2: /stockNumber: a second record about the product of input:1"]),
        (vec![&n, offer_n], vec!["2: /stockNumber: a second record about the product of input:1"]),
        (
            vec![r#"{"type":"deleted","stockNumber":"A"}"#, offer_a],
            vec!["2: /stockNumber: a second record about the product of input:1"],
        ),
        (
            vec![r#"{"type":"priceLevel","name":"QQ"}"#, r#"{"type":"priceLevel","name":"QQ"}"#],
            vec!["2: /name: a second record about the price level of input:1"],
        ),
        (vec![&n, &same_source], vec!["2: /sourceId: source id 500 is already that of the product of input:1"]),
        (vec![offer_n], vec!["1: /stockNumber: product `N` is neither in the input nor in the store"]),
        (vec![r#"{"type":"deleted","stockNumber":"N"}"#], vec!["1: /stockNumber: the store has no product `N`"]),
        (vec![r#"{"type":"deleted","hierarchyId":9}"#], vec!["1: /hierarchyId: the store has no section 9"]),
        (
            vec![&bad_references],
            vec![
                "1: /features/0/fieldId: field 27 of the product's type 5 is neither in the input nor in the store",
                "1: /filterValues/0/fieldId: field 99 is neither in the input nor in the store",
                "1: /filterValues/0/sections/0: section 79 is neither in the input nor in the store",
                "1: /offer/stock/0/warehouseId: warehouse `west` is neither in the input nor in the store",
                "1: /primarySection: section 78 is neither in the input nor in the store",
                "1: /sections/1: section 77 is neither in the input nor in the store",
            ],
        ),
        (vec![&other_type], vec!["1: /typeId: product type 8 is neither in the input nor in the store"]),
        (
            vec![&a_again, bare_type],
            vec!["1: /features/0/fieldId: field 17 of the product's type 5 is neither in the input nor in the store"],
        ),
        (
            vec![taken_by_type],
            vec![
                "1: /groups/0/id: group id 3 is already used in product type 5",
                "1: /groups/0/fields/0/id: field id 17 is already used in product type 5",
            ],
        ),
        (vec![&orphan], vec!["1: /parentHierarchyId: section 80 is neither in the input nor in the store"]),
        (vec![&in_self], vec!["1: /parentHierarchyId: the chain of parents loops: 8 > 8"]),
        (vec![&loop_start, &loop_end], vec!["1: /parentHierarchyId: the chain of parents loops: 8 > 9 > 8"]),
        (vec![&section_source_taken], vec!["1: /sourceId: source id 1003 is that of section 3"]),
        (
            vec![&filters],
            vec![
                "1: /filters/0/fieldIds/1: field 34 is neither in the input nor in the store",
                "1: /filters/0/groupIds/0: group 33 is neither in the input nor in the store",
                "1: /filters/0/typeIds/0: product type 35 is neither in the input nor in the store",
            ],
        ),
        (vec![&b_takes_a], vec!["1: /sourceId: source id 91 is that of product `A`"]),
    ];
    for (lines, expected) in cases {
        assert_eq!(diagnostics(&lines), expected, "{lines:?}");
    }
}

#[test]
fn sections_have_at_most_fifty_levels() {
    let chain = |levels: i64| -> Vec<String> {
        (100..100 + levels).map(|id| section(id, Some(id - 1).filter(|parent| *parent >= 100))).collect()
    };
    let problem = |section: i64, line: i64| {
        format!("{line}: /parentHierarchyId: section {section} would be below level 50, the deepest that there may be")
    };
    let long = chain(10_000);
    assert_eq!(diagnostics(&long), [problem(150, 51)]);
    // The lowest section is not in the input that moves the chain below another section.
    let store = base_store();
    store.import(60, &long[..50]).unwrap();
    let error = store.import(120, &[&section(100, Some(1))]).unwrap_err();
    assert!(error.to_string().contains(&problem(149, 1)), "{error}");
}

#[test]
fn a_record_that_cannot_be_read_does_not_make_references_to_it_wrong() {
    let broken = section(8, None).replace("\"isActive\":true", "\"isActive\":1");
    let linked = product("N", 500, "[8]", "");
    assert_eq!(diagnostics(&[&linked, &broken]), ["2: /isActive: invalid type: integer `1`, expected a boolean"]);
}

#[test]
fn a_full_import_holds_every_product_that_it_has_an_offer_for() {
    let mut lines = support::base();
    lines.retain(|line| !line.contains(r#""stockNumber":"A""#));
    lines.push(r#"{"type":"offer","stockNumber":"A"}"#.to_owned());
    let expected = format!(
        "{}: /stockNumber: in a full import an offer belongs into its product, and the input has no product `A`",
        lines.len()
    );
    assert_eq!(problems_in(ImportMode::Full, &lines), [expected]);
}

/// The rejection of `lines` over the base catalog.
fn rejection(lines: &[String]) -> Rejection {
    match base_store().import(1, lines) {
        Err(ImportError::Rejected(rejection)) => rejection,
        other => panic!("{other:?}"),
    }
}

#[test]
fn many_problems_of_a_kind_are_counted_and_hide_none_of_another() {
    let mut lines: Vec<String> =
        (0..6_000).map(|at| format!(r#"{{"type":"offer","stockNumber":"P{at}","retail":"{at}.12345"}}"#)).collect();
    lines.extend((0..76).map(|_| r#"{"type":"offer","stockNumber":"A"}"#.to_owned()));
    let found = rejection(&lines);
    assert_eq!((found.count, found.is_complete), (6_075, true));
    let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    let decimals = |line| format!("input:{line}: /retail: a price must have at most 4 decimals");
    let again = |line| format!("input:{line}: /stockNumber: a second record about the product of input:6001");
    let expected = (1..=5).map(decimals).chain(["input: /retail: and 5995 more like this".to_owned()]);
    let expected = expected.chain((6_002..=6_006).map(again));
    let expected = expected.chain(["input: /stockNumber: and 70 more like this".to_owned()]);
    assert_eq!(problems, expected.collect::<Vec<_>>());
    let products = [0, 5, 6, 11].map(|at| found.problems[at].product.as_deref());
    assert_eq!(products, [Some("P0"), None, Some("A"), None]);
}

#[test]
fn reading_stops_at_so_many_problems_or_kinds_of_them_and_a_few_are_in_the_order_of_the_input() {
    // What refers to nothing is a problem once all was read.
    let unknown = |at: usize| format!(r#"{{"type":"offer","stockNumber":"N{at}","retail":1}}"#);
    for many in [vec![r#"{"type":"bad"}"#.to_owned(); 10_001], (0..10_001).map(unknown).collect()] {
        let found = rejection(&many);
        assert_eq!((found.count, found.is_complete, found.problems.len()), (10_000, false, 6));
        assert_eq!(found.problems[5].message, "and 9995 more like this");
    }
    let letters = |at: usize| ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][at % 10];
    let field = |at: usize| format!("x{}{}", letters(at / 10), letters(at));
    let kinds: Vec<String> = (0..101)
        .map(|at| format!(r#"{{"type":"warehouse","id":"w","name":"W","{}{}":1}}"#, field(at), at / 100))
        .collect();
    let found = rejection(&kinds);
    assert_eq!((found.count, found.is_complete, found.problems.len()), (100, false, 100));

    let mixed = [product("N", 500, "[77]", ""), "{".to_owned()];
    let found = diagnostics(&mixed);
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("1: /sections/0: "), "{found:?}");
    assert!(found[1].starts_with("2: one object a line"), "{found:?}");
    let unreadable = r#"{"type":"offer","stockNumber":"LONG"}"#.replace("LONG", &"x".repeat(65));
    assert_eq!(rejection(&[unreadable]).problems[0].product, None, "it is no stock number");
    let products = rejection(&mixed).problems.into_iter().map(|problem| problem.product);
    assert_eq!(products.collect::<Vec<_>>(), [Some("N".to_owned()), None], "known when all was read, too");
}

#[test]
fn lines_are_bounded_and_must_be_utf_8() {
    let store = TestStore::default();
    let long = format!(r#"{{"type":"warehouse","id":"w","name":"{}"}}"#, "x".repeat(100));
    let limits = ImportLimits { maximum_line_bytes: 64, ..ImportLimits::default() };
    let error = store.import_with(0, &["", &long, "{}"], |options| options.limits = limits).unwrap_err();
    assert!(error.is_rejection());
    assert_eq!(error.to_string(), "input:2: the line is longer than 64 bytes\ninput:3: /type: is missing");
}

#[test]
fn a_file_that_is_not_a_catalog_is_reported_by_line_and_nothing_is_written() {
    let store = support::base_store();
    let before = store.content();
    let good = r#"{"type":"warehouse","id":"w","name":"W"}"#;
    let price = |price: &str| format!(r#"{{"type":"offer","stockNumber":"A","retail":{price}}}"#).into_bytes();
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (price("NaN"), "input:2: not valid JSON: expected value, column 44"),
        (price("1e400"), "input:2: /retail: a price "),
        (price("1.00001"), "input:2: /retail: a price "),
        (price("\"1.00001\""), "input:2: /retail: a price "),
        (br#"{"type":"offer","type":"offer","stockNumber":"A"}"#.to_vec(), "input:2: /type: is given twice"),
        (br#"{"type":"offer","stockNumber":"A","sale":true,"sale":true}"#.to_vec(), "input:2: /sale: is given twice"),
        (b"{\"type\":\"warehouse\",\"id\":\"\xff\"}".to_vec(), "input:2: not valid UTF-8 after 26 bytes of the line"),
        (b"\xff\xfe{\0}\0".to_vec(), "input:2: not valid UTF-8 after 0 bytes of the line"),
        ("[".repeat(100_000).into_bytes(), "input:2: one object a line: this line opens an array"),
        (format!(r#"{{"type":"warehouse","id":{}"#, "{\"a\":".repeat(100_000)).into_bytes(), "input:2: "),
    ];
    for (line, expected) in cases {
        let input = [good.as_bytes(), b"\n", &line, b"\n"].concat();
        let error = store.import_input(60, support::input("input", input)).unwrap_err();
        assert!(error.is_rejection(), "{error}");
        assert!(error.to_string().starts_with(expected), "{error}");
        assert_eq!(store.content(), before);
    }
}

#[test]
fn a_cut_or_damaged_compressed_file_is_a_problem_of_the_line_where_it_ends() {
    let store = support::base_store();
    let lines: String = (0..2_000)
        .map(|at| format!("{{\"type\":\"warehouse\",\"id\":\"w{at}\",\"name\":\"{}\"}}\n", at * 7_919))
        .collect();
    let gzip = support::gzip(&lines);
    let zstandard = zstd::stream::encode_all(lines.as_bytes(), 1).unwrap();
    let mut flipped = gzip.clone();
    flipped[gzip.len() / 2] ^= 0xff;
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("half.gz", &gzip[..gzip.len() / 2]),
        ("tail.gz", &gzip[..gzip.len() - 4]),
        ("flipped.gz", &flipped[..]),
        ("plain.gz", lines.as_bytes()),
        ("half.zst", &zstandard[..zstandard.len() / 2]),
        ("plain.zst", lines.as_bytes()),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let input = ImportInput::open(path.to_str().unwrap()).unwrap();
        let error = store.import_input(60, input).unwrap_err();
        assert!(error.is_rejection(), "{name}: {error}");
        let text = error.to_string();
        // The garbage decompressed before the damage was noticed is reported as such.
        let is_reported = name == "flipped.gz" || text.contains("cut off or damaged");
        assert!(text.contains(name), "{text}");
        assert!(is_reported, "{text}");
    }
}

/// Bytes that a store fails to give from some point on.
struct Failing(std::io::Cursor<Vec<u8>>);

impl std::io::Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other(StoreError::Unexpected("server closed the connection unexpectedly".into()))),
            length => Ok(length),
        }
    }
}

#[test]
fn a_store_that_fails_while_its_bytes_are_read_is_no_problem_of_the_input() {
    use std::io::Write;
    let store = support::base_store();
    let line = |at| format!("{{\"type\":\"warehouse\",\"id\":\"w{at}\",\"name\":\"North\"}}\n");
    let lines: String = (0..500).map(line).collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    gzip.write_all(lines.as_bytes()).unwrap();
    for (encoding, packed) in [
        (PartEncoding::Identity, lines.clone().into_bytes()),
        (PartEncoding::Gzip, gzip.finish().unwrap()),
        (PartEncoding::Zstandard, zstd::stream::encode_all(lines.as_bytes(), 1).unwrap()),
    ] {
        for length in [0, 1, 5, 11, packed.len() / 2, packed.len() - 1] {
            let failing = Failing(std::io::Cursor::new(packed[..length].to_vec()));
            let input = ImportInput::unpacked("part 1", failing, encoding).unwrap();
            let error = store.import_input(60, input).unwrap_err();
            assert!(matches!(error, ImportError::Store(_)), "{encoding:?} after {length} bytes: {error:?}");
        }
    }
}

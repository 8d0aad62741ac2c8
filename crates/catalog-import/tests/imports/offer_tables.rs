//! Tables of offers: what a line sets and leaves, which mistakes are named, and the way out and back.

use crate::support::{base, base_store, clock, input, options, product};
use catalog_domain::imports::PartFormat;
use catalog_domain::ports::ImportStore;
use catalog_domain::pricing::{Money, Offer};
use catalog_domain::values::Language;
use catalog_import::{ImportError, ImportInput, ImportOptions, ImportReport, run_import};
use catalog_records::OfferTable;
use catalog_testkit::TestStore as AnyTestStore;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::ops::ControlFlow;

fn import(store: &dyn ImportStore, seconds: i64, input: ImportInput) -> Result<ImportReport, ImportError> {
    run_import(vec![input], &options(), store, &clock(seconds))
}

fn table(bytes: impl Into<Vec<u8>>) -> ImportInput {
    input("t.csv", bytes).with_format(PartFormat::Offers)
}

/// The problems of a table over the base catalog.
fn problems(bytes: impl Into<Vec<u8>>) -> Vec<String> {
    let store = base_store();
    let before = store.content();
    let result = import(&store, 1, table(bytes));
    let Err(ImportError::Rejected(rejection)) = result else { panic!("{result:?}") };
    assert_eq!(store.content(), before, "a rejected input changes nothing");
    rejection.problems.iter().map(|problem| problem.to_string().strip_prefix("t.csv").unwrap().to_owned()).collect()
}

#[test]
fn a_problem_of_a_line_knows_its_product() {
    let text = "retail,stockNumber\nx,A\nx,\n1,B\n1,B\n";
    let Err(ImportError::Rejected(rejection)) = import(&base_store(), 1, table(text)) else { panic!("it is accepted") };
    let products: Vec<_> =
        rejection.problems.iter().map(|problem| (problem.line, problem.product.as_deref())).collect();
    assert_eq!(products, [(Some(2), Some("A")), (Some(3), None), (Some(3), None), (Some(5), Some("B"))]);
}

/// The record without an address: no address has such a stock number in it.
fn without_url(record: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(record).unwrap();
    record["url"] = serde_json::Value::Null;
    record.to_string()
}

/// An offer in short: retail price, prices of levels, stock, and the rest.
fn short(offer: &Offer) -> String {
    let price = |price: Option<Money>| price.map_or("-".to_owned(), |price| price.to_string());
    let levels: Vec<String> =
        offer.levels.iter().map(|entry| format!("{}={}", entry.level.name(), price(entry.price))).collect();
    let stock: Vec<String> =
        offer.stock.iter().map(|entry| format!("{}={}", entry.warehouse, entry.quantity)).collect();
    let Offer { hide_prices, sale, shipping, .. } = offer;
    let (retail, special) = (price(offer.retail), price(offer.special));
    format!("{retail} {} {} {hide_prices} {sale} {special} {shipping}", levels.join(","), stock.join(","))
}

#[test]
fn a_line_sets_its_columns_and_leaves_everything_else() {
    let store = base_store();
    let offer = |stock_number: &str| short(&store.content().product(stock_number).offer);
    assert_eq!(offer("A"), "100 Опт=90 main=5 false false - 0");
    let cases = [
        ("stockNumber,retail\nA,120\n", "120 Опт=90 main=5 false false - 0"),
        (
            "\u{feff}stockNumber;retail;name\r\nA; 1999,90 ;\"Pump; 5\n\nkW\"\r\n\r\n;;\r\n",
            "1999.9 Опт=90 main=5 false false - 0",
        ),
        ("stockNumber,level:Опт,stock:main\nA,,\n", "1999.9 Опт=-  false false - 0"),
        ("stock:main,stockNumber,level:B\n-7,A,5.0000\n", "1999.9 Опт=-,B=5 main=0 false false - 0"),
        (
            "stockNumber;hidePrices;sale;specialPrice;shipping\nA;ИСТИНА;yes;0;9",
            "1999.9 Опт=-,B=5 main=0 true true - 9",
        ),
        ("stockNumber,hidePrices,sale,specialPrice,shipping\n\"A\",нет,,7,", "1999.9 Опт=-,B=5 main=0 false false 7 0"),
        ("\u{feff}sep=;\r\n\"stockNumber\";retail\r\nA;5,5\r\n", "5.5 Опт=-,B=5 main=0 false false 7 0"),
        ("\"SEP=,\"\nstockNumber,level:C;D\nA,7\n", "5.5 Опт=-,B=5,C;D=7 main=0 false false 7 0"),
    ];
    for ((text, expected), seconds) in cases.into_iter().zip(1..) {
        let report = import(&store, seconds, table(text)).unwrap();
        assert!(report.changed, "{text}");
        assert_eq!(offer("A"), expected, "{text}");
        assert!(!import(&store, seconds + 100, table(text)).unwrap().changed, "{text}");
    }
    assert_eq!(store.content().product("B").offer, Offer::default());
    assert_eq!(store.last_events(), ["A commercial 2 [+1 +2]"]);
}

#[test]
fn a_dry_run_of_a_table_warns_and_shows_as_that_of_the_same_records_does() {
    let run = |format, text: &str| {
        let options = ImportOptions { dry_run: true, ..options() };
        let input = input("x", text).with_format(format);
        let mut report = run_import(vec![input], &options, &base_store(), &clock(1)).unwrap();
        report.seconds = 0.0;
        report
    };
    let records = r#"{"type":"offer","stockNumber":"A","retail":"10","levels":{"Опт":"90"},"stock":[{"warehouseId":"main","quantity":5}]}"#;
    let of_table = run(PartFormat::Offers, "stockNumber,retail\nA,10\n");
    assert_eq!(of_table, run(PartFormat::Records, records));
    assert_eq!(of_table.warnings.count, 1);
}

#[test]
fn what_people_and_spreadsheets_write_is_told_by_name() {
    let cell = |column: &str, cell: &str| problems(format!("stockNumber;{column}\nB;1\nA;{cell}\n")).join("|");
    let cases = [
        ("retail", "1 999,90", ":3: /retail: a blank inside a number"),
        ("retail", "1\u{a0}999,90", ":3: /retail: a blank inside a number"),
        (
            "retail",
            "1E+05",
            ":3: /retail: an exponent in a number: format the cells of the spreadsheet as plain numbers",
        ),
        ("retail", "#N/A", ":3: /retail: is an error of a spreadsheet, such as `#N/A`"),
        ("retail", "1.999,90", ":3: /retail: has a comma and a point inside a number"),
        ("retail", "1,999,90", ":3: /retail: has several commas inside a number"),
        ("retail", "-1", ":3: /retail: a price must not be negative"),
        ("level:a/b", "1,23456", ":3: /level:a~1b: a price must have at most 4 decimals"),
        ("retail", "€5", ":3: /retail: a price must be a decimal number"),
        ("sale", "9,90", ":3: /sale: is an amount, and `sale` is a flag: the amount belongs into `specialPrice`"),
        ("hidePrices", "maybe", ":3: /hidePrices: must be one of true, 1, yes, да, истина, false, 0, no, нет, ложь"),
        ("stock:main", "5.5", ":3: /stock:main: must be a whole number of at most 64 bits"),
        ("retail", "1;2", ":3: has 3 cells, and the first line has 2 columns"),
        ("retail", "\"1", ":3: a quote begins in this line and does not end: the rest of the file was not read"),
    ];
    for (column, text, expected) in cases {
        assert_eq!(cell(column, text), expected, "{column} {text}");
    }
    let whole: [(&[u8], &str); 14] = [
        (
            b"sep=;\nstockNumber;retail;stock:west\nA;x;5",
            ":2: /stock:west: warehouse `west` is neither in the input nor in the store|:3: /retail: a price must be a decimal number",
        ),
        (
            b"stockNumber,retail\nA,\"1,5\"",
            ":2: /retail: has a decimal comma, which is read where semicolons separate the columns",
        ),
        (
            b"stockNumber,retail,currency\nA,,USD",
            ":2: /retail: is empty in a table with a column `currency`, a price list, where that can mean a hidden price: write 0 for no price, or leave the column out",
        ),
        (
            b"stockNumber,retail,currency\nA,5,USD\nB,6,\nC,7,EUR",
            ":4: /currency: is not USD: prices are in USD, and amounts in other currencies are not converted",
        ),
        (
            b"stockNumber,retail\n,5",
            ":2: /stockNumber: must be a stock number: 1 to 64 characters without control characters, not `.` or `..`",
        ),
        (
            b"stockNumber,retail\n..,5",
            ":2: /stockNumber: must be a stock number: 1 to 64 characters without control characters, not `.` or `..`",
        ),
        (b"stockNumber,retail\nN,5", ":2: /stockNumber: product `N` is neither in the input nor in the store"),
        (b"stockNumber,retail\nA,5\nA,6", ":3: /stockNumber: a second record about the product of t.csv:2"),
        (
            b"stockNumber,stock:west\nA,5\nB,6",
            ":1: /stock:west: warehouse `west` is neither in the input nor in the store",
        ),
        (b"stockNumber,retail,retail\nA,5,6", ":1: the column `retail` is given twice"),
        (b"retail\n5", ":1: there is no column `stockNumber`"),
        (b"stockNumber\tretail\nA\t5", ":1: the columns are separated by tabs: separate them by commas or semicolons"),
        (
            b"stockNumber,level:\xcf\nA,5",
            ":1: not valid UTF-8 after 18 bytes of the line: save the file in UTF-8, not in Windows-1251 or the like",
        ),
        (b"\xff\xfes\0t\0", ":1: the input is text in UTF-16: save it in UTF-8"),
    ];
    for (bytes, expected) in whole {
        assert_eq!(problems(bytes).join("|"), expected, "{}", bytes.escape_ascii());
    }
    for (column, meant) in [
        ("personal", "level:<name>"),
        ("inStock", "stock:<warehouse id>"),
        ("Retail", "retail"),
        ("levels:Опт", "level:<name>"),
    ] {
        let expected =
            format!(":1: unknown column `{column}`, did you mean `{meant}`? (expected some of stockNumber, ");
        let found = problems(format!("stockNumber,{column}\nA,5\n"));
        assert!(found.len() == 1 && found[0].starts_with(&expected), "{found:?}");
    }
}

#[test]
fn a_table_that_states_its_separator_is_read_behind_a_wrong_one() {
    let texts = ["stockNumber,retail\nA,x\n", "sep=;\nstockNumber;sale\nA;x\n"];
    let inputs = texts.map(table).into();
    let result = run_import(inputs, &options(), &base_store(), &clock(1));
    let Err(ImportError::Rejected(rejection)) = result else { panic!("{result:?}") };
    assert_eq!(rejection.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [Some(2), Some(3)]);
}

#[test]
fn a_quote_that_does_not_end_takes_bounded_memory() {
    let text = format!("stockNumber,retail\nA,\"5\n{}", "x,1\n".repeat(200_000));
    assert_eq!(problems(text), [":2: a quote begins in this line and does not end: the rest of the file was not read"]);
}

#[test]
fn what_is_surely_not_meant_is_a_warning_where_it_changes_something() {
    let lines = [
        product(" N", 501, "[2]", ""),
        product("N\u{200b}1", 502, "[2]", ""),
        product("4.00621E+12", 503, "[2]", ""),
        product("N2", 504, "[2]", r#""contentUpdatedAt":"1970-01-01T00:00:00Z""#),
        product("N3", 505, "[2]", r#""offer":{"commercialUpdatedAt":"2026-01-03T00:00:00Z"}"#),
        product("N4", 506, "[2]", "").replacen("\"P\"", "\" \"", 1),
    ];
    let lines = lines.map(|line| without_url(&line));
    let store = base_store();
    let expected = [
        "stock numbers with blanks at an end or invisible characters (2): ` N`, `N\\u{200b}1`",
        "stock numbers that a spreadsheet has made of numbers (1): 4.00621E+12",
        "products without a name (1): N4",
        "products with times before 2000 or more than a day ahead (2): N2, N3",
    ];
    assert_eq!(store.import(1, &lines).unwrap().warnings.texts, expected);
    assert_eq!(store.import(2, &lines).unwrap().warnings.count, 0);
}

/// A random offer of `stock_number` as a record.
fn any_offer(stock_number: &'static str) -> impl Strategy<Value = String> {
    let price = || {
        prop_oneof![
            Just("null".to_owned()),
            (0_u32..9_999_999).prop_map(|units| format!("\"{}.{:04}\"", units / 10_000, units % 10_000))
        ]
    };
    let levels = Just(vec!["Опт", "A;B,\"c\"", "Дилер"]).prop_shuffle();
    let stock = Just(vec!["main", "w;2", "3"]).prop_shuffle();
    (
        (any::<bool>(), any::<bool>(), price(), price(), 0..9_i64),
        (levels, 0_usize..4, proptest::collection::vec(price(), 3)),
        (stock, 0_usize..4, 0..9_i64),
    )
        .prop_map(
            move |((hide, sale, retail, special, shipping), (levels, given, prices), (stock, stored, quantity))| {
                let quoted = |text: &str| serde_json::Value::from(text).to_string();
                let level = |(level, price): (&&str, &String)| format!("{}:{price}", quoted(level));
                let levels: Vec<String> = levels.iter().zip(&prices).take(given).map(level).collect();
                let in_stock = |id: &&str| format!(r#"{{"warehouseId":{},"quantity":{quantity}}}"#, quoted(id));
                let stock: Vec<String> = stock.iter().take(stored).map(in_stock).collect();
                let (stock_number, levels, stock) = (quoted(stock_number), levels.join(","), stock.join(","));
                let flags = format!(r#""hidePrices":{hide},"sale":{sale},"retail":{retail},"specialPrice":{special}"#);
                let amounts = format!(r#""shipping":{shipping},"levels":{{{levels}}},"stock":[{stock}]"#);
                format!(r#"{{"type":"offer","stockNumber":{stock_number},{flags},{amounts}}}"#)
            },
        )
}

#[test]
fn an_exported_table_changes_nothing_and_brings_back_what_it_has_on_every_engine() {
    for stored in AnyTestStore::of_every_kind() {
        let store = &*stored.store;
        let odd = "a;\\\"b\\\", 'c' ";
        let mut lines = base();
        lines.push(without_url(&product(odd, 500, "[2]", "")));
        lines.push(without_url(&product("\u{feff}mark", 501, "[2]", "")));
        lines.extend(["w;2", "3"].map(|id| format!(r#"{{"type":"warehouse","id":"{id}","name":"W"}}"#)));
        let records = |text: String| input("records", text);
        // A level that the store learns later has no column in an earlier table.
        let of_all_levels =
            r#"{"type":"offer","stockNumber":"C","levels":{"Опт":"1","A;B,\"c\"":"2","Дилер":"3","l\nm":"4"}}"#;
        import(store, 0, records(lines.join("\n"))).unwrap();
        import(store, 1, records(of_all_levels.to_owned())).unwrap();
        let exported = |language| {
            let (mut table, mut bytes) = (OfferTable::new(language), Vec::new());
            let mut write = |item| table.write(&item, &mut bytes).map_or(ControlFlow::Break(()), ControlFlow::Continue);
            store.read_all(&mut write).unwrap();
            bytes
        };
        // That name has no column.
        assert!(!String::from_utf8(exported(Language::English)).unwrap().contains("l\nm"));
        let run = std::cell::Cell::new(0);
        let offers = || (any_offer("A"), any_offer("B"), any_offer("a;\"b\", 'c' "));
        let strategy = (offers(), offers(), prop::sample::select(&Language::ALL[..]));
        let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(24) });
        let law = runner.run(&strategy, |(before, after, language)| {
            let lines = |(a, b, c): (String, String, String)| [a, b, c].join("\n");
            run.set(run.get() + 10);
            let seconds = run.get();
            import(store, seconds, records(lines(before))).unwrap();
            let written = exported(language);
            let report = import(store, seconds + 1, table(written.clone())).unwrap();
            prop_assert!(!report.changed, "{}: {:?}", stored.name, report);
            import(store, seconds + 2, records(lines(after))).unwrap();
            import(store, seconds + 3, table(written.clone())).unwrap();
            prop_assert_eq!(String::from_utf8(exported(language)).unwrap(), String::from_utf8(written).unwrap());
            Ok(())
        });
        law.unwrap();
    }
}

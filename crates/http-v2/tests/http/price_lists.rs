//! Price lists: what the list shows, cell by cell, in files for spreadsheets.

use crate::client::{TestResponse, by, get, send};
use actix_web::http::Method;
use actix_web::http::header::HttpDate;
use catalog_app::feed::ProductStreams;
use catalog_domain::catalog::LogPosition;
use catalog_domain::ports::ProductRecord;
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel};
use catalog_domain::products::Vendor;
use catalog_domain::values::SourceId;
use catalog_testkit::ImportRun;
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::{offer_record, product_record, product_type, section};
use catalog_testkit::usual::{Fixture, NOW, usual_catalog_at};
use serde_json::{Value, json};
use std::io::{Cursor, Read};
use std::time::{Duration, SystemTime};

const COLUMNS: [&str; 12] = [
    "stockNumber",
    "name",
    "fullName",
    "vendor",
    "section",
    "retail",
    "personal",
    "sale",
    "currency",
    "inStock",
    "shipping",
    "url",
];

/// The lists, each with the name of its file.
const LISTS: [(&str, &str, &str); 3] = [
    ("/api/v2/catalog/sections/100/products", "/api/v2/catalog/sections/100/price-list", "price-list-100"),
    ("/api/v2/products/search", "/api/v2/products/search/price-list", "price-list-search"),
    ("/api/v2/products/search?section=120", "/api/v2/products/search/price-list?section=120", "price-list-120"),
];

fn cells(product: &Value) -> Vec<String> {
    let price = |at: &str| {
        let price = product.pointer(at).unwrap();
        if price["onRequest"] == true { String::new() } else { text(&price["value"]) }
    };
    let vendor = &product["vendor"];
    let sections = product["sections"].as_array().unwrap();
    let primary = sections.iter().find(|section| section["id"] == product["primarySectionId"]).unwrap();
    vec![
        text(&product["stockNumber"]),
        text(&product["name"]),
        text(&product["fullName"]),
        if vendor["id"] == "unknown" { String::new() } else { text(&vendor["name"]) },
        text(&primary["name"]),
        price("/pricing/retail"),
        price("/pricing/personal"),
        if product["pricing"]["sale"]["active"] == true { price("/pricing/sale") } else { String::new() },
        text(&product["pricing"]["currency"]),
        text(&product["availability"]["inStock"]),
        text(&product["availability"]["shipping"]),
        text(&product["url"]["full"]),
    ]
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        number => number.to_string(),
    }
}

/// What a spreadsheet would compute is not; everything else is as it was.
fn in_csv(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

fn csv_rows(text: &str, delimiter: u8) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The XML of the only sheet of a workbook.
pub(crate) fn sheet(workbook: &[u8]) -> String {
    part(workbook, "xl/worksheets/sheet1.xml")
}

/// A file in a workbook.
fn part(workbook: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// The cells of the only sheet, each with whether it is a number.
fn sheet_rows(workbook: &[u8], columns: usize) -> Vec<Vec<(String, bool)>> {
    let sheet = sheet(workbook);
    assert!(!sheet.contains("<f>"), "nothing is computed");
    let rows = sheet.split("<row ").skip(1);
    let read = |row: &str| {
        let mut cells = vec![(String::new(), false); columns];
        for cell in row.split("<c r=\"").skip(1) {
            let at = usize::from(cell.as_bytes()[0] - b'A');
            let inside = |open: &str, close: &str| {
                let (_, rest) = cell.split_once(open)?;
                let (_, rest) = rest.split_once('>')?;
                Some(rest.split_once(close)?.0.to_owned())
            };
            let number = inside("<v", "</v>");
            let is_number = number.is_some();
            let text = number.or_else(|| inside("<t", "</t>")).unwrap();
            let plain = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
            let text = plain.iter().fold(text, |text, (escaped, plain)| text.replace(escaped, plain));
            cells[at] = (text, is_number);
        }
        cells
    };
    rows.map(read).collect()
}

#[actix_web::test]
async fn a_workbook_has_bold_heads_that_filter_and_stay_amounts_with_two_decimals_and_the_name_of_its_section() {
    for fixture in Fixture::all() {
        for (path, name) in [("catalog/sections/100/price-list", "Pumps"), ("products/search/price-list", "Search")] {
            let path = format!("/api/v2/{path}.xlsx?q=p&columns=stockNumber,retail");
            let file = get(&fixture, "wholesaler", &path).await;
            let sheet = sheet(&file.bytes);
            for part in [
                "state=\"frozen\"",
                "<col min=\"1\" max=\"1\" width=\"20",
                "<c r=\"A1\" s=\"1\" t=\"inlineStr\">",
                "<autoFilter ref=\"A1:B5\"/>",
                "<c r=\"B2\" s=\"2\"><v>1999.9</v></c>",
            ] {
                assert!(sheet.contains(part), "{part}: {sheet}");
            }
            let styles = part(&file.bytes, "xl/styles.xml");
            assert!(styles.contains("<b/>") && styles.contains("formatCode=\"#,##0.00\""), "{styles}");
            let workbook = part(&file.bytes, "xl/workbook.xml");
            assert!(workbook.contains(&format!("<sheet name=\"{name}\"")), "{workbook}");
        }
    }
}

#[actix_web::test]
async fn every_cell_is_what_the_list_shows_to_the_same_caller() {
    for fixture in Fixture::all() {
        for user in ["retailer", "wholesaler", "builder", "admin"] {
            for (list, price_list, name) in LISTS {
                for query in ["q=p", "q=p&sort=-name&available=true", "q=p&vendor=acme&hasPrice=true", "q=nothing"] {
                    let address = |path: &str, extension: &str, more: &str| {
                        let (path, own) = path.split_once('?').unwrap_or((path, ""));
                        format!("{path}{extension}?{own}&{query}{more}")
                    };
                    let shown = get(&fixture, user, &address(list, "", "&pageSize=1000&include=sections")).await;
                    let mut expected = vec![COLUMNS.map(str::to_owned).to_vec()];
                    expected.extend(shown.data("/items").as_array().unwrap().iter().map(cells));
                    let csv = get(&fixture, user, &address(price_list, ".csv", "")).await;
                    let in_csv: Vec<Vec<_>> =
                        expected.iter().map(|row| row.iter().map(|cell| in_csv(cell)).collect()).collect();
                    assert_eq!(csv_rows(&csv.body, b','), in_csv, "{user}: {price_list}?{query}");
                    let workbook = get(&fixture, user, &address(price_list, ".xlsx", "")).await;
                    let as_cell = |at: usize, column: usize, text: &String| {
                        let is_amount = at > 0 && [5, 6, 7, 9, 10].contains(&column) && !text.is_empty();
                        (text.clone(), is_amount)
                    };
                    for (at, (row, texts)) in sheet_rows(&workbook.bytes, 12).iter().zip(&expected).enumerate() {
                        let texts = texts.iter().enumerate().map(|(column, text)| as_cell(at, column, text));
                        assert_eq!(*row, texts.collect::<Vec<_>>(), "{user}: {price_list}?{query}");
                    }
                    for (response, extension) in [(&csv, "csv"), (&workbook, "xlsx")] {
                        let disposition = format!("attachment; filename=\"{name}.{extension}\"");
                        assert_eq!(response.header("Content-Disposition"), disposition);
                        assert_eq!(response.header("Catalog-Revision"), fixture.revision());
                    }
                }
            }
        }
    }
}

#[actix_web::test]
async fn columns_come_in_the_order_asked_and_russian_spreadsheets_open_them() {
    let fixture = Fixture::new();
    let list = |rest: &str| format!("/api/v2/catalog/sections/110/price-list.{rest}");
    let csv = get(&fixture, "wholesaler", &list("csv?columns=personal,stockNumber,personal")).await;
    assert_eq!((csv.status, &*csv.body), (200, "personal,stockNumber\r\n1799,P-1\r\n,P-2\r\n"));
    let query = "columns=stockNumber,retail,sale,vendor&locale=ru";
    let csv = get(&fixture, "wholesaler", &list(&format!("csv?{query}"))).await;
    let heads = "Артикул;Розничная цена;Цена со скидкой;Производитель";
    assert_eq!(csv.body, format!("\u{feff}{heads}\r\nP-1;1999,9;1500;Acme\r\nP-2;;;Acme\r\n"));
    assert_eq!(csv.header("Content-Type"), "text/csv; charset=utf-8; header=present");
    let workbook = get(&fixture, "wholesaler", &list(&format!("xlsx?{query}"))).await;
    let rows = sheet_rows(&workbook.bytes, 4);
    assert_eq!(rows[0].iter().map(|(head, _)| &**head).collect::<Vec<_>>().join(";"), heads);
    assert_eq!(rows[1][1], ("1999.9".into(), true));
    let unknown = get(&fixture, "wholesaler", "/api/v2/catalog/sections/110/price-list.pdf").await;
    assert_eq!(unknown.outcome(), (404, "NotFoundError".into()));
    let missing = get(&fixture, "wholesaler", "/api/v2/catalog/sections/130/price-list.csv").await;
    assert_eq!(missing.outcome(), (404, "CatalogSectionNotFoundError".into()));
}

/// Products whose texts a spreadsheet would compute or misread, more than one chunk of them.
pub(crate) fn tricky() -> ImportRun {
    let texts = [
        "=1+1",
        "+7 495",
        "-1",
        "@SUM(A1)",
        "\ttab",
        "\rreturn",
        "a;b,c",
        "say \"x\"",
        " blank ",
        "<b>&amp;",
        "_x0041_",
        "0012",
        "1e5",
    ];
    let record = |(at, text): (i64, &str)| ProductRecord {
        source_id: SourceId(at),
        name: text.into(),
        vendor: Some(Vendor { id: format!("v{at}").into(), name: text.into() }),
        offer: Some(offer_record(Offer {
            retail: Money::parse("99999999999.9999").ok(),
            levels: [LevelPrice { level: PriceLevel::new("Опт"), price: Money::parse("0.0001").ok() }].into(),
            ..Offer::default()
        })),
        ..product_record(&format!("{}{at}", text.trim_start_matches(char::is_control)), &[1])
    };
    ImportRun {
        at: NOW,
        sections: vec![section(1)],
        product_types: vec![product_type(1)],
        new_price_levels: vec![PriceLevel::new("Опт")],
        ..ImportRun::of_records((1..=450).map(|at| record((at, texts[at as usize % texts.len()]))))
    }
}

#[actix_web::test]
async fn texts_that_look_like_formulas_or_numbers_stay_texts() {
    for fixture in Fixture::on_every_store(tricky) {
        let shown =
            get(&fixture, "wholesaler", "/api/v2/catalog/sections/1/products?pageSize=1000&sort=stockNumber").await;
        let query = "columns=stockNumber,name,vendor,retail,personal&sort=stockNumber";
        let list = |extension: &str| format!("/api/v2/catalog/sections/1/price-list.{extension}?{query}");
        let csv = csv_rows(&get(&fixture, "wholesaler", &list("csv")).await.body, b',');
        let workbook = sheet_rows(&get(&fixture, "wholesaler", &list("xlsx")).await.bytes, 5);
        let items = shown.data("/items");
        let items = items.as_array().unwrap();
        assert_eq!((csv.len(), workbook.len(), items.len()), (451, 451, 450));
        for ((item, csv), workbook) in items.iter().zip(&csv[1..]).zip(&workbook[1..]) {
            let exact = [&item["stockNumber"], &item["name"], &item["vendor"]["name"]].map(text);
            assert_eq!(csv[..3], exact.clone().map(|cell| in_csv(&cell)));
            // What would be read as an escaped character is escaped itself.
            let escaped = |cell: String| cell.replace("_x0041_", "_x005F_x0041_").replace('\r', "_x000D_");
            let written = exact.map(|cell| (escaped(cell), false));
            assert_eq!(workbook[..3], written);
            assert_eq!(csv[3..], ["99999999999.9999", "0.0001"]);
            assert_eq!(workbook[3..], ["99999999999.9999", "0.0001"].map(|amount| (amount.to_owned(), true)));
        }
    }
}

async fn ask(fixture: &Fixture, path: &str, header: (&'static str, &str)) -> TestResponse {
    send(fixture, by(fixture, "wholesaler", path).insert_header(header)).await
}

/// When the last import was committed, as a header has it.
fn committed_at(fixture: &Fixture) -> String {
    let at = fixture.service.app.catalog.current().log_position().committed_at.unwrap();
    let since_epoch = Duration::from_micros(at.unix_microseconds().unsigned_abs());
    HttpDate::from(SystemTime::UNIX_EPOCH + since_epoch).to_string()
}

#[actix_web::test]
async fn a_file_has_the_date_of_the_last_import_and_is_sent_once() {
    for fixture in Fixture::all() {
        for path in ["/api/v2/catalog/sections/100/price-list.csv", "/api/v2/products/search/price-list.xlsx?q=p"] {
            let first = get(&fixture, "wholesaler", path).await;
            let (tag, date) = (first.header("ETag"), first.header("Last-Modified"));
            assert_eq!(date, committed_at(&fixture));
            for (case, header, status) in [
                ("the same date", ("If-Modified-Since", date), 304),
                ("a later date", ("If-Modified-Since", "Fri, 01 Jan 2100 10:00:00 GMT"), 304),
                ("an earlier date", ("If-Modified-Since", "Sat, 31 Jan 2026 09:59:59 GMT"), 200),
                ("no date", ("If-Modified-Since", "yesterday"), 200),
                ("the tag", ("If-None-Match", tag), 304),
                ("another tag", ("If-None-Match", "W/\"0\""), 200),
            ] {
                let found = ask(&fixture, path, header).await;
                assert_eq!((found.status, found.header("Last-Modified")), (status, date), "{case}");
                assert_eq!(found.bytes.is_empty(), status == 304, "{case}");
            }
            let both = by(&fixture, "wholesaler", path).insert_header(("If-None-Match", "\"other\""));
            let both = send(&fixture, both.insert_header(("If-Modified-Since", date))).await;
            assert_eq!(both.status, 200, "a tag says more than a date");
            let head = send(&fixture, by(&fixture, "wholesaler", path).method(Method::HEAD)).await;
            assert_eq!((head.status, head.bytes.len(), head.header("ETag")), (200, 0, tag));
        }
    }
    let never = Fixture::with(|app| TestApp { catalog: usual_catalog_at(LogPosition::default()), ..app });
    let first = get(&never, "wholesaler", "/api/v2/catalog/sections/100/price-list.csv").await;
    assert_eq!((first.status, first.find_header("Last-Modified")), (200, None));
}

#[actix_web::test]
async fn only_csv_is_compressed_and_lists_count_as_snapshots_do() {
    let fixture = Fixture::of(tricky());
    let (csv, workbook) = ("/api/v2/catalog/sections/1/price-list.csv", "/api/v2/catalog/sections/1/price-list.xlsx");
    let plain = get(&fixture, "wholesaler", csv).await;
    let packed = ask(&fixture, csv, ("Accept-Encoding", "gzip")).await;
    assert_eq!(packed.header("Content-Encoding"), "gzip");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*packed.bytes).read_to_string(&mut text).unwrap();
    assert_eq!(text, plain.body);
    let packed = ask(&fixture, workbook, ("Accept-Encoding", "gzip")).await;
    assert_eq!(packed.find_header("Content-Encoding"), None);
    let streams = fixture.service.app.feed.streams();
    assert_eq!(streams.count(), 0, "it is over when its last bytes are sent");
    let own: Vec<_> = (0..ProductStreams::MOST_OF_ONE_ACCOUNT)
        .map(|_| streams.begin(fixture.account_id("wholesaler")).unwrap())
        .collect();
    assert_eq!(get(&fixture, "wholesaler", csv).await.outcome(), (429, "TooManyRequestsError".into()));
    drop(own);
    streams.begin(fixture.account_id("admin")).unwrap().add_file_bytes(ProductStreams::MOST_FILE_BYTES).unwrap();
    let mut others = streams.begin(fixture.account_id("admin")).unwrap();
    others.add_file_bytes(ProductStreams::MOST_FILE_BYTES).unwrap();
    assert_eq!(get(&fixture, "wholesaler", workbook).await.outcome(), (503, "ServiceUnavailableError".into()));
    drop(others);
    assert_eq!(get(&fixture, "wholesaler", workbook).await.status, 200);
}

#[actix_web::test]
async fn a_list_that_is_sent_ends_in_the_middle_when_the_account_is_shown_other_prices() {
    let records = (1..=2_000)
        .map(|number| ProductRecord { source_id: SourceId(number), ..product_record(&format!("S-{number:05}"), &[1]) });
    let (sections, product_types) = (vec![section(1)], vec![product_type(1)]);
    let fixture = Fixture::of(ImportRun { sections, product_types, ..ImportRun::of_records(records) });
    for path in ["price-list.csv", "price-list.xlsx"] {
        let mut body = fixture.begin("wholesaler", &format!("/api/v2/catalog/sections/1/{path}")).await;
        body.next().await.unwrap().unwrap();
        fixture.change_user("wholesaler", &json!({"priceLevel": path})).await;
        let next = body.next().await.unwrap();
        assert!(next.is_err(), "{path}: the connection ends");
    }
}

//! The examples of the document are responses of the real routes, over a small part of the catalog of `catalog demo`.

use crate::client::{TestRequest, TestResponse, by, get, send, text_at};
use actix_web::http::Method;
use catalog_app::feed::ChangeWaits;
use catalog_domain::imports::{JobAdded, JobAuthor, JobOptions};
use catalog_domain::ports::{ImportKind, MockAccountSource, StoreError};
use catalog_domain::values::{AccountId, SectionId};
use catalog_generator::{GeneratorOptions, generate};
use catalog_import::{ImportInput, ImportOptions, run_import};
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::storefront;
use catalog_testkit::usual::{Fixture, NOW, PASSWORD, add_usual_users};
use catalog_testkit::{FixedClock, TestStore, check_stored};
use serde_json::{Map, Value, json};
use std::io::Cursor;
use std::sync::Arc;

const SECTIONS: [u64; 2] = [1000, 1034];
const PRODUCTS: [&str; 2] = ["PMP-002076", "PMP-000582"];

/// The user who asks, where the name of a request does not say otherwise. The id is that of the demo's buyer, too.
const BUYER: &str = "wholesaler";

/// Reads of the catalog and accounts: the name, the user, and the target.
const READS: &[(&str, &str, &str)] = &[
    ("check_token", BUYER, "/auth/v2/check"),
    ("check_token.INVALID", BUYER, "/auth/v2/check?verbose=true"),
    ("get_section_tree", BUYER, "/api/v2/catalog/tree"),
    ("get_section_tree.INVALID", BUYER, "/api/v2/catalog/tree?depth=0"),
    ("list_sections", BUYER, "/api/v2/catalog/sections?include=vendors"),
    ("list_sections.INVALID", BUYER, "/api/v2/catalog/sections?include=filters"),
    ("get_section", BUYER, "/api/v2/catalog/sections/1000"),
    ("get_section.everything", BUYER, "/api/v2/catalog/sections/1000?include=children,breadcrumbs,vendors,filters"),
    ("get_section.INVALID", BUYER, "/api/v2/catalog/sections/pumps"),
    ("list_section_vendors", BUYER, "/api/v2/catalog/sections/1000/vendors"),
    ("list_section_vendors.INVALID", BUYER, "/api/v2/catalog/sections/1000/vendors?page=1"),
    ("list_section_products", BUYER, "/api/v2/catalog/sections/1000/products?available=true&pageSize=1"),
    ("list_section_products.INVALID", BUYER, "/api/v2/catalog/sections/1000/products?pageSize=5000&sort=cheapest"),
    ("list_section_products.facets", BUYER, FACETS),
    ("get_section_price_list.INVALID", BUYER, "/api/v2/catalog/sections/1000/price-list.csv?columns=price"),
    ("get_search_price_list.INVALID", BUYER, "/api/v2/products/search/price-list.csv?q=pump&page=2"),
    ("get_section_price_list_xlsx.INVALID", BUYER, "/api/v2/catalog/sections/1000/price-list.xlsx?locale=de"),
    ("get_search_price_list_xlsx.INVALID", BUYER, "/api/v2/products/search/price-list.xlsx"),
    ("get_linked_price_list.INVALID", BUYER, "/price-lists/cat_x?page=1"),
    ("search_products", BUYER, "/api/v2/products/search?q=pmp%20582"),
    ("search_products.INVALID", BUYER, "/api/v2/products/search?q=-&sort=cheapest"),
    ("get_product", BUYER, "/api/v2/products/PMP-002076"),
    ("get_product.everything", "admin", EVERYTHING),
    ("get_product.INVALID", BUYER, "/api/v2/products/PMP-002076?include=photos"),
    ("list_products", BUYER, "/api/v2/products?stockNumbers=PMP-002076,PMP-999999"),
    ("list_products.INVALID", BUYER, "/api/v2/products"),
    ("list_product_changes", BUYER, "/api/v2/catalog/sections/1000/product-changes?since=2026-01-31T00:00:00Z"),
    ("list_product_changes.INVALID", BUYER, "/api/v2/catalog/sections/1000/product-changes"),
    ("summarize_product_changes", BUYER, SUMMARY),
    ("summarize_product_changes.INVALID", BUYER, "/api/v2/catalog/sections/1000/product-changes/summary?cursor=1"),
    ("get_product_digest.part", BUYER, "/api/v2/catalog/sections/1000/product-digest?part=195"),
    ("get_product_digest.INVALID", BUYER, "/api/v2/catalog/sections/1000/product-digest?part=256"),
    ("get_product_snapshot.INVALID", BUYER, "/api/v2/catalog/sections/1000/product-snapshot?include=configurator"),
    ("list_users", "admin", "/auth/admin/users?pageSize=2"),
    ("list_users.INVALID", "admin", "/auth/admin/users?status=new"),
    ("FORBIDDEN", "disabled", "/auth/v2/check"),
    ("NO_ADMINISTRATOR", BUYER, "/auth/admin/users"),
    ("NO_CONFIGURATOR", BUYER, "/api/v2/products/PMP-002076?include=configurator"),
    ("NO_SECTION", BUYER, "/api/v2/catalog/sections/999"),
    ("NO_PRODUCT", BUYER, "/api/v2/products/PMP-999999"),
    ("EXPIRED", BUYER, "/api/v2/catalog/sections/1000/product-changes?since=2020-01-31"),
];

const EVERYTHING: &str = "/api/v2/products/PMP-002076?include=description,media,features,seo,filterValues,sections,\
    warehouses,configurator,documentation,software";

const FACETS: &str = "/api/v2/catalog/sections/1000/products?available=true&pageSize=1&include=facets";

const SUMMARY: &str = "/api/v2/catalog/sections/1000/product-changes/summary?since=2026-01-31T00:00:00Z";

/// An import whose parts are to be sent.
const PARTS: JobOptions = JobOptions { is_in_parts: true, ..JobOptions::new(ImportKind::Delta) };

/// Requests with a body, one after the other: the name, the user, the method, the target and the body.
const WRITES: &[(&str, &str, &str, &str, &str)] = &[
    ("register", "", "POST", "/auth/registration", REGISTRATION),
    ("register.INVALID", "", "POST", "/auth/registration", r#"{"email": "buyer@shop.example", "name": "Ann Buyer"}"#),
    ("change_user", "admin", "PATCH", "/auth/admin/users/8", r#"{"isActive": true, "priceLevel": "Опт"}"#),
    ("change_user.INVALID", "admin", "PATCH", "/auth/admin/users/2", r#"{"role": "owner"}"#),
    ("invite_user", "admin", "POST", "/auth/admin/users/8/invitation", "{}"),
    ("invite_user.NOT_ACTIVE", "admin", "POST", "/auth/admin/users/6/invitation", "{}"),
    ("NO_USER", "admin", "PATCH", "/auth/admin/users/99", r#"{"isActive": true}"#),
    ("set_password.BAD_PASSWORD", "", "POST", "/auth/password", r#"{"invitation": "x", "password": "short"}"#),
    ("request_password", "", "POST", "/auth/password/forgotten", r#"{"email": "buyer@shop.example"}"#),
    ("request_password.INVALID", "", "POST", "/auth/password/forgotten", "{}"),
    ("issue_token", "", "POST", "/auth/token", LOGIN),
    ("issue_token.INVALID", "", "POST", "/auth/token", r#"{"login": "buyer@shop.example"}"#),
    ("issue_administrator_token", "", "POST", "/auth/admin/login", ADMINISTRATOR),
    ("issue_administrator_token.INVALID", "", "POST", "/auth/admin/login", "{}"),
    ("WRONG_LOGIN", "", "POST", "/auth/token", r#"{"login": "buyer@shop.example", "password": "wrong"}"#),
];

const REQUEST_ID: (&str, &str) = ("X-Request-Id", "0b9d5f4e-3f0c-4c0c-9a1d-2f0f3c9e7a55");

const REGISTRATION: &str = r#"{"email": "buyer@shop.example", "name": "Ann Buyer", "company": "Shop Ltd"}"#;
const LOGIN: &str = r#"{"login": "wholesaler@shop.example", "password": "correct horse battery"}"#;
const ADMINISTRATOR: &str = r#"{"login": "admin@shop.example", "password": "correct horse battery"}"#;

/// The recorded examples by name.
#[derive(Default)]
struct Recorded(Map<String, Value>);

impl Recorded {
    fn record(&mut self, name: &str, summary: &str, response: &TestResponse) {
        let is_error = name.ends_with(|last: char| last.is_ascii_uppercase());
        let mut value = response.json();
        assert_eq!(value["status"], json!(!is_error), "{name}: {value}");
        replace_random(&mut value);
        let is_import = |segment: &&str| segment.len() == 32;
        let import = summary.split('/').find(is_import).unwrap_or("\n");
        let summary = summary.replace(import, "0af7651916cd43dd8448eb211c80319c");
        self.0.insert(name.to_owned(), json!({"summary": summary, "value": value}));
    }

    async fn ask(&mut self, fixture: &Fixture, name: &str, user: &str, request: (&str, &str, &str)) -> TestResponse {
        let response = exchange(fixture, user, request).await;
        self.record(name, &format!("{} {:.100}", request.0, request.1), &response);
        response
    }

    /// Records the first response with `status` to a request that is repeated.
    async fn until(&mut self, status: u16, name: &str, demo: &Fixture, user: &str, request: (&str, &str, &str)) {
        let mut response = exchange(demo, user, request).await;
        while response.status != status {
            response = exchange(demo, user, request).await;
        }
        self.record(name, &format!("{} {}", request.0, request.1), &response);
    }

    fn to_text(&self) -> String {
        let lines: Vec<_> = self.0.iter().map(|(name, example)| format!("  {}: {example}", json!(name))).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

/// The response to a user's request; to nobody's, where the name is empty.
async fn exchange(fixture: &Fixture, user: &str, (method, target, body): (&str, &str, &str)) -> TestResponse {
    let request = if user.is_empty() { TestRequest::get().uri(target) } else { by(fixture, user, target) };
    let mut request = request.method(method.parse().unwrap()).insert_header(REQUEST_ID);
    if !body.is_empty() {
        request = request.insert_header(("Content-Type", "application/json")).set_payload(body.to_owned());
    }
    send(fixture, request).await
}

/// Replaces tokens, cursors and invitations by fixed ones of the same form.
fn replace_random(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match (&**name, field.as_str()) {
                    ("token", Some(_)) => *field = json!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.c2lnbmF0dXJl"),
                    ("key", Some(key)) if key.starts_with("cat_") => {
                        *field = json!("cat_k3n5qa7wz2xd_7mzq2bxw4tnd5rfk6ycsl3hvjgp2eauo7m5hq2b");
                    }
                    ("id", Some(id)) if id.len() == 12 => *field = json!("k3n5qa7wz2xd"),
                    ("id", Some(id)) if id.len() == 32 => *field = json!("0af7651916cd43dd8448eb211c80319c"),
                    ("nextCursor" | "checkpoint" | "changesCursor", _) => *field = json!("c2VhbGVkIGN1cnNvcg"),
                    ("link", Some(link)) => {
                        let (page, _) = link.split_once('=').unwrap();
                        *field = json!(format!("{page}=4Q0fPzpTzVfVuy0rXyGZlYJ9v2zPpXh1cW4zI0nqk8s"));
                    }
                    _ => replace_random(field),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(replace_random),
        _ => {}
    }
}

/// The usual users with a part of the demo's catalog.
fn demo() -> Fixture {
    let storefront = storefront();
    let host = storefront.as_str().to_owned();
    let options =
        GeneratorOptions { products: 5_000, sections: 150, seed: 1, changes: None, storefront: host, pictures: None };
    let mut catalog = Vec::new();
    generate(&options, &mut catalog).unwrap();
    let is_shown = |line: &&str| {
        let record: Value = serde_json::from_str(line).unwrap();
        match record["type"].as_str().unwrap() {
            "section" => SECTIONS.map(Value::from).contains(&record["hierarchyId"]),
            "product" => PRODUCTS.map(Value::from).contains(&record["stockNumber"]),
            _ => true,
        }
    };
    let catalog = String::from_utf8(catalog).unwrap();
    let shown = catalog.lines().filter(is_shown).collect::<Vec<_>>().join("\n");
    let stored = TestStore::on_sqlite();
    let input = ImportInput::from_reader("the demo", Cursor::new(shown));
    run_import(vec![input], &ImportOptions::new(&storefront), &*stored.store, &FixedClock::at(NOW)).unwrap();
    add_usual_users(&*stored.store);
    Fixture::over(Arc::new(stored))
}

/// Keys, from the first to the one too many.
async fn record_keys(recorded: &mut Recorded, demo: &Fixture) {
    let (keys, theirs) = ("/auth/keys", format!("/auth/admin/users/{}/keys", demo.account_id(BUYER)));
    let new = r#"{"name": "Mirror in Riga"}"#;
    let made = recorded.ask(demo, "make_key", BUYER, ("POST", keys, new)).await;
    recorded.ask(demo, "make_key.INVALID", BUYER, ("POST", keys, r#"{"name": "", "expiresInDays": 0}"#)).await;
    recorded.ask(demo, "NO_RIGHT", BUYER, ("POST", keys, r#"{"name": "Import", "right": "import"}"#)).await;
    recorded.ask(demo, "list_keys", BUYER, ("GET", keys, "")).await;
    recorded.ask(demo, "list_keys.INVALID", BUYER, ("GET", "/auth/keys?page=1", "")).await;
    recorded.ask(demo, "list_user_keys", "admin", ("GET", &theirs, "")).await;
    recorded.ask(demo, "list_user_keys.INVALID", "admin", ("GET", "/auth/admin/users/x/keys", "")).await;
    recorded.ask(demo, "NO_KEY", BUYER, ("DELETE", "/auth/keys/k3n5qa7wz2xe", "")).await;
    let key = ("Authorization", format!("Bearer {}", text_at(&made, "/key")));
    let with_key = TestRequest::get().uri(keys).insert_header(REQUEST_ID).insert_header(key);
    recorded.record("NOT_WITH_KEY", "GET /auth/keys", &send(demo, with_key).await);
    recorded.ask(demo, "delete_user_key.INVALID", "admin", ("DELETE", "/auth/admin/users/x/keys/y", "")).await;
    let own = format!("/auth/keys/{}", text_at(&made, "/id"));
    recorded.ask(demo, "delete_key.INVALID", BUYER, ("DELETE", "/auth/keys/k3n5qa7wz2xd?force=true", "")).await;
    let deleted = send(demo, by(demo, BUYER, &own).method(Method::DELETE)).await;
    recorded.record("delete_key", "DELETE /auth/keys/k3n5qa7wz2xd", &deleted);
    let summary = format!("DELETE {theirs}/k3n5qa7wz2xd");
    recorded.record("delete_user_key", &summary, &deleted);
    recorded.until(409, "TOO_MANY_KEYS", demo, BUYER, ("POST", keys, new)).await;
}

/// Last: the user is gone afterwards.
async fn record_erasure(recorded: &mut Recorded, demo: &Fixture) {
    recorded.ask(demo, "erase_user.INVALID", "admin", ("DELETE", "/auth/admin/users/x", "")).await;
    let own = format!("/auth/admin/users/{}", demo.account_id("admin"));
    recorded.ask(demo, "NOT_ERASABLE", "admin", ("DELETE", &own, "")).await;
    recorded.ask(demo, "erase_user", "admin", ("DELETE", "/auth/admin/users/8", "")).await;
}

/// Imports, from the first request to the one too many.
async fn record_imports(recorded: &mut Recorded, demo: &Fixture) {
    let (imports, parts) = ("/api/v2/imports", r#"{"parts": true}"#);
    recorded.ask(demo, "begin_import.INVALID", "admin", ("POST", "/api/v2/imports?mode=all", parts)).await;
    let begun = recorded.ask(demo, "begin_import", "admin", ("POST", "/api/v2/imports?mode=full", parts)).await;
    let import = format!("/api/v2/imports/{}", begun.data("/id").as_str().unwrap());
    let part = |number| format!("{import}/parts/{number}");
    recorded.ask(demo, "put_import_part.INVALID", "admin", ("PUT", &part(0), "x")).await;
    recorded.ask(demo, "IMPORT_CONFLICT", "admin", ("POST", &format!("{import}/start"), "{}")).await;
    let as_admin = |method: Method, path: &str| by(demo, "admin", path).method(method);
    let put = send(demo, as_admin(Method::PUT, &part(1)).set_payload("{}\n")).await;
    assert_eq!((put.status, &*put.body), (204, ""));
    recorded.ask(demo, "start_import.INVALID", "admin", ("POST", &format!("{import}/start?now=true"), "{}")).await;
    let started = send(demo, as_admin(Method::POST, &format!("{import}/start"))).await;
    recorded.record("start_import", "POST /api/v2/imports/0af7651916cd43dd8448eb211c80319c/start", &started);
    recorded.ask(demo, "list_imports", "admin", ("GET", imports, "")).await;
    recorded.ask(demo, "list_imports.INVALID", "admin", ("GET", "/api/v2/imports?page=0", "")).await;
    recorded.ask(demo, "get_import.INVALID", "admin", ("GET", "/api/v2/imports/run-1?wait=31", "")).await;
    recorded.ask(demo, "get_import", "admin", ("GET", "/api/v2/imports/run-1", "")).await;
    recorded.ask(demo, "NO_IMPORT", "admin", ("GET", "/api/v2/imports/run-9", "")).await;
    recorded.ask(demo, "NO_IMPORT_REPORT", "admin", ("GET", "/api/v2/imports/run-1/report", "")).await;
    recorded.ask(demo, "get_import_report.INVALID", "admin", ("GET", "/api/v2/imports/run-1/report?page=1", "")).await;
    recorded.ask(demo, "get_offers.INVALID", "admin", ("GET", "/api/v2/offers.csv?locale=de", "")).await;
    recorded.ask(demo, "cancel_import.INVALID", "admin", ("DELETE", "/api/v2/imports/run-1?force=true", "")).await;
    let cancelled = send(demo, as_admin(Method::DELETE, &import)).await;
    recorded.record("cancel_import", "DELETE /api/v2/imports/0af7651916cd43dd8448eb211c80319c", &cancelled);
    recorded.ask(demo, "undo_import.INVALID", "admin", ("POST", "/api/v2/imports/run-1/undo?dryRun=1", "")).await;
    recorded.ask(demo, "undo_import", "admin", ("POST", "/api/v2/imports/run-1/undo?dryRun=true", "")).await;
    let lines = |media_type: &'static str, body: Vec<u8>| {
        as_admin(Method::POST, imports).insert_header(("Content-Type", media_type)).set_payload(body)
    };
    let refused = send(demo, lines("application/x-ndjson", vec![b' '; 5 << 20])).await;
    recorded.record("IMPORT_TOO_LARGE", "POST /api/v2/imports", &refused);
    recorded.record("NO_RECORDS", "POST /api/v2/imports", &send(demo, lines("text/plain", b"a;b".to_vec())).await);
    for account in (0..).map(|number| AccountId(1_000 + number / 10)) {
        let author = JobAuthor { account, email: "admin@shop.example".into(), key: None };
        if let JobAdded::TooMany(_) = demo.service.app.imports.begin(PARTS, None, author, None).await.unwrap() {
            break;
        }
    }
    let refused = send(demo, lines("application/json", parts.into())).await;
    recorded.record("TOO_MANY_IMPORTS", "POST /api/v2/imports", &refused);
}

/// Errors that no single request causes.
async fn record_failures(recorded: &mut Recorded, demo: &Fixture) {
    recorded.ask(demo, "UNAUTHORIZED", "", ("GET", "/auth/v2/check", "")).await;
    recorded.ask(demo, "TOO_LARGE", "", ("POST", "/auth/token", &"a".repeat(70_000))).await;
    recorded.ask(demo, "NOT_JSON", "", ("POST", "/auth/token", "")).await;
    let page = get(demo, BUYER, "/api/v2/catalog/sections/1000/products").await;
    let cursor = text_at(&page, "/meta/changesCursor");
    let (waits, section) = (&demo.service.app.feed.waits(), SectionId(1000));
    let begin = |_| waits.begin(demo.account_id(BUYER), section).unwrap().unwrap();
    let waiting: Vec<_> = (0..ChangeWaits::MOST_OF_ONE_ACCOUNT).map(begin).collect();
    let wait = format!("/api/v2/catalog/sections/1000/product-changes?wait=30&cursor={cursor}");
    let summary = "GET /api/v2/catalog/sections/1000/product-changes?wait=30&cursor=...";
    recorded.record("TOO_MUCH", summary, &exchange(demo, BUYER, ("GET", &wait, "")).await);
    drop(waiting);
    for (name, error) in [
        ("UNAVAILABLE", StoreError::Unavailable("unreachable".into())),
        ("INTERNAL", StoreError::Unexpected("defect".into())),
    ] {
        let mut callers = MockAccountSource::new();
        callers.expect_find_caller().return_once(|_| Err(error));
        let failing = Fixture::with(|app| TestApp { callers: Arc::new(callers), ..app });
        recorded.ask(&failing, name, BUYER, ("GET", "/auth/v2/check", "")).await;
    }
    let wrong = json!({"login": "nobody@shop.example", "password": PASSWORD}).to_string();
    recorded.until(429, "TOO_MANY", demo, "", ("POST", "/auth/token", &wrong)).await;
}

#[actix_web::test]
async fn the_examples_of_the_document_are_responses_of_the_service() {
    let (demo, mut recorded) = (demo(), Recorded::default());
    for (name, user, target) in READS {
        recorded.ask(&demo, name, user, ("GET", target, "")).await;
    }
    let mut invitation = String::new();
    for (name, user, method, target, body) in WRITES {
        let response = recorded.ask(&demo, name, user, (method, target, body)).await;
        if let Some((_, token)) = response.data("/link").as_str().and_then(|link| link.split_once('=')) {
            invitation = token.to_owned();
        }
    }
    let password = json!({"invitation": invitation, "password": "correct horse battery"}).to_string();
    recorded.ask(&demo, "set_password", "", ("POST", "/auth/password", &password)).await;
    record_keys(&mut recorded, &demo).await;
    record_imports(&mut recorded, &demo).await;
    record_erasure(&mut recorded, &demo).await;
    record_failures(&mut recorded, &demo).await;

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi/examples.json");
    check_stored(path, &recorded.to_text(), "-p http-v2 --test http examples, then the same with document");
}

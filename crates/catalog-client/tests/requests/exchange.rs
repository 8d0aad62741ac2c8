//! Tokens, retries, errors, pages.

use crate::script::{LIST, Reply, Script, closed_port, data, data_with, product, refusal, token};
use catalog_client::{
    CatalogClient, ClientError, ClientOptions, ListPart, OnRetry, ProductQuery, RetryPolicy, TokenRoute,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TREE: &str = "/api/v2/catalog/tree";

#[test]
fn one_login_serves_many_requests() {
    let script = Script::play(vec![token("t1", 600), data("1"), data("2")]);
    let client = script.client();
    assert_eq!(client.get(TREE).unwrap().data::<u32>().unwrap(), 1);
    assert_eq!(client.get(TREE).unwrap().json().unwrap()["data"], 2);
    let read = format!("GET {TREE} [Bearer t1]");
    assert_eq!(script.requests(), ["POST /auth/token", &read, &read]);
}

#[test]
fn a_token_is_renewed_at_its_end_and_once_after_a_401() {
    let lost = || refusal(401, "AuthorizationError", "");
    let script =
        Script::play(vec![token("t1", 0), data("1"), token("t2", 600), lost(), token("t3", 600), lost(), data("2")]);
    let client = script.client();
    assert!(client.get(TREE).unwrap().is_success());
    assert_eq!(client.get(TREE).unwrap().status, 401, "a second 401 is the response");
    assert!(client.get(TREE).unwrap().is_success());
    let read = |token| format!("GET {TREE} [Bearer {token}]");
    let login = || "POST /auth/token".to_owned();
    let expected = [login(), read("t1"), login(), read("t2"), login(), read("t3"), read("t3")];
    assert_eq!(script.requests(), expected);
}

#[test]
fn a_key_is_sent_as_it_is_and_a_refused_one_once() {
    let checked = r#"{"user":{"id":"1","email":"me@x","company":"","role":"user","isActive":true,"priceLevel":"A"},
        "token":{"tokenType":"Bearer","expiresAt":null,"expiresIn":null}}"#;
    let script = Script::play(vec![data(checked), data("1"), refusal(401, "AuthorizationError", "")]);
    let client = CatalogClient::new(ClientOptions { key: Some("cat_k".into()), ..script.options() }).unwrap();
    client.sign_in().unwrap();
    assert_eq!(client.get("/a").unwrap().data::<u8>().unwrap(), 1);
    assert_eq!(client.get("/b").unwrap().status, 401);
    let expected = ["GET /auth/v2/check [Bearer cat_k]", "GET /a [Bearer cat_k]", "GET /b [Bearer cat_k]"];
    assert_eq!(script.requests(), expected);
}

#[test]
fn a_refused_login_is_an_error_and_not_repeated() {
    let script = Script::play(vec![refusal(401, "AuthorizationError", "X-Request-Id: r-1\r\n")]);
    let error = script.client().get(TREE).unwrap_err();
    let refusal = error.refusal().unwrap();
    assert_eq!((refusal.status, &*refusal.name, &*refusal.message), (401, "AuthorizationError", "no"));
    assert_eq!(refusal.request_id.as_deref(), Some("r-1"));
    assert_eq!(script.requests().len(), 1);
}

#[test]
fn what_says_later_or_breaks_is_repeated_and_each_pause_is_reported() {
    let busy = || refusal(503, "ServiceUnavailableError", "Retry-After: 0\r\n");
    let login_limit = || refusal(429, "TooManyRequestsError", "Retry-After: 0\r\n");
    let script = Script::play(vec![
        login_limit(),
        token("t", 600),
        busy(),
        Reply::Close,
        Reply::Cut("{\"status\"".into()),
        busy(),
        data("5"),
    ]);
    let pauses = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&pauses);
    let on_retry: OnRetry = Arc::new(move |notice| seen.lock().unwrap().push(notice.reason.clone()));
    let client = CatalogClient::new(ClientOptions { on_retry: Some(on_retry), ..script.options() }).unwrap();
    assert_eq!(client.get(TREE).unwrap().data::<u32>().unwrap(), 5);
    assert_eq!(script.requests().len(), 7);
    let reasons = pauses.lock().unwrap();
    let beginnings = ["429 TooManyRequestsError", "503 Service", "no response (", "no response (", "503 Service"];
    assert_eq!(reasons.len(), beginnings.len(), "{reasons:?}");
    for (reason, beginning) in reasons.iter().zip(beginnings) {
        assert!(reason.starts_with(beginning), "{reason}");
    }
}

#[test]
fn attempts_end_with_the_last_refusal_or_the_lost_connection() {
    let busy = |seconds| refusal(503, "ServiceUnavailableError", &format!("Retry-After: {seconds}\r\n"));
    for (replies, requests) in [(vec![busy(0), busy(0), busy(0)], 4), (vec![busy(600)], 2)] {
        let script = Script::play([vec![token("t", 600)], replies].into_iter().flatten().collect());
        let retry = RetryPolicy { attempts: 3, ..script.options().retry };
        let client = CatalogClient::new(ClientOptions { retry, ..script.options() }).unwrap();
        let error = client.sections().unwrap_err();
        assert!(error.is_named("ServiceUnavailableError"), "{error}");
        assert!(error.refusal().unwrap().retry_after.is_some());
        assert_eq!(script.requests().len(), requests);
    }
    let retry = RetryPolicy { attempts: 2, first_pause: Duration::from_millis(1), ..RetryPolicy::default() };
    let options = ClientOptions { retry, ..ClientOptions::new(closed_port(), "me", "p") };
    let error = CatalogClient::new(options).unwrap().get(TREE).unwrap_err();
    assert!(matches!(error, ClientError::Connection(_)), "{error}");
}

#[test]
fn what_a_proxy_writes_and_redirects_are_refusals() {
    let html = Reply::Send(404, String::new(), "<html>".into());
    let moved = Reply::Send(301, "Location: https://elsewhere.example/\r\n".into(), String::new());
    let strange = Reply::Send(200, String::new(), "<html>".into());
    let script = Script::play(vec![token("t", 600), html, moved, strange]);
    let client = script.client();
    for status in [404, 301] {
        let error = client.sections().unwrap_err();
        assert_eq!((error.refusal().unwrap().status, error.is_named("UnexpectedResponseError")), (status, true));
    }
    let error = client.sections().unwrap_err();
    assert!(matches!(&error, ClientError::UnexpectedBody { path, .. } if path == CatalogClient::SECTIONS), "{error}");
    script.requests();
}

#[test]
fn a_read_with_an_etag_says_when_nothing_has_changed() {
    let unchanged = Reply::Send(304, "ETag: W/\"1\"\r\n".into(), String::new());
    let script =
        Script::play(vec![token("t", 600), data_with("ETag: W/\"1\"\r\nCatalog-Revision: 7\r\n", "[]"), unchanged]);
    let client = script.client();
    let first = client.get_if_changed(TREE, None).unwrap().unwrap();
    assert_eq!((first.etag(), first.revision()), (Some("W/\"1\""), Some(7)));
    assert!(client.get_if_changed(TREE, first.etag()).unwrap().is_none());
    assert_eq!(script.requests()[2], format!("GET {TREE} [Bearer t] [W/\"1\"]"));
}

#[test]
fn v1_logs_in_by_its_own_route_and_its_wrapper_decides() {
    let wrapped = |code| {
        let error = format!(r#"{{"code":{code},"name":"x","message":"old"}}"#);
        Reply::Send(200, String::new(), format!(r#"{{"status":false,"data":{{}},"error":{error},"message":""}}"#))
    };
    let v1_token = |name: &str| data(&format!(r#"{{"token":"{name}"}}"#));
    let script =
        Script::play(vec![v1_token("a"), wrapped(401), v1_token("b"), data("[1]"), wrapped(429), wrapped(404)]);
    let client = CatalogClient::new(ClientOptions { token_route: TokenRoute::V1, ..script.options() }).unwrap();
    let catalog = "/api/v1/get/catalog";
    assert_eq!(client.get(catalog).unwrap().json().unwrap()["data"][0], 1);
    let response = client.get(catalog).unwrap();
    assert_eq!((response.status, response.is_success()), (200, false));
    assert_eq!(response.data::<u32>().unwrap_err().refusal().unwrap().status, 404);
    let login = "GET /auth/token/me%40x [Bearer a password]".to_owned();
    let read = |token| format!("GET {catalog} [Bearer {token}]");
    assert_eq!(script.requests(), [login.clone(), read("a"), login, read("b"), read("b"), read("b")]);
}

#[test]
fn a_list_is_read_page_by_page() {
    let page = |items: &str, number| {
        let pagination = format!(r#"{{"page":{number},"pageSize":2,"pageCount":2,"total":3}}"#);
        let meta = format!(r#"{{{LIST},"pagination":{pagination},"changesCursor":"c"}}"#);
        let body = format!(r#"{{"items":[{items}],"meta":{meta}}}"#);
        data_with("Catalog-Revision: 9\r\n", &body)
    };
    let items = format!("{},{}", product("A", 1), product("B", 2));
    let script = Script::play(vec![token("t", 600), page(&items, 1), page(&product("C", 3), 2)]);
    let query = ProductQuery { page_size: Some(2), include: vec![ListPart::Media], ..ProductQuery::default() };
    let products: Vec<_> = script.client().products("1042", &query).map(Result::unwrap).collect();
    let names: Vec<_> = products.iter().map(|product| &*product.stock_number).collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert_eq!(products[0].pricing.sale.value.unwrap().ten_thousandths, 5_000);
    assert!(products[2].json().contains("\"later\":[1]"), "unknown fields are preserved");
    let list = "GET /api/v2/catalog/sections/1042/products";
    let requests = script.requests();
    assert_eq!(requests[2], format!("{list}?page=2&pageSize=2&include=media [Bearer t]"));
}

#[test]
fn an_error_ends_the_pages() {
    let script = Script::play(vec![token("t", 600), refusal(404, "CatalogSectionNotFoundError", "")]);
    let client = script.client();
    let query = ProductQuery::default();
    let mut products = client.products("7", &query);
    assert!(products.next().unwrap().unwrap_err().is_named("CatalogSectionNotFoundError"));
    assert!(products.next().is_none());
    drop(products);
    script.requests();
}

#[test]
fn threads_share_a_client_and_its_login() {
    let replies = std::iter::once(token("t", 600)).chain((0..8).map(|_| data("1"))).collect();
    let script = Script::play(replies);
    let client = script.client();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| client.get(TREE).unwrap().data::<u32>().unwrap());
        }
    });
    let logins = script.requests().iter().filter(|request| request.starts_with("POST")).count();
    assert_eq!(logins, 1);
}

#[test]
fn a_search_is_a_page_with_what_there_is_to_choose() {
    let flags = r#"{"true": 1, "false": 0}"#;
    let vendor = r#"{"id": "v", "name": "Acme", "count": 1, "selected": true}"#;
    let value = r#"{"value": "5 kW", "key": "k", "count": 1, "selected": false}"#;
    let flags_of_filter = r#""isMultiple": false, "mainFilter": true, "hidden": false"#;
    let filter = format!(
        r#"{{"uid": "u", "name": "Power", "groupName": "Motor", "dataType": "relation", {flags_of_filter},
            "values": [{value}], "omitted": 2}}"#
    );
    let facets = format!(
        r#"{{"vendors": [{vendor}], "omittedVendors": 0, "available": {flags}, "sale": {flags}, "hasPrice": {flags},
            "filters": [{filter}]}}"#
    );
    let pagination = r#"{"page": 2, "pageSize": 500, "pageCount": 2, "total": 501}"#;
    let body = format!(
        r#"{{"items": [{}], "meta": {{"q": "kt 1", "sectionId": null, "sort": "relevance", "pagination": {pagination}}},
            "facets": {facets}}}"#,
        product("KT-1", 1)
    );
    let script = Script::play(vec![token("t", 600), data(&body)]);
    let query = ProductQuery { facets: true, ..ProductQuery::default() };
    let page = script.client().search("kt 1", None, &query, 2).unwrap();
    let facets = page.facets.unwrap();
    assert_eq!((&*page.items[0].stock_number, &*page.meta.q, page.meta.pagination.total), ("KT-1", "kt 1", 501));
    assert_eq!((facets.available.yes, facets.vendors[0].count, facets.filters[0].values[0].count), (1, 1, 1));
    let read = "GET /api/v2/products/search?q=kt%201&page=2&pageSize=500&include=facets [Bearer t]";
    assert_eq!(script.requests().last().unwrap(), read);
}

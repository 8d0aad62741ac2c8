//! Responses and what they differ in.

use super::*;
use crate::route::Route;

fn success(data: Value) -> Response {
    let mut body = json!({"status": true, "error": {}, "message": ""});
    body["data"] = data;
    Response { status: 200, body: Some(body) }
}

fn refusal(code: u16) -> Response {
    let body =
        json!({"status": false, "data": {}, "error": {"code": code, "name": "X", "message": "no"}, "message": ""});
    Response { status: 200, body: Some(body) }
}

fn found(request: &Request, old: Value, new: Value) -> Vec<(String, Kind, Option<String>)> {
    let compared = compare_responses(request, &success(old), &success(new));
    compared.differences.into_iter().map(|found| (found.path, found.kind, found.allowed)).collect()
}

fn item() -> Request {
    Request::by_path(Route::Item, "90001")
}

fn wrapper(uid: &str, value: Value) -> Value {
    let mut wrapper = json!({"name": uid, "uid": uid, "field_id": 1});
    wrapper["value"] = value;
    wrapper
}

#[test]
fn values_are_compared_by_their_meaning() {
    let with = |name: &str, value: Value| json!({"id": 1, name: value});
    for (old, new) in [
        (with("price", wrapper("price", json!("1500.50"))), with("price", wrapper("price", json!(1500.5)))),
        (with("inStock", json!("7")), with("inStock", json!(7))),
        (with("photos", wrapper("photos", json!([]))), json!({"id": 1})),
        (with("description", json!("")), with("description", json!(null))),
        (with("documentation", json!([])), json!({"id": 1})),
        (with("features", json!({})), json!({"id": 1.0})),
        (
            with("warehouses", json!([{"id": "a", "quantity": 1}, {"id": "b", "quantity": 2}])),
            with("warehouses", json!([{"id": "b", "quantity": "2"}, {"id": "a", "quantity": 1}])),
        ),
        (
            with("features", json!({"x": wrapper("x", json!(["a", "b"]))})),
            with("features", json!({"x": wrapper("x", json!(["b", "a"]))})),
        ),
    ] {
        assert_eq!(found(&item(), old.clone(), new.clone()), [], "{old} {new}");
    }
}

#[test]
fn what_the_contract_announces_is_named_by_its_rule() {
    let named = |path: &str, kind, rule: &str| vec![(path.to_owned(), kind, Some(format!("contract: {rule}")))];
    let photos = |urls: [&str; 2]| json!({"id": 1, "photos": wrapper("photos", json!(urls))});
    let reordered = found(&item(), photos(["a", "b"]), photos(["b", "a"]));
    assert_eq!(reordered, named("photos.value", Kind::Order, "photo order"));
    let stock = |quantity: i64| json!([{"id": 1, "inStock": quantity}, {"id": 2}, {"id": 3}]);
    let batch = Request::by_query(Route::Items, "id_list=1,2,3");
    assert_eq!(found(&batch, stock(15), stock(5)), named("inStock", Kind::Stock, "quantities multiplied"));
    assert_eq!(found(&batch, stock(10), stock(5))[0].2, None);
    let single = found(&item(), json!({"id": 1, "inStock": 5}), json!({"id": 1, "inStock": 1}));
    assert_eq!(single[0].2, None, "only a list multiplies");
    assert_eq!(
        found(&item(), json!({"id": 1, "seo": "x"}), json!({"id": 1})),
        named("seo", Kind::Missing, "field not shown")
    );
    let check = Request::by_path(Route::Check, "");
    let account = |id: i64, level: &str| json!({"id": id, "priceLevel": level});
    assert_eq!(found(&check, account(1, "Опт"), account(2, "Опт")), named("id", Kind::Value, "account record"));
    assert_eq!(found(&check, account(1, "Опт"), account(1, "Розн"))[0].2, None);
}

#[test]
fn no_token_is_a_difference_or_gets_into_a_report() {
    let request = Request::by_path(Route::Token, "{login}").with(Access::Password);
    assert_eq!(found(&request, json!({"token": "secret-a"}), json!({"token": "secret-b"})), []);
    let compared = compare_responses(&request, &success(json!({"token": "secret-a"})), &success(json!({})));
    assert_eq!(compared.differences[0].kind, Kind::Missing);
    assert!(!format!("{compared:?}").contains("secret"), "{compared:?}");
}

#[test]
fn envelopes_differ_by_status_and_code_but_not_by_the_words_for_people() {
    let compare = |old: &Response, new: &Response| {
        let compared = compare_responses(&item(), old, new);
        compared.differences.into_iter().map(|found| (found.path, found.kind)).collect::<Vec<_>>()
    };
    assert_eq!(compare(&refusal(404), &refusal(404)), []);
    assert_eq!(compare(&refusal(404), &refusal(400)), [("error.code".to_owned(), Kind::Status)]);
    let failed = Response { status: 500, body: None };
    assert_eq!(compare(&success(json!({})), &failed), [(String::new(), Kind::Status)]);
    assert_eq!(compare(&success(json!({})), &Response { status: 200, body: None }), [(String::new(), Kind::Shape)]);
    let statuses: Vec<_> = compare(&success(json!({"id": 1})), &refusal(403));
    assert_eq!(statuses, [("status".to_owned(), Kind::Status), ("error.code".to_owned(), Kind::Status)]);
}

//! The part of `docs/migrating-from-v1.md` that shows the responses of both interfaces: made by the server itself.
//!
//! `UPDATE_GOLDEN=1` writes it; the difference is then to be reviewed.

mod narrow_json;

use crate::support::{BUYER, PASSWORD, Sandbox, Server};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- made by the test of this page: begin -->\n";
const END: &str = "<!-- made by the test of this page: end -->\n";

/// One section with a filter, one product with every part that v1 shows.
const CATALOG: &str = r#"
{"type": "productType", "id": 5, "name": "Pump", "groups": [{"id": 3, "uid": "main", "name": "Main", "ord": 1, "fields": [{"id": 17, "uid": "power", "name": "Power", "ord": 1, "dataType": "relation", "inFilter": true, "mainFilter": true}]}]}
{"type": "warehouse", "id": "main", "name": "Main warehouse"}
{"type": "section", "hierarchyId": 1000, "sourceId": 88100, "parentHierarchyId": null, "name": "Equipment", "url": "https://storefront.example/catalog/", "isActive": true}
{"type": "section", "hierarchyId": 1042, "sourceId": 88121, "parentHierarchyId": 1000, "name": "Pumps", "url": "https://storefront.example/catalog/pumps/", "isActive": true, "filterIndex": "pumps_v3", "filters": [{"uid": "power", "name": "Power", "groupName": "Main", "groupIds": [3], "fieldIds": [17], "typeIds": [5], "dataType": "relation", "isMultiple": false, "mainFilter": true, "hidden": false}]}
{"type": "product", "sourceId": 90001, "stockNumber": "PMP-001", "name": "PMP 1", "fullName": "Pump PMP 1, 5 kW", "url": "https://storefront.example/products/pmp-001/", "isActive": true, "typeId": 5, "vendor": {"id": "acme", "name": "Acme "}, "sections": [1042], "preview": "https://cdn.storefront.example/1.jpg", "photos": [{"url": "https://cdn.storefront.example/2.jpg", "alt": null}], "description": "<p>A pump.</p>", "features": [{"fieldId": 17, "value": "5 kW"}], "filterValues": [{"fieldId": 17, "uid": "power", "value": "5 kW", "key": "5-kw", "sections": [1042, 1000]}], "configurator": {"groups": [{"uid": "motor", "name": "Motor", "required": true, "options": [{"uid": "m5", "name": "5 kW", "stockNumber": "MTR-5", "default": true, "retail": "100", "levels": {"Опт": "90"}}]}]}, "offer": {"retail": "1999.90", "levels": {"Опт": "1799"}, "stock": [{"warehouseId": "main", "quantity": 5}], "shipping": 3}}
"#;

const RESOURCES: &str = r#"{"stockNumber": "PMP-001", "documentation": [{"title": "Manual", "description": null, "url": "https://storefront.example/files/pmp.pdf", "fileType": "PDF", "sizeBytes": 2411725, "size": "2.3 MB"}], "software": []}"#;

/// What is sent to obtain a token; everything else is sent with one.
const PASSWORD_AS_BEARER: &str = "Authorization: Bearer <PASSWORD>";
const LOGIN: &str = r#"{"login": "buyer@storefront.example", "password": "<PASSWORD>"}"#;

/// Each route of v1, the request to it, and the request of v2 that replaces it. Of lists that respond alike it is one.
const PAIRS: [(&str, &str, &str); 11] = [
    ("/auth/token/:login", "/auth/token/buyer@storefront.example", "/auth/token"),
    ("/auth/check", "/auth/check", "/auth/v2/check"),
    ("/api/v1/get/catalog", "/api/v1/get/catalog", "/api/v2/catalog/tree"),
    ("/api/v1/get/vendors/for/:id", "/api/v1/get/vendors/for/88121", "/api/v2/catalog/sections/1042/vendors"),
    ("/api/v1/get/section-meta/:id", "/api/v1/get/section-meta/88121", "/api/v2/catalog/sections/1042?include=filters"),
    (
        "/api/v1/get/item/:id",
        "/api/v1/get/item/90001",
        "/api/v2/products/PMP-001?include=description,media,features,warehouses",
    ),
    (
        "/api/v1/get/items",
        "/api/v1/get/items?id_list=90001,90002",
        "/api/v2/products?stockNumbers=PMP-001,PMP-002&include=description,media,features,warehouses",
    ),
    (
        "/api/v1/get/items/from",
        "/api/v1/get/items/from?id_list=88121&limit=1",
        "/api/v2/catalog/sections/1042/products?pageSize=1&include=description,media,features,warehouses",
    ),
    (
        "/api/v1/get/item/:id/configurator",
        "/api/v1/get/item/90001/configurator",
        "/api/v2/products/PMP-001?include=configurator",
    ),
    (
        "/api/v1/get/item/:id/documentation",
        "/api/v1/get/item/90001/documentation",
        "/api/v2/products/PMP-001?include=documentation",
    ),
    (
        "/api/v1/get/item/:id/availability",
        "/api/v1/get/item/90001/availability",
        "/api/v2/products/PMP-001?include=warehouses",
    ),
];

/// The bodies that are on the page, each with its route.
type Shown = HashMap<String, &'static str>;

/// Sends a request as it is shown, and writes it with its response, or with the earlier route that has the same one.
fn exchange(server: &Server, token: &str, (route, target): (&'static str, &str), shown: &mut Shown) -> String {
    let sent = |shown: &str| shown.replace("<PASSWORD>", PASSWORD);
    let (request, response) = match target {
        "/auth/token" => {
            let request = format!("POST {target}\nContent-Type: application/json\n\n{LOGIN}");
            (request, server.request("POST", target, &[("content-type", "application/json")], &sent(LOGIN)))
        }
        _ if target.starts_with("/auth/token/") => {
            let password = sent(PASSWORD_AS_BEARER.strip_prefix("Authorization: ").unwrap());
            let response = server.request("GET", target, &[("authorization", &password)], "");
            (format!("GET {target}\n{PASSWORD_AS_BEARER}"), response)
        }
        _ => (format!("GET {target}"), server.get(target, token)),
    };
    assert_eq!(response.status, 200, "{target}: {response:?}");
    let request = request.replace("?", "\n  ?").replace('&', "\n  &");
    let is_of_one_part = target.split_once("include=").is_some_and(|(_, parts)| !parts.contains(','));
    let write = if is_of_one_part { narrow_json::written_without_base } else { narrow_json::written };
    let body = write(response.text());
    let response = match shown.get(&body) {
        Some(earlier) => format!("The response is that of `GET {earlier}`."),
        None => format!("```json\n{body}\n```"),
    };
    shown.entry(body).or_insert(route);
    format!("```http\n{request}\n```\n\n{response}\n")
}

#[test]
fn the_migration_page_shows_what_both_interfaces_respond() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.run_with_input(&["import-resources", "-"], RESOURCES).printed();
    sandbox.add_account(&[BUYER, "--price-level", "Опт", "--name", "Ann", "--company", "Shop", "--configurator"]);
    let server = Server::start(&sandbox);
    let token = server.token();
    let (mut made, mut shown) = (String::from(BEGIN), Shown::new());
    for (route, v1, v2) in PAIRS {
        let [v1, v2] = [v1, v2].map(|target| exchange(&server, &token, (route, target), &mut shown));
        write!(made, "\n### `GET {route}`\n\n<table>\n<tr><th>v1</th><th>v2</th></tr>\n").unwrap();
        write!(made, "<tr><td valign=\"top\">\n\n{v1}\n</td><td valign=\"top\">\n\n{v2}\n</td></tr>\n</table>\n")
            .unwrap();
    }
    made.push('\n');
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/migrating-from-v1.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let expected = format!("{before}{made}{END}{after}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &expected).unwrap();
    } else {
        let advice = "UPDATE_GOLDEN=1 cargo test -p server --test end_to_end migration_page";
        assert!(page == expected, "docs/migrating-from-v1.md is out of date: {advice}");
    }
}

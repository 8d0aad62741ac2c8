//! Golden pairs: requests of v1 clients and their responses, one pair of files per case in `tests/golden`.
//!
//! A request file has a request line and then headers; `As: <user>` represents that user's token, `Bearer` and all. Its
//! response file has the status, the successor that the `Link` header names, and the body, in which a token's text is
//! replaced. Pairs are maintained by hand: `UPDATE_GOLDEN=1` writes the responses, which are then to be reviewed.

use crate::client::{TestRequest, TestResponse, get, send};
use crate::records::{usual_fixture, usual_fixtures};
use catalog_testkit::builders::NOON;
use catalog_testkit::usual::Fixture;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The request files, in order of their names.
fn request_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "request")).collect();
    files.sort();
    files
}

fn read_request(fixture: &Fixture, text: &str) -> TestRequest {
    let mut lines = text.lines();
    let (method, target) = lines.next().unwrap().split_once(' ').unwrap();
    let mut request = TestRequest::default().method(method.parse().unwrap()).uri(target);
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(": ").unwrap();
        let value = if name == "As" { format!("Bearer {}", fixture.token(value)) } else { value.to_owned() };
        request = request.insert_header((if name == "As" { "Authorization" } else { name }, value));
    }
    request
}

fn written(response: &TestResponse) -> String {
    let mut body = response.json();
    if let Some(token) = body.pointer_mut("/data/token") {
        assert_eq!(token.as_str().unwrap().split('.').count(), 3);
        *token = "<token>".into();
    }
    let link = response.header("Link");
    assert_eq!(response.header("Deprecation"), "@1793491200");
    let pair: Value = json!({"status": response.status, "link": link, "body": body});
    serde_json::to_string_pretty(&pair).unwrap() + "\n"
}

async fn replay(fixture: &Fixture, store: &str) {
    let files = request_files();
    assert!(files.len() > 50, "the pairs are found");
    for file in files {
        let request = read_request(fixture, &fs::read_to_string(&file).unwrap());
        let response = written(&send(fixture, request).await);
        let response_file = file.with_extension("json");
        if std::env::var_os("UPDATE_GOLDEN").is_some() && store == "memory" {
            fs::write(&response_file, &response).unwrap();
        }
        let expected = fs::read_to_string(&response_file).unwrap_or_default();
        assert!(response == expected, "{} over {store} gave:\n{response}", file.display());
    }
}

#[actix_web::test]
async fn the_golden_pairs_hold_over_every_store() {
    for fixture in usual_fixtures() {
        fixture.clock.set(NOON);
        replay(&fixture, fixture.stored.name).await;
    }
}

#[test]
fn every_operation_has_a_golden_pair() {
    let requests: Vec<String> = request_files().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let document = serde_json::to_value(http_v1_compat::openapi()).unwrap();
    for template in document["paths"].as_object().unwrap().keys() {
        let has_shape = |request: &String| {
            let path = request.lines().next().unwrap().trim_start_matches("GET ").split('?').next().unwrap();
            path.split('/').count() == template.split('/').count()
                && path
                    .split('/')
                    .zip(template.split('/'))
                    .all(|(given, wanted)| given == wanted || wanted.starts_with('{'))
        };
        assert!(requests.iter().any(has_shape), "{template}");
    }
}

#[actix_web::test]
async fn objects_that_represent_lists_keep_the_order_of_the_source() {
    let fixture = usual_fixture();
    for (path, ordered) in [
        ("/api/v1/get/item/90001", ["\"color\":{", "\"power\":{", "\"warranty\":{"]),
        ("/api/v1/get/section-meta/1100", ["\"18\":{", "\"17\":{", "\"19\":{"]),
    ] {
        let body = get(&fixture, "wholesaler", path).await.body;
        let places = ordered.map(|key| body.find(key).unwrap());
        assert!(places.is_sorted(), "{path}: {places:?}");
    }
}

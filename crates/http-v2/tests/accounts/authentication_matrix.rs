//! Every operation of the OpenAPI document, requested with every kind of credential. A new route is in the matrix as
//! soon as it is documented.

use crate::client::{TestRequest, TestResponse, send};
use crate::test_service::TestService;
use actix_web::http::Method;
use catalog_testkit::DocumentedOperation;
use catalog_testkit::app::SECRET;
use catalog_testkit::forged_token::ForgedToken;
use serde_json::json;

/// Requests beyond the documented path, as `(method, target, outcome for a user, for a user with configurator access,
/// for an administrator)`.
const EXACT: &[(&str, &str, Outcome, Outcome, Outcome)] = &[
    ("GET", "/api/v2/catalog/sections/1?include=filters", OK, OK, OK),
    ("GET", "/api/v2/catalog/sections/9", NO_SECTION, NO_SECTION, NO_SECTION),
    ("GET", "/api/v2/products?stockNumbers=P-1&include=configurator", NO_CONFIGURATOR, OK, OK),
    ("GET", "/api/v2/products/search", INVALID, INVALID, INVALID),
    ("GET", "/api/v2/catalog/sections/9/price-list.xlsx", NO_SECTION, NO_SECTION, NO_SECTION),
    ("GET", "/api/v2/products/search/price-list.xlsx", INVALID, INVALID, INVALID),
    ("GET", "/api/v2/products/P-9", NO_PRODUCT, NO_PRODUCT, NO_PRODUCT),
    ("GET", "/api/v2/products/P-1?include=configurator", NO_CONFIGURATOR, OK, OK),
    ("GET", "/auth/admin/users?status=nonsense", FORBIDDEN, FORBIDDEN, INVALID),
    ("PATCH", "/auth/admin/users/2", FORBIDDEN, FORBIDDEN, OK),
    ("PATCH", "/auth/admin/users/999", FORBIDDEN, FORBIDDEN, NO_USER),
    ("PATCH", "/auth/admin/users/x", FORBIDDEN, FORBIDDEN, INVALID),
    ("DELETE", "/auth/admin/users/999", FORBIDDEN, FORBIDDEN, NO_USER),
    ("DELETE", "/auth/admin/users/x", FORBIDDEN, FORBIDDEN, INVALID),
    ("POST", "/auth/admin/users/2/invitation", FORBIDDEN, FORBIDDEN, OK),
    ("POST", "/auth/admin/users/5/invitation", FORBIDDEN, FORBIDDEN, INVALID),
    ("POST", "/auth/admin/users/4/invitation", FORBIDDEN, FORBIDDEN, INVALID),
    ("POST", "/auth/admin/users/999/invitation", FORBIDDEN, FORBIDDEN, NO_USER),
    ("POST", "/auth/admin/users/x/invitation", FORBIDDEN, FORBIDDEN, INVALID),
    ("GET", "/auth/admin/users?page=0", FORBIDDEN, FORBIDDEN, INVALID),
    ("POST", "/auth/keys", INVALID, INVALID, INVALID),
    ("PUT", "/auth/keys", NO_METHOD, NO_METHOD, NO_METHOD),
    ("DELETE", "/auth/keys/abcdefgh2345", NO_USER, NO_USER, NO_USER),
    ("GET", "/auth/admin/users/2/keys", FORBIDDEN, FORBIDDEN, OK),
    ("GET", "/auth/admin/users/x/keys", FORBIDDEN, FORBIDDEN, INVALID),
    ("DELETE", "/auth/admin/users/2/keys/abcdefgh2345", FORBIDDEN, FORBIDDEN, NO_USER),
    ("PUT", "/auth/admin/users/2", NO_METHOD, NO_METHOD, NO_METHOD),
    ("GET", "/api/v2/imports", FORBIDDEN, FORBIDDEN, OK),
    ("POST", "/api/v2/imports?mode=all", FORBIDDEN, FORBIDDEN, INVALID),
    ("PATCH", "/api/v2/imports", NO_METHOD, NO_METHOD, NO_METHOD),
    ("GET", "/api/v2/imports/x", FORBIDDEN, FORBIDDEN, NO_USER),
    ("DELETE", "/api/v2/imports/run-9", FORBIDDEN, FORBIDDEN, NO_USER),
    ("DELETE", "/api/v2/imports/run-1", FORBIDDEN, FORBIDDEN, CONFLICT),
    ("POST", "/api/v2/imports/x/start", FORBIDDEN, FORBIDDEN, NO_USER),
    ("GET", "/api/v2/imports/run-1/report", FORBIDDEN, FORBIDDEN, NO_USER),
    ("PUT", "/api/v2/imports/x/parts/0", FORBIDDEN, FORBIDDEN, INVALID),
    ("GET", "/auth/admin", NO_ROUTE, NO_ROUTE, NO_ROUTE),
];

/// Requests that need no token.
const PUBLIC: [&str; 7] = [
    "/auth/admin/login",
    OAUTH,
    "/auth/password",
    "/auth/password/forgotten",
    "/auth/registration",
    "/auth/token",
    LINK,
];

/// Its errors have no envelope.
const OAUTH: &str = "/auth/oauth/token";

/// What it wants is in the address. This one is wrong, and wrong ones are counted.
const LINK: &str = "/price-lists/1";

type Outcome = (u16, &'static str);

const OK: Outcome = (200, "");
const INVALID: Outcome = (400, "ValidationError");
const UNAUTHORIZED: Outcome = (401, "AuthorizationError");
const FORBIDDEN: Outcome = (403, "ForbiddenError");
const NO_CONFIGURATOR: Outcome = (403, "ConfiguratorAccessError");
const NO_SECTION: Outcome = (404, "CatalogSectionNotFoundError");
const NO_PRODUCT: Outcome = (404, "ProductNotFoundError");
const NO_USER: Outcome = (404, "NotFoundError");
const CONFLICT: Outcome = (409, "ConflictError");
const NO_ROUTE: Outcome = (404, "NotFoundError");
const NO_METHOD: Outcome = (405, "MethodNotAllowedError");

struct Operation {
    method: Method,
    /// The documented path with values in the place of its parameters.
    target: String,
    is_public: bool,
    is_for_administrators: bool,
}

/// The document's operations with these values, but those that the server adds.
fn operations(values: &[(&str, &str)]) -> Vec<Operation> {
    let document = http_v2::openapi();
    let operations = DocumentedOperation::all(&document).filter(|each| !each.path.starts_with("/health/"));
    let operation = |each: DocumentedOperation<'_>| Operation {
        method: each.method.parse().unwrap(),
        target: each.target(values),
        is_public: each.is_public(),
        is_for_administrators: each.is_for_administrators(),
    };
    operations.map(operation).collect()
}

fn refused_tokens(service: &TestService) -> Vec<(&'static str, String, Outcome)> {
    let forged = ForgedToken::refused(&service.token("user"), &SECRET).into_iter();
    let accounts = [("disabled", FORBIDDEN), ("pending", FORBIDDEN), ("former", FORBIDDEN)];
    let theirs = accounts.map(|(user, outcome)| (user, service.token(user), outcome));
    forged.map(|(case, token)| (case, token, UNAUTHORIZED)).chain(theirs).collect()
}

async fn ask(service: &TestService, method: &Method, target: &str, token: Option<&str>) -> TestResponse {
    let mut request = TestRequest::default().method(method.clone()).uri(target);
    if *method != Method::GET {
        request = request.insert_header(("Content-Type", "application/json")).set_payload("{}");
    }
    if let Some(token) = token {
        request = request.insert_header(("Authorization", format!("Bearer {token}")));
    }
    send(&service.state, request).await
}

fn owned((status, name): Outcome) -> (u16, String) {
    (status, name.to_owned())
}

#[actix_web::test]
async fn the_forged_token_helper_can_make_a_valid_token() {
    for service in TestService::all() {
        let token = ForgedToken::of(&service.token("user")).signed(&SECRET);
        assert_eq!(ask(&service, &Method::GET, "/auth/v2/check", Some(&token)).await.outcome(), owned(OK));
    }
}

#[actix_web::test]
async fn no_documented_operation_opens_without_a_good_token() {
    for service in TestService::all() {
        let tokens = refused_tokens(&service);
        let operations: Vec<_> = operations(&[]).into_iter().filter(|operation| !operation.is_public).collect();
        assert!(operations.len() >= 9, "the document has lost operations");
        for Operation { method, target, .. } in &operations {
            let response = ask(&service, method, target, None).await;
            assert_eq!(response.outcome(), owned(UNAUTHORIZED), "{method} {target}: no token");
            for (case, token, expected) in &tokens {
                let response = ask(&service, method, target, Some(token)).await;
                assert_eq!(response.outcome(), owned(*expected), "{method} {target}: {case}");
                let challenge = match *expected {
                    UNAUTHORIZED if target.contains("/price-list.") => {
                        r#"Basic realm="price lists", charset="UTF-8", Bearer"#
                    }
                    UNAUTHORIZED => "Bearer",
                    _ => "",
                };
                assert_eq!(response.header("www-authenticate"), challenge, "{method} {target}: {case}");
            }
        }
    }
}

#[actix_web::test]
async fn routes_without_authentication_ignore_tokens() {
    for service in TestService::all() {
        let public: Vec<_> = operations(&[]).into_iter().filter(|operation| operation.is_public).collect();
        let targets: Vec<_> = public.iter().map(|operation| operation.target.as_str()).collect();
        assert_eq!(targets, PUBLIC, "public by decision only");
        for Operation { method, target, .. } in &public {
            let without = ask(&service, method, target, None).await;
            if target == LINK {
                assert_eq!(without.outcome(), owned(UNAUTHORIZED), "{target}");
                continue;
            } else if target == OAUTH {
                assert_eq!((without.status, without.json()), (400, json!({"error": "invalid_request"})));
            } else {
                assert_eq!(without.outcome(), owned(INVALID), "{target}");
            }
            for (case, token, _) in refused_tokens(&service) {
                assert_eq!(ask(&service, method, target, Some(&token)).await, without, "{target}: {case}");
            }
            let administrator = service.token("administrator");
            assert_eq!(ask(&service, method, target, Some(&administrator)).await, without, "{target}");
        }
    }
}

#[actix_web::test]
async fn each_role_gets_exactly_the_status_and_name_that_it_should() {
    for service in TestService::all() {
        for (method, target, user, builder, administrator) in EXACT {
            let method = method.parse().unwrap();
            for (name, expected) in [("user", user), ("builder", builder), ("administrator", administrator)] {
                let response = ask(&service, &method, target, Some(&service.token(name))).await;
                assert_eq!(response.outcome(), owned(*expected), "{method} {target}: {name}: {}", response.body);
            }
        }
    }
}

#[actix_web::test]
async fn every_role_may_send_each_documented_read_that_is_not_for_administrators() {
    let values = [("id", "1"), ("stockNumber", "P-1"), ("stockNumbers", "P-1"), ("q", "p"), ("since", "2026-01-01")];
    for service in TestService::all() {
        let reads = operations(&values).into_iter().filter(|each| each.method == Method::GET && !each.is_public);
        for Operation { method, target, is_for_administrators, .. } in reads {
            // No import has this id.
            let found = if target.starts_with("/api/v2/imports/") { NO_USER } else { OK };
            let of_others = if is_for_administrators { FORBIDDEN } else { found };
            for (user, expected) in [("user", of_others), ("builder", of_others), ("administrator", found)] {
                let response = ask(&service, &method, &target, Some(&service.token(user))).await;
                assert_eq!(response.outcome(), owned(expected), "{method} {target}: {user}: {}", response.body);
            }
        }
    }
}

#[test]
fn every_documented_write_has_an_exact_expectation_or_is_public() {
    let shape = |target: &str| target.split('?').next().unwrap_or_default().split('/').count();
    let document = http_v2::openapi();
    for DocumentedOperation { method, path, .. } in DocumentedOperation::all(&document).filter(|each| !each.is_public())
    {
        let fixed = path.split('{').next().unwrap_or_default();
        let fits = |(of, target, ..): &&(&str, &str, _, _, _)| *of == method && target.starts_with(fixed);
        let is_expected = EXACT.iter().filter(fits).any(|(_, target, ..)| shape(target) == shape(path));
        assert!(method == "GET" || is_expected, "{method} {path} is in no table");
    }
}

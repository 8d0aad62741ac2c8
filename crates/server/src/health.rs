//! Liveness and readiness of the process. For load balancers, without a token (`docs/contract.md#health`).

use actix_web::http::header::{CACHE_CONTROL, RETRY_AFTER};
use actix_web::{HttpResponse, web};
use catalog_app::refresh::{NotReady, RefreshHealth};
use catalog_domain::values::CatalogRevision;
use http_common::HttpState;
use http_common::json::{Empty, Envelope, ErrorBody};
use http_v2::get_resource;
use serde::Serialize;
use std::time::Instant;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Health {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    catalog_revision: Option<i64>,
}

/// Adds `/health/live` and `/health/ready`.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config.service(get_resource("/health/live", live)).service(get_resource("/health/ready", ready));
}

/// Adds `/health/live`, and responds to everything else as unready: there is nothing to serve yet.
pub(crate) fn configure_unavailable(config: &mut web::ServiceConfig) {
    config
        .service(get_resource("/health/live", live))
        .service(
            web::resource("/health/ready").to(|| async { refuse("not ready: the store cannot be used yet".into()) }),
        )
        .default_service(web::to(|| async { refuse("The service is not available yet.".into()) }));
}

/// 200 while the process runs.
async fn live() -> HttpResponse {
    ok_response(Health { state: "live", catalog_revision: None })
}

/// 200 while memory agrees with the store, 503 with the reason otherwise.
async fn ready(refresh_health: web::Data<RefreshHealth>, http: web::Data<HttpState>) -> HttpResponse {
    readiness_response(refresh_health.check(Instant::now()), http.app.catalog.current().revision())
}

fn readiness_response(readiness: Result<(), NotReady>, revision: CatalogRevision) -> HttpResponse {
    match readiness {
        Ok(()) => ok_response(Health { state: "ready", catalog_revision: Some(revision.0) }),
        Err(reason) => refuse(format!("not ready: {reason}")),
    }
}

fn refuse(message: String) -> HttpResponse {
    let error = ErrorBody { code: 503, name: "ServiceUnavailableError", message, details: Vec::new() };
    HttpResponse::ServiceUnavailable()
        .insert_header((RETRY_AFTER, "1"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(Envelope::failure(error))
}

fn ok_response(health: Health) -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(Envelope::<_, Empty>::success(health))
}

#[cfg(test)]
mod tests;

//! Maps paths and methods to endpoints, and to their successors in v2.

use crate::endpoints;
use crate::middleware::{V1Route, v1_middleware};
use crate::settings::V1Settings;
use crate::v1_error::{V1Error, V1Result};
use actix_web::dev::ServiceRequest;
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse, Resource, Responder, guard};
use http_common::RequestError;
use std::future::ready;
use std::sync::Arc;

const PRODUCTS: &str = "/api/v2/products";
const SECTIONS: &str = "/api/v2/catalog/sections";
const TREE: &str = "/api/v2/catalog/tree";

/// The paths that are no route.
const UNKNOWN: &str = "/api/v1/{unknown:.*}";

/// Registers every v1 route, and a response for every other path below `/api/v1`. The handlers expect
/// `web::Data<http_common::HttpState>` among the app data.
pub fn configure(config: &mut ServiceConfig, settings: &V1Settings) {
    let mut routes = Routes { config, settings };
    configure_lists(&mut routes);
    configure_single(&mut routes);
    // Clients understand 200 only, so even an unknown path gets it.
    routes.add(vec!["/api/v1", UNKNOWN], (UNKNOWN, TREE), |resource| resource.to(refuse));
}

/// The paths without a parameter. Routes are tried one after the other: these take the least time, and what clients
/// poll is among them.
fn configure_lists(routes: &mut Routes<'_>) {
    routes
        .get("/api/v1/get/items/availability/by-stock", PRODUCTS, endpoints::list_availability_by_stock)
        .get("/api/v1/get/items/availability/from", SECTIONS, endpoints::list_availability_from)
        .get("/api/v1/get/items", PRODUCTS, endpoints::list_items)
        .get("/api/v1/get/items/by-stock", PRODUCTS, endpoints::list_items_by_stock)
        .get("/api/v1/get/items/from", SECTIONS, endpoints::list_items_from)
        .get("/api/v1/get/items/documentation", PRODUCTS, endpoints::list_documentation)
        .get("/api/v1/get/items/documentation/by-stock", PRODUCTS, endpoints::list_documentation_by_stock)
        .get("/api/v1/get/items/documentation/from", SECTIONS, endpoints::list_documentation_from)
        .get("/api/v1/get/catalog", TREE, endpoints::get_catalog)
        .get("/auth/check", "/auth/v2/check", endpoints::check_legacy_token);
}

/// The paths that name one thing.
fn configure_single(routes: &mut Routes<'_>) {
    routes
        .get("/api/v1/get/item/{id}/availability", PRODUCTS, endpoints::get_item_availability)
        .get("/api/v1/get/item/{id}", PRODUCTS, endpoints::get_item)
        .get("/api/v1/get/item/{id}/configurator", PRODUCTS, endpoints::get_item_configurator)
        .get("/api/v1/get/item/{id}/documentation", PRODUCTS, endpoints::get_item_documentation)
        .get("/api/v1/get/vendors/for/{id}", SECTIONS, endpoints::list_vendors)
        .get("/api/v1/get/section-meta/{id}", SECTIONS, endpoints::get_section_meta)
        .get("/auth/token/{login}", "/auth/token", endpoints::issue_legacy_token);
}

struct Routes<'a> {
    config: &'a mut ServiceConfig,
    settings: &'a V1Settings,
}

impl Routes<'_> {
    fn get<F, Args>(&mut self, path: &'static str, successor: &'static str, handler: F) -> &mut Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let read = guard::Any(guard::Get()).or(guard::Head());
        self.add(vec![path], (path, successor), |resource| {
            resource.route(web::route().guard(read).to(handler)).default_service(web::to(refuse))
        })
    }

    /// A resource at `paths`; of a v1 that is switched off, only the headers are left.
    fn add(
        &mut self,
        paths: Vec<&'static str>,
        (pattern, successor): (&'static str, &'static str),
        serve: impl FnOnce(Resource) -> Resource,
    ) -> &mut Self {
        let resource = web::resource(paths);
        let resource = if self.settings.is_on {
            serve(resource)
        } else {
            resource.to(move || ready(Err::<HttpResponse, _>(V1Error::SwitchedOff { successor })))
        };
        let route = Arc::new(V1Route::new(pattern, successor, self.settings));
        let middleware = move |request: ServiceRequest, next: Next<_>| v1_middleware(request, next, Arc::clone(&route));
        self.config.service(resource.wrap(from_fn(middleware)));
        self
    }
}

async fn refuse() -> V1Result {
    Err(RequestError::RouteNotFound.into())
}

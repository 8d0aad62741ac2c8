//! The HTTP server: the application's routes and the middleware of every request.

use crate::config::{CorsOrigins, HttpConfig};
use crate::demo_pictures;
use crate::file_limit::connection_capacity;
use crate::health;
use crate::metrics::{RequestMetrics, WorkerMetrics};
use crate::telemetry::batch_lines;
use crate::v1::{self, V1};
use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{App, Error, HttpResponse, web};
use catalog_app::refresh::RefreshHealth;
use cross_origin::{allow_cross_origin, of_interfaces_only};
use http_common::HttpState;
use http_common::request::stamp_request_id;
use http_common::response::{RefusalCode, add_security_headers, compress, send_in_chunks};
use http_portal::{ApiResponder, ApiTarget, PortalSettings};
use http_v2::{ApiDocument, Documentation, PrefilledLogins};
use in_flight::InFlight;
use loggable_path::{loggable_method, loggable_path};
use panics::catch_panics;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Instant;

mod connections;
mod cross_origin;
mod error_bodies;
mod in_flight;
mod listeners;
mod loggable_path;
mod panics;
mod side_server;
mod timeout_stream;
mod unavailable;

pub(crate) use connections::ServerBounds;
pub(crate) use listeners::Listeners;
pub(crate) use side_server::start_beside;
pub(crate) use timeout_stream::OpenConnections;
pub(crate) use unavailable::UnavailableServer;

#[derive(Clone)]
pub(crate) struct SharedState {
    pub(crate) http: web::Data<HttpState>,
    pub(crate) refresh_health: web::Data<RefreshHealth>,
    pub(crate) requests: RequestMetrics,
    pub(crate) connections: OpenConnections,
    pub(crate) portal: PortalSettings,
    pub(crate) v1: V1,
    pub(crate) origins: CorsOrigins,
    pub(crate) has_demo_pictures: bool,
}

/// Starts serving on `listeners`. The server runs when it is awaited, and serves until then from its own threads.
///
/// # Errors
/// When the operating system refuses.
pub(crate) fn start(
    config: &HttpConfig,
    listeners: &Listeners,
    state: SharedState,
    documentation: Documentation,
) -> io::Result<Server> {
    let open = state.connections.clone();
    let bounds = ServerBounds {
        workers: config.workers,
        connections: connection_capacity(config.max_connections),
        keep_alive: config.keep_alive,
        client_timeout: config.client_timeout,
        shutdown: HttpConfig::SHUTDOWN,
    };
    connections::serve(bounds, listeners, &open, move || application(&state, &documentation))
}

/// The OpenAPI documents, the present interface's first, and a page that fills in `logins`.
pub(crate) fn documentation(logins: &PrefilledLogins, site_name: Option<&str>) -> Documentation {
    let v1 = v1::DOCUMENT.map(|make| ApiDocument::new("v1", "/openapi/v1.json", make, site_name));
    Documentation::new(ApiDocument::v2(site_name).into_iter().chain(v1).collect(), logins)
}

/// The routes with their middleware, from the outside: the request's id, its log line, the panic handler, headers for
/// browsers, chunks, compression.
fn application(
    state: &SharedState,
    documentation: &Documentation,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let application = App::new()
        .app_data(state.http.clone())
        .app_data(state.refresh_health.clone())
        .app_data(Rc::new(WorkerMetrics::new(state.requests.clone())))
        .configure(http_v2::configure)
        .configure(|config| state.v1.configure(config))
        .configure(health::configure)
        .configure(|config| http_v2::configure_documentation(config, documentation))
        .app_data(web::Data::new(PORTAL_API))
        .configure(|config| http_portal::configure(config, &state.portal))
        .configure(if state.has_demo_pictures { demo_pictures::configure } else { |_: &mut web::ServiceConfig| () })
        .default_service(web::to(http_v2::not_found))
        .wrap(from_fn(compress))
        .wrap(from_fn(send_in_chunks))
        .wrap(allow_cross_origin(&state.origins))
        .wrap(from_fn(of_interfaces_only))
        .wrap(from_fn(add_security_headers))
        .wrap(from_fn(catch_panics))
        .wrap(from_fn(log_request))
        .wrap(from_fn(stamp_request_id));
    #[cfg(feature = "otlp")]
    let application = application.wrap(from_fn(crate::telemetry::continue_trace));
    application
}

/// Has v2 respond to the requests that pages of the portal show. The adapters do not know each other.
const PORTAL_API: ApiResponder = ApiResponder(respond);

fn respond(asked: ApiTarget) -> Pin<Box<dyn Future<Output = HttpResponse>>> {
    Box::pin(async move {
        let ApiTarget { request, caller, target } = asked;
        match HttpState::of(&request) {
            Ok(state) => http_v2::respond_on_behalf(&request, state.clone(), caller, &target).await,
            Err(_) => http_v2::internal_error(&request),
        }
    })
}

/// One log line per request, its metrics, and its part of the connection's requests in flight. The query is left out:
/// it can be long, and it is the client's.
async fn log_request(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let started = Instant::now();
    let _in_progress = request.conn_data::<Rc<InFlight>>().map(InFlight::begin);
    let (method, path) = (loggable_method(request.method()), loggable_path(request.path()).into_owned());
    let metrics = request.app_data::<Rc<WorkerMetrics>>().cloned();
    let outcome = next.call(request).await;
    let status = match &outcome {
        Ok(response) => response.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    let code = outcome.as_ref().ok().and_then(|ok| ok.response().extensions().get::<RefusalCode>().map(|code| code.0));
    let took = started.elapsed();
    let pattern = outcome.as_ref().ok().and_then(|response| response.request().match_pattern());
    #[cfg(feature = "otlp")]
    crate::telemetry::describe_request(&method, pattern.as_deref(), status);
    if let Some(metrics) = metrics {
        if let Some(code) = code {
            metrics.count_refusal(pattern.clone(), code);
        }
        metrics.observe(&method, pattern, status, took);
    }
    let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    batch_lines();
    tracing::info!(%method, path, status = status.as_u16(), code, microseconds, "request");
    outcome
}

#[cfg(test)]
mod tests;

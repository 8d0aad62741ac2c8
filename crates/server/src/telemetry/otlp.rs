//! Traces for a collector, by OTLP over HTTP: what a request or an import spent its time on.
//!
//! The environment variables of OpenTelemetry configure it: `OTEL_EXPORTER_OTLP_ENDPOINT` turns it on.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{FutureExt, TracerProvider};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::sync::OnceLock;
use std::time::Duration;
use tracing::level_filters::LevelFilter;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::LookupSpan;

/// The variables that name a collector.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
/// Spans that begin a trace. All others belong to one: what a server does by itself, such as asking the store for a new
/// revision twice a second, makes none.
const ROOTS: [&str; 2] = ["request", "import"];
/// How long the collector may take. Spans are sent from a thread of their own, which waits.
const PATIENCE: Duration = Duration::from_secs(10);
const LARGEST_ANSWER: u64 = 64 * 1024;

/// What sends spans, until the process ends.
static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Begins to send spans, if a collector is named.
///
/// # Errors
/// For a collector that is not named by an `http` URL.
pub(super) fn start<S>() -> anyhow::Result<Option<impl Layer<S>>>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let endpoint = |name: &&str| std::env::var(name).ok().filter(|url| !url.is_empty());
    let Some((name, url)) = ENDPOINTS.iter().find_map(|name| Some((name, endpoint(name)?))) else { return Ok(None) };
    anyhow::ensure!(url.starts_with("http://"), "{name}: {url:?} is no http:// URL; run a collector nearby");
    let exporter = SpanExporter::builder().with_http().with_http_client(Collector::new()).build();
    let exporter = exporter.map_err(|error| anyhow::anyhow!("{name}: no traces can be sent: {error}"))?;
    let resource = Resource::builder();
    // The standard variable wins.
    let resource = match std::env::var_os("OTEL_SERVICE_NAME") {
        Some(_) => resource,
        None => resource.with_service_name("catalog"),
    };
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build();
    let spans = tracing_opentelemetry::layer().with_tracer(provider.tracer("catalog"));
    let spans = spans.with_location(false).with_threads(false).with_tracked_inactivity(false);
    let belongs_to_a_trace = dynamic_filter_fn(|metadata, context| {
        let is_ours = metadata.target() == "spans" || ROOTS.contains(&metadata.name());
        metadata.is_span() && is_ours && (ROOTS.contains(&metadata.name()) || context.lookup_current().is_some())
    });
    let _ = PROVIDER.set(provider);
    Ok(Some(spans.with_filter(belongs_to_a_trace.with_max_level_hint(LevelFilter::DEBUG))))
}

/// Whether a collector is named. Without one, a request costs nothing more.
fn is_on() -> bool {
    PROVIDER.get().is_some()
}

/// Sends the spans that were not sent yet.
pub(super) fn finish() {
    if let Some(Err(error)) = PROVIDER.get().map(SdkTracerProvider::shutdown) {
        tracing::warn!(%error, "some spans could not be sent");
    }
}

/// Middleware (for `from_fn`): the span of a request continues the trace that its `traceparent` names.
///
/// # Errors
/// Those of the wrapped service.
pub(crate) async fn continue_trace(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    if !is_on() {
        return next.call(request).await;
    }
    let parent = TraceContextPropagator::new().extract(&Headers(request.headers()));
    next.call(request).with_context(parent).await
}

/// Says in the span of a request what it was.
pub(crate) fn describe_request(method: &Method, route: Option<&str>, status: StatusCode) {
    if !is_on() {
        return;
    }
    let span = Span::current();
    span.set_attribute("http.request.method", method.to_string());
    span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
    if let Some(route) = route {
        span.set_attribute("http.route", route.to_owned());
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

#[derive(Debug)]
struct Collector(ureq::Agent);

impl Collector {
    fn new() -> Self {
        let config = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
        Self(config.build().into())
    }
}

#[async_trait::async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let mut response = self.0.run(Request::from_parts(parts, body.to_vec()))?;
        let answer = response.body_mut().with_config().limit(LARGEST_ANSWER).read_to_vec()?;
        let (parts, _) = response.into_parts();
        Ok(Response::from_parts(parts, answer.into()))
    }
}

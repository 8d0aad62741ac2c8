//! All that a server has for v1: its settings, routes, document, metrics and state. Without the feature `v1`,
//! `without_v1.rs` is in its place.

mod config;

pub(crate) use config::V1Config;

use catalog_app::App;
use catalog_app::v1_usage::record_every_minute;
use catalog_domain::ports::V1Caller;
use http_portal::Message;
use http_v1_compat::V1Settings;
use long_work::PeriodicThread;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use serde_json::Value;
use std::sync::Arc;
use std::{fmt, io};

/// v1 as a server serves it. Cloning it shares its counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct V1(V1Settings);

impl V1 {
    pub(crate) fn new(config: V1Config) -> Self {
        let V1Config { is_on, sunset } = config;
        Self(V1Settings { is_on, sunset: sunset.map(|date| date.0), ..V1Settings::default() })
    }

    pub(crate) fn configure(&self, config: &mut actix_web::web::ServiceConfig) {
        http_v1_compat::configure(config, &self.0);
    }

    /// Records its usage from now on.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub(crate) fn record_usage(&self, app: &App) -> io::Result<PeriodicThread> {
        record_every_minute(Arc::clone(&self.0.usage), Arc::clone(app.v1_usage.store()))
    }

    pub(crate) fn write_metrics(&self, page: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let help = "Requests to v1 by the pattern of the route and the id of the account.";
        let mut family = page.encode_descriptor("catalog_v1_requests", help, None, MetricType::Counter)?;
        self.0.usage.totals().iter().try_for_each(|(caller, route, requests)| {
            let account = match caller {
                V1Caller::Account(id) => id.to_string(),
                V1Caller::Nobody => "none".to_owned(),
                V1Caller::Others => "other".to_owned(),
            };
            let labels = [("route", *route), ("account", &account)];
            family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, f64>(requests, None)
        })
    }

    /// Whether and until when it is served.
    pub(crate) fn status(&self) -> Option<Message> {
        Some(match (self.0.is_on, self.0.sunset) {
            (false, _) => Message::new("status-off"),
            (true, None) => Message::new("status-on"),
            (true, Some(sunset)) => Message::new("status-on-until").with("end", sunset),
        })
    }
}

/// What makes its OpenAPI document. It cannot fail, which a test of the document would notice.
pub(crate) const DOCUMENT: Option<fn() -> Value> =
    Some(|| serde_json::to_value(http_v1_compat::openapi()).unwrap_or_default());

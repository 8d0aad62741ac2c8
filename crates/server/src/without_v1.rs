//! In the place of v1 in a server that is built without it.

use catalog_app::App;
use http_portal::Message;
use prometheus_client::encoding::DescriptorEncoder;
use serde_json::Value;
use std::time::Duration;
use std::{fmt, io};

/// It has no settings.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct V1Config {
    #[arg(skip)]
    pub(crate) is_on: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct V1;

/// A thread that records no usage.
pub(crate) struct NoRecording;

impl V1 {
    pub(crate) fn new(_: V1Config) -> Self {
        Self
    }

    pub(crate) fn configure(&self, _: &mut actix_web::web::ServiceConfig) {}

    pub(crate) fn record_usage(&self, _: &App) -> io::Result<NoRecording> {
        Ok(NoRecording)
    }

    pub(crate) fn write_metrics(&self, _: &mut DescriptorEncoder<'_>) -> fmt::Result {
        Ok(())
    }

    pub(crate) fn status(&self) -> Option<Message> {
        None
    }
}

impl NoRecording {
    pub(crate) fn stop(self, _: Duration) -> bool {
        true
    }
}

pub(crate) const DOCUMENT: Option<fn() -> Value> = None;

//! What a running server counts, and the page of it in the OpenMetrics text format.
//!
//! `requests` counts as things happen, as does `catalog_app::accounts::audit_events`; everything else on the page is
//! read on a scrape. Labels are bounded: a route is the pattern that matched, never the path that a client sent.

mod page;
mod process;
mod requests;
mod samples;
mod server;

pub(crate) use page::{LastImport, MetricsSource};
pub(crate) use requests::{RequestMetrics, WorkerMetrics};
pub(crate) use server::start;

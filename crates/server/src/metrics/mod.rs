//! What a running server counts, and the page of it in the Prometheus text format.
//!
//! `requests` and `audit_events` count as things happen; everything else on the page is read when somebody asks for it.
//! Labels are bounded: a route is the pattern that matched, never the path that a client sent.

mod audit_events;
mod histogram;
mod last_import;
mod page;
mod requests;
mod server;
mod text_page;

pub(crate) use audit_events::count_audit_events;
pub(crate) use histogram::Histogram;
pub(crate) use last_import::LastImport;
pub(crate) use page::MetricsSource;
pub(crate) use requests::RequestMetrics;
pub(crate) use server::start;

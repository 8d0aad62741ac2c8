//! Durations in buckets.

use prometheus_client::metrics::histogram::Histogram;

/// Upper bounds in seconds: from responses out of memory to the load of a large catalog.
const BOUNDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

/// Counts seconds.
pub fn durations() -> Histogram {
    Histogram::new(BOUNDS)
}

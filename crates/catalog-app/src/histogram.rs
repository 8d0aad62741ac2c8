//! Durations in buckets.

use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::{MetricType, TypedMetric};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds in seconds: from responses out of memory to the load of a large catalog.
const BOUNDS: [f64; 15] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, f64::INFINITY];

/// Counts durations by their length. The library's own histogram takes a lock for each observation; this one takes
/// none, because every request is observed. A page may show the latest observation in a bucket and not yet in the sum.
#[derive(Debug, Clone, Default)]
pub struct Histogram(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// How many fell into each bucket and not into the one before.
    buckets: [AtomicU64; BOUNDS.len()],
    microseconds: AtomicU64,
}

impl Histogram {
    /// Counts one duration.
    pub fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let bucket = BOUNDS.iter().zip(&self.0.buckets).find(|(bound, _)| seconds <= **bound);
        if let Some((_, bucket)) = bucket {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.0.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }
}

impl TypedMetric for Histogram {
    const TYPE: MetricType = MetricType::Histogram;
}

impl EncodeMetric for Histogram {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        let mut counts = self.0.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed));
        let buckets = BOUNDS.map(|bound| (bound, counts.next().unwrap_or_default()));
        let count = buckets.iter().map(|(_, count)| count).sum();
        let seconds = Duration::from_micros(self.0.microseconds.load(Ordering::Relaxed)).as_secs_f64();
        encoder.encode_histogram::<NoLabelSet>(seconds, count, &buckets, None)
    }

    fn metric_type(&self) -> MetricType {
        Self::TYPE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prometheus_client::encoding::text;
    use prometheus_client::registry::Registry;

    #[test]
    fn buckets_count_everything_up_to_their_bound_and_the_last_counts_all() {
        let (mut registry, histogram) = (Registry::default(), Histogram::default());
        registry.register("x", "Durations", histogram.clone());
        for milliseconds in [1, 30, 30, 90_000] {
            histogram.observe(Duration::from_millis(milliseconds));
        }
        let mut page = String::new();
        text::encode(&mut page, &registry).unwrap();
        for line in [
            "x_sum 90.061",
            "x_count 4",
            "x_bucket{le=\"0.0005\"} 0",
            "x_bucket{le=\"0.001\"} 1",
            "x_bucket{le=\"0.025\"} 1",
            "x_bucket{le=\"0.05\"} 3",
            "x_bucket{le=\"60.0\"} 3",
            "x_bucket{le=\"+Inf\"} 4",
        ] {
            assert!(page.lines().any(|written| written == line), "{line}\n{page}");
        }
    }
}

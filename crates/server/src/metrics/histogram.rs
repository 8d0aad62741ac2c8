//! Durations in buckets.

use super::text_page::{Labels, TextPage};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds in seconds: from answers out of memory to the load of a large catalog.
const BOUNDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

/// Counts durations by how long they were. Readers may see one observation half counted; the next page has it whole.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// How many fell into each bucket and not into the one before; the longest are only in `count`.
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
}

impl Histogram {
    /// Counts one duration.
    pub(crate) fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        if let Some(bucket) = BOUNDS.iter().position(|bound| seconds <= *bound).and_then(|at| self.buckets.get(at)) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes the samples of the family `name`.
    pub(super) fn write(&self, page: &mut TextPage, name: &str, labels: &Labels<'_>) {
        // Read first: an observation that comes in between must not make a bucket larger than the whole.
        let buckets: Vec<u64> = self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).collect();
        let mut below = 0;
        for (bound, bucket) in BOUNDS.iter().zip(buckets) {
            below += bucket;
            page.sample(&format!("{name}_bucket"), &labels.and("le", &bound.to_string()), below);
        }
        let count = self.count.load(Ordering::Relaxed).max(below);
        page.sample(&format!("{name}_bucket"), &labels.and("le", "+Inf"), count);
        let seconds = Duration::from_micros(self.microseconds.load(Ordering::Relaxed)).as_secs_f64();
        page.sample(&format!("{name}_sum"), labels, seconds);
        page.sample(&format!("{name}_count"), labels, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_count_everything_up_to_their_bound_and_the_last_counts_all() {
        let histogram = Histogram::default();
        for milliseconds in [1, 30, 30, 90_000] {
            histogram.observe(Duration::from_millis(milliseconds));
        }
        let mut page = TextPage::default();
        histogram.write(&mut page, "x", &Labels::default());
        let text = page.finish();
        for line in [
            "x_bucket{le=\"0.0005\"} 0",
            "x_bucket{le=\"0.001\"} 1",
            "x_bucket{le=\"0.025\"} 1",
            "x_bucket{le=\"0.05\"} 3",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(text.ends_with("x_bucket{le=\"60\"} 3\nx_bucket{le=\"+Inf\"} 4\nx_sum 90.061\nx_count 4\n"), "{text}");
    }
}

//! Response times and their percentiles.

use std::time::Duration;

#[derive(Debug, Clone, Default)]
pub(crate) struct Times(Vec<Duration>);

/// The reported percentiles of response times, in milliseconds; all 0 when there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) count: usize,
    /// Half of them are at most this.
    pub(crate) p50: f64,
    /// 99 of 100 are at most this.
    pub(crate) p99: f64,
    /// 999 of 1,000 are at most this.
    pub(crate) p999: f64,
    pub(crate) worst: f64,
}

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    pub(crate) fn summary(&self) -> Summary {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = |permille| nearest_rank(&sorted, permille).map_or(0.0, |time| time.as_secs_f64() * 1_000.0);
        Summary { count: sorted.len(), p50: at(500), p99: at(990), p999: at(999), worst: at(1_000) }
    }
}

/// The value in the middle, or the mean of the two that are there; not a number when there is none.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

/// The smallest of the sorted values that at least `permille` of 1,000 of them do not exceed.
fn nearest_rank<T: Copy>(sorted: &[T], permille: usize) -> Option<T> {
    let rank = (sorted.len() * permille).div_ceil(1_000).max(1);
    sorted.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_nearest_rank() {
        let hundred: Vec<usize> = (1..=100).collect();
        let thousand: Vec<usize> = (1..=1_000).collect();
        for (sorted, permille, expected) in [
            (&hundred[..], 500, Some(50)),
            (&hundred, 990, Some(99)),
            (&hundred, 1_000, Some(100)),
            (&thousand, 999, Some(999)),
            (&hundred[..3], 500, Some(2)),
            (&hundred[..3], 990, Some(3)),
            (&hundred[..1], 500, Some(1)),
            (&hundred[..0], 990, None),
        ] {
            assert_eq!(nearest_rank(sorted, permille), expected, "{permille} of {}", sorted.len());
        }
    }

    #[test]
    fn the_median_is_the_value_in_the_middle_or_the_mean_of_the_two_there() {
        for (values, expected) in [(vec![3.0, 1.0, 200.0], 3.0), (vec![4.0, 1.0, 2.0, 300.0], 3.0), (vec![7.0], 7.0)] {
            assert_eq!(median(values.iter().copied()), expected, "{values:?}");
        }
        assert!(median(std::iter::empty()).is_nan());
    }

    #[test]
    fn a_summary_is_in_milliseconds_whatever_the_order() {
        let mut times = Times::default();
        assert_eq!(times.summary(), Summary::default());
        for milliseconds in [30, 10, 20] {
            times.push(Duration::from_millis(milliseconds));
        }
        assert_eq!(times.summary(), Summary { count: 3, p50: 20.0, p99: 30.0, p999: 30.0, worst: 30.0 });
    }
}

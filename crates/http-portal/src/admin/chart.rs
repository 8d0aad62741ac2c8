//! Geometry of charts over time. Templates draw them as SVG, without scripts and inline styles.

use catalog_domain::values::Timestamp;

/// The width of a chart in its own units; it is scaled to the page.
pub(crate) const WIDTH: i64 = 480;
pub(crate) const HEIGHT: i64 = 140;
pub(crate) const LEFT: i64 = 70;
const RIGHT: i64 = 10;
const TOP: i64 = 15;
/// The height of the axis of time above the lower edge.
pub(crate) const BOTTOM: i64 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) at: Timestamp,
    pub(crate) value: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

/// The scale of a chart: its first and last moment, and a highest value that is round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    first: i64,
    last: i64,
    pub(crate) top: u64,
}

impl Scale {
    pub(crate) fn of(samples: &[Sample]) -> Self {
        let times = || samples.iter().map(|sample| sample.at.unix_microseconds());
        let highest = samples.iter().map(|sample| sample.value).max().unwrap_or(0);
        Self { first: times().min().unwrap_or(0), last: times().max().unwrap_or(0), top: round_up(highest) }
    }

    /// Where the sample is drawn. One moment alone is in the middle.
    pub(crate) fn point(&self, sample: Sample) -> Point {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        let span = i128::from(self.last) - i128::from(self.first);
        let passed = i128::from(sample.at.unix_microseconds()) - i128::from(self.first);
        let across = if span == 0 { i128::from(width) / 2 } else { passed * i128::from(width) / span };
        let up = i128::from(sample.value) * i128::from(height) / i128::from(self.top);
        let position = |offset: i128| i64::try_from(offset).unwrap_or(0);
        Point { x: LEFT + position(across), y: HEIGHT - BOTTOM - position(up) }
    }
}

/// The next number at or above `highest` that is 1, 2 or 5 times a power of ten.
fn round_up(highest: u64) -> u64 {
    let mut unit = 1_u64;
    loop {
        for step in [1, 2, 5] {
            match unit.checked_mul(step) {
                Some(round) if round >= highest => return round,
                Some(_) => {}
                None => return u64::MAX,
            }
        }
        match unit.checked_mul(10) {
            Some(next) => unit = next,
            None => return u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(second: i64, value: u64) -> Sample {
        Sample { at: Timestamp::from_unix_microseconds(second * 1_000_000), value }
    }

    #[test]
    fn every_sample_is_inside_the_chart() {
        for samples in [
            vec![],
            vec![sample(5, 0)],
            vec![sample(5, 7), sample(5, 9)],
            vec![sample(i64::MIN / 1_000_000, 0), sample(i64::MAX / 1_000_000, u64::MAX)],
            vec![sample(0, 10), sample(60, 200_000)],
        ] {
            let scale = Scale::of(&samples);
            for sample in samples {
                let point = scale.point(sample);
                assert!((LEFT..=WIDTH - RIGHT).contains(&point.x), "{sample:?} {point:?}");
                assert!((TOP..=HEIGHT - BOTTOM).contains(&point.y), "{sample:?} {point:?}");
            }
        }
    }

    #[test]
    fn time_goes_right_and_values_go_up() {
        let samples = [sample(0, 0), sample(50, 5), sample(100, 10)];
        let scale = Scale::of(&samples);
        let points = samples.map(|sample| scale.point(sample));
        assert_eq!(points[0], Point { x: LEFT, y: HEIGHT - BOTTOM });
        assert_eq!(points[2], Point { x: WIDTH - RIGHT, y: TOP });
        assert_eq!(points[1].x, i64::midpoint(points[0].x, points[2].x));
    }

    #[test]
    fn the_top_is_a_round_number() {
        for (highest, top) in
            [(0, 1), (1, 1), (2, 2), (3, 5), (7, 10), (11, 20), (199_999, 200_000), (u64::MAX, u64::MAX)]
        {
            assert_eq!(round_up(highest), top, "{highest}");
        }
    }
}

//! The charts of imports: public products over time, and the events of each run.

use super::chart::{BOTTOM, HEIGHT, LEFT, Point, Sample, Scale, WIDTH};
use crate::filters;
use askama::Template;
use catalog_domain::ports::RecordedImport;
use catalog_domain::values::Timestamp;
use localization::Message;
use std::fmt::Write;

/// A chart as SVG, with a description for those who do not see it.
#[derive(Template)]
#[template(path = "admin/chart.svg", escape = "html")]
pub(crate) struct Chart {
    /// The heading, which is the chart's name as well.
    pub(crate) title: Message,
    pub(crate) description: Message,
    top: u64,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    /// The points of a line: `10,20 30,40`; empty for a chart of bars.
    line: String,
    bars: Vec<Point>,
    /// The only sample, with its value: a line or bar alone shows nothing.
    only: Option<(Point, u64)>,
}

impl Chart {
    const WIDTH: i64 = WIDTH;
    const HEIGHT: i64 = HEIGHT;
    const LEFT: i64 = LEFT;
    const FLOOR: i64 = HEIGHT - BOTTOM;

    /// How many products were public after each of `imports`, which come newest first.
    pub(crate) fn of_products(imports: &[RecordedImport]) -> Self {
        let samples = samples(imports, |import| import.summary.public_after.products);
        let mut chart = Self::new("chart-products", &samples);
        let scale = Scale::of(&samples);
        let mut previous: Option<Point> = None;
        for point in samples.iter().map(|sample| scale.point(*sample)) {
            // The number stays until the next import changes it.
            if let Some(previous) = previous {
                let _ = write!(chart.line, "{},{} ", point.x, previous.y);
            }
            let _ = write!(chart.line, "{},{} ", point.x, point.y);
            previous = Some(point);
        }
        let ends = samples.first().zip(samples.last());
        chart.description = match ends {
            Some((first, last)) if samples.len() > 1 => {
                Message::new("chart-products-from").with("first", first.value).with("last", last.value)
            }
            only => Message::new("chart-products-only").with("count", only.map_or(0, |(only, _)| only.value)),
        };
        chart
    }

    /// How many events each of `imports` made, which come newest first.
    pub(crate) fn of_events(imports: &[RecordedImport]) -> Self {
        let samples = samples(imports, |import| {
            let events = import.summary.events;
            events.content + events.commercial + events.removed
        });
        let mut chart = Self::new("chart-events", &samples);
        let scale = Scale::of(&samples);
        chart.bars = samples.iter().map(|sample| scale.point(*sample)).collect();
        let (total, most) =
            (samples.iter().map(|sample| sample.value).sum::<u64>(), samples.iter().map(|sample| sample.value).max());
        chart.description = match samples.len() {
            1 => Message::new("chart-events-only"),
            imports => Message::new("chart-events-all").with("imports", imports).with("most", most.unwrap_or(0)),
        }
        .with("total", total);
        chart
    }

    fn new(title: &'static str, samples: &[Sample]) -> Self {
        Self {
            title: Message::new(title),
            description: Message::plain(""),
            top: Scale::of(samples).top,
            from: samples.iter().map(|sample| sample.at).min(),
            until: samples.iter().map(|sample| sample.at).max(),
            line: String::new(),
            bars: Vec::new(),
            only: match samples {
                [sample] => Some((Scale::of(samples).point(*sample), sample.value)),
                _ => None,
            },
        }
    }
}

/// In the order of time.
fn samples(imports: &[RecordedImport], value: impl Fn(&RecordedImport) -> u64) -> Vec<Sample> {
    imports.iter().rev().map(|import| Sample { at: import.at, value: value(import) }).collect()
}

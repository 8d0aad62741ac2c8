//! Families whose values are read on a scrape.

use prometheus_client::encoding::{DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, NoLabelSet};
use prometheus_client::metrics::MetricType;
use std::fmt;

pub(super) fn gauge(
    page: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: impl EncodeGaugeValue + Copy,
) -> fmt::Result {
    page.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
}

pub(super) fn gauges<V: EncodeGaugeValue, const N: usize>(
    page: &mut DescriptorEncoder<'_>,
    (name, help): (&str, &str),
    label: &str,
    samples: [(&str, V); N],
) -> fmt::Result {
    let mut family = page.encode_descriptor(name, help, None, MetricType::Gauge)?;
    samples.into_iter().try_for_each(|(text, value)| family.encode_family(&[(label, text)])?.encode_gauge(&value))
}

/// A counter of one sample. The format adds `_total` to `name`.
pub(super) fn counter(
    page: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: impl EncodeCounterValue + Copy,
) -> fmt::Result {
    page.encode_descriptor(name, help, None, MetricType::Counter)?.encode_counter::<NoLabelSet, _, f64>(&value, None)
}

/// A counter with one sample for each value of `label`. The format adds `_total` to `name`.
pub(super) fn counters<const N: usize>(
    page: &mut DescriptorEncoder<'_>,
    (name, help): (&str, &str),
    label: &str,
    samples: [(&str, u64); N],
) -> fmt::Result {
    let mut family = page.encode_descriptor(name, help, None, MetricType::Counter)?;
    samples.into_iter().try_for_each(|(text, value)| {
        family.encode_family(&[(label, text)])?.encode_counter::<NoLabelSet, _, f64>(&value, None)
    })
}

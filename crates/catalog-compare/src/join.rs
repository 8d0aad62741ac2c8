//! Compares what two systems responded to the same units.

use crate::compare::{self, compare_heads, compare_items, item_key, one_sided_item};
use crate::difference::{Difference, Found, Kind};
use crate::error::CompareError;
use crate::read::unit_of;
use crate::sorted::{Joined, Keyed, Pair, Record};
use crate::source::Response;
use crate::unit::{Shape, Unit};
use serde_json::{Value, json};

/// Compares the units of a join one after the other. In memory are the places of the products of one list.
pub(crate) struct Join<'a> {
    units: &'a [Unit],
    present: Option<Present>,
}

/// The unit whose records are read.
struct Present {
    unit: usize,
    key: String,
    /// Whether a system gave no list where the other one has items.
    is_broken: bool,
    items: u64,
    /// Of the items that both have: within what they are ordered, where they are in both, and which they are.
    places: Vec<(i64, u64, u64, Option<i64>)>,
}

/// What a join is about to report.
pub(crate) enum Finding {
    /// Under a key.
    Difference(String, Box<Difference>),
    /// Of a unit, so many things were compared.
    Compared(usize, u64),
}

impl<'a> Join<'a> {
    pub(crate) fn new(units: &'a [Unit]) -> Self {
        Self { units, present: None }
    }

    /// Compares all, and tells `report` what it finds.
    ///
    /// # Errors
    /// Those of the files, and of `report`.
    pub(crate) fn run(
        mut self,
        pairs: Joined,
        report: &mut dyn FnMut(Finding) -> Result<(), CompareError>,
    ) -> Result<(), CompareError> {
        for pair in pairs {
            let pair = pair?;
            let (number, is_item) = unit_of(&pair.key);
            let Some(unit) = self.units.get(number) else { continue };
            if self.present.as_ref().is_none_or(|present| present.unit != number) {
                self.finish(report)?;
                let key = pair.key.clone();
                self.present = Some(Present { unit: number, key, is_broken: false, items: 0, places: Vec::new() });
            }
            let Some(present) = &mut self.present else { continue };
            let key = pair.key.clone();
            for difference in present.compare(unit, pair, is_item)? {
                report(Finding::Difference(key.clone(), difference.into()))?;
            }
        }
        self.finish(report)
    }

    fn finish(&mut self, report: &mut dyn FnMut(Finding) -> Result<(), CompareError>) -> Result<(), CompareError> {
        let Some(mut present) = self.present.take() else { return Ok(()) };
        for difference in present.disorder(&self.units[present.unit]) {
            report(Finding::Difference(present.key.clone(), difference.into()))?;
        }
        report(Finding::Compared(present.unit, present.items.max(1)))
    }
}

impl Present {
    fn compare(&mut self, unit: &Unit, pair: Pair, is_item: bool) -> Result<Vec<Difference>, CompareError> {
        if is_item {
            return Ok(if self.is_broken { Vec::new() } else { self.compare_items(unit, pair) });
        }
        let head = |side: Option<Keyed<Record>>| side.map(|side| serde_json::from_value(side.record.value));
        let (Some(Ok(old)), Some(Ok(new))): (Option<Result<Response, _>>, Option<Result<Response, _>>) =
            (head(pair.old), head(pair.new))
        else {
            return Err(CompareError::Input(pair.key, "what was read is damaged; compare without --resume".to_owned()));
        };
        self.is_broken = !(old.is_success() && new.is_success());
        Ok(compare_heads(unit, &old, &new))
    }

    fn compare_items(&mut self, unit: &Unit, pair: Pair) -> Vec<Difference> {
        self.items += 1;
        match (pair.old, pair.new) {
            (Some(old), Some(new)) => {
                // A section that is elsewhere is a difference of its own, and not one of order.
                if old.record.group == new.record.group {
                    let id = item_key(&old.record.value).and_then(|key| key.parse().ok());
                    self.places.push((old.record.group, old.at, new.at, id));
                }
                compare_items(unit, &old.record.value, &new.record.value)
            }
            (old, new) => {
                let value = |side: &Option<Keyed<Record>>| side.as_ref().map(|side| side.record.value.clone());
                vec![one_sided_item(unit, value(&old).as_ref(), value(&new).as_ref())]
            }
        }
    }

    /// The first two items, in the old order, that the new system has the other way round.
    fn disorder(&mut self, unit: &Unit) -> Vec<Difference> {
        self.places.sort_unstable();
        let mut found: Vec<(i64, Value, Value)> = Vec::new();
        for pair in self.places.windows(2) {
            let ((group, _, first, first_id), (other, _, second, second_id)) = (pair[0], pair[1]);
            if group == other && first > second && found.last().is_none_or(|(last, ..)| *last != group) {
                found.push((group, json!([first_id, second_id]), json!([second_id, first_id])));
            }
        }
        let differences = found.into_iter().map(|(group, old, new)| {
            let (subject, path) = match unit.route.shape {
                Shape::Tree => (compare::section_subject(unit, group), "subSections"),
                _ => (compare::subject(unit), "data"),
            };
            subject.difference(Found { path: path.to_owned(), old, new, kind: Kind::Order, rule: None })
        });
        differences.collect()
    }
}

//! When a product's content and its commercial data last changed, by `docs/import-format.md`.
//!
//! Content has two times, of which the later one is shown: that of the product's own record, and that of the last run
//! with another cause. Where the documents leave open which of the two a run moves, or the product was hidden, all
//! possibilities are tracked until a response decides.

use crate::source_state::text;
use catalog_app::text::{iso_time, read_iso_time};
use catalog_domain::values::Timestamp;
use serde_json::Value;
use std::collections::BTreeSet;

/// The first second of 2026.
const NEW_YEAR: i64 = 1_767_225_600;

/// The time of a run, in seconds: runs are ten minutes apart.
pub(crate) fn second_of_run(number: usize) -> i64 {
    NEW_YEAR + 600 * i64::try_from(number).unwrap()
}

pub(crate) fn iso(microseconds: i64) -> String {
    iso_time(Timestamp::from_unix_microseconds(microseconds))
}

pub(crate) fn microseconds(text: &str) -> i64 {
    read_iso_time(text).unwrap().unix_microseconds()
}

/// The statements of a run's record about a product's times.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mention {
    pub(crate) is_product: bool,
    content: Option<i64>,
    offer: Option<i64>,
    /// The time of the commercial data that it states outside the offer.
    commercial: Option<i64>,
}

impl Mention {
    pub(crate) fn of(record: &Value) -> Self {
        let stated =
            |record: &Value, field| Some(text(record, field)).filter(|time| !time.is_empty()).map(microseconds);
        let is_product = text(record, "type") == "product";
        let offer = if is_product { &record["offer"] } else { record };
        Self {
            is_product,
            content: stated(record, "contentUpdatedAt").filter(|_| is_product),
            offer: stated(offer, "commercialUpdatedAt"),
            commercial: stated(record, "commercialUpdatedAt").filter(|_| is_product),
        }
    }
}

/// The visible effect of a run on a product, without times.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    /// Whether the product was public before the run.
    pub(crate) before: bool,
    /// Whether it is public after it.
    pub(crate) after: bool,
    pub(crate) content: bool,
    /// Whether content may differ by the record alone, hidden by another change.
    pub(crate) hidden_content: bool,
    pub(crate) commercial: bool,
    /// Whether the stock by warehouse differs, or only a warehouse's name.
    pub(crate) warehouses: bool,
    /// Whether something other than the product's own record may have changed the content.
    pub(crate) by_context: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Times {
    /// The time of the record, and of the last other change.
    content: BTreeSet<(i64, Option<i64>)>,
    commercial: BTreeSet<i64>,
    /// The last commercial time that the product's record stated outside its offer.
    stated_commercial: Option<i64>,
}

impl Times {
    /// Those of a product that the run at `at` added.
    pub(crate) fn of_new(mention: &Mention, at: i64) -> Self {
        Self {
            content: BTreeSet::from([(mention.content.unwrap_or(at), None)]),
            commercial: BTreeSet::from([mention.offer.or(mention.commercial).unwrap_or(at)]),
            stated_commercial: mention.commercial,
        }
    }

    /// Those after the run at `at`.
    pub(crate) fn advance(&mut self, mention: Option<&Mention>, seen: Seen, at: i64) {
        self.advance_content(mention, seen, at);
        self.advance_commercial(mention, seen, at);
        let stated = mention.filter(|mention| mention.is_product).and_then(|mention| mention.commercial);
        self.stated_commercial = stated.or(self.stated_commercial);
    }

    fn advance_content(&mut self, mention: Option<&Mention>, seen: Seen, at: i64) {
        let mention = mention.filter(|mention| mention.is_product);
        let was_seen = seen.before && seen.after;
        // A product that appears has changed.
        let must_move = if was_seen { seen.content } else { seen.after };
        let is_uncertain = |changed: bool| changed || !was_seen;
        let mut next = BTreeSet::new();
        for (own, other) in &self.content {
            let owns = match mention {
                Some(Mention { content: Some(stated), .. }) => vec![*stated],
                Some(_) if is_uncertain(seen.content || seen.hidden_content) => vec![*own, at],
                _ => vec![*own],
            };
            let may_be_other = is_uncertain(seen.content) && (mention.is_none() || seen.by_context || !was_seen);
            let others = if may_be_other { vec![*other, Some(at)] } else { vec![*other] };
            let is_stated = mention.is_some_and(|mention| mention.content.is_some());
            for own in owns {
                for other in &others {
                    if !must_move || is_stated || own == at || *other == Some(at) {
                        next.insert((own, *other));
                    }
                }
            }
        }
        self.content = next;
    }

    fn advance_commercial(&mut self, mention: Option<&Mention>, seen: Seen, at: i64) {
        let repeated =
            mention.and_then(|mention| mention.commercial).filter(|time| self.stated_commercial == Some(*time));
        let stated = mention.and_then(|mention| mention.offer.or(mention.commercial.filter(|_| repeated.is_none())));
        let was_seen = seen.before && seen.after;
        let mut next = match stated {
            Some(stated) => BTreeSet::from([stated]),
            None if was_seen && !seen.commercial => return,
            None => BTreeSet::from([at]),
        };
        if stated.is_none() {
            next.extend(repeated);
        }
        // Another name of a warehouse moves no time.
        if !was_seen || seen.warehouses {
            next.extend(&self.commercial);
        }
        self.commercial = next;
    }

    /// Restricts the times to those of a response; returns what was expected if they differ.
    pub(crate) fn observe(&mut self, product: &Value) -> Result<(), String> {
        let shown = |field| microseconds(text(product, field));
        let (content, commercial) = (shown("contentUpdatedAt"), shown("commercialUpdatedAt"));
        let expected: BTreeSet<i64> = self.content.iter().map(later).collect();
        self.content.retain(|times| later(times) == content);
        if self.content.is_empty() {
            return Err(format!("contentUpdatedAt is {}, expected {}", iso(content), all(&expected)));
        }
        if !self.commercial.contains(&commercial) {
            return Err(format!("commercialUpdatedAt is {}, expected {}", iso(commercial), all(&self.commercial)));
        }
        self.commercial = BTreeSet::from([commercial]);
        Ok(())
    }
}

fn later((own, other): &(i64, Option<i64>)) -> i64 {
    other.map_or(*own, |other| other.max(*own))
}

fn all(moments: &BTreeSet<i64>) -> String {
    let moments: Vec<String> = moments.iter().map(|moment| iso(*moment)).collect();
    moments.join(" or ")
}

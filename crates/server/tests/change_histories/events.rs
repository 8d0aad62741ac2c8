//! The events of a run: required and actual ones.

use crate::differences::Difference;
use crate::responses::Responses;
use crate::service::Service;
use crate::times::microseconds;
use catalog_domain::change::ChangeKind;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The event of a product for a client, without number and time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event {
    /// `changeTypes`.
    pub(crate) kinds: Vec<&'static str>,
    pub(crate) sections: Vec<i64>,
    /// The sections in whose feeds it is, each with `inSection`.
    pub(crate) feeds: BTreeMap<i64, bool>,
}

#[derive(Debug, Clone)]
pub(crate) struct Logged {
    pub(crate) number: i64,
    pub(crate) at: i64,
    pub(crate) stock_number: String,
    pub(crate) event: Event,
}

impl Event {
    /// The event required for a product with this difference; `None` where nothing differs.
    pub(crate) fn expected(
        stock_number: &str,
        difference: &Difference,
        (before, after): (&Responses, &Responses),
    ) -> Option<Self> {
        let was_public = !before.product(stock_number).is_empty();
        let is_public = !after.product(stock_number).is_empty();
        let (old, new) = (before.holders(stock_number), after.holders(stock_number));
        let content = !difference.content.is_empty() || difference.content_time || old != new;
        let commercial = !difference.commercial.is_empty() || difference.commercial_time;
        let kinds = match (was_public, is_public) {
            (false, false) => vec![],
            (true, false) => vec!["removed"],
            (false, true) => vec!["content"],
            (true, true) => [("content", content), ("commercial", commercial)]
                .into_iter()
                .filter_map(|(kind, differs)| differs.then_some(kind))
                .collect(),
        };
        let described = if is_public { after } else { before };
        let feeds = old.union(&new).map(|section| (*section, new.contains(section))).collect();
        (!kinds.is_empty()).then(|| Self { kinds, sections: described.linked(stock_number), feeds })
    }
}

/// The events after number `after`, merged from the logs of `sections`.
pub(crate) fn logged(service: &Service, sections: impl Iterator<Item = i64>, after: i64) -> Vec<Logged> {
    let mut events: BTreeMap<i64, Logged> = BTreeMap::new();
    for section in sections {
        for found in service.logged_events(section, after) {
            let event = events.entry(found.number.0).or_insert_with(|| Logged {
                number: found.number.0,
                at: found.at.unix_microseconds(),
                stock_number: found.stock_number.to_string(),
                event: Event {
                    kinds: kinds(found.kind),
                    sections: found.section_ids.iter().map(|section| section.0).collect(),
                    feeds: BTreeMap::new(),
                },
            });
            event.event.feeds.insert(section, found.in_section);
        }
    }
    events.into_values().collect()
}

fn kinds(kind: ChangeKind) -> Vec<&'static str> {
    match kind {
        ChangeKind::Removed => vec!["removed"],
        ChangeKind::Upsert { content, commercial } => {
            let kinds = [("content", content), ("commercial", commercial)];
            kinds.into_iter().filter_map(|(kind, is_set)| is_set.then_some(kind)).collect()
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct FeedPosition {
    section: i64,
    /// The parameter that says where to begin.
    start: String,
    /// The number after which events are due.
    after: i64,
    /// The client's copy there: versions by stock number.
    pub(crate) copy: BTreeMap<String, i64>,
}

impl FeedPosition {
    /// Right before the events of the run at `second`, with the copy of a client that knows the responses `before` it.
    pub(crate) fn since(section: i64, second: i64, after: i64, before: &Responses) -> Self {
        let start = format!("since={}", crate::times::iso(second * 1_000_000));
        Self { section, start, after, copy: before.versions(section) }
    }

    /// Reads the feed and its summary through the routes up to the end, in pages of `limit`, from this position, and
    /// folds its events into the copy. Returns the position at the end, or what is wrong with the responses.
    pub(crate) async fn follow(&self, service: &Service, log: &[Logged], limit: u64) -> Result<Self, String> {
        let due =
            log.iter().filter(|logged| logged.number > self.after && logged.event.feeds.contains_key(&self.section));
        let due: Vec<&Logged> = due.collect();
        let path = format!("/api/v2/catalog/sections/{}/product-changes", self.section);
        let summary = service.request(&[(0, format!("{path}/summary?{}", self.start))]).await.remove(0);
        check_summary(&summary, &due)?;
        let (mut items, mut start) = (Vec::new(), self.start.clone());
        loop {
            let page = service.request(&[(1, format!("{path}?{start}&limit={limit}&include=version"))]).await.remove(0);
            items.extend(page["items"].as_array().unwrap().iter().cloned());
            start = format!("cursor={}", page["meta"]["nextCursor"].as_str().unwrap());
            if page["meta"]["hasMore"] == false {
                break;
            }
        }
        let expected: Vec<Value> = due.iter().map(|logged| shown(logged, self.section)).collect();
        let mut copy = self.copy.clone();
        for item in &mut items {
            let at = microseconds(item["changedAt"].as_str().unwrap());
            item["changedAt"] = json!(at);
            let version = item.as_object_mut().unwrap().remove("version").and_then(|version| version.as_i64());
            let stock_number = item["stockNumber"].as_str().unwrap();
            if item["operation"] == "upsert" && item["inSection"] == true {
                copy.insert(stock_number.to_owned(), version.unwrap());
            } else {
                copy.remove(stock_number);
            }
        }
        if items != expected {
            return Err(format!("feed of {} shows {}\nexpected {}", self.section, json!(items), json!(expected)));
        }
        Ok(Self { section: self.section, start, after: service.last_event(), copy })
    }
}

fn shown(logged: &Logged, section: i64) -> Value {
    let Logged { number, at, stock_number, event } = logged;
    let operation = if event.kinds == ["removed"] { "remove" } else { "upsert" };
    let sections: Vec<String> = event.sections.iter().map(ToString::to_string).collect();
    json!({"eventId": number.to_string(), "stockNumber": stock_number, "sectionIds": sections, "changeTypes": event.kinds,
        "operation": operation, "inSection": event.feeds[&section], "changedAt": at})
}

fn check_summary(summary: &Value, due: &[&Logged]) -> Result<(), String> {
    let count = |kind: &str| {
        let counted = due.iter().filter(|logged| kind.is_empty() || logged.event.kinds.contains(&kind));
        counted.map(|logged| &logged.stock_number).collect::<BTreeSet<_>>().len()
    };
    let expected = json!({"content": count("content"), "commercial": count("commercial"), "removed": count("removed"),
        "total": count("")});
    let is_right = expected.as_object().unwrap().iter().all(|(name, count)| summary[name] == *count);
    if is_right { Ok(()) } else { Err(format!("summary is {summary}, expected {expected}")) }
}

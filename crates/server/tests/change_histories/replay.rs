//! Performs the runs of a history and compares the visible catalog before and after each with its events.

use crate::checks::{Accepted, Failure, check_log, check_version, compare, new_levels, seen};
use crate::differences::{Difference, RunContext};
use crate::events::{Event, FeedPosition, Logged, logged};
use crate::responses::Responses;
use crate::runs::{Input, Run};
use crate::service::{Service, StoreKind};
use crate::source_state::{SourceState, text};
use crate::times::{Mention, Seen, Times, second_of_run};
use catalog_domain::products::{ProductMark, SectionDigest};
use catalog_domain::values::CatalogRevision;
use catalog_generator::Random;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) histories: usize,
    pub(crate) runs: usize,
    pub(crate) rejected: usize,
    pub(crate) unchanged: usize,
    pub(crate) events: usize,
}

pub(crate) struct Replay {
    service: Service,
    pub(crate) source_state: SourceState,
    responses: Responses,
    /// The possible times of every product.
    times: BTreeMap<String, Times>,
    log: Vec<Logged>,
    positions: BTreeMap<i64, FeedPosition>,
    pub(crate) counts: Counts,
}

impl Replay {
    /// An empty service; `None` where no such store is available.
    pub(crate) async fn begin(kind: StoreKind) -> Option<Self> {
        let service = Service::start(kind, second_of_run(0)).await?;
        let (responses, times, log, positions) = (Responses::default(), BTreeMap::new(), Vec::new(), BTreeMap::new());
        let counts = Counts { histories: 1, ..Counts::default() };
        Some(Self { service, source_state: SourceState::default(), responses, times, log, positions, counts })
    }

    pub(crate) async fn perform(&mut self, run: &Run) -> Result<(), Failure> {
        if run.restart {
            self.restart(run).await?;
        }
        let second = second_of_run(run.number);
        let revision = self.service.revision();
        let is_again = matches!(run.input, Input::SaidAgain { .. } | Input::ResourcesAgain);
        self.import(run, second).await?;
        if is_again && self.service.revision() != revision {
            let facts = format!("revision {} after {revision}", self.service.revision());
            return Err(Failure { run: run.number, invariant: "what was said last says nothing new", facts });
        }
        if run.twice {
            let revision = self.service.revision();
            self.import(run, second + 60).await?;
            if self.service.revision() != revision {
                let facts = format!("revision {} after {revision}", self.service.revision());
                return Err(Failure { run: run.number, invariant: "an input given twice changes nothing", facts });
            }
        }
        Ok(())
    }

    /// A restarted server shows what the one before it showed.
    async fn restart(&mut self, run: &Run) -> Result<(), Failure> {
        self.service.restart().await;
        let responses = Responses::read(&self.service, self.source_state.products.keys()).await;
        if responses == self.responses {
            return Ok(());
        }
        let facts = format!("{:?}\nthen {responses:?}", self.responses);
        Err(Failure { run: run.number, invariant: "a restart changes no response", facts })
    }

    async fn import(&mut self, run: &Run, second: i64) -> Result<(), Failure> {
        self.service.set_clock(second);
        self.counts.runs += 1;
        let again;
        let (full, records) = match &run.input {
            Input::Catalog { full, records } => (Some(*full), records.as_slice()),
            Input::Resources(records) => (None, records.as_slice()),
            Input::SaidAgain { full, seed } => {
                again = self.source_state.again(*full, &mut Random::seeded(*seed));
                (Some(*full), again.as_slice())
            }
            Input::ResourcesAgain => {
                again = self.source_state.resources.values().cloned().collect();
                (None, again.as_slice())
            }
        };
        let revision = self.service.revision();
        let public_before = self.service.public();
        let result = match full {
            Some(full) => self.service.import(full, records),
            None => self.service.import_resources(records),
        };
        let fail = |invariant, facts| Failure { run: run.number, invariant, facts };
        let report = match result {
            Ok(report) => report,
            Err(error) if error.is_rejection() && self.service.revision() == revision => {
                self.counts.rejected += 1;
                return Ok(());
            }
            Err(error) => return Err(fail("a run is done or rejected", format!("{error:?}"))),
        };
        if report.changed != (self.service.revision() != revision) || self.service.revision() > revision + 1 {
            let facts = format!("{report:?}, revision {} after {revision}", self.service.revision());
            return Err(fail("a run that changes something makes one revision", facts));
        }
        let state_before = self.source_state.clone();
        match full {
            Some(full) => self.source_state.apply(full, records),
            None => self.source_state.apply_resources(records),
        }
        self.service.refresh();
        let public = [public_before, self.service.public()];
        if public != [report.public_before, report.public_after] {
            return Err(fail("the report counts what is public", format!("{report:?}, but {public:?}")));
        }
        self.check(&Accepted { run: run.number, second, records, report }, &state_before).await
    }

    /// Compares the responses before and after a run with its events.
    async fn check(&mut self, run: &Accepted<'_>, state_before: &SourceState) -> Result<(), Failure> {
        let after = if run.report.changed {
            Responses::read(&self.service, self.source_state.products.keys()).await
        } else {
            self.counts.unchanged += 1;
            self.responses.clone()
        };
        let before = std::mem::replace(&mut self.responses, after);
        let last = self.log.last().map_or(0, |logged| logged.number);
        let found = logged(&self.service, self.source_state.sections.keys().copied(), last);
        self.counts.events += found.len();
        check_log(run, &found)?;
        let around = RunContext {
            new_levels: new_levels(run.records, &before.levels(), &self.responses.levels()),
            types_differ: state_before.types != self.source_state.types,
            public_fields: state_before
                .public_fields()
                .intersection(&self.source_state.public_fields())
                .copied()
                .collect(),
        };
        let mut events: BTreeMap<&str, &Event> =
            found.iter().map(|logged| (&*logged.stock_number, &logged.event)).collect();
        for stock_number in self.source_state.products.keys() {
            let (old, new) = (before.product(stock_number), self.responses.product(stock_number));
            let is_everywhere = |views: &[&Value]| views.is_empty() || views.len() == before.products.len().max(4);
            if !is_everywhere(&old) || !is_everywhere(&new) {
                return Err(run.fail("a product is public for every viewer or for none", stock_number.clone()));
            }
            let difference = Difference::between(&old, &new, &around);
            let expected = Event::expected(stock_number, &difference, (&before, &self.responses));
            let event = events.remove(&**stock_number);
            compare(run, stock_number, expected.as_ref(), event, &difference)?;
            check_version(run, event, &difference, (new.first().copied(), self.service.revision()))?;
            let seen = seen(stock_number, &difference, (&before, &self.responses));
            let times = times_after(&mut self.times, run, stock_number, seen);
            if let Some(product) = new.first() {
                times.observe(product).map_err(|facts| {
                    run.fail("times are those of the last changes", format!("{stock_number}: {facts}\n{difference:?}"))
                })?;
            }
        }
        if !events.is_empty() {
            return Err(run.fail("every event is of a product that was imported", format!("{events:?}")));
        }
        self.log.extend(found);
        self.follow_feeds(run, &before).await
    }

    async fn check_digest(&self, run: &Accepted<'_>, section: i64) -> Result<(), Failure> {
        let digest = format!("/api/v2/catalog/sections/{section}/product-digest");
        let found = self.service.request(&[(0, digest)]).await.remove(0);
        let copy = self.responses.versions(section);
        let mark = |(number, version): (&String, &i64)| ProductMark::of(number, CatalogRevision(*version));
        let marks: Vec<_> = copy.iter().map(mark).collect();
        let expected = SectionDigest::of(marks.iter()).whole();
        if found["digest"] == expected.to_string() && found["count"] == expected.count {
            return Ok(());
        }
        let facts = format!("section {section}: {} of {}, but {expected:?}", found["digest"], found["count"]);
        Err(run.fail("the digest of a section is that of its products and versions", facts))
    }

    /// Follows the feeds of some sections through the routes.
    async fn follow_feeds(&mut self, run: &Accepted<'_>, before: &Responses) -> Result<(), Failure> {
        if !run.report.changed {
            return Ok(());
        }
        let mut random = Random::seeded(run.second.unsigned_abs());
        let first = self.log.iter().find(|logged| logged.at == run.second * 1_000_000);
        let end = self.log.last().map_or(0, |logged| logged.number);
        let new = first.map_or(end, |logged| logged.number - 1);
        let public: Vec<i64> = self.responses.sections.keys().copied().collect();
        for section in &public {
            self.check_digest(run, *section).await?;
        }
        for section in random.some_of(&public, 2) {
            let begin = || FeedPosition::since(section, run.second, new, before);
            let position = self.positions.remove(&section).unwrap_or_else(begin);
            let limit = random.number(1..6);
            let position = position.follow(&self.service, &self.log, limit).await;
            let position = position.map_err(|facts| run.fail("feeds show the log", facts))?;
            // The digest of these is checked above.
            let versions = self.responses.versions(section);
            if position.copy != versions {
                let facts = format!("section {section}: {:?}, but {versions:?}", position.copy);
                return Err(
                    run.fail("a copy that has folded its feed to the end is at the digest of its section", facts)
                );
            }
            self.positions.insert(section, position);
        }
        Ok(())
    }
}

fn times_after<'a>(
    times: &'a mut BTreeMap<String, Times>,
    run: &Accepted<'_>,
    stock_number: &str,
    seen: Seen,
) -> &'a mut Times {
    let is_about = |record: &&Value| text(record, "stockNumber") == stock_number && text(record, "type") != "deleted";
    let mention = run.records.iter().find(is_about).map(Mention::of);
    let at = run.second * 1_000_000;
    let is_new = !times.contains_key(stock_number);
    let times = times.entry(stock_number.to_owned());
    let times = times.or_insert_with(|| Times::of_new(mention.as_ref().unwrap(), at));
    if !is_new && (run.report.changed || mention.is_some()) {
        times.advance(mention.as_ref(), seen, at);
    }
    times
}

impl Counts {
    pub(crate) fn add(&mut self, more: Self) {
        self.histories += more.histories;
        self.runs += more.runs;
        self.rejected += more.rejected;
        self.unchanged += more.unchanged;
        self.events += more.events;
    }
}

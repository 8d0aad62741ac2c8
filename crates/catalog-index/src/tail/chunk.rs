//! Events that follow one another, as columns.

use catalog_domain::change::{ChangeKind, FeedPosition, Membership};
use catalog_domain::ports::{EventRange, LoggedEventRef, RecordedEvent};
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId, Timestamp};
use hashbrown::HashMap;

const KIND_BITS: u32 = 3;
const CONTENT: u32 = 1;
const COMMERCIAL: u32 = 2;
const REMOVED: u32 = 4;

/// Events that follow one another without a gap. About 40 bytes an event: four for its stock number's end and four for
/// its shape, the stock number, and four for each feed that has it.
#[derive(Debug, Clone, Default)]
pub(super) struct Chunk {
    /// The number before the first event.
    before: i64,
    /// The runs that made the events, in order.
    runs: Vec<Run>,
    /// The stock numbers, one after the other.
    texts: String,
    text_ends: Vec<u32>,
    /// The place of the event's section ids among the different lists, and the bits of its kind.
    shapes: Vec<u32>,
    /// The different lists of directly linked sections, one after the other.
    lists: Vec<SectionId>,
    list_ends: Vec<u32>,
    /// The sections whose feeds have an event, ascending, and where their places end.
    sections: Vec<SectionId>,
    place_ends: Vec<u32>,
    /// The places of the events in each feed, ascending.
    places: Vec<Place>,
}

#[derive(Debug, Clone, Copy)]
struct Run {
    /// The index of the first.
    start: u32,
    revision: CatalogRevision,
    at: Timestamp,
}

/// The index of an event in its chunk, and in the lowest bit whether the product is in the section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(u32);

impl Place {
    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl Chunk {
    /// A chunk of the events after `number`, without any yet.
    pub(super) fn after(number: EventNumber) -> Self {
        Self { before: number.0, ..Self::default() }
    }

    /// The chunk with `events` after its own; `None` when they do not continue it, or are too large for it.
    pub(super) fn with(&self, events: &[RecordedEvent]) -> Option<Self> {
        let mut next = self.clone();
        let mut memberships: Vec<(SectionId, Place)> = self.memberships().collect();
        let mut known: HashMap<Box<[SectionId]>, u32> =
            (0..).zip(0..self.list_ends.len()).map(|(id, at)| (self.list(at).into(), id)).collect();
        for event in events {
            let index = next.push(event, &mut known)?;
            memberships.extend(event.event.memberships.iter().map(|each| (each.section, place(index, *each))));
        }
        // The places so far are sorted already, and a stable sort merges what is.
        memberships.sort_by_key(|(section, _)| *section);
        next.index(&memberships)?;
        next.shrink();
        Some(next)
    }

    /// Appends an event without its memberships; returns its index.
    fn push(&mut self, event: &RecordedEvent, known: &mut HashMap<Box<[SectionId]>, u32>) -> Option<u32> {
        if event.number != EventNumber(self.last().number.0 + 1) {
            return None;
        }
        let index = u32::try_from(self.shapes.len()).ok().filter(|index| *index < u32::MAX >> 1)?;
        if self.runs.last().is_none_or(|run| (run.revision, run.at) != (event.revision, event.at)) {
            self.runs.push(Run { start: index, revision: event.revision, at: event.at });
        }
        let section_ids = &event.event.section_ids[..];
        let list = match known.get(section_ids) {
            Some(list) => *list,
            None => {
                let list = u32::try_from(self.list_ends.len()).ok()?;
                self.lists.extend_from_slice(section_ids);
                self.list_ends.push(u32::try_from(self.lists.len()).ok()?);
                known.insert(section_ids.into(), list);
                list
            }
        };
        self.shapes.push(list.checked_mul(1 << KIND_BITS)? | kind_bits(event.event.kind));
        self.texts.push_str(&event.event.stock_number);
        self.text_ends.push(u32::try_from(self.texts.len()).ok()?);
        Some(index)
    }

    /// Sets the feeds to `memberships`, which ascend by section and then by place.
    fn index(&mut self, memberships: &[(SectionId, Place)]) -> Option<()> {
        (self.sections, self.place_ends) = (Vec::new(), Vec::new());
        for of_section in memberships.chunk_by(|(one, _), (other, _)| one == other) {
            self.sections.extend(of_section.first().map(|(section, _)| *section));
            let before = self.place_ends.last().copied().unwrap_or(0);
            self.place_ends.push(before.checked_add(u32::try_from(of_section.len()).ok()?)?);
        }
        self.places = memberships.iter().map(|(_, place)| *place).collect();
        Some(())
    }

    fn shrink(&mut self) {
        self.runs.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.text_ends.shrink_to_fit();
        self.shapes.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.list_ends.shrink_to_fit();
        self.sections.shrink_to_fit();
        self.place_ends.shrink_to_fit();
    }

    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// What they take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self)
            + self.texts.len()
            + size_of_val(&self.runs[..])
            + size_of_val(&self.text_ends[..])
            + size_of_val(&self.shapes[..])
            + size_of_val(&self.lists[..])
            + size_of_val(&self.list_ends[..])
            + size_of_val(&self.sections[..])
            + size_of_val(&self.place_ends[..])
            + size_of_val(&self.places[..])
    }

    /// The position of the last event; of an empty chunk the number before it, without a time.
    pub(super) fn last(&self) -> FeedPosition {
        let number = self.before.saturating_add(i64::try_from(self.len()).unwrap_or(i64::MAX));
        FeedPosition { number: EventNumber(number), at: self.runs.last().map(|run| run.at) }
    }

    /// The time of the event with a number; `None` when it is not here.
    pub(super) fn time_of(&self, number: EventNumber) -> Option<Timestamp> {
        let index = usize::try_from(number.0.checked_sub(self.before)?.checked_sub(1)?).ok()?;
        (index < self.len()).then(|| self.run(index)).flatten().map(|run| run.at)
    }

    /// The number before the first event at or after `at`; `None` when all are earlier.
    pub(super) fn number_before(&self, at: Timestamp) -> Option<EventNumber> {
        let first = self.runs.get(self.runs.partition_point(|run| run.at < at))?;
        Some(EventNumber(self.before + i64::from(first.start)))
    }

    /// The places of the events of `range` in the feed of `section`, in order.
    pub(super) fn places(&self, section: SectionId, range: EventRange) -> &[Place] {
        let Ok(at) = self.sections.binary_search(&section) else { return &[] };
        let places = slice(&self.places, &self.place_ends, at);
        let index = |number: EventNumber| usize::try_from(number.0.saturating_sub(self.before)).unwrap_or(0);
        let (from, to) = (index(range.after), index(range.up_to));
        let from = places.partition_point(|place| place.index() < from);
        let to = places.partition_point(|place| place.index() < to);
        places.get(from..to).unwrap_or_default()
    }

    pub(super) fn event(&self, place: Place) -> Option<LoggedEventRef<'_>> {
        let index = place.index();
        let (shape, run) = (*self.shapes.get(index)?, self.run(index)?);
        Some(LoggedEventRef {
            number: EventNumber(self.before + 1 + i64::from(place.0 >> 1)),
            revision: run.revision,
            at: run.at,
            stock_number: self.stock_number(place),
            kind: kind_of(shape),
            section_ids: self.list((shape >> KIND_BITS) as usize),
            in_section: place.0 & 1 == 1,
        })
    }

    pub(super) fn stock_number(&self, place: Place) -> &str {
        let (from, to) = bounds(&self.text_ends, place.index());
        self.texts.get(from..to).unwrap_or_default()
    }

    pub(super) fn kind(&self, place: Place) -> ChangeKind {
        kind_of(self.shapes.get(place.index()).copied().unwrap_or(0))
    }

    fn run(&self, index: usize) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.start as usize <= index);
        self.runs.get(after.checked_sub(1)?)
    }

    fn list(&self, at: usize) -> &[SectionId] {
        slice(&self.lists, &self.list_ends, at)
    }

    fn memberships(&self) -> impl Iterator<Item = (SectionId, Place)> {
        let feeds = self.sections.iter().enumerate();
        feeds.flat_map(|(at, section)| slice(&self.places, &self.place_ends, at).iter().map(|place| (*section, *place)))
    }
}

/// Where the piece at `at` begins and ends, when every piece begins where the one before it ends.
fn bounds(ends: &[u32], at: usize) -> (usize, usize) {
    let end = |at: usize| ends.get(at).map_or(0, |end| *end as usize);
    (at.checked_sub(1).map_or(0, end), end(at))
}

fn slice<'a, T>(all: &'a [T], ends: &[u32], at: usize) -> &'a [T] {
    let (from, to) = bounds(ends, at);
    all.get(from..to).unwrap_or_default()
}

fn place(index: u32, membership: Membership) -> Place {
    Place((index << 1) | u32::from(membership.in_section))
}

fn kind_bits(kind: ChangeKind) -> u32 {
    match kind {
        ChangeKind::Removed => REMOVED,
        ChangeKind::Upsert { content, commercial } => u32::from(content) * CONTENT + u32::from(commercial) * COMMERCIAL,
    }
}

fn kind_of(shape: u32) -> ChangeKind {
    match shape & REMOVED {
        0 => ChangeKind::Upsert { content: shape & CONTENT != 0, commercial: shape & COMMERCIAL != 0 },
        _ => ChangeKind::Removed,
    }
}

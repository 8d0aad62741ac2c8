//! Sections of store and input together.

use super::parent_chains::{MAXIMUM_LEVELS, Parents, find_loops, find_too_deep};
use crate::diagnostic::{Location, RecordDiagnostic};
use crate::gather::{Gathered, ParsedSection};
use crate::options::ImportMode;
use catalog_domain::ports::SectionTally;
use catalog_domain::sections::Section;
use catalog_domain::values::{SectionId, SourceId, Timestamp};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

pub(crate) struct SectionOutcome {
    /// All sections after the run, by id.
    pub(crate) all: Vec<Arc<Section>>,
    /// Those that the run writes, by id.
    pub(crate) written: Vec<Section>,
    /// Source ids that their present holders release first.
    pub(crate) released_source_ids: Vec<SourceId>,
    pub(crate) tally: SectionTally,
}

type ById<T> = BTreeMap<SectionId, T>;

pub(super) fn resolve(gathered: &mut Gathered, stored: &[Section], mode: ImportMode, at: Timestamp) -> SectionOutcome {
    let stored: ById<&Section> = stored.iter().map(|section| (section.id, section)).collect();
    let mut after: ById<Section> = stored.iter().map(|(id, section)| (*id, Section::clone(section))).collect();
    apply_input(gathered, &mut after, mode);
    let released_source_ids = release_source_ids(gathered, &stored, &mut after);
    let parents = after.values().map(|section| (section.id, section.parent)).collect();
    if !refuse_loops(gathered, &parents) {
        let before = stored.values().map(|section| (section.id, section.parent)).collect();
        refuse_deep_chains(gathered, &before, &parents);
    }
    let mut outcome =
        SectionOutcome { all: Vec::new(), written: Vec::new(), released_source_ids, tally: SectionTally::default() };
    for (id, mut section) in after {
        settle(&mut section, stored.get(&id).copied(), gathered.sections.contains_key(&id), at, &mut outcome);
        outcome.all.push(Arc::new(section));
    }
    outcome
}

fn apply_input(gathered: &mut Gathered, after: &mut ById<Section>, mode: ImportMode) {
    if mode == ImportMode::Full {
        let absent = after.values_mut().filter(|section| !gathered.sections.contains_key(&section.id));
        absent.for_each(|section| section.is_active = false);
    }
    let Gathered { sections, diagnostics, .. } = gathered;
    for (id, (location, parsed)) in sections {
        match parsed {
            ParsedSection::Given(section) => {
                after.insert(*id, Section::clone(section));
            }
            ParsedSection::Deleted => match after.get_mut(id) {
                Some(section) => section.is_active = false,
                None => diagnostics
                    .add(*location, RecordDiagnostic::new("/hierarchyId", format!("the store has no section {id}"))),
            },
        }
    }
}

/// Assigns the source ids that records of sections state. The present holder releases one when its own record states
/// another, or when it is inactive after the run; otherwise there is a conflict.
fn release_source_ids(gathered: &mut Gathered, stored: &ById<&Section>, after: &mut ById<Section>) -> Vec<SourceId> {
    let holders: HashMap<SourceId, SectionId> =
        stored.values().filter_map(|section| Some((section.source_id?, section.id))).collect();
    let mut takers: HashMap<SourceId, Location> = HashMap::new();
    let mut released = Vec::new();
    let Gathered { sections, diagnostics, .. } = gathered;
    let given = sections.iter().filter_map(|(id, (location, parsed))| match parsed {
        ParsedSection::Given(section) => Some((*id, *location, section.source_id?)),
        ParsedSection::Deleted => None,
    });
    for (id, location, source_id) in given {
        if let Some(earlier) = takers.insert(source_id, location) {
            let earlier = diagnostics.describe(earlier);
            let message = format!("source id {source_id} is already that of the section of {earlier}");
            diagnostics.add(location, RecordDiagnostic::new("/sourceId", message));
            continue;
        }
        let Some(holder) = holders.get(&source_id).filter(|holder| **holder != id) else { continue };
        let Some(holder) = after.get_mut(holder) else { continue };
        if holder.source_id != Some(source_id) {
            released.push(source_id);
        } else if matches!(sections.get(&holder.id), Some((_, ParsedSection::Given(_)))) {
            // Both records state it: reported at the later of the two.
        } else if holder.is_active {
            let message = format!("source id {source_id} is that of section {}", holder.id);
            diagnostics.add(location, RecordDiagnostic::new("/sourceId", message));
        } else {
            holder.source_id = None;
            released.push(source_id);
        }
    }
    released
}

/// Reports loops; whether there are any.
fn refuse_loops(gathered: &mut Gathered, parents: &Parents) -> bool {
    let loops = find_loops(parents);
    let is_wrong = !loops.is_empty();
    for mut section_loop in loops {
        // The store had no loop, so a record of the input closes it: the first of them is reported.
        let location_of = |id: &SectionId| gathered.sections.get(id).map(|(location, _)| *location);
        let first = (0..section_loop.len()).filter_map(|at| Some((location_of(&section_loop[at])?, at))).min();
        if let Some((location, at)) = first {
            section_loop.rotate_left(at);
            section_loop.push(section_loop[0]);
            // A loop may be as long as the catalog is large; its beginning is enough to locate it.
            let names: Vec<String> = section_loop.iter().take(20).map(ToString::to_string).collect();
            let rest = if section_loop.len() > names.len() { " > ..." } else { "" };
            let message = format!("the chain of parents loops: {}{rest}", names.join(" > "));
            gathered.diagnostics.add(location, RecordDiagnostic::new("/parentHierarchyId", message));
        }
    }
    is_wrong
}

/// Reports sections that would be too deep, each at the nearest record at or above it: one of those made it so.
fn refuse_deep_chains(gathered: &mut Gathered, before: &Parents, after: &Parents) {
    let mut reported: HashSet<SectionId> = HashSet::new();
    for deep in find_too_deep(before, after) {
        let mut chain = std::iter::successors(Some(deep), |id| after.get(id).copied().flatten());
        let record = chain.find_map(|id| Some((id, gathered.sections.get(&id)?.0)));
        if let Some((_, location)) = record.filter(|(id, _)| reported.insert(*id)) {
            let message =
                format!("section {deep} would be below level {MAXIMUM_LEVELS}, the deepest that there may be");
            gathered.diagnostics.add(location, RecordDiagnostic::new("/parentHierarchyId", message));
        }
    }
}

/// Counts the section, and marks it for writing when it changed.
fn settle(
    section: &mut Section,
    stored: Option<&Section>,
    is_named: bool,
    at: Timestamp,
    outcome: &mut SectionOutcome,
) {
    let tally = &mut outcome.tally;
    let Some(stored) = stored else {
        tally.created += 1;
        outcome.written.push(section.clone());
        return;
    };
    section.synced_at = stored.synced_at;
    if section == stored {
        tally.unchanged += u64::from(is_named);
        return;
    }
    section.synced_at = at;
    if stored.is_active && !section.is_active {
        tally.deactivated += 1;
    } else {
        tally.updated += 1;
    }
    outcome.written.push(section.clone());
}

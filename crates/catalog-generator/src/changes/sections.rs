//! The sections that a delta changes: one renamed, one deactivated, one activated, one moved.

use crate::plan::Plan;
use crate::random::Random;
use crate::records::{Record, Section};
use crate::sections::records::document;
use crate::sections::{SectionPlan, hierarchy_id};

/// In a smaller tree a single section holds so much of the catalog that an import would refuse to deactivate it.
const SWITCHED_OFF_FROM_SECTIONS: usize = 20;

/// The changed sections, each with its change; fewer than four when the tree is too small for them.
pub(crate) fn records<'a>(plan: &'a Plan<'_>, random: &mut Random) -> Vec<Record<'a>> {
    let mut changed = Vec::new();
    let mut records = Vec::new();
    if let Some(index) = choose(plan, random, &mut changed, |section| section.is_public) {
        let mut section = document(plan, index);
        section.name.to_mut().push_str(" (new range)");
        records.push(section);
    }
    if plan.sections.len() >= SWITCHED_OFF_FROM_SECTIONS
        && let Some(index) = choose(plan, random, &mut changed, is_public_leaf)
    {
        records.push(Section { is_active: false, ..document(plan, index) });
    }
    if let Some(index) = choose(plan, random, &mut changed, |section| !section.is_active) {
        records.push(Section { is_active: true, ..document(plan, index) });
    }
    if let Some(index) = choose(plan, random, &mut changed, is_public_leaf)
        && let Some(parent) = choose(plan, random, &mut changed, |section| section.is_public && !section.is_deepest())
    {
        // A leaf can go below any other section without making a loop.
        records.push(Section { parent_hierarchy_id: Some(hierarchy_id(parent)), ..document(plan, index) });
    }
    records.into_iter().map(Record::Section).collect()
}

fn is_public_leaf(section: &SectionPlan) -> bool {
    section.is_public && section.children == 0 && section.parent.is_some()
}

/// The first suitable section that was not chosen before, nor is the parent of a chosen one, starting at a random one.
fn choose(
    plan: &Plan<'_>,
    random: &mut Random,
    chosen: &mut Vec<usize>,
    fits: impl Fn(&SectionPlan) -> bool,
) -> Option<usize> {
    let count = plan.sections.len();
    let first = random.index(count);
    let is_free =
        |index: &usize| !chosen.iter().any(|other| other == index || plan.sections.plan(*other).parent == Some(*index));
    let index =
        (0..count).map(|step| (first + step) % count).filter(is_free).find(|index| fits(plan.sections.plan(*index)))?;
    chosen.push(index);
    Some(index)
}

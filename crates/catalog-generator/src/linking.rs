//! The sections of a product.

use crate::plan::Plan;
use crate::random::{Random, Stream};
use crate::sections::hierarchy_id;

/// How many of 100 products in a hidden section are moved to another one.
const RETRY_PERCENT: u64 = 70;

/// How many of 100 products are in more than one section.
const LINKED_MORE_THAN_ONCE_PERCENT: u64 = 30;

/// How often another section is drawn; about half of the time it is one of ten categories.
const DRAWS: usize = 8;

/// The main section of a product: it decides the product's category. `None` in a catalog without sections.
pub(crate) fn home_section(plan: &Plan<'_>, index: u64) -> Option<usize> {
    let mut random = plan.random(Stream::Home, index);
    any_section(plan, &mut random)
}

/// The category of a product, as a position in the vocabulary.
pub(crate) fn category(plan: &Plan<'_>, index: u64) -> usize {
    home_section(plan, index).map_or(0, |home| plan.sections.plan(home).category)
}

/// The sections of a product, each once, the main one first.
pub(crate) fn links(plan: &Plan<'_>, index: u64, random: &mut Random) -> Vec<usize> {
    let mut links: Vec<usize> = home_section(plan, index).into_iter().collect();
    if random.chance(LINKED_MORE_THAN_ONCE_PERCENT) {
        for _ in 0..random.between(1, 2) {
            add_another(plan, &mut links, random);
        }
    }
    links
}

/// Adds a section that is not among `links`, if the draws find one: preferably of the category of the first link.
pub(crate) fn add_another(plan: &Plan<'_>, links: &mut Vec<usize>, random: &mut Random) {
    let category = links.first().map(|first| plan.sections.plan(*first).category);
    let mut found = None;
    // A few draws, not a search: in a catalog of two sections there may be none left.
    for candidate in (0..DRAWS).filter_map(|_| any_section(plan, random)) {
        if !links.contains(&candidate) {
            found = found.or(Some(candidate));
            if Some(plan.sections.plan(candidate).category) == category {
                found = Some(candidate);
                break;
            }
        }
    }
    links.extend(found);
}

/// The hierarchy ids in which a filter value of a product applies: its sections and their ancestors, as far as they
/// show the category of the value's filters.
pub(crate) fn filtering_sections(plan: &Plan<'_>, links: &[usize], category: usize) -> Vec<u64> {
    let mut sections: Vec<u64> = Vec::with_capacity(links.len() * 4);
    for index in links.iter().flat_map(|link| plan.sections.path_to_root(*link)) {
        let id = hierarchy_id(index);
        if plan.sections.plan(index).category == category && !sections.contains(&id) {
            sections.push(id);
        }
    }
    sections
}

/// Any section below the roots (any at all if there are none), preferably a public one.
fn any_section(plan: &Plan<'_>, random: &mut Random) -> Option<usize> {
    let count = plan.sections.len();
    let first_below_roots = plan.sections.roots();
    let first = if first_below_roots < count { first_below_roots } else { 0 };
    let mut draw = || (count > 0).then(|| first + random.index(count - first));
    let drawn = draw()?;
    if plan.sections.plan(drawn).is_public {
        return Some(drawn);
    }
    let other = draw()?;
    Some(if random.chance(RETRY_PERCENT) { other } else { drawn })
}

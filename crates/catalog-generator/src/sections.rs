//! The section tree: up to five levels, with every reason for a section not to be public somewhere in it.

mod names;
pub(crate) mod records;

use crate::GeneratorOptions;
use crate::random::{Random, Stream};
use crate::vocabulary::CATEGORIES;

/// The hierarchy id of the first section.
const FIRST_HIERARCHY_ID: u64 = 1_000;

/// The percentage of sections on each level but the third, which gets the rest.
const LEVEL_PERCENTS: [u64; LEVELS] = [8, 22, 0, 20, 10];

const LEVELS: usize = 5;

/// No storefront has more root sections than this.
const MAXIMUM_ROOTS: u64 = 24;

/// A section without its record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SectionPlan {
    /// The index of the parent, which is smaller than the section's own.
    pub(crate) parent: Option<usize>,
    pub(crate) category: usize,
    pub(crate) is_active: bool,
    /// Whether the catalog shows it: the section and all its ancestors active, the section on the storefront's host.
    pub(crate) is_public: bool,
    pub(crate) children: usize,
    level: usize,
    /// The number of sections before it on its level.
    position: usize,
    /// The number of siblings before it.
    rank: usize,
    is_service: bool,
    page: Page,
}

impl SectionPlan {
    /// Whether it must not get any children.
    pub(crate) fn is_deepest(&self) -> bool {
        self.level + 1 == LEVELS
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    Storefront,
    Foreign,
    None,
}

/// All sections, level by level.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    plans: Vec<SectionPlan>,
}

impl Sections {
    pub(crate) fn new(options: &GeneratorOptions) -> Self {
        let mut sections = Self::default();
        let mut above = 0..0;
        for (level, size) in level_sizes(options.sections).into_iter().enumerate() {
            let start = sections.plans.len();
            for position in 0..size {
                let random = Random::keyed(options.seed, Stream::Section, (start + position) as u64);
                sections.add(level, position, size, above.clone(), random);
            }
            above = start..sections.plans.len();
        }
        sections
    }

    pub(crate) fn len(&self) -> usize {
        self.plans.len()
    }

    /// The number of root sections: those come first.
    pub(crate) fn roots(&self) -> usize {
        self.plans.partition_point(|plan| plan.parent.is_none())
    }

    /// The indexes of all sections, parents before children.
    pub(crate) fn indexes(&self) -> std::ops::Range<usize> {
        0..self.plans.len()
    }

    pub(crate) fn plan(&self, index: usize) -> &SectionPlan {
        &self.plans[index]
    }

    /// The section and its ancestors, up to the root.
    pub(crate) fn path_to_root(&self, index: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(index), |at| self.plans[*at].parent)
    }

    fn add(&mut self, level: usize, position: usize, size: usize, above: std::ops::Range<usize>, mut random: Random) {
        let parent = choose_parent(position, size, &above, &mut random);
        // Deep enough that no inactive branch hides a large part of the catalog.
        let is_deep = level >= 2;
        let is_foreign = if is_deep { position % 23 == 5 } else { level == 1 && position == 1 };
        let page = match (is_foreign, is_deep && position % 29 == 11) {
            (true, _) => Page::Foreign,
            (false, true) => Page::None,
            (false, false) => Page::Storefront,
        };
        // The last root is the service section, unless it is the only one.
        let is_service = level == 0 && size > 1 && position + 1 == size;
        let is_active = !(is_deep && position % 19 == 7);
        let is_open = is_active && !is_service && parent.is_none_or(|parent| self.is_open(parent));
        let is_public = is_open && page == Page::Storefront;
        let category = parent.map_or(position % CATEGORIES.len(), |parent| self.plans[parent].category);
        let rank = parent.map_or(position, |parent| self.plans[parent].children);
        if let Some(parent) = parent {
            self.plans[parent].children += 1;
        }
        self.plans.push(SectionPlan {
            parent,
            category,
            is_active,
            is_public,
            children: 0,
            level,
            position,
            rank,
            is_service,
            page,
        });
    }

    /// Whether the section and its ancestors are active and not service sections.
    fn is_open(&self, index: usize) -> bool {
        self.path_to_root(index).all(|at| self.plans[at].is_active && !self.plans[at].is_service)
    }
}

pub(crate) fn hierarchy_id(index: usize) -> u64 {
    FIRST_HIERARCHY_ID + index as u64
}

/// How many of `total` sections are on each level. A tree too small for shares has one section on each level.
fn level_sizes(total: u64) -> [usize; LEVELS] {
    let mut left = total;
    let mut sizes = [0; LEVELS];
    for level in [0, 1, 3, 4] {
        let share = (total * LEVEL_PERCENTS[level] / 100).max(1);
        // One section is reserved for the third level, which would otherwise cut off the levels below it.
        let most = if level < 2 { left } else { left.saturating_sub(1) };
        let size = if level == 0 { share.min(MAXIMUM_ROOTS) } else { share }.min(most);
        sizes[level] = size as usize;
        left -= size;
    }
    sizes[2] = left as usize;
    sizes
}

/// Every other section takes the next parent in turn, so that the first ones of a level certainly have children; the
/// rest choose one, so that families differ in size. The service root, the last one, gets the last section of the level
/// below.
fn choose_parent(position: usize, size: usize, above: &std::ops::Range<usize>, random: &mut Random) -> Option<usize> {
    let are_roots = above.start == 0;
    if above.len() > 1 && are_roots {
        let candidates = above.len() - 1;
        let is_last = position + 1 == size && size > 1;
        let parent = if is_last { candidates } else { turn_or_choice(position, candidates, random) };
        return Some(above.start + parent);
    }
    (!above.is_empty()).then(|| above.start + turn_or_choice(position, above.len(), random))
}

fn turn_or_choice(position: usize, candidates: usize, random: &mut Random) -> usize {
    if position.is_multiple_of(2) { position / 2 % candidates } else { random.index(candidates) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_hold_all_sections_and_none_is_skipped() {
        for total in [0, 1, 2, 3, 4, 5, 6, 7, 15, 150, 2_000, 100_000] {
            let sizes = level_sizes(total);
            assert_eq!(sizes.iter().sum::<usize>() as u64, total, "{sizes:?}");
            let depth = sizes.iter().take_while(|size| **size > 0).count();
            assert_eq!(depth as u64, total.min(5), "{sizes:?}");
            assert!(sizes[depth..].iter().all(|size| *size == 0), "{sizes:?}");
        }
    }
}

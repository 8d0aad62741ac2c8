//! Finds parent chains that loop, and those that are too long.

use catalog_domain::values::SectionId;
use std::collections::{HashMap, HashSet};

/// The most levels of sections. An event names the sections above its product, so each product takes time and memory
/// for each level; and in a tree of 50 levels JSON is nested 103 deep, where many readers stop at 128.
pub(super) const MAXIMUM_LEVELS: usize = 50;

pub(super) type Parents = HashMap<SectionId, Option<SectionId>>;

/// Every loop among `parents`, each as the sections on it, in parent order.
pub(super) fn find_loops(parents: &Parents) -> Vec<Vec<SectionId>> {
    let mut settled: HashSet<SectionId> = HashSet::new();
    let mut loops = Vec::new();
    let mut starts: Vec<SectionId> = parents.keys().copied().collect();
    starts.sort_unstable();
    for start in starts {
        let mut path: Vec<SectionId> = Vec::new();
        let mut positions: HashMap<SectionId, usize> = HashMap::new();
        let mut at = Some(start);
        while let Some(section) = at.filter(|section| !settled.contains(section)) {
            if let Some(position) = positions.get(&section) {
                loops.push(path[*position..].to_vec());
                break;
            }
            positions.insert(section, path.len());
            path.push(section);
            at = parents.get(&section).copied().flatten();
        }
        settled.extend(path);
    }
    loops
}

/// The sections that are below [`MAXIMUM_LEVELS`] and deeper than they were before, without those below another one of
/// them, by id. What was deep already is no problem of this input: such a store can be imported into, and improved.
pub(super) fn find_too_deep(before: &Parents, after: &Parents) -> Vec<SectionId> {
    let levels = levels(after);
    let is_deep = |id: &SectionId| levels.get(id).is_some_and(|level| *level > MAXIMUM_LEVELS);
    if !levels.keys().any(is_deep) {
        return Vec::new();
    }
    let levels_before = self::levels(before);
    let is_deeper = |id: &SectionId| is_deep(id) && levels_before.get(id).is_none_or(|level| *level < levels[id]);
    let is_first = |id: &SectionId| !after.get(id).copied().flatten().is_some_and(|parent| is_deeper(&parent));
    let mut found: Vec<SectionId> = levels.keys().copied().filter(|id| is_deeper(id) && is_first(id)).collect();
    found.sort_unstable();
    found
}

/// The level of each section, 1 for a root or one whose parent is unknown; of a chain that loops any numbers.
fn levels(parents: &Parents) -> HashMap<SectionId, usize> {
    let mut levels: HashMap<SectionId, usize> = HashMap::with_capacity(parents.len());
    for start in parents.keys() {
        let mut path: Vec<SectionId> = Vec::new();
        let mut at = Some(*start);
        while let Some(section) = at.filter(|id| parents.contains_key(id) && !levels.contains_key(id)) {
            levels.insert(section, 0);
            path.push(section);
            at = parents.get(&section).copied().flatten();
        }
        let above = at.and_then(|id| levels.get(&id)).copied().unwrap_or(0);
        levels.extend(path.into_iter().rev().zip(above + 1..));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loop_is_found_once() {
        for (parents, expected) in [
            (vec![(1, None), (2, Some(1)), (3, Some(2))], vec![]),
            (vec![(1, Some(1))], vec![vec![1]]),
            (vec![(1, Some(2)), (2, Some(3)), (3, Some(1)), (4, Some(1))], vec![vec![1, 2, 3]]),
            (vec![(1, Some(2)), (2, Some(1)), (3, Some(4)), (4, Some(3)), (5, Some(9))], vec![vec![1, 2], vec![3, 4]]),
        ] {
            let parents = parents_of(parents);
            let expected: Vec<Vec<SectionId>> =
                expected.into_iter().map(|ids| ids.into_iter().map(SectionId).collect()).collect();
            assert_eq!(find_loops(&parents), expected);
        }
    }

    #[test]
    fn a_section_is_too_deep_when_it_was_not_as_deep_before() {
        let last = i64::try_from(MAXIMUM_LEVELS).unwrap();
        let chain = |length: i64| -> Vec<(i64, Option<i64>)> {
            (1..=length).map(|id| (id, Some(id - 1).filter(|parent| *parent > 0))).collect()
        };
        let below = |parent: i64| [chain(last + 9), vec![(900, Some(parent))]].concat();
        // The root of a chain as long as may be gets a parent.
        let moved = [vec![(900, None), (1, Some(900))], chain(last).split_off(1)].concat();
        for (before, after, expected) in [
            (vec![], chain(last), vec![]),
            (vec![], chain(10_000), vec![last + 1]),
            (chain(last), moved, vec![last]),
            (chain(last + 9), chain(last + 9), vec![]),
            (chain(last + 9), chain(last + 10), vec![last + 10]),
            (chain(last + 9), below(last - 1), vec![]),
            (chain(last + 9), below(last), vec![900]),
            (below(last + 5), below(last + 1), vec![]),
            (vec![], vec![(2, Some(1))], vec![]),
            (vec![(1, Some(1))], vec![(1, Some(2)), (2, Some(1))], vec![]),
        ] {
            let found = find_too_deep(&parents_of(before), &parents_of(after.clone()));
            assert_eq!(found, expected.into_iter().map(SectionId).collect::<Vec<_>>(), "{after:?}");
        }
    }

    fn parents_of(pairs: Vec<(i64, Option<i64>)>) -> Parents {
        pairs.into_iter().map(|(id, parent)| (SectionId(id), parent.map(SectionId))).collect()
    }
}

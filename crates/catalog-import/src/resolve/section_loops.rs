//! Finds parent chains that loop.

use catalog_domain::values::SectionId;
use std::collections::{HashMap, HashSet};

/// Every loop among `parents`, each as the sections on it, in parent order.
pub(super) fn find_loops(parents: &HashMap<SectionId, Option<SectionId>>) -> Vec<Vec<SectionId>> {
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
            let parents = parents.into_iter().map(|(id, parent)| (SectionId(id), parent.map(SectionId))).collect();
            let expected: Vec<Vec<SectionId>> =
                expected.into_iter().map(|ids| ids.into_iter().map(SectionId).collect()).collect();
            assert_eq!(find_loops(&parents), expected);
        }
    }
}

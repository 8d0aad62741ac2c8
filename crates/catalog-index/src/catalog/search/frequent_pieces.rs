//! Pieces of numbers that many products have, found once: a scan that stops at every product is the slowest.

use crate::catalog::ordinal_set::OrdinalSet;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

/// The most pieces that are stored, each with one bit per product.
const MOST: usize = 16;

#[derive(Debug, Default)]
pub(super) struct FrequentPieces(Mutex<Vec<FrequentPiece>>);

#[derive(Debug)]
struct FrequentPiece {
    piece: Box<str>,
    count: u32,
    found: Arc<OrdinalSet>,
}

impl FrequentPieces {
    pub(super) fn find(&self, piece: &str) -> Option<Arc<OrdinalSet>> {
        self.lock().iter().find(|stored| *stored.piece == *piece).map(|stored| Arc::clone(&stored.found))
    }

    /// Where a stored piece was found that `piece` is a piece of: the most frequent one.
    pub(super) fn containing(&self, piece: &str) -> Option<Arc<OrdinalSet>> {
        let stored = self.lock();
        let containing = stored.iter().filter(|stored| stored.piece.contains(piece));
        containing.max_by_key(|stored| stored.count).map(|stored| Arc::clone(&stored.found))
    }

    /// Stores where `piece` was found; when there are too many, in place of the least frequent one.
    pub(super) fn store(&self, piece: &str, mut found: OrdinalSet) {
        found.shrink();
        let new = FrequentPiece { piece: piece.into(), count: found.len(), found: Arc::new(found) };
        let mut stored = self.lock();
        if stored.iter().any(|each| each.piece == new.piece) {
            return;
        }
        if stored.len() < MOST {
            stored.push(new);
        } else if let Some(least) = stored.iter_mut().min_by_key(|each| each.count)
            && least.count < new.count
        {
            *least = new;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.lock().iter().map(|stored| stored.piece.len() + stored.found.bytes()).sum()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<FrequentPiece>> {
        // Each change is one assignment.
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_pieces_stay() {
        let pieces = FrequentPieces::default();
        let set = |count: u32| {
            let mut set = OrdinalSet::default();
            set.extend(0..count);
            set
        };
        let most = u32::try_from(MOST).unwrap();
        for count in [2..most + 2, 1..2, 99..100, 99..100].into_iter().flatten() {
            pieces.store(&count.to_string(), set(count));
        }
        let has = |count: u32| pieces.find(&count.to_string()).map(|found| found.len()) == Some(count);
        assert!(!has(1) && !has(2) && (3..most + 2).all(has) && has(99));
        assert_eq!(pieces.lock().len(), MOST);
    }
}

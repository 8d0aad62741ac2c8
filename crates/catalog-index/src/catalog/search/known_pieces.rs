//! Where pieces of numbers were found among all records: looking for one again takes no scan. Filter values are known
//! likewise.

use super::postings::Postings;
use crate::catalog::ordinal_set::OrdinalSet;
use parking_lot::Mutex;
use std::cmp::Reverse;
use std::sync::Arc;

/// The most pieces that are stored.
const MOST: usize = 64;
/// So many of them are those found most often: a scan that stops at every product is the slowest. The others are those
/// that were looked for last.
const MOST_FREQUENT: usize = 8;
/// As many bits for each record are stored, all pieces together.
const BITS_OF_RECORD: usize = 12;

#[derive(Debug, Default)]
pub(super) struct KnownPieces(Mutex<Stored>);

#[derive(Debug, Default)]
struct Stored {
    pieces: Vec<KnownPiece>,
    /// How often somebody looked for one.
    searches: u64,
}

#[derive(Debug)]
struct KnownPiece {
    piece: Box<str>,
    count: u32,
    found: Arc<Postings>,
    /// The search that was the last one for it.
    used: u64,
}

impl KnownPieces {
    pub(super) fn find(&self, piece: &str) -> Option<Arc<Postings>> {
        let mut stored = self.0.lock();
        stored.searches += 1;
        let search = stored.searches;
        let known = stored.pieces.iter_mut().find(|known| *known.piece == *piece)?;
        known.used = search;
        Some(Arc::clone(&known.found))
    }

    /// Where a stored piece was found that `piece` is a piece of: the most frequent one.
    pub(super) fn containing(&self, piece: &str) -> Option<Arc<Postings>> {
        let stored = self.0.lock();
        let containing = stored.pieces.iter().filter(|known| known.piece.contains(piece));
        containing.max_by_key(|known| known.count).map(|known| Arc::clone(&known.found))
    }

    /// Stores where `piece` was found among so many `records`, for as long as there is space.
    pub(super) fn store(&self, piece: &str, found: &OrdinalSet, records: u32) {
        let list: Vec<u32> = found.iter().collect();
        let found = Arc::new(Postings::new([&*list].into_iter()));
        let mut stored = self.0.lock();
        if stored.pieces.iter().any(|known| *known.piece == *piece) {
            return;
        }
        let used = stored.searches;
        stored.pieces.push(KnownPiece { piece: piece.into(), count: list.len() as u32, found, used });
        stored.pieces.sort_by_key(|known| Reverse(known.count));
        let space = records as usize * BITS_OF_RECORD / 8;
        while stored.pieces.len() > MOST || stored.bytes() > space {
            let others = (0..).zip(&stored.pieces).skip(MOST_FREQUENT);
            let Some((oldest, _)) = others.min_by_key(|(_, known)| known.used) else { return };
            stored.pieces.remove(oldest);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.lock().bytes()
    }
}

impl Stored {
    fn bytes(&self) -> usize {
        let bytes = |known: &KnownPiece| size_of::<KnownPiece>() + known.piece.len() + known.found.bytes();
        self.pieces.iter().map(bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: u32 = 100_000;

    fn store(pieces: &KnownPieces, piece: &str, count: u32) {
        let mut found = OrdinalSet::default();
        found.extend((0..count).map(|at| at * (RECORDS / count)));
        pieces.store(piece, &found, RECORDS);
    }

    fn has(pieces: &KnownPieces, piece: &str) -> bool {
        pieces.find(piece).is_some()
    }

    #[test]
    fn the_most_frequent_pieces_stay_and_those_that_were_looked_for_last() {
        let pieces = KnownPieces::default();
        let frequent: Vec<String> = (0..MOST_FREQUENT).map(|at| format!("frequent{at}")).collect();
        frequent.iter().for_each(|piece| store(&pieces, piece, 1_000));
        for at in 0..2 * MOST {
            store(&pieces, &at.to_string(), 1);
            assert!(has(&pieces, &at.to_string()) && has(&pieces, "0"), "{at}");
        }
        assert!(frequent.iter().all(|piece| has(&pieces, piece)) && !has(&pieces, "1"));
        assert_eq!(pieces.0.lock().pieces.len(), MOST);
    }

    #[test]
    fn all_pieces_together_take_no_more_memory_than_there_is_space() {
        let pieces = KnownPieces::default();
        for at in 0..40_u32 {
            store(&pieces, &at.to_string(), RECORDS - at);
            assert!(pieces.bytes() <= RECORDS as usize * BITS_OF_RECORD / 8);
        }
        assert!(has(&pieces, "0") && has(&pieces, "7") && !has(&pieces, "20") && has(&pieces, "38"));
        assert!(pieces.0.lock().pieces.len() > MOST_FREQUENT);
        let found: Vec<u32> = {
            let mut set = OrdinalSet::default();
            pieces.find("0").unwrap().add(0, &[], &mut set);
            set.iter().collect()
        };
        assert!(found.into_iter().eq(0..RECORDS));
    }
}

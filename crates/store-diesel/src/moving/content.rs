//! Copies the rows of a table, and fingerprints them.

use super::{MoveError, Observer, check_stop};
use crate::connection::StoreConnection;
use crate::failure::unavailable;
use crate::stored_table::StoredTable;
use catalog_domain::ports::StoreError;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::mpsc::sync_channel;

const BATCH_ROWS: usize = 5_000;
/// A batch is closed when its rows reach this size, in bytes.
const BATCH_BYTES: usize = 1 << 20;
const WAITING_BATCHES: usize = 2;

/// What is compared of a table's content: equal for the same rows in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) rows: u64,
    sum: u64,
}

impl Tally {
    /// Counts a row; returns about how many bytes it has.
    fn add(&mut self, row: &impl Hash) -> usize {
        let mut hasher = CountingHasher::default();
        row.hash(&mut hasher);
        self.rows += 1;
        self.sum = self.sum.wrapping_add(hasher.finish());
        hasher.bytes
    }
}

/// Hashes, and counts the bytes.
#[derive(Default)]
struct CountingHasher {
    hasher: DefaultHasher,
    bytes: usize,
}

impl Hasher for CountingHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        self.hasher.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.hasher.finish()
    }
}

pub(super) fn tally<T: StoredTable>(
    connection: &mut StoreConnection,
    observer: &dyn Observer,
) -> Result<Tally, MoveError> {
    let mut tally = Tally::default();
    let read = T::read(connection, &mut |row| {
        tally.add(&row);
        observer.did(1);
        go_on(observer)
    });
    check_stop(observer)?;
    read?;
    Ok(tally)
}

/// Copies all rows, reading and writing at the same time. Returns the tally of what was read.
pub(super) fn transfer<T: StoredTable>(
    source: &mut StoreConnection,
    target: &mut StoreConnection,
    observer: &dyn Observer,
) -> Result<Tally, MoveError> {
    let (sender, batches) = sync_channel(WAITING_BATCHES);
    let mut tally = Tally::default();
    let (read, written) = std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            batches.iter().try_for_each(|rows: Vec<T::Row>| {
                let count = rows.len() as u64;
                T::insert(target, rows)?;
                observer.did(count);
                Ok::<_, StoreError>(())
            })
        });
        let read = read_batches::<T>(source, &mut tally, observer, |batch| {
            sender.send(batch).map_err(|_| unavailable("the copy cannot be written"))
        });
        drop(sender);
        (read, writer.join())
    });
    check_stop(observer)?;
    // When writing fails, reading does too; the first is the cause.
    written.map_err(|_| MoveError::Panicked)?.map_err(MoveError::Write)?;
    read?;
    Ok(tally)
}

fn read_batches<T: StoredTable>(
    source: &mut StoreConnection,
    tally: &mut Tally,
    observer: &dyn Observer,
    mut send: impl FnMut(Vec<T::Row>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    T::read(source, &mut |row| {
        bytes += tally.add(&row);
        batch.push(row);
        if batch.len() < BATCH_ROWS && bytes < BATCH_BYTES {
            return Ok(());
        }
        go_on(observer)?;
        bytes = 0;
        send(std::mem::take(&mut batch))
    })?;
    if batch.is_empty() { Ok(()) } else { send(batch) }
}

/// Ends a read when the observer wants to stop. Callers report that, and not this error.
fn go_on(observer: &dyn Observer) -> Result<(), StoreError> {
    if observer.wants_stop() { Err(unavailable("stopped")) } else { Ok(()) }
}

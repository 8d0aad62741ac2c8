//! Tells the server how far its import is, and stores the report of changes.

use super::write_change;
use crate::signals::on_signals;
use catalog_documents::{ImportChange, ImportSignal};
use catalog_domain::imports::{BlobId, JobId, JobPhase, PIECE_BYTES};
use catalog_domain::ports::{Clock, JobBytes, JobIds};
use catalog_import::{ImportObserver, ImportPhase};
use credentials::{RandomJobIds, SystemClock};
use long_work::Observer;
use parking_lot::Mutex;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many records are read between two lines about them.
const RECORDS_PER_LINE: u64 = 500;
/// The most pieces of a report of changes, packed: of a larger one nothing is stored.
const MOST_CHANGES_PIECES: u32 = 64;
/// How well changes are packed: quickly.
const PACKING_LEVEL: i32 = 1;

pub(super) struct JobWatch {
    is_reading: AtomicBool,
    records: AtomicU64,
    /// Locked while it is decided whether the process may end.
    is_committing: Arc<Mutex<bool>>,
    changes: Mutex<Option<zstd::stream::write::Encoder<'static, ChangesFile>>>,
}

/// The packed bytes of the report of changes.
struct ChangesFile {
    bytes: Arc<dyn JobBytes>,
    blob: BlobId,
    pieces: u32,
    buffer: Vec<u8>,
}

/// Says something to the server.
///
/// # Errors
/// When the server is gone.
pub(super) fn say(signal: &ImportSignal) -> io::Result<()> {
    let mut line = serde_json::to_vec(signal)?;
    line.push(b'\n');
    let mut stdout = io::stdout().lock();
    stdout.write_all(&line)?;
    stdout.flush()
}

impl JobWatch {
    /// Watches from now on: ends the process when its server is gone, unless it writes. Signals do not end it: those
    /// that are sent to the whole group of processes are the server's to decide on.
    ///
    /// # Errors
    /// When the system provides no signals or randomness.
    pub(super) fn start(job: JobId, bytes: Arc<dyn JobBytes>) -> io::Result<Self> {
        on_signals(|_| ())?;
        let name = RandomJobIds.make_id().map_err(io::Error::other)?;
        let file = ChangesFile { bytes, blob: BlobId { job, name }, pieces: 0, buffer: Vec::new() };
        let changes = Mutex::new(Some(zstd::stream::write::Encoder::new(file, PACKING_LEVEL)?));
        let is_committing = Arc::default();
        let watched = Arc::clone(&is_committing);
        std::thread::Builder::new().name("server".into()).spawn(move || end_with_server(&watched))?;
        Ok(Self { is_reading: AtomicBool::new(false), records: AtomicU64::new(0), is_committing, changes })
    }

    /// Finishes the report of changes and returns its name; `None` when it could not be stored, or is too large.
    pub(super) fn finish_changes(&self) -> Option<JobId> {
        let encoder = self.changes.lock().take()?;
        let stored = encoder.finish().and_then(|mut file| {
            file.store()?;
            Ok(file.blob.name)
        });
        stored.inspect_err(|error| tracing::warn!(%error, "the report of changes was not stored")).ok()
    }

    fn say_records(&self) {
        // A server that is gone is noticed otherwise.
        let _ = say(&ImportSignal::Records(self.records.load(Ordering::Relaxed)));
    }
}

/// Ends the process as soon as standard input is closed, unless it writes already.
fn end_with_server(is_committing: &Mutex<bool>) {
    let _ = io::stdin().lock().read_to_end(&mut Vec::new());
    let is_committing = is_committing.lock();
    if !*is_committing {
        std::process::exit(1);
    }
}

impl Observer for JobWatch {
    fn begins(&self, step: &str, _: Option<u64>) {
        if self.is_reading.swap(step == ImportPhase::Reading.name(), Ordering::Relaxed) {
            self.say_records();
        }
        let phase = [
            (ImportPhase::Reading, JobPhase::Reading),
            (ImportPhase::Comparing, JobPhase::Checking),
            (ImportPhase::Writing, JobPhase::Committing),
        ];
        let Some((_, phase)) = phase.into_iter().find(|(named, _)| named.name() == step) else { return };
        let mut is_committing = self.is_committing.lock();
        let is_heard = say(&ImportSignal::Phase(phase.name().to_owned())).is_ok();
        if phase == JobPhase::Committing {
            // A server that does not know of it must be able to say that nothing was written.
            if !is_heard {
                std::process::exit(1);
            }
            *is_committing = true;
        }
    }

    fn did(&self, records: u64) {
        if self.is_reading.load(Ordering::Relaxed) {
            let before = self.records.fetch_add(records, Ordering::Relaxed);
            if before / RECORDS_PER_LINE != (before + records) / RECORDS_PER_LINE {
                self.say_records();
            }
        }
    }
}

impl ImportObserver for JobWatch {
    fn wants_changes(&self) -> bool {
        self.changes.lock().is_some()
    }

    fn plans(&self, change: &ImportChange<'_>) {
        let mut changes = self.changes.lock();
        let Some(encoder) = &mut *changes else { return };
        if let Err(error) = write_change(encoder, change) {
            tracing::warn!(%error, "the report of changes was not stored");
            *changes = None;
        }
    }
}

impl ChangesFile {
    fn store(&mut self) -> io::Result<()> {
        if self.pieces == MOST_CHANGES_PIECES {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large"));
        }
        let stored = self.bytes.append_piece(self.blob, self.pieces, &self.buffer, SystemClock.now());
        stored.map_err(io::Error::other)?;
        self.pieces += 1;
        self.buffer.clear();
        Ok(())
    }
}

impl Write for ChangesFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(PIECE_BYTES - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..length]);
        if self.buffer.len() == PIECE_BYTES {
            self.store()?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Debug for JobWatch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("JobWatch").field("records", &self.records).finish_non_exhaustive()
    }
}

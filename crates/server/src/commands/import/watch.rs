//! Watches an import: shows how far it is on a terminal, logs its phases otherwise, and stops it when a signal comes.

use super::progress::{Progress, Standing};
use crate::output::complain;
use crate::private_files;
use catalog_import::{IdentityChange, ImportError, ImportObserver, ImportPhase};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a run that was told to stop may take to notice: it looks between two lines, and a pipe may never send another.
const TIME_TO_STOP: Duration = Duration::from_secs(1);

/// What a run has come to, shared with the drawing thread and the signals.
#[derive(Debug)]
pub(super) struct Watch {
    bytes_read: AtomicU64,
    records: AtomicU64,
    phase: Mutex<Option<Phase>>,
    stop: AtomicBool,
    /// Set, with `phase` locked, before the first thing is written, and when the run is over.
    is_past_stopping: AtomicBool,
    is_terminal: bool,
    /// Where every change is written, and what went wrong with that.
    changes: Option<Mutex<ChangeFile>>,
}

/// A file of changes, one JSON object a line.
#[derive(Debug)]
struct ChangeFile {
    file: BufWriter<File>,
    failure: Option<io::Error>,
}

#[derive(Debug, Clone, Copy)]
struct Phase {
    name: ImportPhase,
    /// Records that it is about.
    total: Option<u64>,
    began: Instant,
}

impl Watch {
    /// Watches from now on. SIGINT and SIGTERM stop the run instead of ending the process; a second one ends it at once,
    /// which leaves nothing behind either.
    ///
    /// # Errors
    /// When the system gives no signals, or the file for the changes, if one is wanted, cannot be made.
    pub(super) fn start(changes: Option<&Path>) -> io::Result<Arc<Self>> {
        let open = |path| {
            Ok::<_, io::Error>(Mutex::new(ChangeFile {
                file: BufWriter::new(private_files::create(path)?),
                failure: None,
            }))
        };
        let watch = Arc::new(Self {
            bytes_read: AtomicU64::new(0),
            records: AtomicU64::new(0),
            phase: Mutex::new(None),
            stop: AtomicBool::new(false),
            is_past_stopping: AtomicBool::new(false),
            is_terminal: io::stderr().is_terminal(),
            changes: changes.map(open).transpose()?,
        });
        let signalled = Arc::clone(&watch);
        crate::shutdown::on_signals(move |_| {
            if signalled.stop.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
            let waiting = Arc::clone(&signalled);
            std::thread::spawn(move || waiting.end_process_if_stuck());
        })?;
        Ok(watch)
    }

    /// Ends the process if it has not ended by itself after a while, and nothing can have been written yet.
    fn end_process_if_stuck(&self) {
        std::thread::sleep(TIME_TO_STOP);
        // As long as this is locked, no writing begins.
        let _phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_past_stopping.load(Ordering::Relaxed) {
            if self.is_terminal {
                let _ = write!(io::stderr().lock(), "\r\x1b[K");
            }
            complain(&format!("catalog: {}", ImportError::Stopped));
            std::process::exit(1);
        }
    }

    /// Draws progress until what is returned is dropped. `total` is the number of bytes to read, if that is known.
    pub(super) fn show(self: &Arc<Self>, total: Option<u64>) -> Option<Progress> {
        let watch = Arc::clone(self);
        self.is_terminal.then(|| Progress::start(total, move || watch.standing()))
    }

    /// What is told of every piece that was read.
    pub(super) fn listener(self: &Arc<Self>) -> impl FnMut(u64) + use<> {
        let watch = Arc::clone(self);
        move |bytes| {
            watch.bytes_read.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Says that the last phase is over.
    pub(super) fn end(&self) {
        self.change_phase(None);
    }

    /// Finishes the file of changes.
    ///
    /// # Errors
    /// Whatever went wrong with it first.
    pub(super) fn finish_changes(&self) -> io::Result<()> {
        let Some(changes) = &self.changes else { return Ok(()) };
        let mut changes = changes.lock().unwrap_or_else(PoisonError::into_inner);
        match changes.failure.take() {
            Some(failure) => Err(failure),
            None => changes.file.flush(),
        }
    }

    fn standing(&self) -> Standing {
        let phase = *self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        Standing {
            phase: phase.map_or(ImportPhase::Reading, |phase| phase.name),
            bytes_read: self.bytes_read.load(Ordering::Relaxed),
            records: self.records.load(Ordering::Relaxed),
            total: phase.and_then(|phase| phase.total),
            elapsed: phase.map(|phase| phase.began.elapsed()).unwrap_or_default(),
        }
    }

    fn change_phase(&self, next: Option<Phase>) {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if next.is_none_or(|next| next.name == ImportPhase::Writing) {
            self.is_past_stopping.store(true, Ordering::Relaxed);
        }
        let ended = std::mem::replace(&mut *phase, next);
        drop(phase);
        let records = self.records.swap(0, Ordering::Relaxed);
        if let Some(phase) = ended.filter(|_| !self.is_terminal) {
            let seconds = phase.began.elapsed().as_secs_f64();
            tracing::info!(phase = %phase.name, records, seconds = format_args!("{seconds:.3}"), "an import phase ended");
        }
    }
}

impl ImportObserver for Watch {
    fn begins(&self, phase: ImportPhase, records: Option<u64>) {
        self.change_phase(Some(Phase { name: phase, total: records, began: Instant::now() }));
    }

    fn did_record(&self) {
        self.records.fetch_add(1, Ordering::Relaxed);
    }

    fn wants_changes(&self) -> bool {
        self.changes.is_some()
    }

    fn plans(&self, change: &IdentityChange<'_>) {
        let Some(changes) = &self.changes else { return };
        let mut changes = changes.lock().unwrap_or_else(PoisonError::into_inner);
        if changes.failure.is_none() {
            changes.failure = writeln!(changes.file, "{}", change.to_json()).err();
        }
    }

    fn wants_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

//! Observes an import: shows its progress on a terminal, logs its phases otherwise, and stops it on a signal.

use crate::output::print_error;
use crate::progress::Progress;
use catalog_import::{IdentityChange, ImportError, ImportObserver, ImportPhase};
use safe_output::private_files;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a run may take to notice that it should stop: it checks between two lines, and a pipe may never send
/// another.
const TIME_TO_STOP: Duration = Duration::from_secs(1);

/// What a run has come to, shared with the signals.
#[derive(Debug)]
pub(super) struct Watch {
    records: Arc<AtomicU64>,
    phase: Mutex<Option<Phase>>,
    stop: AtomicBool,
    /// Set, with `phase` locked, before the first write, and when the run is over.
    is_past_stopping: AtomicBool,
    /// The line on the terminal, if there is one.
    progress: Option<Progress>,
    /// The file of changes, and its first error.
    changes: Option<Mutex<ChangeFile>>,
}

/// A file of changes, one JSON object per line.
#[derive(Debug)]
struct ChangeFile {
    file: BufWriter<File>,
    failure: Option<io::Error>,
}

#[derive(Debug, Clone, Copy)]
struct Phase {
    name: ImportPhase,
    began: Instant,
}

impl Watch {
    /// Watches from now on. SIGINT and SIGTERM stop the run instead of ending the process; a second one ends it at
    /// once, which leaves nothing behind either. `total_bytes` is the number of bytes to read, if that is known.
    ///
    /// # Errors
    /// When the system provides no signals, or the file for the changes cannot be made.
    pub(super) fn start(changes: Option<&Path>, total_bytes: Option<u64>) -> io::Result<Arc<Self>> {
        let open = |path| {
            Ok::<_, io::Error>(Mutex::new(ChangeFile {
                file: BufWriter::new(private_files::create(path)?),
                failure: None,
            }))
        };
        let records = Arc::new(AtomicU64::new(0));
        let watch = Arc::new(Self {
            progress: Progress::on_terminal(total_bytes, Arc::clone(&records)),
            records,
            phase: Mutex::new(None),
            stop: AtomicBool::new(false),
            is_past_stopping: AtomicBool::new(false),
            changes: changes.map(open).transpose()?,
        });
        let signalled = Arc::clone(&watch);
        crate::signals::on_signals(move |_| {
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
        // While this is locked, no writing begins.
        let _phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_past_stopping.load(Ordering::Relaxed) {
            self.clear();
            print_error(&format!("catalog: {}", ImportError::Stopped));
            std::process::exit(1);
        }
    }

    /// Wipes what was drawn on the terminal, and draws no more.
    pub(super) fn clear(&self) {
        if let Some(progress) = &self.progress {
            progress.clear();
        }
    }

    /// The callback for every block that was read.
    pub(super) fn listener(self: &Arc<Self>) -> impl FnMut(u64) + use<> {
        let watch = Arc::clone(self);
        move |bytes| {
            if let Some(progress) = &watch.progress {
                progress.read(bytes);
            }
        }
    }

    /// Ends the last phase.
    pub(super) fn end(&self) {
        self.change_phase(None, None);
    }

    /// Finishes the file of changes.
    ///
    /// # Errors
    /// Its first error.
    pub(super) fn finish_changes(&self) -> io::Result<()> {
        let Some(changes) = &self.changes else { return Ok(()) };
        let mut changes = changes.lock().unwrap_or_else(PoisonError::into_inner);
        match changes.failure.take() {
            Some(failure) => Err(failure),
            None => changes.file.flush(),
        }
    }

    fn change_phase(&self, next: Option<Phase>, total: Option<u64>) {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if next.is_none_or(|next| next.name == ImportPhase::Writing) {
            self.is_past_stopping.store(true, Ordering::Relaxed);
        }
        let ended = std::mem::replace(&mut *phase, next);
        drop(phase);
        let records = self.records.swap(0, Ordering::Relaxed);
        if let (Some(progress), Some(phase)) = (&self.progress, next) {
            progress.begin(phase.name, total);
        }
        if let Some(phase) = ended.filter(|_| self.progress.is_none()) {
            let seconds = phase.began.elapsed().as_secs_f64();
            tracing::info!(phase = %phase.name, records, seconds = format_args!("{seconds:.3}"), "an import phase ended");
        }
    }
}

impl ImportObserver for Watch {
    fn begins(&self, phase: ImportPhase, records: Option<u64>) {
        self.change_phase(Some(Phase { name: phase, began: Instant::now() }), records);
    }

    fn did_record(&self) {
        self.records.fetch_add(1, Ordering::Relaxed);
        if let Some(progress) = &self.progress {
            progress.did_record();
        }
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

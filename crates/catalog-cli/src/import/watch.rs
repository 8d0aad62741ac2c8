//! Observes an import: logs its phases where no progress is drawn, writes the file of its changes, and ends the process
//! where a run that is stopped hangs.

use super::write_change;
use crate::output::print_error;
use crate::watch::Watch;
use anyhow::Context;
use catalog_documents::ImportChange;
use catalog_import::{ImportError, ImportObserver, ImportPhase};
use long_work::Observer;
use parking_lot::Mutex;
use safe_output::private_files;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tracing::Span;

/// How long a run may take to notice that it should stop: it checks between two lines, and a pipe may never send
/// another.
const TIME_TO_STOP: Duration = Duration::from_secs(1);

/// What a run has come to, shared with the signals.
#[derive(Debug)]
pub(super) struct ImportWatch {
    watch: Arc<Watch>,
    /// Bytes to read, before decompression; `None` when that is not known.
    total_bytes: Option<u64>,
    phase: Mutex<Option<Phase>>,
    /// Set, with `phase` locked, before the first write, and when the run is over.
    is_past_stopping: AtomicBool,
    /// The report of changes, and its first error.
    changes: Option<Mutex<ChangeFile>>,
}

#[derive(Debug)]
struct ChangeFile {
    file: BufWriter<File>,
    failure: Option<io::Error>,
}

#[derive(Debug)]
struct Phase {
    name: String,
    began: Instant,
    /// Ends with the phase.
    _span: Span,
}

impl ImportWatch {
    /// Watches from now on. SIGINT and SIGTERM stop the run instead of ending the process; a second one ends it at
    /// once, which leaves nothing behind either. `total_bytes` is the number of bytes to read, if that is known.
    ///
    /// # Errors
    /// When the system provides no signals, or the file for the changes cannot be made.
    pub(super) fn start(changes: Option<&Path>, total_bytes: Option<u64>) -> anyhow::Result<Arc<Self>> {
        let open = |path: &Path| {
            let file =
                private_files::create(path).with_context(|| format!("--report: cannot write {}", path.display()))?;
            anyhow::Ok(Mutex::new(ChangeFile { file: BufWriter::new(file), failure: None }))
        };
        let import = Arc::new(Self {
            watch: Arc::new(Watch::new()),
            total_bytes,
            phase: Mutex::new(None),
            is_past_stopping: AtomicBool::new(false),
            changes: changes.map(open).transpose()?,
        });
        let stopped = Arc::clone(&import);
        import
            .watch
            .stop_on_signals(move || {
                let waiting = Arc::clone(&stopped);
                std::thread::spawn(move || waiting.end_process_if_stuck());
            })
            .context("cannot begin")?;
        Ok(import)
    }

    /// Ends the process if it has not ended by itself after a while, and nothing can have been written yet.
    fn end_process_if_stuck(&self) {
        std::thread::sleep(TIME_TO_STOP);
        // While this is locked, no writing begins.
        let _phase = self.phase.lock();
        if !self.is_past_stopping.load(Ordering::Relaxed) {
            self.clear();
            print_error(&format!("catalog: {}", ImportError::Stopped));
            std::process::exit(1);
        }
    }

    /// Wipes what was drawn on the terminal, and draws no more.
    pub(super) fn clear(&self) {
        self.watch.progress.clear();
    }

    /// The callback for every block that was read.
    pub(super) fn listener(self: &Arc<Self>) -> impl FnMut(u64) + use<> {
        let watch = Arc::clone(&self.watch);
        move |bytes| watch.progress.read(bytes)
    }

    /// Ends the last phase.
    pub(super) fn end(&self) {
        let mut phase = self.phase.lock();
        self.is_past_stopping.store(true, Ordering::Relaxed);
        let ended = phase.take();
        drop(phase);
        self.log(ended, self.watch.progress.end());
    }

    /// Finishes the report of changes.
    ///
    /// # Errors
    /// Its first error.
    pub(super) fn finish_changes(&self) -> io::Result<()> {
        let Some(changes) = &self.changes else { return Ok(()) };
        let mut changes = changes.lock();
        match changes.failure.take() {
            Some(failure) => Err(failure),
            None => changes.file.flush(),
        }
    }

    fn log(&self, ended: Option<Phase>, records: u64) {
        if let Some(phase) = ended.filter(|_| !self.watch.progress.is_drawn()) {
            let seconds = phase.began.elapsed().as_secs_f64();
            tracing::info!(phase = %phase.name, records, seconds = format_args!("{seconds:.3}"), "an import phase ended");
        }
    }
}

impl Observer for ImportWatch {
    fn begins(&self, step: &str, total: Option<u64>) {
        let mut phase = self.phase.lock();
        if step == ImportPhase::Writing.name() {
            self.is_past_stopping.store(true, Ordering::Relaxed);
        }
        let _span = tracing::debug_span!(target: "spans", "step", otel.name = step);
        let ended = phase.replace(Phase { name: step.to_owned(), began: Instant::now(), _span });
        drop(phase);
        let is_read = step == ImportPhase::Reading.name();
        let records = self.watch.progress.begin(step, if is_read { self.total_bytes } else { total }, is_read);
        self.log(ended, records);
    }

    fn did(&self, records: u64) {
        self.watch.did(records);
    }

    fn wants_stop(&self) -> bool {
        self.watch.wants_stop()
    }
}

impl ImportObserver for ImportWatch {
    fn wants_changes(&self) -> bool {
        self.changes.is_some()
    }

    fn plans(&self, change: &ImportChange<'_>) {
        let Some(changes) = &self.changes else { return };
        let mut changes = changes.lock();
        if changes.failure.is_none() {
            changes.failure = write_change(&mut changes.file, change).err();
        }
    }
}

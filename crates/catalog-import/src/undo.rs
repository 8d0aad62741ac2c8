//! Undoes a run: imports its inverse, without what later runs have changed (`docs/imports-over-http.md`, "Undo").

mod left_out;
mod line;
mod reader;

use crate::begun_run::BegunRun;
use crate::error::ImportError;
use crate::input::ImportInput;
use crate::options::{ImportMode, ImportOptions, Origin};
use crate::report::{ImportReport, Warnings};
use crate::resources::{ResourceOptions, import_resources};
use crate::run::import;
use catalog_domain::imports::{NOT_UNDOABLE, PartEncoding};
use catalog_domain::ports::{Clock, ImportHistory, ImportKind, ImportSnapshot, ImportStore, StoreError};
use catalog_domain::values::CatalogRevision;
use left_out::{LaterChanges, LeftOut};
use line::InverseLine;
use reader::{InverseReader, LinesWithout};
use std::io::{self, BufRead, BufReader};
use std::sync::Arc;

/// Undoes the run that made the revision `run`, as a run of its own with `options`, whose mode is not used. What later
/// runs have changed is left out, with a warning each.
///
/// # Errors
/// [`ImportError`], and [`ImportError::NotUndoable`] of a run without an inverse.
pub fn run_undo(
    run: CatalogRevision,
    options: &ImportOptions<'_>,
    history: &Arc<dyn ImportHistory>,
    store: &dyn ImportStore,
    clock: &dyn Clock,
) -> Result<ImportReport, ImportError> {
    let begun = BegunRun::begin(store, options.expected_revision)?;
    Undo::plan(run, history, &begun.snapshot)?.run(begun, options, clock)
}

/// What undoes a run.
struct Undo {
    run: CatalogRevision,
    kind: ImportKind,
    input: ImportInput,
    left_out: Warnings,
}

impl Undo {
    fn plan(
        run: CatalogRevision,
        history: &Arc<dyn ImportHistory>,
        snapshot: &ImportSnapshot,
    ) -> Result<Self, ImportError> {
        let refused = |reason| ImportError::NotUndoable { run, reason };
        let kind = history.find_import(run)?.ok_or(refused("it is not recorded"))?.summary.kind;
        let recorded = history.imports_with_inverse()?;
        let mut later = LaterChanges::default();
        let mut after = run;
        if !recorded.contains(&run) {
            return Err(refused(NOT_UNDOABLE));
        }
        while after < snapshot.revision {
            after = after.next();
            let known =
                history.find_import(after)?.filter(|_| recorded.contains(&after)).ok_or(refused(NOT_UNDOABLE))?;
            // Links and records change nothing of each other.
            if (known.summary.kind == ImportKind::Resources) == (kind == ImportKind::Resources) {
                read_lines(after, history, |line| later.add(after, line))?;
            }
        }
        let mut lines = Vec::new();
        read_lines(run, history, |line| lines.push(line))?;
        let left_out = LeftOut::find(&lines, &later, snapshot);
        let reader = LinesWithout::new(open(run, history)?, left_out.lines);
        let input = ImportInput::from_reader(format!("undo of run {run}"), BufReader::new(reader));
        Ok(Self { run, kind, input, left_out: left_out.warnings })
    }

    fn run(
        self,
        begun: BegunRun<'_>,
        options: &ImportOptions<'_>,
        clock: &dyn Clock,
    ) -> Result<ImportReport, ImportError> {
        let &ImportOptions { dry_run, expected_revision, limits, observer, .. } = options;
        let origin = Origin { undoes: Some(self.run), ..options.origin };
        match self.kind {
            ImportKind::Resources => {
                let left_out = &self.left_out;
                let options = ResourceOptions { dry_run, expected_revision, origin, limits, observer, left_out };
                import_resources(begun, vec![self.input], &options, clock)
            }
            ImportKind::Delta | ImportKind::Full => {
                let mode = ImportMode::Delta;
                let left_out = &self.left_out;
                let options = ImportOptions { mode, origin, left_out, ..options.clone() };
                import(begun, vec![self.input], &options, clock)
            }
        }
    }
}

/// The lines of an inverse.
fn open(run: CatalogRevision, history: &Arc<dyn ImportHistory>) -> Result<Box<dyn BufRead>, ImportError> {
    let pieces = InverseReader::new(run, Arc::clone(history));
    let input = ImportInput::unpacked("inverse", pieces, PartEncoding::Zstandard).map_err(unreadable)?;
    Ok(input.into_reader())
}

fn read_lines(
    run: CatalogRevision,
    history: &Arc<dyn ImportHistory>,
    mut take: impl FnMut(InverseLine),
) -> Result<(), ImportError> {
    let (mut lines, mut line) = (open(run, history)?, Vec::new());
    while lines.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
        take(InverseLine::read(&line).map_err(|error| unreadable(error.into()))?);
        line.clear();
    }
    Ok(())
}

fn unreadable(error: io::Error) -> ImportError {
    match error.downcast::<StoreError>() {
        Ok(error) => error.into(),
        Err(error) => StoreError::Unexpected(error.into()).into(),
    }
}

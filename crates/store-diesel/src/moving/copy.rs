//! Copies a store into an empty one, of either engine.

use super::content::Tally;
use super::files;
use super::quiet::Quiet;
use super::source::{Connections, snapshot};
use super::state::{self, States, refuse_if_moved};
use super::tables::{Part, TABLES};
use super::{MoveError, Observer};
use crate::database_url::{DatabaseUrl, Target};
use crate::private_files;
use crate::schema::StateRow;
use crate::store::{Store, StoreOptions};
use crate::transaction::TransactionMode;
use crate::write::import_lock;
use catalog_domain::imports::JobId;
use std::path::Path;
use std::time::Instant;

/// How to copy.
#[derive(Debug, Clone, Default)]
pub struct CopyOptions {
    /// How to open the target.
    pub target: StoreOptions,
    /// Nothing is written to the source any more once the copy is whole.
    pub is_final: bool,
    /// A final copy cancels imports over HTTP that have not begun; otherwise it is refused then.
    pub cancels_imports: bool,
}

/// What was copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyReport {
    /// The rows of each table.
    pub tables: Vec<(&'static str, u64)>,
    /// The revision of the catalog.
    pub revision: i64,
    /// The number of the last event.
    pub last_event: i64,
    /// The imports over HTTP that were cancelled for a final copy.
    pub cancelled_imports: Vec<JobId>,
}

/// Copies one state of `source`, which may be in use, into the store at `target`: all of it or nothing.
///
/// # Errors
/// [`MoveError`]; the target is then as it was before, and so is the source, but for imports that were cancelled.
pub fn copy_store(
    source: &Store,
    target: &DatabaseUrl,
    options: &CopyOptions,
    observer: &dyn Observer,
) -> Result<CopyReport, MoveError> {
    match target.target() {
        Target::Postgres(_) => into_server(source, target, options, observer),
        Target::Sqlite(path) => into_files(source, target, path, options, observer),
    }
}

/// Copies in one transaction.
fn into_server(
    source: &Store,
    url: &DatabaseUrl,
    options: &CopyOptions,
    observer: &dyn Observer,
) -> Result<CopyReport, MoveError> {
    let target = Store::open(url, &options.target)?;
    let deadline = Instant::now() + options.target.import_wait;
    let _lock = import_lock::take_for("copy", &target, || Instant::now() < deadline)?;
    // Checked again in the transaction; this is for not disturbing the source in vain.
    check_empty(&mut Connections::to(&target)?, url)?;
    let closing = Closing::begin(source, url, options, observer)?;
    let mut connections = Connections::to(&target)?;
    connections.begin(TransactionMode::Write)?;
    check_empty(&mut connections, url)?;
    let (report, states) = fill(source, &mut connections, observer)?;
    closing.close(&states, || Ok(connections.commit()?))?;
    Ok(closing.complete(report))
}

fn into_files(
    source: &Store,
    url: &DatabaseUrl,
    path: &Path,
    options: &CopyOptions,
    observer: &dyn Observer,
) -> Result<CopyReport, MoveError> {
    let deadline = Instant::now() + options.target.import_wait;
    let copy = || {
        check_vacant(url, path, &options.target)?;
        let closing = Closing::begin(source, url, options, observer)?;
        let (report, states) = files::Partial::of(path)
            .make(|path| files::build(path, &options.target, |target| fill(source, target, observer)))?;
        closing.close(&states, || files::install(path, None))?;
        Ok(closing.complete(report))
    };
    files::in_folder_of(path, || import_lock::with_lock_beside(path, ("copy", deadline), copy))
}

/// Copies and compares all content. Returns the states of the source, too.
pub(super) fn fill(
    source: &Store,
    target: &mut Connections,
    observer: &dyn Observer,
) -> Result<(CopyReport, States), MoveError> {
    let mut connections = snapshot(source)?;
    // A second copy of what was moved would be a second truth.
    refuse_if_moved(&mut connections.catalog)?;
    let mut tallies: Vec<Tally> = Vec::with_capacity(TABLES.len());
    for table in &TABLES {
        let count = (table.count)(connections.of(table.part))?;
        observer.begins(table.name, u64::try_from(count).ok());
        tallies.push((table.transfer)(connections.of(table.part), target.of(table.part), observer)?);
    }
    let (written, states) = (States::read(&mut connections)?, States::read(&mut connections)?);
    drop(connections);
    written.write(target)?;
    observer.begins("comparing", Some(tallies.iter().map(|tally| tally.rows).sum()));
    for (table, tally) in TABLES.iter().zip(&tallies) {
        if (table.tally)(target.of(table.part), observer)? != *tally {
            return Err(MoveError::Differs { table: table.name });
        }
    }
    let tables = TABLES.iter().zip(&tallies).map(|(table, tally)| (table.name, tally.rows)).collect();
    let StateRow { catalog_revision: revision, last_event_number: last_event, .. } = states.catalog;
    Ok((CopyReport { tables, revision, last_event, cancelled_imports: Vec::new() }, states))
}

/// The last word about the source.
struct Closing<'a> {
    source: &'a Store,
    target: String,
    /// `None` unless the copy is final.
    quiet: Option<Quiet>,
}

impl<'a> Closing<'a> {
    fn begin(
        source: &'a Store,
        target: &DatabaseUrl,
        options: &CopyOptions,
        observer: &dyn Observer,
    ) -> Result<Self, MoveError> {
        let quiet = options.is_final.then(|| Quiet::begin(source, options.cancels_imports, observer)).transpose()?;
        Ok(Self { source, target: target.to_string(), quiet })
    }

    /// Makes the target valid by `commit`, and the source invalid if that was asked for.
    fn close(&self, seen: &States, commit: impl FnOnce() -> Result<(), MoveError>) -> Result<(), MoveError> {
        let Some(quiet) = &self.quiet else { return commit() };
        let mut source = Connections::to(self.source)?;
        let _row = quiet.row();
        source.begin(TransactionMode::Write)?;
        quiet.confirm(source.of(Part::Accounts))?;
        state::close(&mut source.catalog, Part::Catalog, &seen.catalog, &self.target)?;
        state::close(source.of(Part::Accounts), Part::Accounts, &seen.accounts, &self.target)?;
        commit()?;
        Ok(source.commit()?)
    }

    fn complete(self, report: CopyReport) -> CopyReport {
        CopyReport { cancelled_imports: self.quiet.map(|quiet| quiet.cancelled).unwrap_or_default(), ..report }
    }
}

fn check_vacant(url: &DatabaseUrl, path: &Path, options: &StoreOptions) -> Result<(), MoveError> {
    let [_, accounts] = files::both(path);
    if path.exists() {
        let mut connections = Connections::to(&Store::open(url, options)?)?;
        return check_empty(&mut connections, url);
    }
    // A copy or restore that died while it put its files in place leaves accounts.
    if accounts.exists() && !private_files::partial_of(path).exists() {
        let what = format!("{} is there without a catalog", accounts.display());
        return Err(MoveError::NotEmpty { url: url.to_string(), what });
    }
    Ok(())
}

fn check_empty(target: &mut Connections, url: &DatabaseUrl) -> Result<(), MoveError> {
    let not_empty = |what: String| MoveError::NotEmpty { url: url.to_string(), what };
    for table in &TABLES {
        let rows = (table.count)(target.of(table.part))?;
        if rows > 0 {
            return Err(not_empty(format!("{rows} rows in {}", table.name)));
        }
    }
    let states = States::read(target)?;
    if let Some(elsewhere) = states.catalog.moved_to {
        return Err(not_empty(format!("it was moved to {elsewhere}")));
    }
    if states.catalog.catalog_revision > 0 {
        return Err(not_empty(format!("it is at revision {}", states.catalog.catalog_revision)));
    }
    if states.accounts.signing_secret.is_some() {
        return Err(not_empty("a server has signed tokens with it".to_owned()));
    }
    Ok(())
}

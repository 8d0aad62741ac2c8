//! Writes products as they stream by, on two threads: one takes them from the stream and converts them to rows, the
//! other, which has the connection, writes the rows. A few batches at most wait between them, so memory is bounded
//! whatever the size of the catalog. A large import spends about as much time on each.

mod batch;
mod batch_rows;
mod changed_products;
mod changes;
mod new_products;
mod resources;
mod update_from_json;
mod whole_products;

use crate::connection::StoreConnection;
use crate::failure::unavailable;
use batch::{Batch, Collector};
use catalog_domain::ports::{Cause, ImportWriteError, ProductWrite, StoreError};
use catalog_domain::values::CatalogRevision;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, Scope};

/// Batches that wait to be written, besides the one being built and the one being written.
const BATCHES_AHEAD: usize = 2;

type Products<'a> = dyn Iterator<Item = Result<ProductWrite, Cause>> + Send + 'a;

/// Writes `stream`, each product's changes in their order.
pub(super) fn write(
    connection: &mut StoreConnection,
    stream: &mut Products<'_>,
    revision: CatalogRevision,
) -> Result<(), ImportWriteError> {
    thread::scope(|scope| {
        let (sender, batches) = mpsc::sync_channel(BATCHES_AHEAD);
        let (back, written) = mpsc::channel();
        start_collecting(scope, Collector::new(revision), stream, sender, written)?;
        // On failure the receiver is dropped, which ends the other thread.
        batches.into_iter().try_for_each(|batch: Result<Batch, ImportWriteError>| {
            let mut batch = batch?;
            batch.write(connection, revision)?;
            // Freed where it was made: allocators are slow when another thread frees memory. If that thread has ended,
            // it is freed here.
            let _ = back.send(batch);
            Ok(())
        })
    })
}

fn start_collecting<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    mut collector: Collector,
    stream: &'scope mut Products<'_>,
    sender: SyncSender<Result<Batch, ImportWriteError>>,
    written: Receiver<Batch>,
) -> Result<(), StoreError> {
    let collect = move || {
        let mut take = |batch| {
            written.try_iter().for_each(drop);
            sender.send(Ok(batch)).is_ok()
        };
        if let Err(error) = collector.collect(stream, &mut take) {
            // The receiver is gone once writing has failed: then that is the error of the run.
            let _ = sender.send(Err(error));
        }
    };
    let thread = thread::Builder::new().name("import-rows".into()).spawn_scoped(scope, collect);
    thread.map(drop).map_err(|error| unavailable(format!("no thread for the rows of the import: {error}")))
}

//! The products that a server keeps in memory: read on one thread, decoded on another.

use crate::connection::StoreConnection;
use crate::failure::{store_error, unexpected};
use crate::rows::interner::Interner;
use crate::rows::product_row::ProductRow;
use crate::schema::products;
use catalog_domain::ports::{Cause, StoreError};
use catalog_domain::product::Product;
use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Rows that go from one thread to the other at once.
const BATCH_ROWS: usize = 1_000;
/// Batches that may wait between the threads: enough for neither to wait often, few enough to take no room.
const WAITING_BATCHES: usize = 4;

/// All active products, in no particular order. The rows of a large catalog are never all in memory beside the products
/// made of them.
pub(super) fn active_products(
    connection: &mut StoreConnection,
    interner: &mut Interner,
) -> Result<Vec<Arc<Product>>, StoreError> {
    let active = products::table.filter(products::is_active.eq(true));
    match connection {
        StoreConnection::Postgres(inner) => {
            let query = active.select(ProductRow::as_select());
            decode_beside(query.load_iter::<ProductRow, PgRowByRowLoadingMode>(inner).map_err(store_error)?, interner)
        }
        StoreConnection::Sqlite(inner) => {
            let query = active.select(ProductRow::as_select());
            decode_beside(query.load_iter::<ProductRow, DefaultLoadingMode>(inner).map_err(store_error)?, interner)
        }
    }
}

/// The product that `row` is.
pub(super) fn product_of(row: ProductRow, interner: &mut Interner) -> Result<Arc<Product>, StoreError> {
    row.into_product(interner).map(Arc::new)
}

/// Reads `rows` on this thread while another one decodes them: both take about as long.
fn decode_beside(
    rows: impl Iterator<Item = QueryResult<ProductRow>>,
    interner: &mut Interner,
) -> Result<Vec<Arc<Product>>, StoreError> {
    let (sender, batches) = sync_channel(WAITING_BATCHES);
    thread::scope(|scope| {
        let decoding = thread::Builder::new().name("decode".into()).spawn_scoped(scope, || decode(batches, interner));
        let decoding = decoding.map_err(|error| StoreError::Unavailable(Cause::from(error)))?;
        let read = send(rows, &sender);
        drop(sender);
        let decoded = decoding.join().map_err(|_| unexpected("decoding products panicked"))?;
        read.and(decoded)
    })
}

/// Sends `rows` on in batches. Stops early when the other thread has failed, which then says why.
fn send(
    rows: impl Iterator<Item = QueryResult<ProductRow>>,
    sender: &SyncSender<Vec<ProductRow>>,
) -> Result<(), StoreError> {
    // SQLite's rows begin anew when they are asked for another one after the last.
    let mut rows = rows.fuse();
    loop {
        let batch = rows.by_ref().take(BATCH_ROWS).collect::<QueryResult<Vec<_>>>().map_err(store_error)?;
        if batch.is_empty() || sender.send(batch).is_err() {
            return Ok(());
        }
    }
}

fn decode(batches: Receiver<Vec<ProductRow>>, interner: &mut Interner) -> Result<Vec<Arc<Product>>, StoreError> {
    let mut products = Vec::new();
    for batch in batches {
        for row in batch {
            products.push(product_of(row, interner)?);
        }
    }
    Ok(products)
}

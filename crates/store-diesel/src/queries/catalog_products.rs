//! The products that a server holds in memory: read and decoded on two threads, each with its own connection.

use super::product_versions::Versions;
use crate::connection::{StoreConnection, columns_for, on_each_engine, take_rows};
use crate::failure::unexpected;
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::rows::product_row::ProductRow;
use crate::schema::{product_versions, products};
use catalog_domain::ports::{Cause, StoreError};
use catalog_domain::products::Product;
use diesel::connection::DefaultLoadingMode;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

/// How many ids a thread takes at once: few enough that the rows of a large catalog are never all in memory beside the
/// products, and that both threads end at about the same time.
const CHUNK_IDS: i64 = 500;

/// All active products, in no particular order. `second` is another connection that sees the same state. Without one,
/// or when it fails, the first does all the work.
pub(super) fn active_products(
    first: &mut StoreConnection,
    second: Option<&mut StoreConnection>,
    interner: &Mutex<Interner<'static>>,
) -> Result<Vec<Arc<Product>>, StoreError> {
    let highest: Option<i64> = products::table.select(diesel::dsl::max(products::id)).first(first)?;
    let versions = Versions::read(first)?;
    let chunks = || Chunks { next: AtomicI64::new(0), highest: highest.unwrap_or(0), versions, interner };
    if let Some(second) = second {
        let (own, others) = load_on_both(&chunks(), first, second)?;
        let mut products = own?;
        match others {
            Ok(others) => {
                products.extend(others);
                return Ok(products);
            }
            Err(error) => tracing::warn!(%error, "the second connection failed: loading again with the first alone"),
        }
    }
    chunks().load(first)
}

type Loaded = Result<Vec<Arc<Product>>, StoreError>;

/// Loads on two threads until no chunk is left: the result of each connection.
fn load_on_both(
    chunks: &Chunks<'_>,
    first: &mut StoreConnection,
    second: &mut StoreConnection,
) -> Result<(Loaded, Loaded), StoreError> {
    thread::scope(|scope| {
        let other = thread::Builder::new().name("load".into()).spawn_scoped(scope, || chunks.load(second));
        let other = other.map_err(|error| StoreError::Unavailable(Cause::from(error)))?;
        let own = chunks.load(first);
        let others = other.join().map_err(|_| unexpected("loading products panicked"))?;
        Ok((own, others))
    })
}

/// A product with its row of `product_versions`, if it has one.
pub(super) type VersionedRow = (ProductRow, Option<i64>);

pub(super) fn product_of(
    (row, version): VersionedRow,
    versions: Versions,
    interner: &mut Interner<'_>,
) -> Result<Arc<Product>, StoreError> {
    row.into_product(versions.of(version), interner).map(Arc::new)
}

/// The ranges of ids still to load, which threads take one after the other.
struct Chunks<'a> {
    /// The next chunk begins after this id.
    next: AtomicI64,
    highest: i64,
    versions: Versions,
    interner: &'a Mutex<Interner<'static>>,
}

impl Chunks<'_> {
    /// Loads one chunk after the other until none is left. When one fails, no further chunk is started.
    fn load(&self, connection: &mut StoreConnection) -> Loaded {
        let mut interner = Interner::with_parent(self.interner);
        let mut products = Vec::new();
        loop {
            let after = self.next.fetch_add(CHUNK_IDS, Ordering::Relaxed);
            if after >= self.highest {
                return Ok(products);
            }
            let loaded = self.load_chunk(connection, after, &mut interner, &mut products);
            loaded.inspect_err(|_| self.next.store(self.highest, Ordering::Relaxed))?;
        }
    }

    /// Adds the active products among those with the ids that follow `after` to `products`.
    fn load_chunk(
        &self,
        connection: &mut StoreConnection,
        after: i64,
        interner: &mut Interner<'_>,
        products: &mut Vec<Arc<Product>>,
    ) -> Result<(), StoreError> {
        let last = after.saturating_add(CHUNK_IDS);
        let ids = products::table
            .left_join(product_versions::table)
            .filter(products::id.gt(after))
            .filter(products::id.le(last));
        let active = ids.filter(products::is_active.eq(true));
        let before = products.len();
        // One row after the other: its texts are freed before the next one needs memory.
        on_each_engine!(connection, inner => {
            let columns = (columns_for::<ProductRow, _>(inner), product_versions::version.nullable());
            let rows = diesel::RunQueryDsl::load_iter::<VersionedRow, DefaultLoadingMode>(active.select(columns), inner);
            take_rows(rows, |row| product_of(row, self.versions, interner).map(|product| products.push(product)))?;
        });
        if products.len() == before { self.skip_unused(connection, last) } else { Ok(()) }
    }

    /// Skips to the first used id after `last`: failed imports consumed ids.
    fn skip_unused(&self, connection: &mut StoreConnection, last: i64) -> Result<(), StoreError> {
        let following = products::table.filter(products::id.gt(last)).select(diesel::dsl::min(products::id));
        let following: Option<i64> = following.first(connection)?;
        self.next.fetch_max(following.map_or(self.highest, |id| id - 1), Ordering::Relaxed);
        Ok(())
    }
}

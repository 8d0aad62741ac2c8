//! What decides on the visibility of one product, read in one snapshot.

use super::reference_data as reference;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::rows::product_facts_row::ProductFactsRow;
use crate::schema::{EventRow, catalog_commits, change_events, products, store_state};
use crate::settings::parse_storefront;
use crate::store::Store;
use crate::transaction::allow_long_statements;
use catalog_domain::ports::{EventSearch, ProductEvent, ProductFacts, StoreError, VisibilityFacts, VisibilityLookup};
use catalog_domain::values::{CatalogRevision, Timestamp};

impl VisibilityLookup for Store {
    fn look_up(&self, stock_number: Option<&str>, events: EventSearch) -> Result<VisibilityFacts, StoreError> {
        self.snapshot(|connection| {
            allow_long_statements(connection)?;
            let (storefront, committed_at): (Option<String>, Option<i64>) = store_state::table
                .select((store_state::storefront_host, store_state::committed_at))
                .first(connection)?;
            // A text with a NUL is not a stock number, and PostgreSQL rejects it.
            let stock_number = stock_number.filter(|text| !text.contains('\0'));
            let product = stock_number.map(|stock_number| product_facts(connection, stock_number, events));
            Ok(VisibilityFacts {
                revision: reference::revision(connection)?,
                committed_at: committed_at.map(Timestamp::from_unix_microseconds),
                storefront: storefront.map(|host| parse_storefront(&host)).transpose()?,
                sections: reference::sections(connection)?,
                price_levels: reference::price_levels(connection)?,
                product: product.transpose()?.flatten(),
            })
        })
    }
}

fn product_facts(
    connection: &mut StoreConnection,
    stock_number: &str,
    events: EventSearch,
) -> Result<Option<ProductFacts>, StoreError> {
    let query = products::table.filter(products::stock_number.eq(stock_number)).select(ProductFactsRow::as_select());
    let Some(row) = query.first_optional(connection)? else { return Ok(None) };
    let mut facts = row.into_facts(&mut Interner::default())?;
    facts.written_at = written_at(connection, facts.revision)?;
    facts.events = latest_events(connection, stock_number, events)?;
    Ok(Some(facts))
}

fn written_at(connection: &mut StoreConnection, revision: CatalogRevision) -> Result<Option<Timestamp>, StoreError> {
    let query = catalog_commits::table.find(revision.0).select(catalog_commits::committed_at);
    let at: Option<i64> = query.first_optional(connection)?;
    Ok(at.map(Timestamp::from_unix_microseconds))
}

/// Searches the end of the log by number: it has no index by product, because nothing but this would use it.
fn latest_events(
    connection: &mut StoreConnection,
    stock_number: &str,
    search: EventSearch,
) -> Result<Vec<ProductEvent>, StoreError> {
    let last: i64 = store_state::table.select(store_state::last_event_number).first(connection)?;
    let rows: Vec<EventRow> = change_events::table
        .filter(change_events::seq.gt(last - i64::from(search.among)))
        .filter(change_events::stock_number.eq(stock_number))
        .order(change_events::seq.desc())
        .limit(i64::from(search.limit))
        .select(EventRow::as_select())
        .load(connection)?;
    rows.iter().map(EventRow::to_product_event).collect()
}

//! The table of offers, as it is written: a column for every price level and warehouse of the store.

use super::csv_field;
use catalog_domain::ports::StoredItem;
use catalog_domain::pricing::{Money, Offer, PriceLevel};
use std::io::{self, Write};
use std::sync::Arc;

/// Writes the first line before that of the first product: all levels and warehouses are known then.
#[derive(Default)]
pub(super) struct TableWriter {
    levels: Vec<PriceLevel>,
    warehouses: Vec<Arc<str>>,
    is_begun: bool,
}

impl TableWriter {
    /// Adds what `item` adds to the table.
    ///
    /// # Errors
    /// Those of `line`, and for a name that no column can have.
    pub(super) fn write(&mut self, item: &StoredItem, line: &mut Vec<u8>) -> io::Result<()> {
        match item {
            StoredItem::PriceLevel(level) if !level.is_retail() => self.levels.push(level.clone()),
            StoredItem::Warehouse(warehouse) => self.warehouses.push(Arc::clone(&warehouse.id)),
            StoredItem::Product(record, _) => {
                self.begin(line)?;
                let offer = record.offer.as_ref().map(|record| &record.offer);
                return self.row(&record.stock_number, offer.unwrap_or(&Offer::default()), line);
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes the first line, unless that was done.
    pub(super) fn begin(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        write!(line, "stockNumber,hidePrices,retail,sale,specialPrice,shipping")?;
        let levels = self.levels.iter().map(|level| ("level", level.name()));
        for (kind, name) in levels.chain(self.warehouses.iter().map(|id| ("stock", &**id))) {
            if name.contains(['\n', '\r']) {
                return Err(io::Error::other(format!("a {kind} with a line end in its name has no column: {name:?}")));
            }
            // In quotes, so that a semicolon in a name does not look like one between columns.
            write!(line, ",\"{kind}:{}\"", name.replace('"', "\"\""))?;
        }
        line.write_all(b"\n")
    }

    fn row(&self, stock_number: &str, offer: &Offer, line: &mut Vec<u8>) -> io::Result<()> {
        let (retail, special) = (amount(offer.retail), amount(offer.special));
        let Offer { hide_prices, sale, shipping, .. } = offer;
        write!(line, "{},{hide_prices},{retail},{sale},{special},{shipping}", csv_field(stock_number))?;
        for level in &self.levels {
            write!(line, ",{}", amount(offer.levels.price_at(level)))?;
        }
        for warehouse in &self.warehouses {
            match offer.stock.iter().find(|entry| entry.warehouse == warehouse) {
                Some(entry) => write!(line, ",{}", entry.quantity)?,
                None => line.write_all(b",")?,
            }
        }
        line.write_all(b"\n")
    }
}

fn amount(price: Option<Money>) -> String {
    price.map(|price| price.to_string()).unwrap_or_default()
}

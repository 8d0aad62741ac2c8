//! The table of offers (`docs/import-format.md`, "A table of offers"), as it is written: a column for every price level
//! and warehouse of the store.

use catalog_domain::ports::StoredItem;
use catalog_domain::pricing::{Money, Offer, PriceLevel};
use catalog_domain::values::Language;
use std::io::{self, Write};
use std::sync::Arc;

/// Writes the first line before that of the first product: all levels and warehouses are known then.
#[derive(Debug)]
pub struct OfferTable {
    /// Its spreadsheets open the table.
    language: Language,
    levels: Vec<PriceLevel>,
    warehouses: Vec<Arc<str>>,
    is_begun: bool,
}

impl OfferTable {
    /// An empty table in the dialect of CSV that spreadsheets of `language` open. Imports take each.
    pub fn new(language: Language) -> Self {
        Self { language, levels: Vec::new(), warehouses: Vec::new(), is_begun: false }
    }

    /// Adds what `item` adds to the table.
    ///
    /// # Errors
    /// Those of `output`.
    pub fn write(&mut self, item: &StoredItem, output: &mut dyn Write) -> io::Result<()> {
        match item {
            StoredItem::PriceLevel(level) if !level.is_retail() && has_column(level.name()) => {
                self.levels.push(level.clone());
            }
            StoredItem::Warehouse(warehouse) if has_column(&warehouse.id) => {
                self.warehouses.push(Arc::clone(&warehouse.id));
            }
            StoredItem::Product(record, _) => {
                self.begin(output)?;
                let offer = record.offer.as_ref().map(|record| &record.offer);
                return self.row(&record.stock_number, offer.unwrap_or(&Offer::default()), output);
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes the first line, unless that was done.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let between = self.language.csv_delimiter();
        write!(output, "{}stockNumber", self.language.csv_start())?;
        for column in ["hidePrices", "retail", "sale", "specialPrice", "shipping"] {
            write!(output, "{between}{column}")?;
        }
        let levels = self.levels.iter().map(|level| ("level", level.name()));
        for (kind, name) in levels.chain(self.warehouses.iter().map(|id| ("stock", &**id))) {
            // In quotes, so that a semicolon in a name does not look like one between columns.
            write!(output, "{between}\"{kind}:{}\"", name.replace('"', "\"\""))?;
        }
        output.write_all(b"\n")
    }

    fn row(&self, stock_number: &str, offer: &Offer, output: &mut dyn Write) -> io::Result<()> {
        let between = self.language.csv_delimiter();
        let amount = |output: &mut dyn Write, price: Option<Money>| match price.map(Money::to_decimal_text) {
            Some(text) => write!(output, "{between}{}", text.with_mark(self.language.decimal_mark()).as_str()),
            None => write!(output, "{between}"),
        };
        let Offer { hide_prices, sale, shipping, .. } = offer;
        write!(output, "{}{between}{hide_prices}", csv_cell(stock_number))?;
        amount(output, offer.retail)?;
        write!(output, "{between}{sale}")?;
        amount(output, offer.special)?;
        write!(output, "{between}{shipping}")?;
        for level in &self.levels {
            amount(output, offer.levels.price_at(level))?;
        }
        for warehouse in &self.warehouses {
            write!(output, "{between}")?;
            if let Some(entry) = offer.stock.iter().find(|entry| entry.warehouse == warehouse) {
                write!(output, "{}", entry.quantity)?;
            }
        }
        output.write_all(b"\n")
    }
}

/// A table is read by lines, and the first one names its columns. What has no column stays as it is stored.
fn has_column(name: &str) -> bool {
    !name.contains(['\n', '\r'])
}

/// A text as one cell, in any of the dialects.
pub fn csv_cell(text: &str) -> String {
    // At the beginning of a line U+FEFF would be a mark of a file.
    if text.contains(['"', ',', ';', '\n', '\r', '\u{feff}']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

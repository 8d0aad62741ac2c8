//! Tables of offers: CSV whose lines set some columns of stored offers (`docs/import-format.md`, "A table of offers").
//!
//! `cells` are separated by `csv-core`, which is fed line by line and so takes bounded memory whatever a quote does;
//! `columns` are named by the first line; `amounts` are cells as people and spreadsheets write them.

mod amounts;
mod cells;
mod columns;

use crate::diagnostic::{Location, RecordDiagnostic, pointer_step};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::is_stock_number;
use catalog_records::StockNumber;
use cells::{CellReader, Cells};
pub(crate) use columns::MAXIMUM_NAMED;
use columns::{Column, Columns};
use std::sync::Arc;

/// The table of one input.
pub(crate) struct OfferTable {
    pub(crate) file: u32,
    cells: CellReader,
    /// What the line `sep=;` before the columns says.
    separator: Option<u8>,
    /// `None` before the first line, and when that is wrong: then no line can be read.
    columns: Option<Columns>,
    is_begun: bool,
}

/// One line: what it sets of the offer of a product.
pub(crate) struct OfferRow {
    pub(crate) stock_number: Box<str>,
    changes: Vec<OfferChange>,
}

enum OfferChange {
    HidePrices(bool),
    Retail(Option<Money>),
    Sale(bool),
    Special(Option<Money>),
    Shipping(i64),
    Level(PriceLevel, Option<Money>),
    /// `None`: no entry for the warehouse.
    Stock(Arc<str>, Option<i64>),
}

impl OfferTable {
    pub(crate) fn new(file: u32) -> Self {
        Self { file, cells: CellReader::default(), separator: None, columns: None, is_begun: false }
    }

    /// Has its lines passed over: the one with its columns could not be read.
    pub(crate) fn give_up(&mut self) {
        self.is_begun = true;
    }

    /// The line that names its columns.
    pub(crate) fn first_line(&self) -> u64 {
        1 + u64::from(self.separator.is_some())
    }

    /// Whether its first line was read.
    pub(crate) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// The warehouses that have a column, each with the pointer to it.
    pub(crate) fn warehouses(&self) -> impl Iterator<Item = (&Arc<str>, String)> {
        let columns = self.columns.iter().flat_map(|columns| &columns.all);
        columns.filter_map(|(name, column)| match column {
            Column::Stock(warehouse) => Some((warehouse, pointer_step(name))),
            _ => None,
        })
    }

    /// Reads a line; `Ok(None)` for `sep=;`, the one with the columns, one without any value, and one in the middle of
    /// a quote.
    pub(crate) fn read(
        &mut self,
        location: Location,
        line: &str,
    ) -> Result<Option<OfferRow>, Vec<(Location, RecordDiagnostic)>> {
        if !self.is_begun {
            if self.separator.is_none()
                && let Some(separator) = columns::stated_separator(line)
            {
                self.separator = Some(separator);
                return Ok(None);
            }
            self.is_begun = true;
            let columns = Columns::read(line, self.separator, &mut self.cells);
            self.columns = Some(columns.map_err(|problems| at(location, problems))?);
            return Ok(None);
        }
        let Some(columns) = &self.columns else { return Ok(None) };
        let begun_at = self.cells.begun_at().unwrap_or(location);
        match self.cells.read(location, line) {
            Ok(Some(cells)) => row(columns, &cells).map_err(|problems| at(begun_at, problems)),
            Ok(None) => Ok(None),
            Err(problem) => {
                self.columns = None;
                Err(vec![(begun_at, problem)])
            }
        }
    }

    /// What is wrong with the end of the input.
    pub(crate) fn end(&self) -> Option<(Location, RecordDiagnostic)> {
        let begun_at = self.cells.begun_at().filter(|_| self.columns.is_some())?;
        Some((begun_at, RecordDiagnostic::new("", cells::OPEN_QUOTE)))
    }
}

fn at(location: Location, problems: Vec<RecordDiagnostic>) -> Vec<(Location, RecordDiagnostic)> {
    problems.into_iter().map(|problem| (location, problem)).collect()
}

fn row(columns: &Columns, cells: &Cells<'_>) -> Result<Option<OfferRow>, Vec<RecordDiagnostic>> {
    // Spreadsheets write such lines below the last one that is used.
    if cells.iter().all(|cell| cell.trim().is_empty()) {
        return Ok(None);
    }
    let (found, expected) = (cells.len(), columns.all.len());
    if found != expected {
        let message = format!("has {found} cells, and the first line has {expected} columns");
        return Err(vec![RecordDiagnostic::new("", message)]);
    }
    let (mut row, mut problems) = (OfferRow { stock_number: "".into(), changes: Vec::new() }, Vec::new());
    for ((name, column), cell) in columns.all.iter().zip(cells.iter()) {
        match read_cell(columns, column, cell, &mut row) {
            Ok(change) => row.changes.extend(change),
            Err(message) => problems.push(RecordDiagnostic::new(pointer_step(name), message)),
        }
    }
    if problems.is_empty() {
        return Ok(Some(row));
    }
    let product = Some(&*row.stock_number).filter(|number| !number.is_empty());
    Err(problems.into_iter().map(|problem| problem.of_product(product)).collect())
}

fn read_cell(
    columns: &Columns,
    column: &Column,
    cell: &str,
    row: &mut OfferRow,
) -> Result<Option<OfferChange>, String> {
    let price = || match amounts::price(cell, columns.has_decimal_comma)? {
        None if columns.is_price_list && cell.trim().is_empty() => Err(EMPTY_IN_PRICE_LIST.to_owned()),
        price => Ok(price),
    };
    Ok(Some(match column {
        Column::StockNumber if is_stock_number(cell) => {
            row.stock_number = cell.into();
            return Ok(None);
        }
        Column::StockNumber => return Err(StockNumber::REFUSAL.to_owned()),
        Column::PassedOver => return Ok(None),
        Column::Currency if ["", "USD"].contains(&cell.trim()) => return Ok(None),
        Column::Currency => return Err(OTHER_CURRENCY.to_owned()),
        Column::HidePrices => OfferChange::HidePrices(amounts::flag(cell)?),
        Column::Sale => OfferChange::Sale(amounts::flag(cell).map_err(|message| {
            let is_amount = amounts::price(cell, columns.has_decimal_comma).is_ok();
            if is_amount { SALE_IS_A_FLAG.to_owned() } else { message }
        })?),
        Column::Retail => OfferChange::Retail(price()?),
        Column::Special => OfferChange::Special(price()?),
        Column::Shipping => OfferChange::Shipping(amounts::quantity(cell)?.unwrap_or(0)),
        Column::Level(level) => OfferChange::Level(level.clone(), price()?),
        Column::Stock(warehouse) => OfferChange::Stock(Arc::clone(warehouse), amounts::quantity(cell)?),
    }))
}

const EMPTY_IN_PRICE_LIST: &str = "is empty in a table with a column `currency`, a price list, where that can mean a \
                                   hidden price: write 0 for no price, or leave the column out";
const OTHER_CURRENCY: &str = "is not USD: prices are in USD, and amounts in other currencies are not converted";
const SALE_IS_A_FLAG: &str = "is an amount, and `sale` is a flag: the amount belongs into `specialPrice`";

impl OfferRow {
    /// `stored` with what the line sets.
    pub(crate) fn over(self, stored: Offer) -> Offer {
        let levels = stored.levels.iter();
        let levels = levels.map(|entry| LevelPrice { level: entry.level.clone(), price: entry.price });
        let mut levels: Vec<LevelPrice> = levels.collect();
        let stock = stored.stock.iter();
        let stock = stock.map(|entry| Stock { warehouse: Arc::clone(entry.warehouse), quantity: entry.quantity });
        let mut stock: Vec<Stock> = stock.collect();
        let mut offer = stored;
        for change in self.changes {
            match change {
                OfferChange::HidePrices(value) => offer.hide_prices = value,
                OfferChange::Retail(value) => offer.retail = value,
                OfferChange::Sale(value) => offer.sale = value,
                OfferChange::Special(value) => offer.special = value,
                OfferChange::Shipping(value) => offer.shipping = value,
                OfferChange::Level(level, price) => match levels.iter_mut().find(|entry| entry.level == level) {
                    // The place of a level counts, so it stays when its price goes.
                    Some(entry) => entry.price = price,
                    None if price.is_some() => levels.push(LevelPrice { level, price }),
                    None => {}
                },
                OfferChange::Stock(warehouse, quantity) => {
                    match (stock.iter_mut().find(|entry| entry.warehouse == warehouse), quantity) {
                        (Some(entry), Some(quantity)) => entry.quantity = quantity,
                        (None, Some(quantity)) => stock.push(Stock { warehouse, quantity }),
                        (_, None) => stock.retain(|entry| entry.warehouse != warehouse),
                    }
                }
            }
        }
        Offer { levels: levels.into_iter().collect(), stock: stock.into_iter().collect(), ..offer }
    }
}

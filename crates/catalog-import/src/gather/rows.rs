//! Lines of tables of offers: each becomes the record of a whole offer, over the stored one. From there on it is one of
//! any delta.

use super::{Gathering, ParsedOffer, ParsedRecord};
use crate::diagnostic::{Location, RecordDiagnostic};
use crate::error::ImportError;
use crate::export::offer_record;
use crate::offer_table::{MAXIMUM_NAMED, OfferRow, OfferTable};
use crate::record::OfferInput;
use catalog_domain::pricing::Offer;

/// Lines whose stored offers are read together; it bounds their memory.
const BATCH_ROWS: usize = 500;

impl Gathering<'_> {
    pub(super) fn read_row(&mut self, location: Location, line: &str) -> Result<(), ImportError> {
        if self.table.as_ref().is_none_or(|table| table.file != location.file) {
            self.end_table()?;
        }
        let table = self.table.get_or_insert_with(|| OfferTable::new(location.file));
        let is_first = !table.is_begun();
        if is_first && location.line > table.first_line() && !self.gathered.diagnostics.is_empty() {
            table.give_up();
        }
        match table.read(location, line) {
            Ok(row) => self.rows.extend(row.map(|row| (location, row))),
            Err(problems) => {
                problems.into_iter().for_each(|(at, problem)| self.gathered.diagnostics.add(at, problem));
            }
        }
        if is_first {
            for (warehouse, field) in table.warehouses() {
                self.gathered.uses.add_column(warehouse, &self.known, location, field);
            }
        }
        if self.rows.len() >= BATCH_ROWS { self.add_rows() } else { Ok(()) }
    }

    pub(super) fn end_table(&mut self) -> Result<(), ImportError> {
        if let Some((location, problem)) = self.table.take().and_then(|table| table.end()) {
            self.gathered.diagnostics.add(location, problem);
        }
        self.add_rows()
    }

    fn add_rows(&mut self) -> Result<(), ImportError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let stock_numbers: Vec<Box<str>> = rows.iter().map(|(_, row)| row.stock_number.clone()).collect();
        for ((location, row), stored) in rows.into_iter().zip(self.session.offers(&stock_numbers)?) {
            self.add_row(location, row, stored)?;
        }
        Ok(())
    }

    fn add_row(&mut self, location: Location, row: OfferRow, stored: Option<Offer>) -> Result<(), ImportError> {
        let stock_number = row.stock_number.clone();
        let before = stored.clone();
        let offer = row.over(stored.unwrap_or_default());
        if offer.levels.len() > MAXIMUM_NAMED || offer.stock.len() > MAXIMUM_NAMED {
            let message = format!("the offer would have more than {MAXIMUM_NAMED} levels or warehouses");
            self.gathered.diagnostics.add(location, RecordDiagnostic::new("", message));
            return Ok(());
        }
        let line = serde_json::to_string(&offer_record(&stock_number, &offer));
        let line = line.map_err(|error| ImportError::Spool(error.into()))?;
        self.gathered.levels.add(&offer.levels);
        let input = OfferInput { offer, commercial_updated_at: None };
        let parsed: ParsedOffer = self.parsed_offer(&stock_number, &input);
        let offer = Some((&input.offer, before.as_ref()));
        self.add_entry(location, &stock_number, ParsedRecord::Offer(parsed), offer, &line).map(drop)
    }
}

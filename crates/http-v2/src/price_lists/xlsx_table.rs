//! Tables as workbooks (Office Open XML).

use super::sheet_name::sheet_name;
use super::table::{Cell, Head, Table, Title, temporary_file};
use catalog_app::runtime::catch_panic;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Seek};

/// The most rows of a sheet, with its heads. A longer table goes on on another sheet.
const MOST_ROWS: u32 = 1_048_576;

/// How amounts are shown; a cell has all their decimals.
const AMOUNT: &str = "#,##0.00";

/// How the library's panics begin whose cause is the file of a sheet.
const WRITE_PANIC: &str = "Couldn't write to xml file";

pub(super) struct XlsxTable {
    workbook: Workbook,
    heads: Box<[Head]>,
    title: String,
    amount: Format,
    sheets: usize,
    /// The next row of the last sheet.
    row: u32,
}

impl XlsxTable {
    /// The workbook says that it was made when its catalog was.
    pub(super) fn new(heads: Box<[Head]>, title: Title) -> io::Result<Self> {
        caught(|| Self::try_new(heads, title))
    }

    fn try_new(heads: Box<[Head]>, title: Title) -> Result<Self, XlsxError> {
        let (workbook, amount) = (Workbook::new(), Format::new().set_num_format(AMOUNT));
        let mut table = Self { workbook, heads, title: title.text, amount, sheets: 0, row: 0 };
        let made = ExcelDateTime::from_timestamp(title.at.unix_seconds())?;
        table.workbook.set_properties(&DocProperties::new().set_creation_datetime(&made));
        table.add_sheet()?;
        Ok(table)
    }

    fn add_sheet(&mut self) -> Result<(), XlsxError> {
        self.sheets += 1;
        // Its rows are in a temporary file.
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(sheet_name(&self.title, self.sheets))?.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, head) in (0..).zip(&self.heads) {
            sheet.set_column_width(column, head.width)?;
            sheet.write_string_with_format(0, column, head.text, &bold)?;
        }
        self.row = 1;
        Ok(())
    }

    /// Ends the last sheet: it can be filtered by the values of each column.
    fn end_sheet(&mut self) -> Result<&mut Worksheet, XlsxError> {
        // A table has few columns.
        let last = u16::try_from(self.heads.len() - 1).unwrap_or_default();
        self.workbook.worksheet_from_index(self.sheets - 1)?.autofilter(0, 0, self.row - 1, last)
    }

    fn add_row(&mut self, row: &[Cell<'_>]) -> Result<(), XlsxError> {
        if self.row == MOST_ROWS {
            self.end_sheet()?;
            self.add_sheet()?;
        }
        let sheet = self.workbook.worksheet_from_index(self.sheets - 1)?;
        for (column, cell) in (0..).zip(row) {
            write_cell(sheet, (self.row, column), *cell, &self.amount)?;
        }
        self.row += 1;
        Ok(())
    }
}

impl Table for XlsxTable {
    fn add(&mut self, row: &[Cell<'_>]) -> io::Result<()> {
        caught(|| self.add_row(row))
    }

    fn finish(mut self: Box<Self>) -> io::Result<File> {
        let mut file = BufWriter::new(temporary_file()?);
        // Every cell was taken: what fails now is a file, and the library does not always say so.
        let saved = caught(|| {
            self.end_sheet()?;
            self.workbook.save_to_writer(&mut file)
        });
        saved.map_err(|error| io::Error::new(ErrorKind::StorageFull, error))?;
        let mut file = file.into_inner().map_err(IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

/// Runs a step of the library, which panics where the file of a sheet cannot be written.
fn caught<T>(step: impl FnOnce() -> Result<T, XlsxError>) -> io::Result<T> {
    match catch_panic(step) {
        Ok(result) => result.map_err(io_error),
        Err(panic) if panic.starts_with(WRITE_PANIC) => Err(io::Error::new(ErrorKind::StorageFull, panic)),
        Err(panic) => Err(io::Error::other(panic)),
    }
}

fn io_error(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        error => match error.source().and_then(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind) {
            Some(kind) => io::Error::new(kind, error),
            None => io::Error::other(error),
        },
    }
}

/// Texts are text cells, whatever they look like.
fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: Cell<'_>,
    amount_format: &Format,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Amount(None) => {}
        Cell::Text(text) => {
            sheet.write_string(row, column, text)?;
        }
        Cell::Count(count) => {
            sheet.write_number(row, column, count as f64)?;
        }
        // The nearest number there is, which is written with the same digits: an amount has at most 15.
        Cell::Amount(Some(amount)) => {
            sheet.write_number_with_format(row, column, amount.units() as f64 / 10_000.0, amount_format)?;
        }
    }
    Ok(())
}

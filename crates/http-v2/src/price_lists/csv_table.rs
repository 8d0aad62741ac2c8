//! Tables as CSV (RFC 4180), in the dialects that spreadsheets of either language open.

use super::table::{Cell, Locale, Table, temporary_file};
use csv::{Terminator, Writer, WriterBuilder};
use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Seek, Write};

/// What a spreadsheet computes a text that begins with, or drops.
const COMPUTED: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// How spreadsheets are told that a file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

pub(super) struct CsvTable {
    writer: Writer<BufWriter<File>>,
    locale: Locale,
    /// The text of the present cell.
    text: String,
}

impl CsvTable {
    pub(super) fn new(locale: Locale, heads: &[&str]) -> io::Result<Self> {
        let mut file = BufWriter::new(temporary_file()?);
        let mut builder = WriterBuilder::new();
        builder.terminator(Terminator::CRLF);
        if locale == Locale::Russian {
            file.write_all(BYTE_ORDER_MARK.as_bytes())?;
            builder.delimiter(b';');
        }
        let mut writer = builder.from_writer(file);
        writer.write_record(heads)?;
        Ok(Self { writer, locale, text: String::new() })
    }
}

impl Table for CsvTable {
    fn add(&mut self, row: &[Cell<'_>]) -> io::Result<()> {
        for cell in row {
            self.text.clear();
            write_cell(&mut self.text, *cell, self.locale);
            self.writer.write_field(&self.text)?;
        }
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    fn finish(self: Box<Self>) -> io::Result<File> {
        let buffered = self.writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        let mut file = buffered.into_inner().map_err(IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

fn write_cell(text: &mut String, cell: Cell<'_>, locale: Locale) {
    match cell {
        Cell::Text(cell) => {
            if cell.starts_with(COMPUTED) {
                text.push('\'');
            }
            text.push_str(cell);
        }
        Cell::Count(count) => text.push_str(itoa::Buffer::new().format(count)),
        Cell::Amount(None) => {}
        Cell::Amount(Some(amount)) => {
            let decimal = amount.to_decimal_text();
            match (locale, decimal.as_str().split_once('.')) {
                (Locale::Russian, Some((whole, decimals))) => text.extend([whole, ",", decimals]),
                _ => text.push_str(decimal.as_str()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Read;

    fn written(locale: Locale, rows: &[Vec<String>]) -> String {
        let mut table = Box::new(CsvTable::new(locale, &["a", "b"]).unwrap());
        for row in rows {
            table.add(&row.iter().map(|text| Cell::Text(text)).collect::<Vec<_>>()).unwrap();
        }
        let mut text = String::new();
        table.finish().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    /// As a spreadsheet reads it.
    fn read(locale: Locale, text: &str) -> Vec<Vec<String>> {
        let (delimiter, text) = match locale {
            Locale::English => (b',', text),
            Locale::Russian => (b';', text.strip_prefix(BYTE_ORDER_MARK).unwrap()),
        };
        let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
        rows.collect()
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_it_was_and_none_is_computed(
            rows in prop::collection::vec(prop::collection::vec("([=+@\t\r'\"-]?[a-я;,\"\r\n' ]{0,4}|\\PC{0,9})", 2), 0..5),
        ) {
            for (locale, _) in Locale::NAMES {
                let found = read(locale, &written(locale, &rows));
                prop_assert!(found.iter().flatten().all(|text| !text.starts_with(COMPUTED)));
                let plain = |text: &str| text.strip_prefix('\'').filter(|rest| rest.starts_with(COMPUTED)).map(str::to_owned);
                let found: Vec<Vec<String>> = found.iter()
                    .map(|row| row.iter().map(|text| plain(text).unwrap_or_else(|| text.clone())).collect())
                    .collect();
                let expected: Vec<Vec<String>> = rows.iter()
                    .map(|row| row.iter().map(|text| plain(text).unwrap_or_else(|| text.clone())).collect())
                    .collect();
                prop_assert_eq!(found, expected);
            }
        }
    }
}

//! Tables as CSV (RFC 4180), in the dialects that spreadsheets of either language open.

use super::table::{Cell, Head, Table, temporary_file};
use catalog_domain::values::Language;
use csv::{ErrorKind, Terminator, Writer, WriterBuilder};
use http_common::response::COMPUTED;
use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Seek, Write};

pub(super) struct CsvTable {
    writer: Writer<BufWriter<File>>,
    language: Language,
    /// The text of the present cell.
    text: String,
}

impl CsvTable {
    pub(super) fn new(language: Language, heads: &[Head]) -> io::Result<Self> {
        let mut file = BufWriter::new(temporary_file()?);
        let mut builder = WriterBuilder::new();
        builder.terminator(Terminator::CRLF).delimiter(language.csv_delimiter() as u8);
        file.write_all(language.csv_start().as_bytes())?;
        let mut writer = builder.from_writer(file);
        writer.write_record(heads.iter().map(|head| head.text)).map_err(io_error)?;
        Ok(Self { writer, language, text: String::new() })
    }
}

impl Table for CsvTable {
    fn add(&mut self, row: &[Cell<'_>]) -> io::Result<()> {
        for cell in row {
            self.text.clear();
            write_cell(&mut self.text, *cell, self.language);
            self.writer.write_field(&self.text).map_err(io_error)?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(io_error)
    }

    fn finish(self: Box<Self>) -> io::Result<File> {
        let buffered = self.writer.into_inner().map_err(|error| {
            let cause = error.error();
            io::Error::new(cause.kind(), cause.to_string())
        })?;
        let mut file = buffered.into_inner().map_err(IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn write_cell(text: &mut String, cell: Cell<'_>, language: Language) {
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
            text.push_str(amount.to_decimal_text().with_mark(language.decimal_mark()).as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Read;

    fn written(language: Language, rows: &[Vec<String>]) -> String {
        let mut table = Box::new(CsvTable::new(language, &["a", "b"].map(|text| Head { text, width: 0 })).unwrap());
        for row in rows {
            table.add(&row.iter().map(|text| Cell::Text(text)).collect::<Vec<_>>()).unwrap();
        }
        let mut text = String::new();
        table.finish().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn read(language: Language, text: &str) -> Vec<Vec<String>> {
        let (delimiter, text) = match language {
            Language::English => (b',', text),
            Language::Russian => (b';', text.strip_prefix('\u{feff}').unwrap()),
        };
        let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
        rows.collect()
    }

    fn plain(text: &str) -> &str {
        text.strip_prefix('\'').filter(|rest| rest.starts_with(COMPUTED)).unwrap_or(text)
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_it_was_and_none_is_computed(
            texts in prop::collection::vec("([=+@\t\r'\"-]?[a-я;,\"\r\n' ]{0,4}|\\PC{0,9})", 0..10),
        ) {
            let rows: Vec<Vec<String>> = texts.chunks_exact(2).map(<[String]>::to_vec).collect();
            for language in Language::ALL {
                let found = read(language, &written(language, &rows));
                prop_assert_eq!(found.len(), rows.len());
                for (found, text) in found.iter().flatten().zip(rows.iter().flatten()) {
                    prop_assert!(!found.starts_with(COMPUTED));
                    prop_assert_eq!(plain(found), plain(text));
                }
            }
        }
    }
}

//! A table that is written to a file, row by row.

use super::csv_table::CsvTable;
use super::xlsx_table::XlsxTable;
use catalog_domain::pricing::Money;
use catalog_domain::values::{Language, Timestamp};
use std::fs::File;
use std::io;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Format {
    Csv,
    Xlsx,
}

impl Format {
    /// The format of the file that a path calls so.
    pub(crate) fn of_file(name: &str) -> Option<Self> {
        let extension = name.strip_prefix("price-list.");
        [Self::Csv, Self::Xlsx].into_iter().find(|format| extension == Some(format.extension()))
    }

    /// How the names of its files end.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// About how many bytes of a file a cell takes beside its text.
    pub(super) fn bytes_of_cell(self) -> usize {
        match self {
            Self::Csv => 4,
            // Rows are not packed before the last one.
            Self::Xlsx => 64,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) text: &'static str,
    /// In characters, where a format has widths.
    pub(super) width: u16,
}

/// What a table is of.
#[derive(Debug, Clone)]
pub(super) struct Title {
    pub(super) text: String,
    /// When its catalog was imported.
    pub(super) at: Timestamp,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Cell<'a> {
    Text(&'a str),
    Count(i64),
    /// In USD; `None` for an empty cell.
    Amount(Option<Money>),
}

impl Cell<'_> {
    /// The bytes of its text, about.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Count(_) | Self::Amount(_) => 8,
        }
    }
}

/// A table in a file that nobody else can open.
pub(super) trait Table: Send {
    fn add(&mut self, row: &[Cell<'_>]) -> io::Result<()>;

    /// The whole file, at its beginning.
    fn finish(self: Box<Self>) -> io::Result<File>;
}

/// An empty table with those heads.
pub(super) fn table(
    (format, language): (Format, Language),
    heads: Box<[Head]>,
    title: Title,
) -> io::Result<Box<dyn Table>> {
    Ok(match format {
        Format::Csv => Box::new(CsvTable::new(language, &heads)?),
        Format::Xlsx => Box::new(XlsxTable::new(heads, title)?),
    })
}

/// A file without a name, in the system's temporary folder: it disappears with the process, however that ends.
pub(crate) fn temporary_file() -> io::Result<File> {
    let file = tempfile::tempfile()?;
    // It has no name, but still the mode that the process's umask gave it.
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

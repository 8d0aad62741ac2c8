//! A section's products as one response of lines (`docs/contract.md#product-snapshot`), read while they come.

use crate::error::{CatalogError, ClientError};
use crate::model::Product;
use safe_output::Printable;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;
use std::io::{BufRead, BufReader, Read};

/// The longest line that is read, in decoded bytes: a product with all parts is some KiB.
const LONGEST_LINE: u64 = 16 << 20;

/// The error of a snapshot whose account got other prices meanwhile: what comes would not fit what came.
pub(crate) const RIGHTS_CHANGED: &str = "ConflictError";

/// The products of a section, by stock number. The iterator ends when all of them have come. What is missing after an
/// error comes with another snapshot, after the last product.
pub struct Snapshot {
    lines: BufReader<Box<dyn Read + Send>>,
    path: String,
    start: SnapshotStart,
    /// The last stock number.
    last: Option<String>,
    count: u64,
    is_over: bool,
}

/// What a snapshot begins with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SnapshotStart {
    /// The revision of the catalog: no product is older.
    pub revision: u64,
    /// Where to follow the feed from, when the copy is whole.
    pub changes_cursor: String,
    /// The products of the section.
    pub total: u64,
}

/// A line of any type. Fields that the type does not have are absent.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    r#type: String,
    #[serde(default)]
    revision: u64,
    #[serde(default)]
    changes_cursor: String,
    #[serde(default)]
    total: u64,
    data: Option<Product>,
    #[serde(default)]
    count: u64,
    error: Option<Value>,
}

impl Snapshot {
    /// Reads the first line.
    pub(crate) fn begin(path: &str, body: Box<dyn Read + Send>) -> Result<Self, ClientError> {
        let (lines, start) = (BufReader::new(body), SnapshotStart::default());
        let mut snapshot = Self { lines, path: path.to_owned(), start, last: None, count: 0, is_over: false };
        let Line { r#type, revision, changes_cursor, total, .. } = snapshot.read_line()?;
        if r#type != "start" || changes_cursor.is_empty() {
            return Err(snapshot.unexpected("it does not begin with a start"));
        }
        snapshot.start = SnapshotStart { revision, changes_cursor, total };
        Ok(snapshot)
    }

    /// What it began with.
    pub fn start(&self) -> &SnapshotStart {
        &self.start
    }

    /// The next product; `None` behind the last one of all.
    fn read_product(&mut self) -> Result<Option<Product>, ClientError> {
        let line = self.read_line()?;
        match (&*line.r#type, line.data) {
            ("product", Some(product)) => {
                // Strings compare by code points, as the service sorts.
                if self.last.as_ref().is_some_and(|last| *last >= product.stock_number) {
                    return Err(ClientError::no_progress(self.path.clone()));
                }
                self.last = Some(product.stock_number.clone());
                self.count += 1;
                Ok(Some(product))
            }
            ("end", _) if line.count == self.count => Ok(None),
            ("error", _) => {
                let body = json!({"error": line.error}).to_string();
                let error = CatalogError::parse(0, body.as_bytes(), None, None);
                if error.name == RIGHTS_CHANGED {
                    return Err(ClientError::Refused(Box::new(CatalogError { status: 409, ..error })));
                }
                Err(cut(&format!("the service stopped: {}", Printable::new(&error.name))))
            }
            _ => Err(self.unexpected("a line is neither a product nor the end of so many")),
        }
    }

    /// The next line. One without its end is the place of a cut.
    fn read_line(&mut self) -> Result<Line, ClientError> {
        let mut line = Vec::new();
        let read = self.lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        read.map_err(|error| cut(&error.to_string()))?;
        if line.last() == Some(&b'\n') {
            return serde_json::from_slice(&line).map_err(|error| self.unexpected(&error.to_string()));
        }
        let is_long = line.len() as u64 == LONGEST_LINE;
        Err(if is_long { self.unexpected("a line is too long") } else { cut("its end is missing") })
    }

    fn unexpected(&self, reason: &str) -> ClientError {
        ClientError::UnexpectedBody { path: self.path.clone(), reason: reason.into() }
    }
}

fn cut(reason: &str) -> ClientError {
    ClientError::Connection(format!("the snapshot was cut: {reason}"))
}

impl Iterator for Snapshot {
    type Item = Result<Product, ClientError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let product = self.read_product().transpose();
        self.is_over = !matches!(product, Some(Ok(_)));
        product
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Snapshot").field("start", &self.start).field("last", &self.last).finish_non_exhaustive()
    }
}

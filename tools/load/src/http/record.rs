//! What is recorded of a run: one JSON line, so that two commits can be compared.

use super::comparison::Outcome;
use super::rows::Wanted;
use super::scaling::Refreshes;
use crate::circumstances::Circumstances;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub(crate) circumstances: Circumstances,
    pub(crate) command: Vec<String>,
    pub(crate) rows: Vec<RowRecord>,
    /// Catalogs: the one of the rows first.
    pub(crate) catalogs: Vec<CatalogRecord>,
    /// The same rows of the large catalog against the other one.
    pub(crate) scaling: Vec<RowRecord>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RowRecord {
    pub(crate) name: String,
    pub(crate) wanted: Option<Wanted>,
    /// What came of it, unless it failed.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) failure: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CatalogRecord {
    pub(crate) products: u64,
    pub(crate) sections: u64,
    /// From the start of `serve` until it was ready, in milliseconds.
    pub(crate) start: f64,
    /// The processor time that it used until then, in milliseconds.
    pub(crate) start_processor: f64,
    /// Memory when it had just started: all that is resident and what no file is behind, in KiB.
    pub(crate) memory_at_start: [u64; 2],
    /// The same when everything had been requested.
    pub(crate) memory_at_end: [u64; 2],
    pub(crate) refreshes: Option<Refreshes>,
}

impl Record {
    pub(crate) fn append(&self, path: &Path) -> anyhow::Result<()> {
        let file = File::options().create(true).append(true).open(path);
        Ok(writeln!(file.with_context(|| path.display().to_string())?, "{}", serde_json::to_string(self)?)?)
    }

    /// The runs in a file, the oldest first. Lines of another version of this program are left out.
    pub(crate) fn read_all(path: &Path) -> anyhow::Result<Vec<Self>> {
        let lines = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| path.display().to_string())?,
        };
        Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}

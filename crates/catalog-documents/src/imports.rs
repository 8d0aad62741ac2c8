//! Imports (`docs/contract.md#imports`).

use crate::import_report::ImportReport;
use crate::pages::Pagination;
#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// An import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Import {
    #[cfg_attr(feature = "schemas", schema(value_type = ImportIdText))]
    pub id: String,
    /// `receiving` until it is sent whole, then `waiting` for its turn and `running`. The others are final: `done`
    /// means that everything is in the catalog, or would be after a dry run, and each other one that nothing is.
    #[cfg_attr(feature = "schemas", schema(value_type = ImportStateName))]
    pub state: String,
    /// What a running one is doing; null otherwise, and while it waits for another import.
    #[cfg_attr(feature = "schemas", schema(value_type = Option<ImportPhaseName>, required))]
    pub phase: Option<String>,
    /// Whether it has changes or the whole catalog; null for resources.
    #[cfg_attr(feature = "schemas", schema(value_type = Option<ImportModeName>, required))]
    pub mode: Option<String>,
    #[cfg_attr(feature = "schemas", schema(value_type = ImportKindName))]
    pub kind: String,
    /// Whether it only says what would change.
    pub dry_run: bool,
    /// What its file is called; absent where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(example = "prices.csv", nullable = false))]
    pub name: Option<String>,
    /// Whether it came over HTTP or from a command beside the store.
    #[cfg_attr(feature = "schemas", schema(value_type = ImportSourceName))]
    pub source: String,
    /// Who asked for it: the e-mail address of the account, or what the command says.
    #[cfg_attr(feature = "schemas", schema(example = "content@storefront.example"))]
    pub by: String,
    /// The name of the key that was used; null without one.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub key: Option<String>,
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// When it began to run.
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub started_at: Option<String>,
    #[cfg_attr(feature = "schemas", schema(format = DateTime, required))]
    pub finished_at: Option<String>,
    /// The revision of the import that it undoes; left out of any other one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub undoes: Option<i64>,
    /// Records read so far; null for a command, which does not count them.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub records: Option<u64>,
    /// Records read in a second; null while it is not reading.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub rate: Option<u64>,
    /// What changed; null before the end, and where nothing was.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub report: Option<ImportReport>,
    /// What is wrong with the input, or the guard that stopped it: five problems of a kind, and a line for the others.
    pub problems: Vec<ImportProblem>,
    /// How many problems were read.
    pub problem_count: u64,
    /// Whether the input was read to its end.
    #[serde(default = "complete")]
    pub problems_complete: bool,
}

/// What a server of an earlier release does not say.
fn complete() -> bool {
    true
}

impl Import {
    /// Whether nothing follows.
    pub fn has_ended(&self) -> bool {
        !["receiving", "waiting", "running"].contains(&&*self.state)
    }
}

/// Something that is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportProblem {
    /// The part; null for the input as a whole.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub part: Option<u32>,
    /// The line of the part, from 1.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub line: Option<u64>,
    /// The field as a JSON pointer; the parameter that would allow it, where a guard stopped the import.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub field: Option<String>,
    pub message: String,
}

/// A page of imports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Imports {
    /// The newest first.
    pub items: Vec<Import>,
    pub meta: ImportListMeta,
}

/// About a page of imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportListMeta {
    pub pagination: Pagination,
}

/// A line of the changes of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportChange<'a> {
    /// `productType`, `warehouse`, `section` or `product`.
    pub kind: &'a str,
    /// The stock number, or the id in decimal.
    pub id: &'a str,
    /// `created`, `updated`, `deactivated`; `unchanged` for a product that only has events.
    pub action: &'a str,
    /// What changed of an existing item.
    pub fields: Vec<&'a str>,
    /// What clients receive: `content`, `commercial`, `removed`.
    pub events: Vec<&'a str>,
}

/// What a process that imports says to the server that follows it: a line each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportSignal {
    /// The name of what it does now; it waits for no answer, and writes nothing before this line is written.
    Phase(String),
    /// So many records were read.
    Records(u64),
    /// Something that is wrong, and the stock number of the product that its line is about.
    Problem {
        #[serde(flatten)]
        problem: ImportProblem,
        product: Option<String>,
    },
    /// How many problems were read.
    #[serde(rename_all = "camelCase")]
    Problems { count: u64, is_incomplete: bool },
    /// The name of its stored report of every change.
    Changes(String),
    /// Its last word.
    Report(ImportReport),
}

//! The head of a record: its type, and of a broken record the identity that can still be read.

use super::diagnosis::read_document;
use crate::diagnostic::RecordDiagnostic;
use crate::references::Reference;
use catalog_domain::products::is_stock_number;
use catalog_domain::values::{ProductTypeId, SectionId};
use catalog_records::{Object, RecordKind, closest_name};
use serde::Deserialize;
use std::borrow::Cow;

/// The fields that identify the type of a record. All others are skipped.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct HeadDocument<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

/// The identities that a broken record may still show.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IdentityDocument {
    id: Option<serde_json::Value>,
    hierarchy_id: Option<i64>,
    stock_number: Option<String>,
}

/// The product that an unreadable record is about, if that can still be read.
pub(crate) fn broken_product(line: &str) -> Option<String> {
    let number = serde_json::from_str::<IdentityDocument>(line).ok()?.stock_number;
    number.filter(|number| is_stock_number(number))
}

#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) kind: RecordKind,
}

impl Head {
    pub(crate) fn read(line: &str) -> Result<Self, RecordDiagnostic> {
        if let Some(kind) = leading_kind(line) {
            return Ok(Self { kind });
        }
        let head = read_document::<Object<HeadDocument<'_>>>(line).map_err(RecordDiagnostic::about_no_record)?.0;
        let kind = RecordKind::from_name(&head.kind);
        kind.map(|kind| Self { kind }).ok_or_else(|| unknown_type(&head.kind).about_no_record())
    }

    /// The definition of an unreadable record, so that references to it are not reported as well.
    pub(crate) fn broken_identity(&self, line: &str) -> Option<Reference> {
        let identity: IdentityDocument = serde_json::from_str(line).ok()?;
        match self.kind {
            RecordKind::Section => identity.hierarchy_id.map(|id| Reference::Section(SectionId(id))),
            RecordKind::ProductType => identity.id?.as_i64().map(|id| Reference::ProductType(ProductTypeId(id))),
            RecordKind::Warehouse => identity.id?.as_str().map(|id| Reference::Warehouse(id.into())),
            _ => None,
        }
    }
}

/// The type of a record that begins with it, as most do: then the rest of the line need not be read twice. Errors in
/// it, including a second `type`, are found when the record is read.
fn leading_kind(line: &str) -> Option<RecordKind> {
    let mut rest = line;
    for token in ["{", "\"type\"", ":", "\""] {
        rest = rest.trim_ascii_start().strip_prefix(token)?;
    }
    RecordKind::from_name(rest.split('"').next()?)
}

fn unknown_type(written: &str) -> RecordDiagnostic {
    let names = RecordKind::ALL.map(RecordKind::name);
    let hint = closest_name(written, &names).map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
    RecordDiagnostic::new("/type", format!("unknown type `{written}`{hint} (expected one of {})", names.join(", ")))
}

//! What the document says of price lists as workbooks: each is the twin of one as CSV.

use super::table::Format;
use crate::endpoint::Endpoint;
use crate::schemas::Workbook;
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::{Content, Ref, RefOr};

/// The workbook beside a price list as CSV.
pub(super) fn as_workbook(csv: Endpoint) -> Endpoint {
    let path = csv.path.replace(Format::Csv.extension(), Format::Xlsx.extension());
    csv.at(&path, |operation| {
        operation.operation_id = operation.operation_id.take().map(|id| format!("{id}_xlsx"));
        operation.summary = operation.summary.take().map(|summary| format!("{summary} as a workbook"));
        operation.description = Some("The same as in CSV: texts are text cells, amounts are numbers.".into());
        let mut content = Content::new(Some(Ref::from_schema_name(Workbook::name())));
        content.example = Some(json!("PK..."));
        if let Some(RefOr::T(file)) = operation.responses.responses.get_mut("200") {
            file.content = [(Format::Xlsx.media_type().to_owned(), RefOr::T(content))].into();
        }
    })
}

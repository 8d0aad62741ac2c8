//! The parameters of snapshots.

use catalog_domain::values::SectionId;
use http_common::params::{ParameterReader, Parameters, ProductParts};

#[derive(Debug, Clone, Hash)]
pub(crate) struct GetProductSnapshot {
    /// The section; `None` for an id that no section can have.
    pub(crate) section: Option<SectionId>,
    /// The products after this stock number, which need not exist; empty for all.
    pub(crate) after: String,
    pub(crate) parts: ProductParts,
}

impl Parameters for GetProductSnapshot {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let after = reader.parsed("after", |text| Ok(text.to_owned()));
        Self {
            section: reader.section_id(),
            after: after.unwrap_or_default(),
            parts: ProductParts::of_section_list(reader),
        }
    }
}

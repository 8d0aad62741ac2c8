//! The parameters of the routes that are about one product.

use super::{OldParameters, ParameterReader};
use crate::old_error::OldError;
use crate::old_params::parameter_reader::source_id;
use catalog_domain::identifiers::SourceId;

/// The position of `:id` in `/api/v1/get/item/:id`.
const ID_SEGMENT: usize = 5;

/// One product by its source id.
#[derive(Debug, Hash)]
pub(crate) struct GetItem {
    /// Which; `None` for a well-formed id that nothing has.
    pub(crate) id: Option<SourceId>,
    /// Whether its documentation is wanted beside it.
    pub(crate) include_documentation: bool,
}

impl OldParameters for GetItem {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, OldError> {
        Ok(Self {
            id: source_id("id", &reader.segment("id", ID_SEGMENT)?)?,
            include_documentation: reader.include_documentation()?,
        })
    }
}

//! The parameters of the routes for one product.

use super::{ParameterReader, V1Parameters};
use crate::params::parameter_reader::source_id;
use crate::v1_error::V1Error;
use catalog_domain::identifiers::SourceId;

/// The position of `:id` in `/api/v1/get/item/:id`.
const ID_SEGMENT: usize = 5;

/// One product by its source id.
#[derive(Debug, Hash)]
pub(crate) struct GetItem {
    /// Its id; `None` for a well-formed id that no product has.
    pub(crate) id: Option<SourceId>,
    /// Whether its documentation is included.
    pub(crate) include_documentation: bool,
}

impl V1Parameters for GetItem {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        Ok(Self {
            id: source_id("id", &reader.segment("id", ID_SEGMENT)?)?,
            include_documentation: reader.include_documentation()?,
        })
    }
}

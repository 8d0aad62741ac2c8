//! The parameters of the routes for sections named in the path.

use super::parameter_reader::ParameterReader;
use super::read::V1Parameters;
use crate::v1_error::V1Error;
use catalog_domain::values::SourceId;

/// The position of `:id` in `/api/v1/get/section-meta/:id`.
const META_SEGMENT: usize = 5;

/// The position of `:id` in `/api/v1/get/vendors/for/:id`.
const VENDORS_SEGMENT: usize = 6;

#[derive(Debug, Hash)]
pub(crate) struct GetSectionMeta {
    /// Their source ids, each once.
    pub(crate) sections: Vec<SourceId>,
}

impl V1Parameters for GetSectionMeta {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        Ok(Self { sections: reader.segment_ids("id", META_SEGMENT)? })
    }
}

#[derive(Debug, Hash)]
pub(crate) struct ListVendors {
    /// Their source ids, each once.
    pub(crate) sections: Vec<SourceId>,
}

impl V1Parameters for ListVendors {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        Ok(Self { sections: reader.segment_ids("id", VENDORS_SEGMENT)? })
    }
}

//! The parameters of the routes that are about products named by their ids.

use super::parameter_reader::ParameterReader;
use super::read::V1Parameters;
use crate::params::parameter_reader::source_id;
use crate::products::requested::RequestedProducts;
use crate::v1_error::V1Error;
use catalog_domain::values::SourceId;

/// The position of `:id` in `/api/v1/get/item/:id`.
const ID_SEGMENT: usize = 5;

/// One product by its source id.
#[derive(Debug, Hash)]
pub(crate) struct GetItem {
    /// Its id; `None` for a well-formed id that no product has.
    pub(crate) id: Option<SourceId>,
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

/// Products by their source ids.
#[derive(Debug, Hash)]
pub(crate) struct ListItems {
    /// The products, in the requested order.
    pub(crate) requested: RequestedProducts,
    pub(crate) include_documentation: bool,
}

impl V1Parameters for ListItems {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        Ok(Self {
            requested: RequestedProducts::BySourceId(reader.source_ids("id_list")?),
            include_documentation: reader.include_documentation()?,
        })
    }
}

/// Products by their stock numbers.
#[derive(Debug, Hash)]
pub(crate) struct ListItemsByStock {
    /// The products, in the requested order.
    pub(crate) requested: RequestedProducts,
    pub(crate) include_documentation: bool,
}

impl V1Parameters for ListItemsByStock {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        Ok(Self {
            requested: RequestedProducts::ByStockNumber(reader.list("stock_list")?),
            include_documentation: reader.include_documentation()?,
        })
    }
}

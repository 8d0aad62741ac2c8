//! The parameters of the routes for products listed one by one.

use super::{ParameterReader, V1Parameters};
use crate::products::RequestedProducts;
use crate::v1_error::V1Error;

/// Products by their source ids.
#[derive(Debug, Hash)]
pub(crate) struct ListItems {
    /// The products, in the requested order.
    pub(crate) requested: RequestedProducts,
    /// Whether their documentation is included.
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
    /// Whether their documentation is included.
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

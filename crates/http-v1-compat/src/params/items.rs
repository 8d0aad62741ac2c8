//! The parameters of the routes that are about products named by their ids.

use super::{include_documentation, source_id};
use crate::products::requested::RequestedProducts;
use catalog_domain::values::SourceId;
use http_common::params::{ParameterReader, Parameters};
use std::convert::Infallible;

/// The position of `:id` in `/api/v1/get/item/:id`.
const ID_SEGMENT: usize = 5;

/// One product by its source id.
#[derive(Debug, Hash)]
pub(crate) struct GetItem {
    /// Its id; `None` for a well-formed id that no product has.
    pub(crate) id: Option<SourceId>,
    pub(crate) include_documentation: bool,
}

impl Parameters for GetItem {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let id = reader.path_id(ID_SEGMENT, source_id);
        Self { id, include_documentation: include_documentation(reader) }
    }
}

/// Products by their source ids.
#[derive(Debug, Hash)]
pub(crate) struct ListItems {
    /// The products, in the requested order.
    pub(crate) requested: RequestedProducts,
    pub(crate) include_documentation: bool,
}

impl Parameters for ListItems {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let requested = RequestedProducts::BySourceId(reader.list_of("id_list", source_id));
        Self { requested, include_documentation: include_documentation(reader) }
    }
}

/// Products by their stock numbers.
#[derive(Debug, Hash)]
pub(crate) struct ListItemsByStock {
    /// The products, in the requested order.
    pub(crate) requested: RequestedProducts,
    pub(crate) include_documentation: bool,
}

impl Parameters for ListItemsByStock {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let stock_number = |text: &str| Ok::<_, Infallible>(Some(text.to_owned()));
        let requested = RequestedProducts::ByStockNumber(reader.list_of("stock_list", stock_number));
        Self { requested, include_documentation: include_documentation(reader) }
    }
}

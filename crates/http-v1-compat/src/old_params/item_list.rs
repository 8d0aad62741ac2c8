//! The parameters of the routes that are about products listed one by one.

use super::{OldParameters, ParameterReader};
use crate::old_error::OldError;
use crate::products::ProductChoice;

/// Products by their source ids.
#[derive(Debug, Hash)]
pub(crate) struct ListItems {
    /// Which, in the order asked.
    pub(crate) choice: ProductChoice,
    /// Whether their documentation is wanted beside them.
    pub(crate) include_documentation: bool,
}

impl OldParameters for ListItems {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, OldError> {
        Ok(Self {
            choice: ProductChoice::BySourceId(reader.source_ids("id_list")?),
            include_documentation: reader.include_documentation()?,
        })
    }
}

/// Products by their stock numbers.
#[derive(Debug, Hash)]
pub(crate) struct ListItemsByStock {
    /// Which, in the order asked.
    pub(crate) choice: ProductChoice,
    /// Whether their documentation is wanted beside them.
    pub(crate) include_documentation: bool,
}

impl OldParameters for ListItemsByStock {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, OldError> {
        Ok(Self {
            choice: ProductChoice::ByStockNumber(reader.list("stock_list")?),
            include_documentation: reader.include_documentation()?,
        })
    }
}

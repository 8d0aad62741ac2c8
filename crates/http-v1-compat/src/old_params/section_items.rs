//! The parameters of the routes that are about all products of sections.

use super::{OldParameters, ParameterReader};
use crate::old_error::OldError;
use crate::old_params::parameter_reader::source_ids;
use catalog_domain::identifiers::SourceId;

/// The products of sections' subtrees, or a piece of that list.
#[derive(Debug)]
pub(crate) struct ListItemsFrom {
    /// The source ids of the sections, each once.
    pub(crate) sections: Vec<SourceId>,
    /// How many products to leave out at the beginning.
    pub(crate) offset: usize,
    /// How many products to give at most; all of them unless the client says otherwise.
    pub(crate) limit: usize,
    /// Whether their documentation is wanted beside them.
    pub(crate) include_documentation: bool,
}

impl OldParameters for ListItemsFrom {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, OldError> {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(Self {
            sections: source_ids("id_list", &reader.list("id_list")?)?,
            offset: reader.number("offset")?.map_or(0, count),
            limit: reader.number("limit")?.map_or(usize::MAX, count),
            include_documentation: reader.include_documentation()?,
        })
    }
}

//! The parameters of the routes for all products of sections.

use super::parameter_reader::ParameterReader;
use super::read::V1Parameters;
use crate::v1_error::V1Error;
use catalog_domain::values::SourceId;
use utoipa::IntoParams;

/// The products of sections' subtrees, or a range of that list.
#[derive(Debug, Hash)]
pub(crate) struct ListItemsFrom {
    /// The source ids of the sections, each once.
    pub(crate) sections: Vec<SourceId>,
    /// How many products to skip.
    pub(crate) offset: usize,
    /// The most products to return; all of them by default.
    pub(crate) limit: usize,
    /// Whether their documentation is included.
    pub(crate) include_documentation: bool,
}

/// The documentation of the query that [`ListItemsFrom`] reads, for all routes that use it.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct ListItemsFromQuery {
    /// Source object ids of sections, at most 500.
    #[param(style = Form, explode = false, min_items = 1, max_items = 500, example = json!([88121]))]
    id_list: Vec<i64>,
    /// The most products to return; all by default.
    #[param(nullable = false)]
    limit: Option<u64>,
    /// How many products to skip.
    #[param(nullable = false)]
    offset: Option<u64>,
}

impl V1Parameters for ListItemsFrom {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(Self {
            sections: reader.source_ids("id_list")?,
            offset: reader.number("offset")?.map_or(0, count),
            limit: reader.number("limit")?.map_or(usize::MAX, count),
            include_documentation: reader.include_documentation()?,
        })
    }
}

//! The parameters of the routes for sections.

use super::{count, include_documentation, source_id};
use crate::requested_sections::found_sections;
use catalog_domain::values::SourceId;
use catalog_index::Catalog;
use http_common::params::{ParameterReader, Parameters};
use std::hash::Hash;
use utoipa::IntoParams;

/// The sections of `/api/v1/get/section-meta/:id`, whose `:id` is the fifth segment.
pub(crate) type GetSectionMeta = SectionsInPath<5>;

/// Those of `/api/v1/get/vendors/for/:id`.
pub(crate) type ListVendors = SectionsInPath<6>;

/// Sections that a segment of the path names.
#[derive(Debug, Hash)]
pub(crate) struct SectionsInPath<const SEGMENT: usize> {
    /// Their source ids, each once.
    pub(crate) sections: Vec<SourceId>,
}

impl<const SEGMENT: usize> Parameters for SectionsInPath<SEGMENT> {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { sections: reader.path_ids(SEGMENT, source_id) }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        found_sections(catalog.v1(), &self.sections)
    }
}

/// The products of sections' subtrees, or a range of that list.
#[derive(Debug, Hash)]
pub(crate) struct ListItemsFrom {
    pub(crate) sections: Vec<SourceId>,
    pub(crate) offset: usize,
    /// The most products to return; all of them by default.
    pub(crate) limit: usize,
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

impl Parameters for ListItemsFrom {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self {
            sections: reader.list_of("id_list", source_id),
            offset: count(reader, "offset").unwrap_or(0),
            limit: count(reader, "limit").unwrap_or(usize::MAX),
            include_documentation: include_documentation(reader),
        }
    }
}

//! Sections with their product types, feature schema and filters, merged.

use super::feature_schema::{FeatureSchemaBody, feature_schema};
use super::section_filter::{SectionFilterBody, section_filters};
use catalog_domain::products::ProductType;
use catalog_domain::sections::{NodeIndex, Section};
use catalog_index::Catalog;
use serde::Serialize;
use utoipa::ToSchema;

/// The metadata of one section, or of several together.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SectionMeta)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SectionMetaBody<'a> {
    /// The section with the smallest id among those found.
    section: MetaSectionBody<'a>,
    /// The types of the products in the subtrees, by id. A product that several sections have in common counts once.
    product_types: Vec<ProductTypeBody<'a>>,
    feature_schema: FeatureSchemaBody<'a>,
    /// The filters of all the sections, each uid once, with the values of all of them.
    filters: Vec<SectionFilterBody<'a>>,
    /// The index name of that same section.
    #[schema(required, example = "pumps_v3")]
    filter_values_source: Option<&'a str>,
}

/// A section.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetaSection)]
#[serde(rename_all = "camelCase")]
struct MetaSectionBody<'a> {
    /// The source object id.
    #[schema(example = 88121)]
    id: i64,
    /// The section's id in v2.
    #[schema(example = 1042)]
    hierarchy_id: i64,
    #[schema(example = "Pumps")]
    name: &'a str,
    /// The path of the section's page; empty when it has none.
    #[schema(example = "/catalog/pumps/")]
    url: &'a str,
}

/// A product type.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetaProductType)]
#[serde(rename_all = "camelCase")]
struct ProductTypeBody<'a> {
    #[schema(example = 5)]
    id: i64,
    #[schema(example = "Pump")]
    name: &'a str,
    /// Distinct products.
    #[schema(minimum = 1, example = 120)]
    products_count: u64,
}

impl<'a> SectionMetaBody<'a> {
    /// The metadata of `sections`, which are in the order of their source ids; `None` when there is none.
    pub(crate) fn new(catalog: &'a Catalog, sections: &[NodeIndex]) -> Option<Self> {
        let v1 = catalog.v1();
        let base = &*v1.sections().node(*sections.first()?).section;
        let types: Vec<(&ProductType, u64)> = v1
            .product_type_counts(sections)
            .into_iter()
            .filter_map(|(id, count)| Some((catalog.product_type(id)?, count)))
            .collect();
        Some(Self {
            section: base.into(),
            product_types: types.iter().map(|(kind, count)| type_body(kind, *count)).collect(),
            feature_schema: feature_schema(types.iter().map(|(kind, _)| *kind)),
            filters: section_filters(v1, sections),
            filter_values_source: base.filter_index.as_deref(),
        })
    }
}

impl<'a> From<&'a Section> for MetaSectionBody<'a> {
    fn from(section: &'a Section) -> Self {
        Self {
            // A section without a source id cannot have been found by one.
            id: section.source_id.map_or(0, |id| id.0),
            hierarchy_id: section.id.0,
            name: &section.name,
            url: section.url.as_ref().map_or("", |url| url.borrowed().path()),
        }
    }
}

fn type_body(kind: &ProductType, products_count: u64) -> ProductTypeBody<'_> {
    ProductTypeBody { id: kind.id.0, name: &kind.name, products_count }
}

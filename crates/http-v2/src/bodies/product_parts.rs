//! The optional parts of a product (`docs/contract.md#product-parts`), the configurator excepted.

use super::url_group::page_url;
use crate::schemas::SectionIdText;
use catalog_documents::UrlGroup;
use catalog_domain::products::{
    FeatureValue, FilterText, ListedFilterValue, Photo, Product, Seo, ShownFeature, ShownFeatureGroup, public_features,
};
use catalog_domain::sections::applies_in;
use catalog_domain::values::{FieldId, SectionId};
use catalog_index::Catalog;
use http_common::json::{JsonWriter, as_text};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A photo of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Photo)]
pub(crate) struct PhotoBody<'a> {
    #[schema(format = "uri", example = "https://storefront.example/media/pmp-1000-1.jpg")]
    url: &'a str,
    /// What it shows.
    #[schema(required)]
    alt: Option<&'a str>,
}

impl<'a> From<&'a Photo> for PhotoBody<'a> {
    fn from(photo: &'a Photo) -> Self {
        Self { url: &photo.url, alt: photo.alt.as_deref() }
    }
}

/// Search-engine texts, independent of description and features.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seo)]
pub(crate) struct SeoBody<'a> {
    title: &'a str,
    /// A fragment of HTML.
    html: &'a str,
}

impl<'a> From<&'a Seo> for SeoBody<'a> {
    fn from(seo: &'a Seo) -> Self {
        Self { title: &seo.title, html: &seo.html }
    }
}

/// A group of public features with at least one value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeatureGroup)]
pub(crate) struct FeatureGroupBody<'a> {
    #[schema(example = "hydraulics")]
    uid: &'a str,
    #[schema(example = "Hydraulics")]
    name: &'a str,
    /// The values in order; several values of one field are several items.
    items: Vec<FeatureBody<'a>>,
}

/// A public feature.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Feature)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeatureBody<'a> {
    #[schema(example = "flow")]
    uid: &'a str,
    #[serde(serialize_with = "as_integer")]
    #[schema(value_type = i64, example = 710)]
    field_id: FieldId,
    #[schema(example = "Flow, m³/h")]
    name: &'a str,
    #[schema(example = "12.5")]
    value: &'a str,
}

impl<'a> From<ShownFeatureGroup<'a>> for FeatureGroupBody<'a> {
    fn from(group: ShownFeatureGroup<'a>) -> Self {
        Self { uid: group.uid, name: group.name, items: group.items.into_iter().map(FeatureBody::from).collect() }
    }
}

impl<'a> From<ShownFeature<'a>> for FeatureBody<'a> {
    fn from(feature: ShownFeature<'a>) -> Self {
        Self { uid: feature.uid, field_id: feature.field_id, name: feature.name, value: feature.value }
    }
}

/// The public features among `values`; none for a product whose type the catalog does not have.
pub(super) fn features<'a>(
    catalog: &'a Catalog,
    product: &Product,
    values: &'a [FeatureValue],
) -> Vec<FeatureGroupBody<'a>> {
    let product_type = catalog.product_type(product.type_id);
    let groups = product_type.map(|product_type| public_features(product_type, values)).unwrap_or_default();
    groups.into_iter().map(FeatureGroupBody::from).collect()
}

/// A value for a section filter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterValue)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterValueBody<'a> {
    /// The filter's uid.
    #[schema(example = "material")]
    uid: &'a str,
    #[serde(serialize_with = "as_integer")]
    #[schema(value_type = i64, example = 711)]
    field_id: FieldId,
    #[schema(example = "Cast iron")]
    value: &'a str,
    /// Equals the key in the section's filter.
    #[schema(example = "cast-iron")]
    key: &'a str,
    /// The public sections where the value applies.
    // Shared: mostly they are the same ones for all values of a product.
    #[serde(serialize_with = "as_texts")]
    #[schema(value_type = Vec<SectionIdText>)]
    section_ids: Arc<[SectionId]>,
}

impl FilterValueBody<'_> {
    pub(super) fn write(&self, json: &mut JsonWriter) {
        json.raw(r#"{"uid":"#).string(self.uid).raw(r#","fieldId":"#).integer(self.field_id.0);
        json.raw(r#","value":"#).string(self.value).raw(r#","key":"#).string(self.key);
        json.raw(r#","sectionIds":"#).array(&self.section_ids, |id, json| _ = json.integer_text(id.0)).raw("}");
    }
}

/// The product's filter values that apply in at least one public section, in source order.
pub(super) fn filter_values<'a>(catalog: &Catalog, product: &'a Product) -> Vec<FilterValueBody<'a>> {
    let mut last: Option<(&[SectionId], Arc<[SectionId]>)> = None;
    let body = |value: ListedFilterValue<'a>| {
        let sections: &[SectionId] = value.sections;
        let same = last.take().filter(|(list, _)| std::ptr::eq(*list, sections));
        let section_ids = same.map_or_else(|| public_ids(catalog, sections), |(_, ids)| ids);
        last = Some((sections, Arc::clone(&section_ids)));
        let FilterText { uid, field_id, value, key } = &**value.text;
        FilterValueBody { uid, field_id: *field_id, value, key, section_ids }
    };
    let values = product.filter_values.iter().map(body);
    values.filter(|value| !value.section_ids.is_empty()).collect()
}

fn public_ids(catalog: &Catalog, ids: &[SectionId]) -> Arc<[SectionId]> {
    applies_in(ids, catalog.sections()).map(Iterator::collect).unwrap_or_default()
}

/// A section that a product is linked to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductSection)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductSectionBody<'a> {
    /// The public section id.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    id: SectionId,
    #[schema(example = "Pumps")]
    name: &'a str,
    url: UrlGroup<'a>,
    /// Whether this is the product's `primarySectionId`.
    is_primary: bool,
}

/// The public sections that the product is linked to, in source order.
pub(super) fn sections<'a>(catalog: &'a Catalog, product: &Product, primary: SectionId) -> Vec<ProductSectionBody<'a>> {
    let tree = catalog.sections();
    let linked = tree.among(&product.sections).into_iter().map(|index| &*tree.node(index).section);
    linked
        .map(|section| ProductSectionBody {
            id: section.id,
            name: &section.name,
            url: page_url(section.url.as_ref()),
            is_primary: section.id == primary,
        })
        .collect()
}

/// The stock of a product in one warehouse.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WarehouseStock)]
pub(crate) struct WarehouseStockBody<'a> {
    #[schema(example = "msk")]
    id: &'a str,
    #[schema(example = "Moscow")]
    name: &'a str,
    /// Pieces.
    quantity: i64,
}

pub(super) fn warehouses<'a>(catalog: &'a Catalog, product: &'a Product) -> Vec<WarehouseStockBody<'a>> {
    let stock = product.offer.stock.iter();
    let mut warehouses: Vec<_> = stock
        .map(|stock| WarehouseStockBody {
            id: stock.warehouse,
            name: catalog.warehouse_name(stock.warehouse),
            quantity: stock.quantity,
        })
        .collect();
    warehouses.sort_unstable_by_key(|warehouse| warehouse.id);
    warehouses
}

fn as_texts<S: serde::Serializer>(ids: &Arc<[SectionId]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ids.iter().map(ToString::to_string))
}

fn as_integer<S: serde::Serializer>(id: &FieldId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(id.0)
}

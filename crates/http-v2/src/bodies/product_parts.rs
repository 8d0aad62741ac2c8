//! The optional parts of a product (`docs/contract.md#product-parts`), the configurator excepted.

use super::url_group::write_page_url;
use catalog_documents::{Feature, FeatureGroup, Photo, Seo, WarehouseStock};
use catalog_domain::products::{
    self, FeatureValue, FilterText, ListedFilterValue, Product, ShownFeature, ShownFeatureGroup, public_features,
};
use catalog_domain::sections::applies_in;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::json::JsonWriter;
use std::sync::Arc;

pub(super) fn photo(photo: &products::Photo) -> Photo<'_> {
    Photo { url: (&*photo.url).into(), alt: photo.alt.as_deref().map(Into::into) }
}

pub(super) fn seo(seo: &products::Seo) -> Seo<'_> {
    Seo { title: (&*seo.title).into(), html: (&*seo.html).into() }
}

/// The public features among `values`; none for a product whose type the catalog does not have.
pub(super) fn features<'a>(
    catalog: &'a Catalog,
    product: &Product,
    values: &'a [FeatureValue],
) -> Vec<FeatureGroup<'a>> {
    let product_type = catalog.product_type(product.type_id);
    let groups = product_type.map(|product_type| public_features(product_type, values)).unwrap_or_default();
    let feature = |feature: ShownFeature<'a>| Feature {
        uid: feature.uid.into(),
        field_id: feature.field_id.0,
        name: feature.name.into(),
        value: feature.value.into(),
    };
    let group = |group: ShownFeatureGroup<'a>| FeatureGroup {
        uid: group.uid.into(),
        name: group.name.into(),
        items: group.items.into_iter().map(feature).collect(),
    };
    groups.into_iter().map(group).collect()
}

/// A value for a section filter. Mostly the sections are the same ones for all values of a product, and shared.
pub(super) struct ShownFilterValue<'a> {
    text: &'a FilterText,
    sections: Arc<[SectionId]>,
}

impl ShownFilterValue<'_> {
    pub(super) fn write(&self, json: &mut JsonWriter) {
        let FilterText { uid, field_id, value, key } = self.text;
        json.raw(r#"{"uid":"#).string(uid).raw(r#","fieldId":"#).integer(field_id.0);
        json.raw(r#","value":"#).string(value).raw(r#","key":"#).string(key);
        json.raw(r#","sectionIds":"#).array(&self.sections, |id, json| _ = json.integer_text(id.0)).raw("}");
    }
}

/// The product's filter values that apply in at least one public section, in source order.
pub(super) fn filter_values<'a>(catalog: &Catalog, product: &'a Product) -> Vec<ShownFilterValue<'a>> {
    let mut last: Option<(&[SectionId], Arc<[SectionId]>)> = None;
    let body = |value: ListedFilterValue<'a>| {
        let sections: &[SectionId] = value.sections;
        let same = last.take().filter(|(list, _)| std::ptr::eq(*list, sections));
        let section_ids = same.map_or_else(|| public_ids(catalog, sections), |(_, ids)| ids);
        last = Some((sections, Arc::clone(&section_ids)));
        ShownFilterValue { text: value.text, sections: section_ids }
    };
    let values = product.filter_values.iter().map(body);
    values.filter(|value| !value.sections.is_empty()).collect()
}

fn public_ids(catalog: &Catalog, ids: &[SectionId]) -> Arc<[SectionId]> {
    applies_in(ids, catalog.sections()).map(Iterator::collect).unwrap_or_default()
}

/// Appends the public sections that the product is linked to, in source order.
pub(super) fn write_sections(json: &mut JsonWriter, catalog: &Catalog, product: &Product, primary: SectionId) {
    let tree = catalog.sections();
    json.array(&tree.among(&product.sections), |index, json| {
        let section = &*tree.node(*index).section;
        json.raw(r#"{"id":"#).integer_text(section.id.0).raw(r#","name":"#).string(&section.name).raw(r#","url":"#);
        write_page_url(json, section.url.as_ref());
        json.raw(r#","isPrimary":"#).flag(section.id == primary).raw("}");
    });
}

pub(super) fn warehouses<'a>(catalog: &'a Catalog, product: &'a Product) -> Vec<WarehouseStock<'a>> {
    let stock = product.offer.stock.iter();
    let mut warehouses: Vec<_> = stock
        .map(|stock| WarehouseStock {
            id: (&**stock.warehouse).into(),
            name: catalog.warehouse_name(stock.warehouse).into(),
            quantity: stock.quantity,
        })
        .collect();
    warehouses.sort_unstable_by(|one, other| one.id.cmp(&other.id));
    warehouses
}

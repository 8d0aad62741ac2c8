//! The record of a product, as it is written.

use super::values::{Levels, Price, ids, moment};
use catalog_domain::ports::{OfferRecord, ProductParts, ProductRecord};
use catalog_domain::products::{Configurator, ConfiguratorOption, OptionGroup};
use catalog_domain::values::PageUrl;
use serde::Serialize;
use serde_json::value::RawValue;
use std::io;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductDocument<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    source_id: i64,
    stock_number: &'a str,
    name: &'a str,
    full_name: &'a str,
    url: Option<&'a str>,
    is_active: bool,
    type_id: i64,
    vendor: Option<VendorDocument<'a>>,
    sections: Vec<i64>,
    primary_section: Option<i64>,
    preview: Option<&'a str>,
    photos: Vec<PhotoDocument<'a>>,
    description: &'a str,
    seo: SeoDocument<'a>,
    features: Vec<FeatureDocument<'a>>,
    filter_values: Vec<FilterValueDocument<'a>>,
    content_updated_at: String,
    configurator: Option<ConfiguratorDocument<'a>>,
    offer: Option<OfferDocument<'a>>,
}

#[derive(Serialize)]
struct VendorDocument<'a> {
    id: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct PhotoDocument<'a> {
    url: &'a str,
    alt: Option<&'a str>,
}

#[derive(Serialize)]
struct SeoDocument<'a> {
    title: &'a str,
    html: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FeatureDocument<'a> {
    field_id: i64,
    value: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FilterValueDocument<'a> {
    field_id: i64,
    uid: &'a str,
    value: &'a str,
    key: &'a str,
    sections: Vec<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConfiguratorDocument<'a> {
    groups: Vec<OptionGroupDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price_data: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct OptionGroupDocument<'a> {
    uid: &'a str,
    name: &'a str,
    required: bool,
    options: Vec<OptionDocument<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OptionDocument<'a> {
    uid: &'a str,
    name: &'a str,
    stock_number: Option<&'a str>,
    default: bool,
    retail: Price,
    levels: Levels<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfferDocument<'a> {
    hide_prices: bool,
    retail: Price,
    levels: Levels<'a>,
    sale: bool,
    special_price: Price,
    stock: Vec<StockDocument<'a>>,
    shipping: i64,
    commercial_updated_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StockDocument<'a> {
    warehouse_id: &'a str,
    quantity: i64,
}

impl<'a> TryFrom<&'a ProductRecord> for ProductDocument<'a> {
    type Error = io::Error;

    fn try_from(record: &'a ProductRecord) -> io::Result<Self> {
        let ProductParts { description, photos, seo, features, configurator, price_data } = &record.parts;
        let price_data = price_data.as_deref().map(serde_json::from_str).transpose()?;
        let photos = photos.iter().map(|photo| PhotoDocument { url: &photo.url, alt: photo.alt.as_deref() });
        let features =
            features.iter().map(|feature| FeatureDocument { field_id: feature.field_id.0, value: &feature.value });
        let filter_values = record.filter_values.iter().map(|value| FilterValueDocument {
            field_id: value.field_id.0,
            uid: &value.uid,
            value: &value.value,
            key: &value.key,
            sections: ids(&value.sections),
        });
        Ok(Self {
            kind: "product",
            source_id: record.source_id.0,
            stock_number: &record.stock_number,
            name: &record.name,
            full_name: &record.full_name,
            url: record.url.as_ref().map(PageUrl::as_str),
            is_active: record.is_active,
            type_id: record.type_id.0,
            vendor: record.vendor.as_ref().map(|vendor| VendorDocument { id: &vendor.id, name: &vendor.name }),
            sections: ids(&record.sections),
            primary_section: record.primary_section.map(|id| id.0),
            preview: record.preview.as_deref(),
            photos: photos.collect(),
            description,
            seo: SeoDocument { title: &seo.title, html: &seo.html },
            features: features.collect(),
            filter_values: filter_values.collect(),
            content_updated_at: moment(record.content_updated_at)?,
            configurator: configurator.as_ref().map(|configurator| ConfiguratorDocument::new(configurator, price_data)),
            offer: record.offer.as_ref().map(OfferDocument::try_from).transpose()?,
        })
    }
}

impl<'a> ConfiguratorDocument<'a> {
    fn new(configurator: &'a Configurator, price_data: Option<&'a RawValue>) -> Self {
        Self { groups: configurator.groups.iter().map(OptionGroupDocument::from).collect(), price_data }
    }
}

impl<'a> From<&'a OptionGroup> for OptionGroupDocument<'a> {
    fn from(group: &'a OptionGroup) -> Self {
        let options = group.options.iter().map(OptionDocument::from).collect();
        Self { uid: &group.uid, name: &group.name, required: group.required, options }
    }
}

impl<'a> From<&'a ConfiguratorOption> for OptionDocument<'a> {
    fn from(option: &'a ConfiguratorOption) -> Self {
        Self {
            uid: &option.uid,
            name: &option.name,
            stock_number: option.stock_number.as_deref(),
            default: option.is_default,
            retail: Price(option.retail),
            levels: Levels(&option.levels),
        }
    }
}

impl<'a> TryFrom<&'a OfferRecord> for OfferDocument<'a> {
    type Error = io::Error;

    fn try_from(record: &'a OfferRecord) -> io::Result<Self> {
        let offer = &record.offer;
        let stock = offer.stock.iter();
        Ok(Self {
            hide_prices: offer.hide_prices,
            retail: Price(offer.retail),
            levels: Levels(&offer.levels),
            sale: offer.sale,
            special_price: Price(offer.special),
            stock: stock
                .map(|entry| StockDocument { warehouse_id: entry.warehouse, quantity: entry.quantity })
                .collect(),
            shipping: offer.shipping,
            commercial_updated_at: moment(record.commercial_updated_at)?,
        })
    }
}

//! The record of a product, as it is written.

use catalog_domain::ports::{OfferRecord, ProductParts, ProductRecord};
use catalog_domain::pricing::{LevelPrices, Offer};
use catalog_domain::products::{Configurator, ConfiguratorOption, OptionGroup};
use catalog_domain::values::{PageUrl, SectionId};
use catalog_records::{
    ConfiguratorDocument, FeatureDocument, FilterValueDocument, Given, LevelsDocument, OfferDocument,
    OfferRecordDocument, OptionDocument, OptionGroupDocument, PhotoDocument, ProductDocument, RecordKind, SeoDocument,
    StockDocument, Stored, StoredPrice, VendorDocument, moment,
};
use serde_json::value::RawValue;
use std::io;

pub(super) fn product(record: &ProductRecord) -> io::Result<ProductDocument<Stored<'_>>> {
    let content_updated_at = moment(record.content_updated_at)?;
    document(record, Given::new(Some(content_updated_at)), record.offer.as_ref().map(offer).transpose()?)
}

fn document<'a>(
    record: &'a ProductRecord,
    content_updated_at: Given<Option<String>>,
    offer: Option<OfferDocument<Stored<'a>>>,
) -> io::Result<ProductDocument<Stored<'a>>> {
    let ProductParts { description, photos, seo, features, configurator, price_data } = &record.parts;
    let price_data = price_data.as_deref().map(serde_json::from_str).transpose()?;
    let photos = photos.iter().map(|photo| PhotoDocument { url: &*photo.url, alt: Given::new(photo.alt.as_deref()) });
    let features =
        features.iter().map(|feature| FeatureDocument { field_id: feature.field_id.0, value: &*feature.value });
    let filter_values = record.filter_values.iter().map(|value| FilterValueDocument {
        field_id: value.field_id.0,
        uid: &*value.uid,
        value: &*value.value,
        key: &*value.key,
        sections: ids(&value.sections),
    });
    let vendor = record.vendor.as_ref().map(|vendor| VendorDocument { id: &*vendor.id, name: &*vendor.name });
    Ok(ProductDocument {
        kind: RecordKind::Product,
        source_id: record.source_id.0,
        stock_number: &record.stock_number,
        name: &record.name,
        full_name: &record.full_name,
        url: record.url.as_ref().map(PageUrl::as_str),
        is_active: record.is_active,
        type_id: record.type_id.0,
        vendor: Given::new(vendor),
        sections: ids(&record.sections),
        primary_section: Given::new(record.primary_section.map(|id| id.0)),
        preview: Given::new(record.preview.as_deref()),
        photos: photos.collect(),
        description,
        seo: Some(SeoDocument { title: &*seo.title, html: &*seo.html }),
        features: features.collect(),
        filter_values: filter_values.collect(),
        content_updated_at,
        commercial_updated_at: Given(None),
        configurator: Given::new(
            configurator.as_ref().map(|configurator| self::configurator(configurator, price_data)),
        ),
        offer: Given::new(offer),
    })
}

fn configurator<'a>(
    configurator: &'a Configurator,
    price_data: Option<&'a RawValue>,
) -> ConfiguratorDocument<Stored<'a>> {
    ConfiguratorDocument { groups: configurator.groups.iter().map(option_group).collect(), price_data }
}

fn option_group(group: &OptionGroup) -> OptionGroupDocument<Stored<'_>> {
    let options = group.options.iter().map(option).collect();
    OptionGroupDocument { uid: &group.uid, name: &group.name, required: group.required, options }
}

fn option(option: &ConfiguratorOption) -> OptionDocument<Stored<'_>> {
    OptionDocument {
        uid: &option.uid,
        name: &option.name,
        stock_number: Given::new(option.stock_number.as_deref()),
        default: Given::new(option.is_default),
        retail: Given::new(StoredPrice(option.retail)),
        levels: levels(&option.levels),
    }
}

/// The record of a product that states no times.
///
/// # Errors
/// When what was stored of it is no JSON.
pub(crate) fn record_without_times(record: &ProductRecord) -> io::Result<ProductDocument<Stored<'_>>> {
    let offer = record.offer.as_ref().map(|record| offer_of(&record.offer, Given(None)));
    document(record, Given(None), offer)
}

/// The record of an offer that states no time.
pub(crate) fn offer_record<'a>(stock_number: &'a str, offer: &'a Offer) -> OfferRecordDocument<Stored<'a>> {
    OfferRecordDocument::new(stock_number, offer_of(offer, Given(None)))
}

fn offer(record: &OfferRecord) -> io::Result<OfferDocument<Stored<'_>>> {
    Ok(offer_of(&record.offer, Given::new(Some(moment(record.commercial_updated_at)?))))
}

fn offer_of(offer: &Offer, commercial_updated_at: Given<Option<String>>) -> OfferDocument<Stored<'_>> {
    let stock = offer.stock.iter();
    OfferDocument {
        hide_prices: Given::new(offer.hide_prices),
        retail: Given::new(StoredPrice(offer.retail)),
        levels: levels(&offer.levels),
        sale: Given::new(offer.sale),
        special_price: Given::new(StoredPrice(offer.special)),
        stock: stock
            .map(|entry| StockDocument { warehouse_id: &**entry.warehouse, quantity: entry.quantity })
            .collect(),
        shipping: offer.shipping,
        commercial_updated_at,
    }
}

fn levels(levels: &LevelPrices) -> LevelsDocument<Stored<'_>> {
    LevelsDocument(levels.iter().map(|entry| (entry.level.name(), StoredPrice(entry.price))).collect())
}

fn ids(sections: &[SectionId]) -> Vec<i64> {
    sections.iter().map(|section| section.0).collect()
}

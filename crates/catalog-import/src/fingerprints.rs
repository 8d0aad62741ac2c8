//! What the fingerprints of a product cover. Changing an encoding here makes every product look changed once.

use crate::record::ProductInput;
use catalog_domain::pricing::{LevelPrices, ListedStock, Money, Offer};
use catalog_domain::products::{Configurator, FeatureValue, FilterValue, ProductParts};
use catalog_domain::values::{Fingerprint, FingerprintBuilder, PageUrl, SectionId};

/// Every field of the record but its offer and its timestamps, with `is_active` for the field of that name.
pub(crate) fn record_fingerprint(product: &ProductInput, is_active: bool) -> Fingerprint {
    let mut builder = FingerprintBuilder::new();
    builder.integer(product.source_id.0).flag(is_active).integer(product.type_id.0);
    add_sections(&mut builder, &product.sections);
    add_texts_and_lists(&mut builder, product);
    add_features(&mut builder, product.parts.features.iter());
    builder.optional_text(product.parts.price_data.as_deref());
    if let Some(configurator) = &product.parts.configurator {
        add_option_prices(&mut builder, configurator);
    }
    builder.finish()
}

/// The offer with the first `levels` of its price levels, which are those that clients can tell from levels that are
/// not named. The order of warehouses is not visible and does not count; that of the price levels is and does.
pub(crate) fn offer_fingerprint(offer: &Offer, levels: usize) -> Fingerprint {
    let mut builder = FingerprintBuilder::new();
    builder.flag(offer.hide_prices).flag(offer.sale);
    add_money(&mut builder, offer.retail);
    add_money(&mut builder, offer.special);
    add_levels(&mut builder, &offer.levels, levels);
    builder.integer(offer.shipping).length(offer.stock.len());
    let mut stock: Vec<ListedStock<'_>> = offer.stock.iter().collect();
    stock.sort_unstable_by(|one, other| one.warehouse.cmp(other.warehouse));
    for entry in stock {
        builder.text(entry.warehouse).integer(entry.quantity);
    }
    builder.finish()
}

fn add_texts_and_lists(builder: &mut FingerprintBuilder, product: &ProductInput) {
    builder.text(&product.name).text(&product.full_name).optional_text(product.url.as_ref().map(PageUrl::as_str));
    let vendor = product.vendor.as_ref();
    builder.optional_text(vendor.map(|vendor| &*vendor.id)).optional_text(vendor.map(|vendor| &*vendor.name));
    builder.optional_integer(product.primary_section.map(|id| id.0)).optional_text(product.preview.as_deref());
    builder.length(product.filter_values.len());
    for FilterValue { field_id, uid, value, key, sections } in &product.filter_values {
        builder.integer(field_id.0).text(uid).text(value).text(key);
        add_sections(builder, sections);
    }
    let ProductParts { description, photos, seo, configurator, .. } = &product.parts;
    builder.text(description).text(&seo.title).text(&seo.html).length(photos.len());
    for photo in photos {
        builder.text(&photo.url).optional_text(photo.alt.as_deref());
    }
    builder.flag(configurator.is_some());
    if let Some(configurator) = configurator {
        add_option_structure(builder, configurator);
    }
}

fn add_features<'a>(builder: &mut FingerprintBuilder, features: impl ExactSizeIterator<Item = &'a FeatureValue>) {
    builder.length(features.len());
    for feature in features {
        builder.integer(feature.field_id.0).text(&feature.value);
    }
}

fn add_option_structure(builder: &mut FingerprintBuilder, configurator: &Configurator) {
    builder.length(configurator.groups.len());
    for group in &configurator.groups {
        builder.text(&group.uid).text(&group.name).flag(group.required).length(group.options.len());
        for option in &group.options {
            builder.text(&option.uid).text(&option.name).optional_text(option.stock_number.as_deref());
            builder.flag(option.is_default);
        }
    }
}

fn add_option_prices(builder: &mut FingerprintBuilder, configurator: &Configurator) {
    for group in &configurator.groups {
        for option in group.options.iter().filter(|option| option.retail.is_some() || !option.levels.is_empty()) {
            builder.text(&group.uid).text(&option.uid);
            add_money(builder, option.retail);
            add_levels(builder, &option.levels, option.levels.len());
        }
    }
}

fn add_levels(builder: &mut FingerprintBuilder, levels: &LevelPrices, length: usize) {
    builder.length(length);
    for entry in levels.iter().take(length) {
        builder.text(entry.level.name());
        add_money(builder, entry.price);
    }
}

fn add_money(builder: &mut FingerprintBuilder, money: Option<Money>) {
    builder.optional_integer(money.map(Money::units));
}

fn add_sections(builder: &mut FingerprintBuilder, sections: &[SectionId]) {
    builder.length(sections.len());
    for section in sections {
        builder.integer(section.0);
    }
}

#[cfg(test)]
mod tests;

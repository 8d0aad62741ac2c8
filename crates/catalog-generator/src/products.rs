//! Products: every one a function of the catalog's seed and its own index.

use crate::configurator;
use crate::descriptions::{description, seo_html};
use crate::linking::{category, filtering_sections, links};
use crate::offers::offer;
use crate::plan::{Plan, Vendor};
use crate::product_types::Schema;
use crate::random::{Random, Stream};
use crate::records::{Product, Record, Source};
use crate::sections::hierarchy_id;
use crate::stock_numbers::stock_number_in;
use crate::text::moment_of_2025;
use crate::vocabulary::{CATEGORIES, SERIES};
use catalog_records::{
    FeatureDocument, FilterValueDocument, Given, PhotoDocument, RecordKind, SeoDocument, VendorDocument,
};

pub(crate) const INACTIVE_EVERY: u64 = 50;

/// The position of the deactivated one among those. By position and not at random, so that a delta finds restorable
/// ones without a search.
pub(crate) const INACTIVE_REMAINDER: u64 = 37;

const FIRST_SOURCE_ID: u64 = 10_000_000;

/// Of 100 products: without a vendor, with a configurator, with a Russian name.
const NO_VENDOR_PERCENT: u64 = 5;
const CONFIGURATOR_PERCENT: u64 = 5;
const RUSSIAN_PERCENT: u64 = 9;

const PHOTO_TEXTS: [&str; 5] = ["front", "side", "nameplate", "вид сверху", "dimensions"];

pub(crate) fn record<'a>(plan: &'a Plan<'_>, index: u64) -> Record<'a> {
    Record::Product(Box::new(document(plan, index)))
}

pub(crate) fn document<'a>(plan: &'a Plan<'_>, index: u64) -> Product<'a> {
    let mut random = plan.random(Stream::Product, index);
    let links = links(plan, index, &mut random);
    let category_index = category(plan, index);
    let schema = &plan.schemas[category_index];
    let (features, filter_values) = values(plan, schema, category_index, &links, &mut random);
    let is_russian = random.chance(RUSSIAN_PERCENT);
    let name = model_name(&mut random);
    let full_name = full_name(category_index, &name, is_russian, &features);
    let slug = page_slug(category_index, index);
    let sections: Vec<u64> = links.into_iter().map(hierarchy_id).collect();
    Product {
        kind: RecordKind::Product,
        source_id: source_id(index),
        stock_number: stock_number_in(category_index, index),
        url: Some(format!("https://{}/products/{slug}/", plan.options.storefront)),
        is_active: is_active(index),
        type_id: schema.id,
        vendor: Given::if_some(vendor(plan, &mut random).map(vendor_document)),
        primary_section: Given::if_some(primary_section(&sections, &mut random)),
        sections,
        preview: Given::if_some(random.chance(95).then(|| plan.picture(&slug))),
        photos: photos(plan, &slug, &mut random),
        description: description(&full_name, is_russian, &mut random).into(),
        seo: Some(SeoDocument {
            title: format!("{full_name} | {slug}").into(),
            html: seo_html(&full_name, is_russian).into(),
        }),
        name: name.into(),
        full_name: full_name.into(),
        features,
        filter_values,
        content_updated_at: Given::if_some(random.chance(50).then(|| moment_of_2025(&mut random))),
        commercial_updated_at: Given::if_some(random.chance(50).then(|| moment_of_2025(&mut random))),
        configurator: Given::if_some(
            random.chance(CONFIGURATOR_PERCENT).then(|| configurator::record(plan, &mut random)),
        ),
        offer: Given::if_some(Some(offer(plan, index))),
    }
}

pub(crate) fn is_active(index: u64) -> bool {
    index % INACTIVE_EVERY != INACTIVE_REMAINDER
}

/// Another vendor than `present`.
pub(crate) fn other_vendor<'a>(
    plan: &'a Plan<'_>,
    present: &Given<Option<VendorDocument<Source<'a>>>>,
    random: &mut Random,
) -> Given<Option<VendorDocument<Source<'a>>>> {
    let first = random.index(plan.vendors.len());
    let present = present.0.as_ref().and_then(Option::as_ref).map(|vendor| &*vendor.id);
    let mut others = plan.vendors.iter().cycle().skip(first).filter(|vendor| Some(vendor.id.as_str()) != present);
    Given::if_some(others.next().map(vendor_document))
}

fn vendor_document(vendor: &Vendor) -> VendorDocument<Source<'_>> {
    VendorDocument { id: vendor.id.as_str().into(), name: vendor.name.as_str().into() }
}

/// Source ids are scrambled within blocks, so that their order is not that of the stock numbers.
fn source_id(index: u64) -> u64 {
    let (block, within) = (index / 4_096, index % 4_096);
    FIRST_SOURCE_ID + block * 4_096 + (within * 1_733 + 911) % 4_096
}

fn page_slug(category: usize, index: u64) -> String {
    format!("{}-{index:06}", CATEGORIES[category].code.to_lowercase())
}

/// The source's own choice of a section, which not every product has.
fn primary_section(sections: &[u64], random: &mut Random) -> Option<u64> {
    let has_choice = random.chance(70) && !sections.is_empty();
    has_choice.then(|| *random.pick(sections))
}

/// A short name such as `TRX 40-160`. Different products may share one.
fn model_name(random: &mut Random) -> String {
    let series = *random.pick(&SERIES);
    let (size, step) = (random.between(1, 40) * 5, random.between(1, 25) * 10);
    match random.below(4) {
        0 => format!("{series} {size}"),
        1 => format!("{series}{size}.{}", step / 10),
        2 => format!("{series} {size}-{step}/{}", random.between(1, 9)),
        _ => format!("{series} {size}-{step}"),
    }
}

fn full_name(category: usize, name: &str, is_russian: bool, features: &[FeatureDocument<Source<'_>>]) -> String {
    let category = &CATEGORIES[category];
    let kind = if is_russian { category.russian_singular } else { category.singular };
    let mut full_name = format!("{kind} {name}");
    for feature in features.iter().take(2) {
        full_name.push_str(", ");
        full_name.push_str(&feature.value);
    }
    full_name
}

/// One of the vendors, the first ones of the list more often than the last.
fn vendor<'a>(plan: &'a Plan<'_>, random: &mut Random) -> Option<&'a Vendor> {
    let count = plan.vendors.len();
    let position = random.index(count).min(random.index(count));
    (!random.chance(NO_VENDOR_PERCENT)).then(|| &plan.vendors[position])
}

fn photos<'a>(plan: &Plan<'_>, slug: &str, random: &mut Random) -> Vec<PhotoDocument<Source<'a>>> {
    let count = random.between(1, 5);
    let photo = |number: u64| PhotoDocument {
        url: plan.picture(&format!("{slug}-{number}")),
        alt: Given::if_some(random.chance(60).then(|| (*random.pick(&PHOTO_TEXTS)).into())),
    };
    (1..=count).map(photo).collect()
}

/// The values of a product for the fields of its type: as features, and as values of the filters of its sections.
fn values<'a>(
    plan: &Plan<'_>,
    schema: &'a Schema,
    category: usize,
    links: &[usize],
    random: &mut Random,
) -> (Vec<FeatureDocument<Source<'a>>>, Vec<FilterValueDocument<Source<'a>>>) {
    let sections = filtering_sections(plan, links, category);
    let (mut features, mut filter_values) = (Vec::with_capacity(20), Vec::with_capacity(10));
    for field in &schema.fields {
        if !random.chance(field.kept_percent) {
            continue;
        }
        let count = if field.is_multiple { random.between(1, 3) as usize } else { 1 };
        let first = random.index(field.values.len());
        for value in field.values.iter().cycle().skip(first).take(count) {
            features.push(FeatureDocument { field_id: field.id, value: value.text.as_str().into() });
            if field.is_filter && !sections.is_empty() {
                filter_values.push(FilterValueDocument {
                    field_id: field.id,
                    uid: field.uid,
                    value: value.text.as_str().into(),
                    key: value.key.as_str().into(),
                    sections: sections.clone(),
                });
            }
        }
    }
    (features, filter_values)
}

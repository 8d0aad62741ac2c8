//! The record of a product.

use super::configurator::check_configurator;
use super::offer::{OfferInput, check_offer};
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::change::RecordContent;
use catalog_domain::products::{FeatureValue, FilterValue, Photo, ProductParts, Seo, UNKNOWN_VENDOR, Vendor};
use catalog_domain::values::{FieldId, PageUrl, ProductTypeId, SectionId, SourceId, Timestamp};
use catalog_records::{
    Checked, FeatureDocument, FilterValueDocument, PhotoDocument, PositiveInteger, ProductDocument, VendorDocument,
};

/// A product as given by its record.
#[derive(Debug)]
pub(crate) struct ProductInput {
    pub(crate) stock_number: Box<str>,
    pub(crate) source_id: SourceId,
    pub(crate) is_active: bool,
    pub(crate) name: Box<str>,
    pub(crate) full_name: Box<str>,
    pub(crate) url: Option<PageUrl>,
    pub(crate) type_id: ProductTypeId,
    pub(crate) vendor: Option<Vendor>,
    pub(crate) sections: Box<[SectionId]>,
    pub(crate) primary_section: Option<SectionId>,
    pub(crate) preview: Option<Box<str>>,
    pub(crate) filter_values: Box<[FilterValue]>,
    pub(crate) parts: ProductParts,
    /// The time that the record states, if any.
    pub(crate) content_updated_at: Option<Timestamp>,
    /// The time that the record states outside its offer, if any.
    pub(crate) commercial_updated_at: Option<Timestamp>,
    pub(crate) offer: Option<OfferInput>,
}

impl ProductInput {
    pub(crate) fn content(&self) -> RecordContent<'_> {
        RecordContent {
            name: &self.name,
            full_name: &self.full_name,
            url: self.url.as_ref(),
            vendor_id: self.vendor.as_ref().map(|vendor| &*vendor.id),
            sections: &self.sections,
            primary_section: self.primary_section,
            preview: self.preview.as_deref(),
            filter_values: &self.filter_values,
            parts: &self.parts,
        }
    }
}

pub(super) fn check_product(
    document: ProductDocument<Checked>,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> ProductInput {
    let vendor = document.vendor.value().and_then(|vendor| check_vendor(vendor, diagnostics));
    let (configurator, price_data) = match document.configurator.value() {
        Some(configurator) => {
            let (configurator, price_data) = check_configurator(configurator, diagnostics);
            (Some(configurator), price_data)
        }
        None => (None, None),
    };
    let offer = document.offer.value().map(|offer| check_offer(offer, "/offer", diagnostics));
    let parts = ProductParts {
        description: document.description.0,
        photos: document.photos.into_iter().map(photo).collect(),
        seo: document.seo.map_or_else(Seo::default, |seo| Seo { title: seo.title.0, html: seo.html.0 }),
        features: document.features.into_iter().map(feature).collect(),
        configurator,
        price_data,
    };
    ProductInput {
        stock_number: document.stock_number.0,
        source_id: SourceId(document.source_id.0),
        is_active: document.is_active,
        name: document.name.0,
        full_name: document.full_name.0,
        url: document.url.map(|url| url.0),
        type_id: ProductTypeId(document.type_id.0),
        vendor,
        sections: each_once(&document.sections),
        primary_section: document.primary_section.value().map(|id| SectionId(id.0)),
        preview: document.preview.value().map(|url| url.0.as_str().into()),
        filter_values: document.filter_values.into_iter().map(filter_value).collect(),
        parts,
        content_updated_at: document.content_updated_at.value().map(|moment| moment.0),
        commercial_updated_at: document.commercial_updated_at.value().map(|moment| moment.0),
        offer,
    }
}

/// The vendor; `None` when its name is blank.
fn check_vendor(document: VendorDocument<Checked>, diagnostics: &mut Vec<RecordDiagnostic>) -> Option<Vendor> {
    let vendor = Vendor { id: document.id.0.into(), name: document.name.0.into() };
    if &*vendor.id == UNKNOWN_VENDOR {
        let message = "`unknown` is reserved for products without a vendor: leave the vendor out instead";
        diagnostics.push(RecordDiagnostic::new("/vendor/id", message));
    }
    if vendor.is_blank() {
        return None;
    }
    if vendor.id.is_empty() || vendor.id.chars().count() > 255 {
        diagnostics.push(RecordDiagnostic::new("/vendor/id", "must have 1 to 255 characters"));
    }
    Some(vendor)
}

fn photo(document: PhotoDocument<Checked>) -> Photo {
    Photo { url: document.url.0.as_str().into(), alt: document.alt.value().map(|alt| alt.0) }
}

fn feature(document: FeatureDocument<Checked>) -> FeatureValue {
    FeatureValue { field_id: FieldId(document.field_id.0), value: document.value.0 }
}

fn filter_value(document: FilterValueDocument<Checked>) -> FilterValue {
    FilterValue {
        field_id: FieldId(document.field_id.0),
        uid: document.uid.0.into(),
        value: document.value.0.into(),
        key: document.key.0.into(),
        sections: each_once(&document.sections),
    }
}

/// The sections in order, without repetitions.
fn each_once(ids: &[PositiveInteger]) -> Box<[SectionId]> {
    let mut sections: Vec<SectionId> = Vec::with_capacity(ids.len());
    // Few enough that a search is faster than a set, unless the record is hostile.
    if ids.len() <= 32 {
        for id in ids {
            if !sections.contains(&SectionId(id.0)) {
                sections.push(SectionId(id.0));
            }
        }
    } else {
        let mut seen = std::collections::HashSet::new();
        sections.extend(ids.iter().map(|id| SectionId(id.0)).filter(|id| seen.insert(*id)));
    }
    sections.into()
}

//! The record of a product.

use super::configurator::ConfiguratorDocument;
use super::object::Object;
use super::offer::{OfferDocument, OfferInput};
use super::values::{Identifier, Moment, PositiveInteger, StockNumber, Text, Url, nullable};
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::change::RecordContent;
use catalog_domain::products::{FeatureValue, FilterValue, Photo, ProductParts, Seo, UNKNOWN_VENDOR, Vendor};
use catalog_domain::values::{FieldId, PageUrl, ProductTypeId, SectionId, SourceId, Timestamp};
use serde::Deserialize;
use serde::de::IgnoredAny;

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
    /// The content, as clients may see it.
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProductDocument {
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    source_id: PositiveInteger,
    stock_number: StockNumber,
    name: Text,
    full_name: Text,
    #[serde(deserialize_with = "nullable")]
    url: Option<Url>,
    is_active: bool,
    type_id: PositiveInteger,
    #[serde(default)]
    vendor: Option<Object<VendorDocument>>,
    sections: Vec<PositiveInteger>,
    #[serde(default)]
    primary_section: Option<PositiveInteger>,
    #[serde(default)]
    preview: Option<Url>,
    #[serde(default)]
    photos: Vec<Object<PhotoDocument>>,
    #[serde(default)]
    description: Text,
    #[serde(default)]
    seo: Option<Object<SeoDocument>>,
    #[serde(default)]
    features: Vec<Object<FeatureDocument>>,
    #[serde(default)]
    filter_values: Vec<Object<FilterValueDocument>>,
    #[serde(default)]
    content_updated_at: Option<Moment>,
    #[serde(default)]
    commercial_updated_at: Option<Moment>,
    #[serde(default)]
    configurator: Option<Object<ConfiguratorDocument>>,
    #[serde(default)]
    offer: Option<Object<OfferDocument>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VendorDocument {
    id: Text,
    name: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PhotoDocument {
    url: Url,
    #[serde(default)]
    alt: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeoDocument {
    title: Text,
    html: Text,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FeatureDocument {
    field_id: PositiveInteger,
    value: Text,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FilterValueDocument {
    field_id: PositiveInteger,
    uid: Identifier,
    value: Text,
    key: Text,
    sections: Vec<PositiveInteger>,
}

impl ProductDocument {
    pub(super) fn check(self, diagnostics: &mut Vec<RecordDiagnostic>) -> ProductInput {
        let vendor = self.vendor.and_then(|vendor| vendor.0.check(diagnostics));
        let (configurator, price_data) = match self.configurator {
            Some(document) => {
                let (configurator, price_data) = document.0.check(diagnostics);
                (Some(configurator), price_data)
            }
            None => (None, None),
        };
        let offer = self.offer.map(|offer| offer.0.check("/offer", diagnostics));
        let parts = ProductParts {
            description: self.description.0,
            photos: self.photos.into_iter().map(|photo| photo.0.into_domain()).collect(),
            seo: self.seo.map_or_else(Seo::default, |seo| Seo { title: seo.0.title.0, html: seo.0.html.0 }),
            features: self.features.into_iter().map(|feature| feature.0.into_domain()).collect(),
            configurator,
            price_data,
        };
        ProductInput {
            stock_number: self.stock_number.0,
            source_id: SourceId(self.source_id.0),
            is_active: self.is_active,
            name: self.name.0,
            full_name: self.full_name.0,
            url: self.url.map(|url| url.0),
            type_id: ProductTypeId(self.type_id.0),
            vendor,
            sections: each_once(&self.sections),
            primary_section: self.primary_section.map(|id| SectionId(id.0)),
            preview: self.preview.map(|url| url.0.as_str().into()),
            filter_values: self.filter_values.into_iter().map(|value| value.0.into_domain()).collect(),
            parts,
            content_updated_at: self.content_updated_at.map(|moment| moment.0),
            commercial_updated_at: self.commercial_updated_at.map(|moment| moment.0),
            offer,
        }
    }
}

impl VendorDocument {
    /// The vendor; `None` when its name is blank.
    fn check(self, diagnostics: &mut Vec<RecordDiagnostic>) -> Option<Vendor> {
        let vendor = Vendor { id: self.id.0.into(), name: self.name.0.into() };
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
}

impl PhotoDocument {
    fn into_domain(self) -> Photo {
        Photo { url: self.url.0.as_str().into(), alt: self.alt.map(|alt| alt.0) }
    }
}

impl FeatureDocument {
    fn into_domain(self) -> FeatureValue {
        FeatureValue { field_id: FieldId(self.field_id.0), value: self.value.0 }
    }
}

impl FilterValueDocument {
    fn into_domain(self) -> FilterValue {
        FilterValue {
            field_id: FieldId(self.field_id.0),
            uid: self.uid.0.into(),
            value: self.value.0.into(),
            key: self.key.0.into(),
            sections: each_once(&self.sections),
        }
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

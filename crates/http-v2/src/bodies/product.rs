//! `Product`: the base object (`docs/contract.md#product`) with the selected parts.

use super::configurator::ConfiguratorBody;
use super::pricing::PricingBody;
use super::product_parts::{
    FeatureGroupBody, FilterValueBody, PhotoBody, ProductSectionBody, SeoBody, WarehouseStockBody, features,
    filter_values, sections, warehouses,
};
use super::product_view::ProductView;
use super::times::as_iso_time;
use super::url_group::url_group;
use super::vendor::VendorBody;
use crate::schemas::{SectionIdText, StockNumberText};
use catalog_documents::UrlGroup;
use catalog_domain::ports::ProductDetail;
use catalog_domain::pricing::{Offer, Pricing};
use catalog_domain::products::Product;
use catalog_domain::values::{SectionId, Timestamp};
use catalog_index::PublicProduct;
use http_common::json::{JsonWriter, ResourceLinkBody, as_text};
use serde::Serialize;
use utoipa::ToSchema;

mod writer;

pub(crate) use writer::ProductWriter;

/// A public product. Parts that were not requested are absent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Product)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductBody<'a> {
    /// Equals `stockNumber`.
    #[schema(value_type = StockNumberText)]
    id: &'a str,
    /// The public identifier.
    #[schema(value_type = StockNumberText)]
    stock_number: &'a str,
    #[schema(example = "Pump 1000")]
    name: &'a str,
    #[schema(example = "Centrifugal pump 1000, cast iron")]
    full_name: &'a str,
    url: UrlGroup<'a>,
    vendor: VendorBody<'a>,
    media: MediaBody<'a>,
    pricing: PricingBody<'a>,
    availability: AvailabilityBody,
    /// The primary section of the product.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    primary_section_id: SectionId,
    /// When the content last changed.
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    content_updated_at: Timestamp,
    /// When prices or stock last changed.
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    commercial_updated_at: Timestamp,
    /// Whether there is a configurator; only for an administrator or a user with configurator access.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    has_configurator: Option<bool>,
    /// The full description (`include=description`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    description: Option<&'a str>,
    /// The public features (`include=features`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    features: Option<Vec<FeatureGroupBody<'a>>>,
    /// Search-engine texts (`include=seo`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seo: Option<SeoBody<'a>>,
    /// Values for section filters (`include=filterValues`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    filter_values: Option<Vec<FilterValueBody<'a>>>,
    /// The public sections that the product is linked to (`include=sections`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sections: Option<Vec<ProductSectionBody<'a>>>,
    /// Stock by warehouse (`include=warehouses`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    warehouses: Option<Vec<WarehouseStockBody<'a>>>,
    /// The configurator (`include=configurator`); null when the product has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ConfiguratorBody<'a>>)]
    configurator: Option<Option<ConfiguratorBody<'a>>>,
    /// Links to documentation (`include=documentation`), possibly none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    documentation: Option<Vec<ResourceLinkBody<'a>>>,
    /// Links to software (`include=software`), possibly none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    software: Option<Vec<ResourceLinkBody<'a>>>,
    /// The catalog revision of the product's last event (`include=version`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 42)]
    version: Option<i64>,
}

impl<'a> ProductBody<'a> {
    pub(crate) fn new(view: ProductView<'a>, public: PublicProduct<'a>, detail: Option<&'a ProductDetail>) -> Self {
        let mut body = Self::base(view, public);
        body.add_parts_in_memory(view, public);
        if let Some(detail) = detail {
            body.add_stored_parts(view, public.product, detail);
        }
        body
    }

    fn base(view: ProductView<'a>, public: PublicProduct<'a>) -> Self {
        let (product, viewer) = (public.product, view.viewer);
        Self {
            id: product.stock_number(),
            stock_number: product.stock_number(),
            name: product.name(),
            full_name: product.full_name(),
            url: url_group(product.url_group()),
            vendor: public.vendor.into(),
            media: MediaBody { preview: product.preview().unwrap_or_default(), photos: None },
            pricing: Pricing::for_viewer(&product.offer, viewer, view.catalog.price_levels()).into(),
            availability: AvailabilityBody::from(&product.offer),
            primary_section_id: public.primary_section,
            content_updated_at: product.content_updated_at,
            commercial_updated_at: product.commercial_updated_at,
            has_configurator: viewer.may_see_configurator().then_some(product.has_configurator),
            description: None,
            features: None,
            seo: None,
            filter_values: None,
            sections: None,
            warehouses: None,
            configurator: None,
            documentation: None,
            software: None,
            version: None,
        }
    }

    fn add_parts_in_memory(&mut self, view: ProductView<'a>, public: PublicProduct<'a>) {
        let ProductView { catalog, parts, .. } = view;
        let product = public.product;
        self.filter_values = parts.filter_values.then(|| filter_values(catalog, product));
        self.sections = parts.sections.then(|| sections(catalog, product, public.primary_section));
        self.warehouses = parts.warehouses.then(|| warehouses(catalog, product));
        self.version = parts.version.then_some(product.version.0);
    }

    fn add_stored_parts(&mut self, view: ProductView<'a>, product: &'a Product, detail: &'a ProductDetail) {
        let wanted = view.parts.stored;
        let configurator = || {
            let configurator = detail.configurator.as_ref();
            configurator.map(|configurator| ConfiguratorBody::new(configurator, product.offer.hide_prices, view))
        };
        self.media.photos = wanted.photos.then(|| detail.photos.iter().map(PhotoBody::from).collect());
        self.description = wanted.description.then_some(&*detail.description);
        self.features = wanted.features.then(|| features(view.catalog, product, &detail.features));
        self.seo = wanted.seo.then(|| SeoBody::from(&detail.seo));
        self.configurator = wanted.configurator.then(configurator);
        self.documentation = wanted.documentation.then(|| ResourceLinkBody::all(&detail.documentation));
        self.software = wanted.software.then(|| ResourceLinkBody::all(&detail.software));
    }
}

impl ProductBody<'_> {
    /// Appends the parts after the base object. Those from the store cost so much more that they are left to serde.
    fn write_parts<'j>(&self, json: &'j mut JsonWriter) -> serde_json::Result<&'j mut JsonWriter> {
        json.optional(r#","description":"#, self.description.as_ref())?
            .optional(r#","features":"#, self.features.as_ref())?
            .optional(r#","seo":"#, self.seo.as_ref())?;
        if let Some(filter_values) = &self.filter_values {
            json.raw(r#","filterValues":"#).array(filter_values, FilterValueBody::write);
        }
        json.optional(r#","sections":"#, self.sections.as_ref())?
            .optional(r#","warehouses":"#, self.warehouses.as_ref())?
            .optional(r#","configurator":"#, self.configurator.as_ref())?
            .optional(r#","documentation":"#, self.documentation.as_ref())?
            .optional(r#","software":"#, self.software.as_ref())?
            .optional(r#","version":"#, self.version.as_ref())
    }
}

/// Pictures of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Media)]
pub(crate) struct MediaBody<'a> {
    /// The URL of the preview picture; empty when there is none.
    #[schema(format = "uri-reference", example = "https://storefront.example/media/pmp-1000.jpg")]
    preview: &'a str,
    /// All photos in source order (`include=media`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    photos: Option<Vec<PhotoBody<'a>>>,
}

/// Stock of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Availability)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AvailabilityBody {
    /// Pieces over all warehouses.
    in_stock: i64,
    /// Pieces on their way.
    shipping: i64,
}

impl From<&Offer> for AvailabilityBody {
    fn from(offer: &Offer) -> Self {
        Self { in_stock: offer.in_stock(), shipping: offer.shipping }
    }
}

#[cfg(test)]
mod tests;

//! `Product`: the base object (part 2.5).

use super::{PricingBody, UrlGroupBody, VendorBody, as_iso_time, as_text};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::identifiers::SectionId;
use catalog_domain::offer::Offer;
use catalog_domain::pricing::Pricing;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::viewer::Viewer;
use serde::Serialize;
use utoipa::ToSchema;

/// A public product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Product)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductBody<'a> {
    /// Equals `stockNumber`.
    #[schema(example = "PMP-1000")]
    id: &'a str,
    /// The public identifier.
    #[schema(example = "PMP-1000")]
    stock_number: &'a str,
    #[schema(example = "Pump 1000")]
    name: &'a str,
    #[schema(example = "Centrifugal pump 1000, cast iron")]
    full_name: &'a str,
    url: UrlGroupBody<'a>,
    vendor: VendorBody<'a>,
    media: MediaBody<'a>,
    pricing: PricingBody,
    availability: AvailabilityBody,
    /// The section that the product belongs to first of all.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String, example = "1042")]
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
}

impl<'a> ProductBody<'a> {
    /// `public` as `viewer` sees it.
    pub(crate) fn new(catalog: &Catalog, public: PublicProduct<'a>, viewer: &Viewer) -> Self {
        let product = public.product;
        Self {
            id: &product.stock_number,
            stock_number: &product.stock_number,
            name: &product.name,
            full_name: &product.full_name,
            url: product.url.as_ref().into(),
            vendor: public.vendor.into(),
            media: MediaBody { preview: product.preview.as_deref().unwrap_or_default() },
            pricing: Pricing::for_viewer(&product.offer, viewer, catalog.price_levels()).into(),
            availability: AvailabilityBody::from(&product.offer),
            primary_section_id: public.primary_section,
            content_updated_at: product.content_updated_at,
            commercial_updated_at: product.commercial_updated_at,
            has_configurator: viewer.may_see_configurator().then_some(product.has_configurator),
        }
    }
}

/// Pictures of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Media)]
pub(crate) struct MediaBody<'a> {
    /// The URL of the preview picture; empty when there is none.
    #[schema(example = "https://storefront.example/media/pmp-1000.jpg")]
    preview: &'a str,
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

//! Writes products as JSON, exactly as serde writes [`ProductBody`], in a fraction of the time: a page has up to a
//! thousand of them.

use super::{PhotoBody, ProductBody};
use crate::bodies::ProductView;
use crate::bodies::pricing::PricingWriter;
use crate::params::ProductParts;
use catalog_domain::ports::ProductDetail;
use catalog_domain::pricing::Pricing;
use catalog_index::PublicProduct;
use http_common::json::JsonWriter;

/// Writes the products of one response. The constant pieces are as long as they can be.
pub(crate) struct ProductWriter<'a> {
    view: ProductView<'a>,
    pricing: PricingWriter,
    /// Whether there is more than the base object.
    has_parts: bool,
}

impl<'a> ProductWriter<'a> {
    pub(crate) fn new(view: ProductView<'a>) -> Self {
        let has_parts = view.parts != ProductParts::default();
        Self { view, pricing: PricingWriter::new(view.viewer), has_parts }
    }

    /// Appends `public` to `json`. `detail` has the parts that were read from the store.
    ///
    /// # Errors
    /// Those of serde.
    pub(crate) fn write(
        &self,
        json: &mut JsonWriter,
        public: PublicProduct<'a>,
        detail: Option<&'a ProductDetail>,
    ) -> serde_json::Result<()> {
        let ProductView { catalog, viewer, parts } = self.view;
        let (product, vendor) = (public.product, public.vendor);
        let (stock_number, url, plain) = (product.stock_number(), product.url_group(), product.texts.is_plain());
        json.raw(r#"{"id":""#).text(stock_number, plain).raw(r#"","stockNumber":""#).text(stock_number, plain);
        json.raw(r#"","name":""#).text(product.name(), plain);
        json.raw(r#"","fullName":""#).text(product.full_name(), plain);
        json.raw(r#"","url":{"full":""#).text(url.full, plain).raw(r#"","host":""#).text(&url.host, plain);
        json.raw(r#"","path":""#).text(url.path, plain).raw(r#"","slug":""#).text(url.slug, plain);
        json.raw(r#""},"vendor":{"id":""#).text(vendor.id, vendor.is_plain);
        json.raw(r#"","name":""#).text(vendor.name, vendor.is_plain);
        json.raw(r#""},"media":{"preview":""#).text(product.preview().unwrap_or_default(), plain).raw("\"");
        if let Some(detail) = detail.filter(|_| parts.stored.photos) {
            json.raw(r#","photos":["#);
            for (at, photo) in detail.photos.iter().enumerate() {
                json.raw(if at > 0 { "," } else { "" }).value(&PhotoBody::from(photo))?;
            }
            json.raw("]");
        }
        json.raw(r#"},"pricing":"#);
        self.pricing.write(json, &Pricing::for_viewer(&product.offer, viewer, catalog.price_levels()));
        json.raw(r#","availability":{"inStock":"#).integer(product.offer.in_stock());
        json.raw(r#","shipping":"#).integer(product.offer.shipping);
        json.raw(r#"},"primarySectionId":""#).integer(public.primary_section.0);
        json.raw(r#"","contentUpdatedAt":"#).moment(product.content_updated_at);
        json.raw(r#","commercialUpdatedAt":"#).moment(product.commercial_updated_at);
        if viewer.may_see_configurator() {
            json.raw(r#","hasConfigurator":"#).flag(product.has_configurator);
        }
        if self.has_parts {
            ProductBody::new(self.view, public, detail).write_parts(json)?;
        }
        json.raw("}");
        Ok(())
    }
}

//! Writes products as JSON (`docs/contract.md#product`), exactly as serde writes their document, in a fraction of the
//! time: a page has up to a thousand of them.

use super::configurator::configurator;
use super::pricing::PricingWriter;
use super::product_parts::{ShownFilterValue, features, filter_values, photo, seo, warehouses, write_sections};
use super::product_view::ProductView;
use crate::params::ProductParts;
use catalog_domain::ports::ProductDetail;
use catalog_domain::pricing::Pricing;
use catalog_index::PublicProduct;
use http_common::json::{JsonWriter, resource_links};

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
            for (at, shown) in detail.photos.iter().enumerate() {
                json.raw(if at > 0 { "," } else { "" }).value(&photo(shown))?;
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
            self.write_parts(json, public, detail)?;
        }
        json.raw("}");
        Ok(())
    }

    /// Appends the parts after the base object. Those from the store cost so much more that they are left to serde.
    fn write_parts(
        &self,
        json: &mut JsonWriter,
        public: PublicProduct<'a>,
        detail: Option<&'a ProductDetail>,
    ) -> serde_json::Result<()> {
        let (ProductView { catalog, parts, .. }, product) = (self.view, public.product);
        let wanted = parts.stored;
        if let Some(detail) = detail {
            let features = wanted.features.then(|| features(catalog, product, &detail.features));
            json.optional(r#","description":"#, wanted.description.then_some(&*detail.description).as_ref())?
                .optional(r#","features":"#, features.as_ref())?
                .optional(r#","seo":"#, wanted.seo.then(|| seo(&detail.seo)).as_ref())?;
        }
        if parts.filter_values {
            json.raw(r#","filterValues":"#).array(&filter_values(catalog, product), ShownFilterValue::write);
        }
        if parts.sections {
            json.raw(r#","sections":"#);
            write_sections(json, catalog, product, public.primary_section);
        }
        json.optional(r#","warehouses":"#, parts.warehouses.then(|| warehouses(catalog, product)).as_ref())?;
        if let Some(detail) = detail {
            let options = || {
                let stored = detail.configurator.as_ref();
                stored.map(|stored| configurator(stored, product.offer.hide_prices, self.view))
            };
            let links = |is_wanted: bool, links| is_wanted.then(|| resource_links(links));
            json.optional(r#","configurator":"#, wanted.configurator.then(options).as_ref())?
                .optional(r#","documentation":"#, links(wanted.documentation, &*detail.documentation).as_ref())?
                .optional(r#","software":"#, links(wanted.software, &*detail.software).as_ref())?;
        }
        json.optional(r#","version":"#, parts.version.then_some(&product.version.0))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

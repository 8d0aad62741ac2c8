//! A product with all its properties.

use super::base_fields::{
    DESCRIPTION, FULL_NAME, IN_STOCK, PHOTOS, PREVIEW_PHOTO, PRICE, SHIPPING, STOCK_NUMBER, VENDOR, WAREHOUSES,
};
use super::feature_wrappers::FeatureWrappers;
use super::warehouse_stock::warehouse_stocks;
use super::wrapper::{WrappedValue, WrapperBody};
use crate::products::shape::{ProductShape, ShownProduct};
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::effective_price;
use catalog_domain::products::public_features;
use catalog_domain::values::PageUrlRef;
use http_common::json::{ResourceLink, resource_links};
use serde::Serialize;
use utoipa::ToSchema;

/// A product. A property without a value is an absent key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Item)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemBody<'a> {
    /// The source object id.
    #[schema(example = 90001)]
    id: i64,
    #[schema(example = "PMP 1")]
    name: &'a str,
    /// The path of the product's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "/products/pmp-001/")]
    url: Option<&'a str>,
    stock_number: WrapperBody<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    full_name: Option<WrapperBody<'a>>,
    /// The original name, byte for byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    vendor: Option<WrapperBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    description: Option<WrapperBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    preview_photo: Option<WrapperBody<'a>>,
    /// URLs, in source order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    photos: Option<WrapperBody<'a>>,
    /// One effective price in USD; `0` when it is hidden or missing.
    price: WrapperBody<'a>,
    /// Pieces over all warehouses.
    in_stock: WrapperBody<'a>,
    /// Pieces on their way.
    shipping: WrapperBody<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    warehouses: Option<WrapperBody<'a>>,
    /// Public features by the uid of their field.
    #[serde(skip_serializing_if = "FeatureWrappers::is_empty")]
    #[schema(value_type = BTreeMap<String, WrapperBody<'a>>, required = false)]
    features: FeatureWrappers<'a>,
    /// Only if requested (`include_documentation`), and then possibly empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    documentation: Option<Vec<ResourceLink<'a>>>,
}

#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct ItemShape {
    /// Whether it has `documentation`.
    pub(crate) with_documentation: bool,
}

impl ProductShape for ItemShape {
    type Body<'a> = ItemBody<'a>;

    fn new(include_documentation: bool) -> Self {
        Self { with_documentation: include_documentation }
    }

    fn wanted(self) -> PartSelection {
        PartSelection {
            description: true,
            photos: true,
            features: true,
            documentation: self.with_documentation,
            ..PartSelection::NONE
        }
    }

    fn body(self, shown: ShownProduct<'_>) -> ItemBody<'_> {
        let ShownProduct { catalog, product, detail, viewer, .. } = shown;
        let offer = &product.offer;
        let text = |field, value: &dyn ToString| WrapperBody::base(field, WrappedValue::Text(value.to_string().into()));
        let array = |field, value| WrapperBody::base(field, value);
        let photos: Vec<&str> = detail.photos.iter().map(|photo| &*photo.url).collect();
        let warehouses = warehouse_stocks(catalog, offer);
        let features = catalog.product_type(product.type_id).map(|kind| public_features(kind, &detail.features));
        ItemBody {
            id: product.source_id.0,
            name: product.name(),
            url: product.url().map(PageUrlRef::path),
            stock_number: WrapperBody::base(STOCK_NUMBER, WrappedValue::Text(product.stock_number().into())),
            full_name: WrapperBody::text(FULL_NAME, product.full_name()),
            vendor: product.vendor.as_deref().and_then(|vendor| WrapperBody::text(VENDOR, &*vendor.name)),
            description: WrapperBody::text(DESCRIPTION, &*detail.description),
            preview_photo: product.preview().and_then(|url| WrapperBody::text(PREVIEW_PHOTO, url)),
            photos: (!photos.is_empty()).then(|| array(PHOTOS, WrappedValue::Texts(photos))),
            price: text(PRICE, &effective_price(offer, &viewer.price_level)),
            in_stock: text(IN_STOCK, &offer.in_stock()),
            shipping: text(SHIPPING, &offer.shipping),
            warehouses: (!warehouses.is_empty()).then(|| array(WAREHOUSES, WrappedValue::Warehouses(warehouses))),
            features: FeatureWrappers::new(features.unwrap_or_default()),
            documentation: self.with_documentation.then(|| resource_links(&detail.documentation)),
        }
    }
}

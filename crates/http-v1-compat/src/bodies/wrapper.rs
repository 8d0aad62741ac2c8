//! The wrapper around every property of a v1 product.

use super::base_fields::BaseField;
use super::warehouse_stock::WarehouseStockBody;
use serde::Serialize;
use std::borrow::Cow;
use utoipa::ToSchema;

/// `{name, value, field_id, uid}`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Wrapper)]
pub(crate) struct WrapperBody<'a> {
    /// The name of the field, possibly a raw `i18n::` value.
    #[schema(example = "Power")]
    pub(super) name: &'a str,
    pub(super) value: WrappedValue<'a>,
    /// The feature field; negative for base properties.
    #[schema(example = 17)]
    pub(super) field_id: i64,
    #[schema(example = "power")]
    pub(super) uid: &'a str,
}

/// A text, or an array for a property with several values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WrappedValue)]
#[serde(untagged)]
pub(crate) enum WrappedValue<'a> {
    Text(Cow<'a, str>),
    Texts(Vec<&'a str>),
    Warehouses(Vec<WarehouseStockBody<'a>>),
}

impl<'a> WrapperBody<'a> {
    pub(super) fn base(field: BaseField, value: WrappedValue<'a>) -> Self {
        Self { name: field.name, value, field_id: field.id, uid: field.uid }
    }

    /// A base property that is a text; absent when it is empty.
    pub(super) fn text(field: BaseField, value: impl Into<Cow<'a, str>>) -> Option<Self> {
        let value = value.into();
        (!value.is_empty()).then(|| Self::base(field, WrappedValue::Text(value)))
    }
}

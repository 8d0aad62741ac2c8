//! Section filters and the values that products have for them (`docs/contract.md#filters`,
//! `docs/contract.md#product-filter-values`).

use crate::values::identifiers::{FieldId, GroupId, ProductTypeId, SectionId};
use std::sync::Arc;

mod value_list;

pub use value_list::{FilterValueList, ListedFilterValue};

/// One filter of a section: stored schema, without the values, which are aggregated from products.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilterDefinition {
    /// The uid by which products' values refer to the filter.
    pub uid: Box<str>,
    /// The name, which may be a raw `i18n::...` value.
    pub name: Box<str>,
    /// The name of the group the filter is shown in.
    pub group_name: Box<str>,
    /// The feature groups it represents (v1).
    pub group_ids: Vec<GroupId>,
    /// The feature fields it represents (v1).
    pub field_ids: Vec<FieldId>,
    /// The product types it represents (v1).
    pub type_ids: Vec<ProductTypeId>,
    /// The source's data type, for example `relation`.
    pub data_type: Box<str>,
    /// Whether a product may have several values.
    pub is_multiple: bool,
    /// Whether the storefront shows it among the main filters.
    pub main_filter: bool,
    /// Whether the storefront hides it.
    pub hidden: bool,
}

/// A value that a product has for a filter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilterValue {
    /// The feature field the value comes from.
    pub field_id: FieldId,
    /// The uid of the filter. Shared: few distinct uids serve a whole catalog.
    pub uid: Arc<str>,
    /// The value as shown.
    pub value: Arc<str>,
    /// The key used in filtering requests.
    pub key: Arc<str>,
    /// The sections in which the value applies, in source order.
    pub sections: Box<[SectionId]>,
}

/// A [`FilterValue`] for products in memory. Values with different sections still share their text, and values of
/// one product their sections: hundreds of thousands of products have few of either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedFilterValue {
    /// What the value is.
    pub text: Arc<FilterText>,
    /// The sections in which it applies, in source order. A box inside, because a catalog holds millions of these
    /// pointers: a pointer to a slice would be twice as wide.
    pub sections: Arc<Box<[SectionId]>>,
}

/// What a filter value is, wherever it applies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilterText {
    /// The feature field the value comes from.
    pub field_id: FieldId,
    /// The uid of the filter.
    pub uid: Arc<str>,
    /// The value as shown.
    pub value: Arc<str>,
    /// The key used in filtering requests.
    pub key: Arc<str>,
}

/// Shares nothing yet: for single values. A store that loads many shares equal parts itself.
impl From<FilterValue> for SharedFilterValue {
    fn from(value: FilterValue) -> Self {
        let FilterValue { field_id, uid, value, key, sections } = value;
        Self { text: Arc::new(FilterText { field_id, uid, value, key }), sections: Arc::new(sections) }
    }
}

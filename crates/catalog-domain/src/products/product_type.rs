//! Product types: the feature schemas that products of one kind share, and which features are public
//! (`docs/contract.md#features`).

use crate::values::identifiers::{FieldId, GroupId, ProductTypeId};

crate::named! {
    /// What a feature group or field is for.
    pub enum FeatureRole {
        /// A property of the product that customers read.
        Feature = "feature",
        /// A warranty condition: always public.
        Warranty = "warranty",
        /// Another name of a filter.
        FacetAlias = "facetAlias",
        /// A price.
        Price = "price",
        /// Search-engine texts.
        Seo = "seo",
        /// The source's own bookkeeping.
        Service = "service",
        /// Commercial terms.
        Commercial = "commercial",
    }
}

/// A product type with its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductType {
    /// The id that products refer to.
    pub id: ProductTypeId,
    /// The name, which may be a raw `i18n::...` value.
    pub name: Box<str>,
    /// The feature groups in the order of the record.
    pub groups: Vec<FeatureGroup>,
}

/// A group of feature fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureGroup {
    /// Unique over all types.
    pub id: GroupId,
    /// The uid, which several types may share.
    pub uid: Box<str>,
    /// The name, which may be a raw `i18n::...` value.
    pub name: Box<str>,
    /// The rank among the type's groups.
    pub ord: i64,
    /// What the group is for.
    pub role: FeatureRole,
    /// The fields in the order of the record.
    pub fields: Vec<FeatureField>,
}

/// One field of a feature group. v1 shows its flags (`docs/contract.md#v1-section-meta`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureField {
    /// Unique over all types.
    pub id: FieldId,
    /// The uid, which several types may share.
    pub uid: Box<str>,
    /// The name, which may be a raw `i18n::...` value.
    pub name: Box<str>,
    /// The rank among the group's fields.
    pub ord: i64,
    /// What the field is for.
    pub role: FeatureRole,
    /// The source's data type, for example `relation`.
    pub data_type: Box<str>,
    /// Shown as a filter by the source.
    pub in_filter: bool,
    /// Searched by the source.
    pub in_search: bool,
    /// May have several values.
    pub is_multiple: bool,
    /// The source's guide that the values come from.
    pub guide_id: Option<i64>,
    /// Among the main filters.
    pub main_filter: bool,
    /// Hidden in the source's storefront.
    pub hidden: bool,
    /// A base property in the source.
    pub base_property: bool,
    /// Used by the source to find analogous products.
    pub analog: bool,
}

impl FeatureField {
    /// Whether values of this field, in a group of `group_role`, are public features: a warranty condition always, any
    /// other field when both it and its group are features (`docs/contract.md#features`).
    pub fn is_public(&self, group_role: FeatureRole) -> bool {
        match self.role {
            FeatureRole::Warranty => true,
            FeatureRole::Feature => group_role == FeatureRole::Feature,
            _ => false,
        }
    }
}

impl ProductType {
    /// Every field of the type with its group.
    pub fn fields(&self) -> impl Iterator<Item = (&FeatureGroup, &FeatureField)> {
        self.groups.iter().flat_map(|group| group.fields.iter().map(move |field| (group, field)))
    }
}

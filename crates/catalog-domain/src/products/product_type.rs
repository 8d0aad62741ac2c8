//! Product types: the feature schemas that products of one kind share, and which features are public
//! (`docs/contract.md#features`).

use crate::values::identifiers::{FieldId, GroupId, ProductTypeId};

/// What a feature group or field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureRole {
    /// A property of the product that customers read.
    Feature,
    /// A warranty condition: always public.
    Warranty,
    /// Another name of a filter.
    FacetAlias,
    /// A price.
    Price,
    /// Search-engine texts.
    Seo,
    /// The source's own bookkeeping.
    Service,
    /// Commercial terms.
    Commercial,
}

impl FeatureRole {
    /// Every role with the name it has in the import format.
    pub const NAMES: [(Self, &'static str); 7] = [
        (Self::Feature, "feature"),
        (Self::Warranty, "warranty"),
        (Self::FacetAlias, "facetAlias"),
        (Self::Price, "price"),
        (Self::Seo, "seo"),
        (Self::Service, "service"),
        (Self::Commercial, "commercial"),
    ];

    /// The role of that name; `None` for a name that no role has.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(role, _)| *role)
    }

    /// The role's name in the import format.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(role, _)| *role == self).map_or("feature", |(_, name)| name)
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

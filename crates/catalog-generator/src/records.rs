//! The documents of the import format, with borrowed values.

mod commercial;

pub(crate) use commercial::{
    ConfiguratorRecord, Levels, OfferRecord, OptionGroupRecord, OptionRecord, Price, StockRecord,
};
use serde::Serialize;

/// One line of the output.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Record<'a> {
    /// The schema that products of one kind share.
    ProductType(ProductTypeRecord<'a>),
    /// A warehouse.
    Warehouse(WarehouseRecord),
    /// A section.
    Section(SectionRecord<'a>),
    /// A product.
    Product(Box<ProductRecord<'a>>),
    /// Prices and stock alone.
    Offer(OfferRecord),
    /// A removed product.
    Deleted(DeletedRecord),
}

/// A `productType` line.
#[derive(Debug, Serialize)]
pub(crate) struct ProductTypeRecord<'a> {
    pub(crate) id: u64,
    pub(crate) name: &'a str,
    pub(crate) groups: Vec<GroupRecord<'a>>,
}

/// A feature group of a product type.
#[derive(Debug, Serialize)]
pub(crate) struct GroupRecord<'a> {
    pub(crate) id: u64,
    pub(crate) uid: &'a str,
    pub(crate) name: &'a str,
    pub(crate) ord: u64,
    pub(crate) role: &'a str,
    pub(crate) fields: Vec<FieldRecord<'a>>,
}

/// A feature field of a group.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FieldRecord<'a> {
    pub(crate) id: u64,
    pub(crate) uid: &'a str,
    pub(crate) name: &'a str,
    pub(crate) ord: u64,
    pub(crate) role: &'a str,
    pub(crate) data_type: &'a str,
    pub(crate) in_filter: bool,
    pub(crate) in_search: bool,
    pub(crate) is_multiple: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guide_id: Option<u64>,
    pub(crate) main_filter: bool,
    pub(crate) hidden: bool,
    pub(crate) base_property: bool,
    pub(crate) analog: bool,
}

/// A `warehouse` line.
#[derive(Debug, Serialize)]
pub(crate) struct WarehouseRecord {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
}

/// A `section` line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SectionRecord<'a> {
    pub(crate) hierarchy_id: u64,
    pub(crate) source_id: u64,
    pub(crate) parent_hierarchy_id: Option<u64>,
    pub(crate) name: String,
    pub(crate) url: Option<String>,
    pub(crate) is_active: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_service: bool,
    pub(crate) sort_order: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) filter_index: Option<String>,
    pub(crate) filters: Vec<FilterRecord<'a>>,
}

/// A filter of a section.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterRecord<'a> {
    pub(crate) uid: &'a str,
    pub(crate) name: &'a str,
    pub(crate) group_name: &'a str,
    pub(crate) group_ids: [u64; 1],
    pub(crate) field_ids: [u64; 1],
    pub(crate) type_ids: [u64; 1],
    pub(crate) data_type: &'a str,
    pub(crate) is_multiple: bool,
    pub(crate) main_filter: bool,
    pub(crate) hidden: bool,
}

/// A `product` line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductRecord<'a> {
    pub(crate) source_id: u64,
    pub(crate) stock_number: String,
    pub(crate) name: String,
    pub(crate) full_name: String,
    pub(crate) url: String,
    pub(crate) is_active: bool,
    pub(crate) type_id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) vendor: Option<&'a VendorRecord>,
    pub(crate) sections: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) primary_section: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) preview: Option<String>,
    pub(crate) photos: Vec<PhotoRecord<'a>>,
    pub(crate) description: String,
    pub(crate) seo: SeoRecord,
    pub(crate) features: Vec<FeatureRecord<'a>>,
    pub(crate) filter_values: Vec<FilterValueRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_updated_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commercial_updated_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) configurator: Option<ConfiguratorRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offer: Option<OfferRecord>,
}

/// The vendor of a product.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct VendorRecord {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A photo of a product.
#[derive(Debug, Serialize)]
pub(crate) struct PhotoRecord<'a> {
    pub(crate) url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alt: Option<&'a str>,
}

/// Search-engine texts of a product.
#[derive(Debug, Serialize)]
pub(crate) struct SeoRecord {
    pub(crate) title: String,
    pub(crate) html: String,
}

/// The value of a feature field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeatureRecord<'a> {
    pub(crate) field_id: u64,
    pub(crate) value: &'a str,
}

/// The value of a section filter.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterValueRecord<'a> {
    pub(crate) field_id: u64,
    pub(crate) uid: &'a str,
    pub(crate) value: &'a str,
    pub(crate) key: &'a str,
    pub(crate) sections: Vec<u64>,
}

/// A `deleted` line of a product.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedRecord {
    pub(crate) stock_number: String,
}

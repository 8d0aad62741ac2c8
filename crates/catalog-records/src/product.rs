//! The record of a product.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::configurator::ConfiguratorDocument;
use crate::given::Given;
use crate::kind::RecordKind;
use crate::object::{given_object, nullable, object, objects};
use crate::offer::OfferDocument;
use crate::stored::Stored;
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct ProductDocument<V: Values> {
    #[serde(rename = "type")]
    pub kind: RecordKind,
    pub source_id: V::Id,
    pub stock_number: V::StockNumber,
    pub name: V::Text,
    pub full_name: V::Text,
    #[serde(deserialize_with = "nullable")]
    pub url: Option<V::Url>,
    pub is_active: bool,
    pub type_id: V::Id,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Given::is_omitted")]
    pub vendor: Given<Option<VendorDocument<V>>>,
    pub sections: Vec<V::Id>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub primary_section: Given<Option<V::Id>>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub preview: Given<Option<V::Url>>,
    #[serde(default, deserialize_with = "objects")]
    pub photos: Vec<PhotoDocument<V>>,
    #[serde(default)]
    pub description: V::Description,
    #[serde(default, deserialize_with = "object")]
    pub seo: Option<SeoDocument<V>>,
    #[serde(default, deserialize_with = "objects")]
    pub features: Vec<FeatureDocument<V>>,
    #[serde(default, deserialize_with = "objects")]
    pub filter_values: Vec<FilterValueDocument<V>>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub content_updated_at: Given<Option<V::Moment>>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub commercial_updated_at: Given<Option<V::Moment>>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Given::is_omitted")]
    pub configurator: Given<Option<ConfiguratorDocument<V>>>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Given::is_omitted")]
    pub offer: Given<Option<OfferDocument<V>>>,
}

impl ProductDocument<Stored<'_>> {
    /// Appends the record to a line. It is compiled here, where that is for speed, and not with each caller.
    ///
    /// # Errors
    /// Those of serde_json: none of such a record.
    pub fn append_to(&self, line: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(line, self)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct VendorDocument<V: Values> {
    pub id: V::Text,
    pub name: V::Text,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct PhotoDocument<V: Values> {
    pub url: V::Url,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub alt: Given<Option<V::Text>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct SeoDocument<V: Values> {
    pub title: V::Text,
    pub html: V::Description,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct FeatureDocument<V: Values> {
    pub field_id: V::Id,
    pub value: V::LongText,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct FilterValueDocument<V: Values> {
    pub field_id: V::Id,
    pub uid: V::Identifier,
    pub value: V::LongText,
    pub key: V::Text,
    pub sections: Vec<V::Id>,
}

//! The public features of a product as wrappers by the uid of their field.

use super::wrapper::{WrappedValue, WrapperBody};
use catalog_domain::products::{ShownFeature, ShownFeatureGroup};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// An object whose keys are uids of fields, in the order in which features are shown.
#[derive(Debug, Default)]
pub(crate) struct FeatureWrappers<'a>(Vec<FieldValues<'a>>);

/// The values of the fields of one uid, and the first of those fields.
#[derive(Debug)]
struct FieldValues<'a> {
    field: ShownFeature<'a>,
    values: Vec<&'a str>,
}

impl<'a> FeatureWrappers<'a> {
    pub(super) fn new(groups: Vec<ShownFeatureGroup<'a>>) -> Self {
        let mut fields: Vec<FieldValues<'a>> = Vec::new();
        for feature in groups.into_iter().flat_map(|group| group.items) {
            match fields.iter_mut().find(|known| known.field.uid == feature.uid) {
                Some(known) => known.values.push(feature.value),
                None => fields.push(FieldValues { field: feature, values: vec![feature.value] }),
            }
        }
        Self(fields)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for FeatureWrappers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for entry in &self.0 {
            map.serialize_entry(entry.field.uid, &entry.wrapper())?;
        }
        map.end()
    }
}

impl<'a> FieldValues<'a> {
    /// The value of a field is a text; several values are an array.
    fn wrapper(&self) -> WrapperBody<'a> {
        let value = match &*self.values {
            [value] => WrappedValue::Text((*value).into()),
            values => WrappedValue::Texts(values.to_vec()),
        };
        let ShownFeature { uid, field_id, name, .. } = self.field;
        WrapperBody { name, value, field_id: field_id.0, uid }
    }
}

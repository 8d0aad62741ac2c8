//! Prices by level: a JSON object whose order counts.

use crate::values::{Readable, Values, Writable};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// The levels and their prices as written, repeated ones included.
pub struct LevelsDocument<V: Values>(pub Vec<(V::Identifier, V::Price)>);

impl<V: Values> Default for LevelsDocument<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Writable> Serialize for LevelsDocument<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (level, price) in &self.0 {
            map.serialize_entry(level, price)?;
        }
        map.end()
    }
}

impl<'de, V: Readable<'de>> Deserialize<'de> for LevelsDocument<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LevelsVisitor(PhantomData))
    }
}

struct LevelsVisitor<V>(PhantomData<V>);

impl<'de, V: Readable<'de>> Visitor<'de> for LevelsVisitor<V> {
    type Value = LevelsDocument<V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of prices by level")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut levels = Vec::new();
        while let Some(entry) = map.next_entry()? {
            levels.push(entry);
        }
        Ok(LevelsDocument(levels))
    }
}

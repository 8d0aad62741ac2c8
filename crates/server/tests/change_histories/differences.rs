//! The difference of two responses about one product, and whether it is content or commercial data.
//!
//! Everything that is not listed here as commercial is content, so a future part is compared, too. The version is
//! neither: `checks.rs` compares it with the events. Four things change what products show without being a change of
//! the product (`docs/import-format.md`, `docs/sync-guide.md`): names and URLs of sections; names, order and roles of a
//! product type's fields; price levels that nobody has a price at.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Commercial fields of a product, beside prices inside its configurator.
const COMMERCIAL: [&str; 3] = ["pricing", "availability", "warehouses"];

#[derive(Debug, Default)]
pub(crate) struct RunContext {
    /// Price levels that are new, in order of first appearance.
    pub(crate) new_levels: Vec<String>,
    pub(crate) types_differ: bool,
    /// The fields that are shown before and after the run.
    pub(crate) public_fields: BTreeSet<i64>,
}

/// Fields that differ for some viewer, each with its old and new value.
#[derive(Debug, Default)]
pub(crate) struct Difference {
    pub(crate) content: BTreeMap<String, String>,
    /// Fields of commercial data, `commercialUpdatedAt` excepted.
    pub(crate) commercial: BTreeMap<String, String>,
    /// Whether the features differ in a way that a changed product type explains.
    pub(crate) hidden_content: bool,
    pub(crate) content_time: bool,
    pub(crate) commercial_time: bool,
    pub(crate) version: bool,
}

impl Difference {
    /// Between the responses of all viewers before and after a run.
    pub(crate) fn between(before: &[&Value], after: &[&Value], around: &RunContext) -> Self {
        let mut difference = Self::default();
        for (before, after) in before.iter().zip(after).filter(|(before, after)| before != after) {
            difference.add(&Sides::of(before, around), &Sides::of(after, around), around);
        }
        difference
    }

    fn add(&mut self, before: &Sides, after: &Sides, around: &RunContext) {
        let mut content = fields_that_differ(&before.content, &after.content);
        self.content_time |= content.remove("contentUpdatedAt").is_some();
        self.version |= content.remove("version").is_some();
        if around.types_differ && content.contains_key("features") {
            let [known, found] =
                [before, after].map(|sides| shown_values(&sides.content["features"], &around.public_fields));
            if known == found {
                content.remove("features");
                self.hidden_content = true;
            }
        }
        let mut commercial = fields_that_differ(&before.commercial, &after.commercial);
        self.commercial_time |= commercial.remove("commercialUpdatedAt").is_some();
        self.content.extend(content);
        self.commercial.extend(commercial);
    }
}

/// A response in two parts, without the values that may change without an event.
struct Sides {
    content: Value,
    commercial: Value,
}

impl Sides {
    fn of(product: &Value, around: &RunContext) -> Self {
        let mut content = product.clone();
        let fields = content.as_object_mut().unwrap();
        let mut commercial = json!({});
        for field in COMMERCIAL.into_iter().chain(["commercialUpdatedAt"]) {
            commercial[field] = fields.remove(field).unwrap();
        }
        drop_new_levels(&mut commercial["pricing"], around);
        for section in fields.get_mut("sections").and_then(Value::as_array_mut).into_iter().flatten() {
            *section = json!({"id": section["id"], "isPrimary": section["isPrimary"]});
        }
        commercial["configuratorPrices"] =
            fields.get_mut("configurator").map_or(json!(null), |configurator| take_prices(configurator, around));
        Self { content, commercial }
    }
}

/// Removes the prices of a configurator: the rest is structure. Options without any price have none to change, and the
/// order of options belongs to the structure.
fn take_prices(configurator: &mut Value, around: &RunContext) -> Value {
    let mut prices: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for group in configurator.get_mut("groups").and_then(Value::as_array_mut).into_iter().flatten() {
        let uid = group["uid"].clone();
        for option in group["options"].as_array_mut().unwrap() {
            let mut pricing = option["pricing"].take();
            drop_new_levels(&mut pricing, around);
            if has_price(&pricing) {
                prices.entry(format!("{uid} {}", option["uid"])).or_default().push(pricing);
            }
        }
    }
    json!(prices)
}

fn has_price(pricing: &Value) -> bool {
    let is_priced = |price: &Value| !price["value"].is_null();
    let levels = pricing["levels"].as_array().into_iter().flatten();
    is_priced(&pricing["retail"]) || is_priced(&pricing["personal"]) || levels.into_iter().any(is_priced)
}

/// Drops the levels that every product shows at the end because the run made them known.
fn drop_new_levels(pricing: &mut Value, around: &RunContext) {
    if let Some(levels) = pricing.get_mut("levels").and_then(Value::as_array_mut) {
        for new in around.new_levels.iter().rev() {
            levels.pop_if(|level| level["value"].is_null() && level["level"] == **new);
        }
    }
}

fn shown_values<'a>(groups: &'a Value, fields: &BTreeSet<i64>) -> BTreeMap<i64, Vec<&'a Value>> {
    let mut values: BTreeMap<i64, Vec<&Value>> = BTreeMap::new();
    let items = groups.as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap());
    for item in items {
        let field = item["fieldId"].as_i64().unwrap();
        if fields.contains(&field) {
            values.entry(field).or_default().push(&item["value"]);
        }
    }
    values
}

fn fields_that_differ(before: &Value, after: &Value) -> BTreeMap<String, String> {
    let fields = before.as_object().unwrap().keys().chain(after.as_object().unwrap().keys());
    let absent = json!(null);
    let differing = fields.filter_map(|field| {
        let [before, after] = [before, after].map(|side| side.get(field).unwrap_or(&absent));
        (before != after).then(|| (field.clone(), format!("{before} -> {after}")))
    });
    differing.collect()
}

//! Causes apart from consequences: which products and sections only one system has, and which differences follow from
//! that, such as counters.

use crate::difference::{Difference, Kind, without_keys};
use crate::error::CompareError;
use crate::journal::Journal;
use crate::route::{Form, Route, Shape};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// What a difference says that one system does not have at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// A product, by its id: in the catalog or in a list of v1.
    Product(i64),
    /// A product in a list of v2, by its id, if that is known.
    Place(Option<i64>),
    /// A section.
    Section,
}

/// Two sets: what the new system lacks, and what only it has.
type Sides<T> = [T; 2];

/// What only one system has.
#[derive(Debug, Default)]
pub(super) struct Causes {
    /// Products that are in no list of the other system, with their vendors.
    products: Sides<HashMap<i64, Option<String>>>,
    /// Products that only one system has in the lists of a section.
    lists: HashMap<i64, Sides<HashSet<i64>>>,
    sections: Sides<HashSet<i64>>,
    /// By how much the counters of a subject differ in sum.
    totals: HashMap<(String, &'static str), i64>,
    /// Subjects in which a type of products is in one system only.
    one_sided_types: HashSet<String>,
}

struct Counter {
    name: &'static str,
    /// How many products less the new system has, if the counter is right.
    lost: i64,
    /// Whether it counts every product of its section.
    is_total: bool,
}

impl Causes {
    /// Reads the differences of a journal, allowed ones as well: what follows from them is no further cause.
    pub(super) fn read(journal: &Journal) -> Result<Self, CompareError> {
        let mut causes = Self::default();
        journal.each_difference(|_, difference| {
            causes.notice(&difference);
            Ok(())
        })?;
        let [missing, extra] = &mut causes.products;
        missing.retain(|id, _| extra.remove(id).is_none());
        let Self { products, lists, .. } = &mut causes;
        // A section that both list it in shows that it is not missing, but in fewer sections.
        journal.each_first_pass(|_, done| {
            let lacks = done.section.and_then(|section| lists.get(&section));
            for (side, products) in products.iter_mut().enumerate().filter(|(_, products)| !products.is_empty()) {
                let is_common = |id: &&i64| lacks.is_none_or(|lacks| !lacks[side].contains(*id));
                done.members.iter().filter(is_common).for_each(|id| drop(products.remove(id)));
            }
        });
        Ok(causes)
    }

    fn notice(&mut self, difference: &Difference) {
        if let Some(Counter { name, lost, is_total: true }) = counter(difference) {
            let sum = self.totals.entry((difference.identity.clone(), name)).or_default();
            *sum = sum.saturating_add(lost);
        }
        let Some(side) = side(difference.kind) else { return };
        if difference.path.starts_with("productTypes") {
            self.one_sided_types.insert(difference.identity.clone());
        }
        let whole = whole(difference);
        if let Some(Whole::Product(id)) = whole {
            let vendor = self.products[side].entry(id).or_default();
            if vendor.is_none() {
                *vendor = difference.label.as_ref().and_then(|label| label.vendor.clone());
            }
        }
        match (whole, difference.section) {
            (Some(Whole::Product(id) | Whole::Place(Some(id))), Some(section)) => {
                self.lists.entry(section).or_default()[side].insert(id);
            }
            (Some(Whole::Section), Some(section)) => drop(self.sections[side].insert(section)),
            _ => {}
        }
    }

    fn has_product(&self, id: i64) -> bool {
        self.products.iter().any(|products| products.contains_key(&id))
    }

    /// Whether a difference says that only one system has a product.
    pub(super) fn is_product(&self, difference: &Difference) -> bool {
        matches!(whole(difference), Some(Whole::Product(id) | Whole::Place(Some(id))) if self.has_product(id))
    }

    /// Whether a difference follows from products or sections that only one system has.
    pub(super) fn explain(&self, difference: &Difference) -> bool {
        let is_whole = match whole(difference) {
            Some(Whole::Section) => return false,
            Some(Whole::Product(_) | Whole::Place(_)) => true,
            None => false,
        };
        if difference.product.is_some_and(|id| self.has_product(id)) {
            return !is_whole;
        }
        if difference.section.is_some_and(|id| self.sections.iter().any(|sections| sections.contains(&id))) {
            return true;
        }
        !is_whole
            && (self.explain_counter(difference) || self.explain_vendor(difference) || self.explain_type(difference))
    }

    fn explain_counter(&self, difference: &Difference) -> bool {
        let Some(Counter { name, lost, is_total }) = counter(difference) else { return false };
        let [missing, extra] =
            self.listed(difference).map(|products| i64::try_from(products.count()).unwrap_or(i64::MAX));
        if is_total && difference.section.is_some() {
            let sum = self.totals.get(&(difference.identity.clone(), name)).copied().unwrap_or(lost);
            return missing + extra > 0 && sum == missing - extra;
        }
        lost != 0 && (-extra..=missing).contains(&lost)
    }

    /// A vendor of which only one system has products.
    fn explain_vendor(&self, difference: &Difference) -> bool {
        let is_vendors = difference.route == Route::Vendors.pattern() || difference.path == "vendors";
        let Some(side) = side(difference.kind).filter(|_| is_vendors) else { return false };
        let names = if side == 0 { &difference.old } else { &difference.new };
        let names = names.as_array().map_or(std::slice::from_ref(names), Vec::as_slice);
        let [missing, extra] = self.listed(difference);
        let mut own: Box<dyn Iterator<Item = &i64>> = if side == 0 { Box::new(missing) } else { Box::new(extra) };
        let own: HashSet<&str> =
            own.by_ref().filter_map(|id| Some(self.products[side].get(id)?.as_deref()?.trim())).collect();
        names.iter().all(|name| name.as_str().is_some_and(|name| own.contains(name.trim())))
    }

    /// The schema of a type of products that only one system has in a section.
    fn explain_type(&self, difference: &Difference) -> bool {
        difference.path.starts_with("featureSchema")
            && side(difference.kind).is_some()
            && self.one_sided_types.contains(&difference.identity)
            && self.listed(difference).into_iter().any(|mut products| products.next().is_some())
    }

    /// The products that only one system lists in the sections of a difference. One that is in several of them comes
    /// several times.
    fn listed(&self, difference: &Difference) -> Sides<impl Iterator<Item = &i64>> {
        let several = difference.identity.strip_prefix("sections ").unwrap_or_default();
        let several = several.split(',').filter_map(|id| id.parse().ok());
        let sections: Vec<i64> = difference.section.into_iter().chain(several).collect();
        [0, 1].map(|side| {
            let lists = sections.clone().into_iter().filter_map(|section| self.lists.get(&section));
            lists.flat_map(move |lists| &lists[side])
        })
    }
}

/// What a difference says that one system does not have at all.
pub(super) fn whole(difference: &Difference) -> Option<Whole> {
    side(difference.kind)?;
    if difference.path.starts_with("products[") && difference.path.ends_with(']') {
        return Some(Whole::Place(difference.product));
    }
    let route = Route::ALL.iter().find(|route| route.pattern() == difference.route)?;
    let has_products = route.form() != Form::Single || matches!(route.shape(), Shape::Items | Shape::Availability);
    match (difference.path.as_str(), difference.product) {
        ("", Some(id)) if has_products => Some(Whole::Product(id)),
        ("", None) if route.shape() == Shape::Tree => Some(Whole::Section),
        _ => None,
    }
}

fn side(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Missing => Some(0),
        Kind::Extra => Some(1),
        _ => None,
    }
}

fn counter(difference: &Difference) -> Option<Counter> {
    if !have_equal_texts(&difference.old, &difference.new) {
        return None;
    }
    let lost = count(&difference.old)?.checked_sub(count(&difference.new)?)?;
    let is_meta = difference.route == Route::SectionMeta.pattern();
    let (name, lost, is_total) = match without_keys(&difference.path).as_str() {
        "productTypes" | "productTypes[]" | "productTypes[].productsCount" if is_meta => ("productTypes", lost, true),
        "filters[].values" | "filters[].values[]" | "filters[].values[].count" => ("filters", lost, false),
        // v2's counters are compared with its own lists: what its lists lack, the counters have more.
        "productCount" => ("productCount", -lost, true),
        "pagination.total" => ("pagination.total", -lost, true),
        "availableProductCount" | "directProductCount" => ("other", -lost, false),
        "vendors[].productCount" | "vendors[].availableProductCount" => ("other", -lost, false),
        _ => return None,
    };
    Some(Counter { name, lost, is_total })
}

/// How many products a counter, or what has one, counts.
fn count(value: &Value) -> Option<i64> {
    match value {
        Value::Null => Some(0),
        Value::Number(number) => number.as_i64(),
        Value::Object(members) => count(members.get("productsCount").or_else(|| members.get("count"))?),
        Value::Array(elements) => elements.iter().try_fold(0_i64, |sum, element| sum.checked_add(count(element)?)),
        _ => None,
    }
}

/// Whether two objects differ in numbers only.
fn have_equal_texts(old: &Value, new: &Value) -> bool {
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return true };
    old.iter().all(|(name, value)| value.is_number() || new.get(name) == Some(value))
}

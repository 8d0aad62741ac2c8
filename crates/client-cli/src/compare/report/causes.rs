//! Causes apart from consequences: which products and sections only one system has, and which differences follow from
//! that, such as counters.

use crate::compare::difference::Difference;
use crate::compare::run::Material;
use anyhow::Result;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What only the old system has, and what only the new one has.
type Sides<T> = [T; 2];

#[derive(Default)]
pub(super) struct Causes {
    /// Products that are in no list of the other system, with their vendors.
    products: Sides<HashMap<i64, Option<String>>>,
    /// Products that only one system has in the lists of a section.
    lists: HashMap<i64, Sides<BTreeSet<i64>>>,
    sections: Sides<HashSet<i64>>,
    /// By how much the counters of all products of a subject differ in sum.
    totals: HashMap<String, i64>,
    /// Subjects in which a type of products is in one system only.
    one_sided_types: HashSet<String>,
    /// Products in which something differs that no rule allows.
    pub(super) different: HashSet<i64>,
}

impl Causes {
    /// Reads the differences, allowed ones as well: what follows from them is no further cause.
    pub(super) fn read(material: &Material<'_>) -> Result<Self> {
        let (mut causes, mut listed) = (Self::default(), Sides::<HashSet<i64>>::default());
        material.each(|compared, _| {
            if let (true, Ok(id)) = (compared.request.is_list(), compared.key.1.parse::<i64>()) {
                (0..2).filter(|side| compared.has[*side]).for_each(|side| listed[side].extend([id]));
            }
            compared.found.iter().for_each(|found| causes.notice(found));
            Ok(())
        })?;
        // One that the lists of some section have in both is not missing, but in fewer sections.
        causes.products[0].retain(|id, _| !listed[1].contains(id));
        causes.products[1].retain(|id, _| !listed[0].contains(id));
        Ok(causes)
    }

    fn notice(&mut self, difference: &Difference) {
        self.different.extend(difference.product.filter(|_| difference.allowed.is_none()));
        if let Some((lost, true)) = counter(difference) {
            let sum = self.totals.entry(difference.identity.clone()).or_default();
            *sum = sum.saturating_add(lost);
        }
        let Some(side) = difference.side() else { return };
        if difference.path.starts_with("productTypes") {
            self.one_sided_types.insert(difference.identity.clone());
        }
        match (difference.is_whole, difference.product, difference.section) {
            (true, Some(id), section) => {
                let vendor = self.products[side].entry(id).or_default();
                *vendor = vendor.take().or(difference.vendor.clone());
                if let Some(section) = section {
                    self.lists.entry(section).or_default()[side].insert(id);
                }
            }
            (true, None, Some(section)) => drop(self.sections[side].insert(section)),
            _ => {}
        }
    }

    /// Whether only one system has the product.
    pub(super) fn has_product(&self, difference: &Difference) -> bool {
        difference.product.is_some_and(|id| self.products.iter().any(|products| products.contains_key(&id)))
    }

    /// Whether a difference follows from products or sections that only one system has.
    pub(super) fn explain(&self, difference: &Difference) -> bool {
        if self.has_product(difference) {
            return !difference.is_whole;
        }
        if difference.is_whole && difference.product.is_none() {
            return false;
        }
        let is_of_section = difference.section.is_some_and(|id| self.sections.iter().any(|ids| ids.contains(&id)));
        is_of_section || !difference.is_whole && self.explain_section(difference)
    }

    /// Whether a section, or some together, differ by what only one system lists in them: a counter, a vendor of which
    /// only one has products, or the schema of a type of products.
    fn explain_section(&self, difference: &Difference) -> bool {
        let lists: Vec<_> = difference.sections().filter_map(|section| self.lists.get(&section)).collect();
        let [missing, extra] = [0, 1].map(|side| lists.iter().map(|list| list[side].len() as i64).sum::<i64>());
        if let Some((lost, is_total)) = counter(difference) {
            let sum = self.totals.get(&difference.identity).filter(|_| is_total && difference.section.is_some());
            return match sum {
                Some(sum) => missing + extra > 0 && *sum == missing - extra,
                None => lost != 0 && (-extra..=missing).contains(&lost),
            };
        }
        let Some(side) = difference.side() else { return false };
        if difference.route.contains("/vendors/") {
            let vendor_of = |id: &i64| Some(self.products[side].get(id)?.as_deref()?.trim());
            let own: HashSet<&str> = lists.iter().flat_map(|list| &list[side]).filter_map(vendor_of).collect();
            let names = [&difference.old, &difference.new][side];
            let names = names.as_array().map_or(std::slice::from_ref(names), Vec::as_slice);
            return names.iter().all(|name| name.as_str().is_some_and(|name| own.contains(name.trim())));
        }
        let has_one_sided_type = self.one_sided_types.contains(&difference.identity);
        difference.path.starts_with("featureSchema") && has_one_sided_type && missing + extra > 0
    }
}

/// Of a counter, how many products less the new system has by it, and whether it counts all of its section.
fn counter(difference: &Difference) -> Option<(i64, bool)> {
    let is_total = match difference.field().as_str() {
        "productTypes" | "productTypes[]" | "productTypes[].productsCount" => true,
        "filters[].values" | "filters[].values[]" | "filters[].values[].count" => false,
        _ => return None,
    };
    Some((count(&difference.old)?.checked_sub(count(&difference.new)?)?, is_total))
}

fn count(value: &Value) -> Option<i64> {
    match value {
        Value::Null => Some(0),
        Value::Object(members) => count(members.get("productsCount").or_else(|| members.get("count"))?),
        Value::Array(elements) => elements.iter().try_fold(0_i64, |sum, element| sum.checked_add(count(element)?)),
        value => value.as_i64(),
    }
}

//! What is probably not meant about a run, although its input is well formed.

use crate::error::ImportError;
use crate::examples::Examples;
use crate::gather::Gathered;
use crate::options::ImportOptions;
use crate::plan::{Plan, PublicTrees};
use crate::report::Warnings;
use catalog_domain::sections::Section;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Refuses a first import whose sections are all on other hosts: its storefront host is most likely misspelt, and the
/// store would keep it.
pub(crate) fn check_first_storefront(
    is_first: bool,
    sections: &[Arc<Section>],
    options: &ImportOptions<'_>,
) -> Result<(), ImportError> {
    let storefront = options.storefront;
    let is_on_host = |section: &Arc<Section>| section.url.as_ref().is_some_and(|url| storefront.serves(url));
    if !is_first || options.allow_empty || sections.is_empty() || sections.iter().any(is_on_host) {
        return Ok(());
    }
    Err(ImportError::NoSectionOnHost { storefront: storefront.clone(), hosts: hosts(sections) })
}

/// The warnings of a planned run. `had_levels` says whether the store knew a price level before.
pub(crate) fn of_run(
    gathered: &Gathered,
    sections: &[Arc<Section>],
    trees: &PublicTrees,
    plan: &Plan,
    had_levels: bool,
    options: &ImportOptions<'_>,
) -> Warnings {
    let mut warnings = options.left_out.clone();
    if trees.change().after.is_empty() && !sections.is_empty() {
        let (storefront, hosts) = (options.storefront.as_str(), hosts(sections));
        warnings.add(&[], || format!("no section is public on {storefront}: the sections' hosts are {hosts}"));
    }
    let levels: Examples = gathered.levels.new_levels().iter().map(|level| level.name().to_owned()).collect();
    if had_levels && levels.count > 0 {
        warnings.add(&[], || format!("price levels that appear for the first time: {levels}"));
    }
    let prices = gathered.price_changes.examples();
    let of_changes = [
        ("products with a price that changed by more than half", &prices),
        ("active products that lost their last public section", &plan.stranded),
    ];
    for (what, found) in of_changes.into_iter().chain(gathered.unmeant.found()) {
        if found.count > 0 {
            warnings.add(&found.products, || format!("{what} ({}): {found}", found.count));
        }
    }
    warnings
}

/// The hosts of the sections, most frequent first: `shop.example (58), old.example (2)`.
fn hosts(sections: &[Arc<Section>]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for section in sections {
        let host = section.url.as_ref().map_or("none".to_owned(), |url| url.borrowed().host().into_owned());
        *counts.entry(host).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().map(|(host, count)| format!("{host} ({count})")).collect::<Examples>().to_string()
}

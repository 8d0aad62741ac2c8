//! Products of store and input together.

use crate::diagnostic::{Diagnostics, Location, RecordDiagnostic};
use crate::gather::{Gathered, ParsedRecord, ProductKey, ProductTable};
use crate::options::ImportMode;
use catalog_domain::values::SourceId;
use std::collections::{HashMap, HashSet};

/// Changes of products other than through their own record.
#[derive(Debug, Default)]
pub(crate) struct ProductOutcome {
    pub(crate) deactivated: HashSet<ProductKey>,
    /// Source ids that their present holders release first.
    pub(crate) released_source_ids: Vec<SourceId>,
    /// Deactivated products by the product that takes their source id: one product under another stock number.
    pub(crate) renamed: HashMap<ProductKey, ProductKey>,
}

impl ProductOutcome {
    pub(crate) fn renamed(&self) -> u64 {
        self.renamed.len() as u64
    }
}

pub(super) fn resolve(gathered: &mut Gathered, mode: ImportMode) -> ProductOutcome {
    let mut outcome = ProductOutcome::default();
    for key in gathered.products.keys() {
        check_identity(&gathered.products, key, mode, &mut gathered.diagnostics);
        if is_switched_off(&gathered.products, key, mode) {
            outcome.deactivated.insert(key);
        }
    }
    release_source_ids(gathered, &mut outcome);
    outcome
}

fn check_identity(products: &ProductTable, key: ProductKey, mode: ImportMode, diagnostics: &mut Diagnostics) {
    let Some(entry) = products.entry_of(key) else { return };
    let stock_number = products.stock_number(key);
    let is_stored = products.stored(key).is_some();
    let message = match entry.parsed {
        ParsedRecord::Offer(_) if mode == ImportMode::Full => {
            format!("in a full import an offer belongs into its product, and the input has no product `{stock_number}`")
        }
        ParsedRecord::Offer(_) if !is_stored => {
            format!("product `{stock_number}` is neither in the input nor in the store")
        }
        ParsedRecord::Deleted if !is_stored => format!("the store has no product `{stock_number}`"),
        _ => return,
    };
    diagnostics.add(entry.location, RecordDiagnostic::new("/stockNumber", message));
}

fn is_switched_off(products: &ProductTable, key: ProductKey, mode: ImportMode) -> bool {
    let is_active = products.stored(key).is_some_and(|stored| stored.is_active);
    is_active
        && match products.entry_of(key) {
            None => mode == ImportMode::Full,
            Some(entry) => matches!(entry.parsed, ParsedRecord::Deleted),
        }
}

/// A product's record that states another source id than the stored one.
struct SourceIdClaim {
    key: ProductKey,
    location: Location,
    source_id: SourceId,
}

fn release_source_ids(gathered: &mut Gathered, outcome: &mut ProductOutcome) {
    let Gathered { products, product_source_ids, diagnostics, .. } = gathered;
    let claims: Vec<SourceIdClaim> = products.keys().filter_map(|key| claim(products, key)).collect();
    if claims.is_empty() {
        return;
    }
    let holders: HashMap<SourceId, ProductKey> =
        products.stored_keys().filter_map(|(key, stored)| Some((stored.source_id?, key))).collect();
    for claim in claims {
        let Some(holder) = holders.get(&claim.source_id).copied().filter(|holder| *holder != claim.key) else {
            continue;
        };
        // A second record with the same id was reported when it was read.
        let is_contested = product_source_ids.get(&claim.source_id).is_some_and(|location| *location != claim.location);
        if is_contested {
            continue;
        }
        match resolve_claim(holder, &claim, products, outcome) {
            Resolution::Retain => {
                let message =
                    format!("source id {} is that of product `{}`", claim.source_id, products.stock_number(holder));
                diagnostics.add(claim.location, RecordDiagnostic::new("/sourceId", message));
            }
            Resolution::Release => outcome.released_source_ids.push(claim.source_id),
            Resolution::Rename => {
                outcome.deactivated.insert(holder);
                outcome.renamed.insert(holder, claim.key);
                outcome.released_source_ids.push(claim.source_id);
            }
        }
    }
}

fn claim(products: &ProductTable, key: ProductKey) -> Option<SourceIdClaim> {
    let entry = products.entry_of(key)?;
    let ParsedRecord::Product(parsed) = &entry.parsed else { return None };
    let has_it = products.stored(key).is_some_and(|stored| stored.source_id == Some(parsed.source_id));
    (!has_it).then_some(SourceIdClaim { key, location: entry.location, source_id: parsed.source_id })
}

/// The outcome for the present holder of a claimed source id.
enum Resolution {
    Retain,
    Release,
    Rename,
}

fn resolve_claim(
    holder: ProductKey,
    claim: &SourceIdClaim,
    products: &ProductTable,
    outcome: &ProductOutcome,
) -> Resolution {
    let was_active = products.stored(holder).is_some_and(|stored| stored.is_active);
    let claimant_was_active = products.stored(claim.key).is_some_and(|stored| stored.is_active);
    match products.entry_of(holder).map(|entry| &entry.parsed) {
        // Its own record states another id, or the claim would be a conflict.
        Some(ParsedRecord::Product(_)) => Resolution::Release,
        _ if outcome.deactivated.contains(&holder) && !claimant_was_active => Resolution::Rename,
        _ if !was_active || outcome.deactivated.contains(&holder) => Resolution::Release,
        None if !claimant_was_active => Resolution::Rename,
        _ => Resolution::Retain,
    }
}

//! Products of store and input together.

use crate::gather::{Draft, Gathered, ProductKey, ProductTable};
use crate::options::ImportMode;
use crate::problem::{Finding, Place, Problems};
use catalog_domain::identifiers::SourceId;
use std::collections::{HashMap, HashSet};

/// What becomes of products otherwise than through their own record.
#[derive(Debug, Default)]
pub(crate) struct ProductOutcome {
    /// Active products that the run switches off.
    pub(crate) deactivated: HashSet<ProductKey>,
    /// Source ids that their holders give up first.
    pub(crate) released_source_ids: Vec<SourceId>,
    /// Switched-off products by the product that takes their source id: one thing under another stock number.
    pub(crate) renamed: HashMap<ProductKey, ProductKey>,
}

impl ProductOutcome {
    /// How many active products get another stock number.
    pub(crate) fn renamed(&self) -> u64 {
        self.renamed.len() as u64
    }
}

pub(super) fn resolve(gathered: &mut Gathered, mode: ImportMode) -> ProductOutcome {
    let mut outcome = ProductOutcome::default();
    for key in gathered.products.keys() {
        check_identity(&gathered.products, key, mode, &mut gathered.problems);
        if is_switched_off(&gathered.products, key, mode) {
            outcome.deactivated.insert(key);
        }
    }
    release_source_ids(gathered, &mut outcome);
    outcome
}

/// Offers and deletions need a product to be about.
fn check_identity(products: &ProductTable, key: ProductKey, mode: ImportMode, problems: &mut Problems) {
    let Some(mention) = products.mention_of(key) else { return };
    let stock_number = products.stock_number(key);
    let is_stored = products.stored(key).is_some();
    let message = match mention.draft {
        Draft::Offer(_) if mode == ImportMode::Full => {
            format!("in a full import an offer belongs into its product, and the input has no product `{stock_number}`")
        }
        Draft::Offer(_) if !is_stored => {
            format!("product `{stock_number}` is neither in the input nor in the store")
        }
        Draft::Deleted if !is_stored => format!("the store has no product `{stock_number}`"),
        _ => return,
    };
    problems.add(mention.place, Finding::new("/stockNumber", message));
}

fn is_switched_off(products: &ProductTable, key: ProductKey, mode: ImportMode) -> bool {
    let is_active = products.stored(key).is_some_and(|stored| stored.is_active);
    is_active
        && match products.mention_of(key) {
            None => mode == ImportMode::Full,
            Some(mention) => matches!(mention.draft, Draft::Deleted),
        }
}

/// A product's record that states another source id than the store has for it.
struct Claim {
    key: ProductKey,
    place: Place,
    source_id: SourceId,
}

/// Lets products have the source ids that their records state.
fn release_source_ids(gathered: &mut Gathered, outcome: &mut ProductOutcome) {
    let Gathered { products, product_source_ids, problems, .. } = gathered;
    let claims: Vec<Claim> = products.keys().filter_map(|key| claim(products, key)).collect();
    if claims.is_empty() {
        return;
    }
    let holders: HashMap<SourceId, ProductKey> =
        products.stored_keys().filter_map(|(key, stored)| Some((stored.source_id?, key))).collect();
    for claim in claims {
        let Some(holder) = holders.get(&claim.source_id).copied().filter(|holder| *holder != claim.key) else {
            continue;
        };
        // A second record that states the same id was reported when it was read.
        let is_contested = product_source_ids.get(&claim.source_id).is_some_and(|place| *place != claim.place);
        if is_contested {
            continue;
        }
        match fate_of(holder, &claim, products, outcome) {
            Fate::Keeps => {
                let message =
                    format!("source id {} is that of product `{}`", claim.source_id, products.stock_number(holder));
                problems.add(claim.place, Finding::new("/sourceId", message));
            }
            Fate::GivesUp => outcome.released_source_ids.push(claim.source_id),
            Fate::IsRenamed => {
                outcome.deactivated.insert(holder);
                outcome.renamed.insert(holder, claim.key);
                outcome.released_source_ids.push(claim.source_id);
            }
        }
    }
}

fn claim(products: &ProductTable, key: ProductKey) -> Option<Claim> {
    let mention = products.mention_of(key)?;
    let Draft::Product(draft) = &mention.draft else { return None };
    let has_it = products.stored(key).is_some_and(|stored| stored.source_id == Some(draft.source_id));
    (!has_it).then_some(Claim { key, place: mention.place, source_id: draft.source_id })
}

/// What happens to the present holder of a claimed source id.
enum Fate {
    Keeps,
    GivesUp,
    IsRenamed,
}

fn fate_of(holder: ProductKey, claim: &Claim, products: &ProductTable, outcome: &ProductOutcome) -> Fate {
    let was_active = products.stored(holder).is_some_and(|stored| stored.is_active);
    let claimant_was_active = products.stored(claim.key).is_some_and(|stored| stored.is_active);
    match products.mention_of(holder).map(|mention| &mention.draft) {
        // Its own record states another id, or the claim would be contested.
        Some(Draft::Product(_)) => Fate::GivesUp,
        _ if outcome.deactivated.contains(&holder) && !claimant_was_active => Fate::IsRenamed,
        _ if !was_active || outcome.deactivated.contains(&holder) => Fate::GivesUp,
        None if !claimant_was_active => Fate::IsRenamed,
        _ => Fate::Keeps,
    }
}

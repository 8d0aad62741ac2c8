//! The second pass: what clients can see of changed records, which only the schemas of all types tell.

use crate::error::ImportError;
use crate::fingerprints::content_fingerprint;
use crate::gather::{Draft, ProductKey, ProductTable};
use crate::observer::{ImportObserver, ImportPhase};
use crate::record::{Record, RecordKind, read_record};
use crate::spool::{SpoolReader, SpoolSlot};
use catalog_domain::identifiers::FieldId;
use catalog_domain::timestamp::Timestamp;
use std::collections::HashSet;
use std::io;

/// Computes the content fingerprint of every record that differs from a stored one.
pub(crate) fn compute_content(
    products: &mut ProductTable,
    spool: &mut SpoolReader,
    public_fields: &HashSet<FieldId>,
    at: Timestamp,
    observer: &dyn ImportObserver,
) -> Result<(), ImportError> {
    let mut slots: Vec<(SpoolSlot, ProductKey)> =
        products.keys().filter_map(|key| Some((slot_of_new_content(products, key)?, key))).collect();
    slots.sort_unstable();
    observer.begins(ImportPhase::Comparing, Some(slots.len() as u64));
    for (slot, key) in slots {
        if observer.wants_stop() {
            return Err(ImportError::Stopped);
        }
        observer.did_record();
        let line = spool.read(slot).map_err(ImportError::Spool)?;
        let Ok(Record::Product(product)) = read_record(RecordKind::Product, line, at) else {
            return Err(ImportError::Spool(io::Error::from(io::ErrorKind::InvalidData)));
        };
        products.set_content(key, content_fingerprint(&product, |field| public_fields.contains(&field)));
    }
    Ok(())
}

fn slot_of_new_content(products: &ProductTable, key: ProductKey) -> Option<SpoolSlot> {
    let mention = products.mention_of(key)?;
    let Draft::Product(draft) = &mention.draft else { return None };
    // Whether a new product is an event does not depend on its content: that is computed when it is written.
    let stored = products.stored(key)?;
    if stored.fingerprints.record == draft.record { None } else { mention.slot }
}

//! The import: the import lock, and the one transaction that writes a change set.

mod commit;
mod events;
pub(crate) mod import_lock;
mod inverse;
mod products;
mod reference_data;
mod session;

//! The tables' rows, and their conversion to domain values and back. Row, domain type and response body are three
//! different types: nothing here is visible outside this crate.

pub(crate) mod account_event_row;
pub(crate) mod account_key_row;
pub(crate) mod account_row;
pub(crate) mod attempt_row;
pub(crate) mod documents;
pub(crate) mod event_row;
pub(crate) mod import_job_row;
pub(crate) mod import_run_row;
pub(crate) mod interner;
pub(crate) mod offer_columns;
pub(crate) mod part_documents;
pub(crate) mod product_facts_row;
pub(crate) mod product_row;
pub(crate) mod product_type_document;
pub(crate) mod product_write_row;
pub(crate) mod section_row;
pub(crate) mod stored_product_row;
pub(crate) mod text;

//! The parameters of v1 requests: text becomes domain values here, before any lookup.
//!
//! Parameters are snake_case and unknown ones are ignored. Lists are comma-separated and may be repeated.

pub(crate) mod items;
pub(crate) mod login;
pub(crate) mod parameter_reader;
pub(crate) mod read;
pub(crate) mod section_items;
pub(crate) mod sections;

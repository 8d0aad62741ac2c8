//! The extractors of handlers: caller, parameters, and request body.

mod admin;
mod authenticated;
mod body_fields;
mod json_body;

pub(crate) use admin::{AdminCaller, AdminDocument};
pub(crate) use authenticated::{Authenticated, caller_of};
pub(crate) use body_fields::{BodyFields, JsonDocument};
pub(crate) use json_body::JsonBody;

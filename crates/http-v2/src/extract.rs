//! The extractors of handlers: administrators, and request bodies.

mod admin;
mod body_fields;
mod json_body;

pub(crate) use admin::{AdminCaller, AdminDocument};
pub(crate) use body_fields::{BodyFields, JsonDocument};
pub(crate) use json_body::JsonBody;

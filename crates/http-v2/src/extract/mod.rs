//! What handlers name in their signatures: who is calling, with which parameters, and which document was sent.

mod admin;
mod authenticated;
mod body_fields;
mod json_body;

pub(crate) use admin::{AdminCaller, AdminDocument};
pub(crate) use authenticated::Authenticated;
pub(crate) use body_fields::{BodyFields, JsonDocument};
pub(crate) use json_body::JsonBody;

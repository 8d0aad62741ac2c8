//! What handlers name in their signatures: who is calling, with which parameters, and which document was sent.

mod administrator;
mod admitted;
mod body_fields;
mod json_body;

pub(crate) use administrator::{AdministratorCaller, AdministratorDocument};
pub(crate) use admitted::Admitted;
pub(crate) use body_fields::{BodyFields, JsonDocument};
pub(crate) use json_body::JsonBody;

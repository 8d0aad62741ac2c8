//! What handlers name in their signatures: who is calling, with which parameters, and which document was sent.

mod admitted;
mod json_body;

pub(crate) use admitted::Admitted;
pub(crate) use json_body::{BodyFields, JsonBody, JsonDocument};

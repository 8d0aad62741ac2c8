//! The extractors of handlers: callers who may do something, and request bodies.

mod body_fields;
mod json_body;
mod permitted;

pub(crate) use body_fields::{BodyFields, JsonDocument};
pub(crate) use json_body::{JsonBody, receive_body};
pub(crate) use permitted::{ChangeAccounts, ManageAccess, OwnKeys, Permitted, PermittedDocument, ReadAccounts};

//! The extractors of handlers: callers who may do something, and request bodies.

mod body_fields;
mod json_body;
mod permitted;

pub(crate) use body_fields::{BodyFields, JsonDocument};
pub(crate) use json_body::{JsonBody, check_media_type, receive_body};
pub(crate) use permitted::{
    ChangeAccounts, Import, ManageAccess, OwnApiKeys, Permission, Permitted, PermittedDocument, ReadAccounts,
    permitted_caller,
};

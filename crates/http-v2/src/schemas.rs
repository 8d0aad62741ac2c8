//! What operations say of themselves in the OpenAPI document: their errors, and parameters with a closed set of values.

mod errors;
mod names;

pub(crate) use errors::{
    AdministratorErrors, BatchErrors, FeedErrors, InvitationErrors, LoginErrors, PasswordErrors, ProductErrors,
    ReadErrors, RegistrationErrors, SectionErrors, UncatalogedErrors, UserChangeErrors,
};
pub(crate) use names::*;

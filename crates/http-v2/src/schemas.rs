//! What operations say of themselves in the OpenAPI document: their errors, and parameters with a closed set of values.

mod errors;
mod names;

pub(crate) use catalog_documents::schemas::*;
pub(crate) use errors::{
    AdministratorErrors, BatchErrors, FeedErrors, ImportBeginErrors, ImportChangeErrors, ImportErrors,
    ImportListErrors, ImportPartErrors, ImportReportErrors, InvitationErrors, KeyDeletionErrors, KeyErrors,
    KeyListErrors, LinkErrors, LoginErrors, PasswordErrors, ProductErrors, ReadErrors, RegistrationErrors,
    SectionErrors, UncatalogedErrors, UserChangeErrors, UserKeyErrors, UserKeyListErrors,
};
pub(crate) use names::*;

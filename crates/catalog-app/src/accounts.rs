//! Accounts: who they are, their passwords and their mail.

pub(crate) mod account_directory;
pub(crate) mod account_mail;
pub(crate) mod account_services;
pub(crate) mod audit;
pub(crate) mod mail_texts;
pub(crate) mod password_hash_queue;
pub(crate) mod rate_limit;
pub(crate) mod verified_tokens;

pub use account_directory::AccountDirectory;
pub use account_mail::{AccountMail, InvitationReason, mail_new_requests_hourly};
pub use account_services::AccountServices;
pub use audit::{
    AuditActor, audit_account_change, audit_account_made, audit_events, audit_invitation, audit_invitation_refused,
    audit_login, audit_password_change, audit_password_request, audit_password_set, audit_pending_forgotten,
    audit_registration, audit_secret_rotation, audit_token_issued, audit_too_many_attempts, password_set_event,
    sign_in_event,
};
pub use password_hash_queue::{CheckOrigin, PasswordHashQueue, PasswordHashQueueError};
pub use rate_limit::{LayeredLimiter, MemoryLimiter};
pub use verified_tokens::VerifiedTokens;

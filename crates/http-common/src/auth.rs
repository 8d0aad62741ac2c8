//! Identity of callers, logins, and changes of accounts.

pub(crate) mod account_directory;
pub(crate) mod account_mail;
pub(crate) mod account_services;
pub(crate) mod account_update;
pub(crate) mod audit;
pub(crate) mod caller;
pub(crate) mod event_record;
pub(crate) mod invitations;
pub(crate) mod login;
pub(crate) mod mail_texts;
pub(crate) mod password_change;
pub(crate) mod password_hash_queue;
pub(crate) mod rate_limit;
pub(crate) mod sessions;
pub(crate) mod verified_tokens;

pub use account_directory::AccountDirectory;
pub use account_mail::{AccountMail, InvitationReason, mail_new_requests_hourly};
pub use account_services::AccountServices;
pub use account_update::{AccountUpdateError, UpdatedAccount, update_account};
pub use audit::{
    AuditActor, audit_account_change, audit_account_made, audit_events, audit_invitation, audit_password_change,
    audit_secret_rotation, audit_token_issued,
};
pub use caller::{AuthError, Caller, authenticate, authorization, bearer_token, services_of};
pub use invitations::{InvitationError, InvitationLink, invite_account, redeem_invitation, request_password};
pub use login::{AttemptError, check_login, register};
pub use password_change::change_password;
pub use password_hash_queue::{CheckOrigin, PasswordHashQueue, PasswordHashQueueError};
pub use rate_limit::{AttemptLimits, LayeredLimiter, MemoryLimiter, TrustedProxies, TrustedProxiesError};
pub use sessions::{Sessions, authenticate_session, end_session, start_session};
pub use verified_tokens::VerifiedTokens;

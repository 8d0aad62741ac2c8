//! Identity of callers, logins, and changes of accounts.

pub(crate) mod account_update;
pub(crate) mod caller;
pub(crate) mod event_record;
pub(crate) mod invitations;
pub(crate) mod login;
pub(crate) mod password_change;
pub(crate) mod rate_limit;
pub(crate) mod sessions;

pub use account_update::{AccountUpdateError, UpdatedAccount, update_account};
pub use caller::{AuthError, Caller, authenticate, authorization, bearer_token, services_of};
pub use invitations::{InvitationError, InvitationLink, invite_account, redeem_invitation, request_password};
pub use login::{AttemptError, check_login, register};
pub use password_change::change_password;
pub use rate_limit::{AttemptLimits, TrustedProxies, TrustedProxiesError};
pub use sessions::{Sessions, authenticate_session, end_session, start_session};

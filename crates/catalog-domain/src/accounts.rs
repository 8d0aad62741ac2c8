//! Accounts: the right to use the interface, authentication, and the changes of accounts.

mod access_change;
pub(crate) mod account;
pub(crate) mod attempts;
pub(crate) mod authentication;
pub(crate) mod change;
pub(crate) mod erasure;
pub(crate) mod invitation;
pub(crate) mod invitation_token;
pub(crate) mod key;
pub(crate) mod key_request;
pub(crate) mod key_text;
pub(crate) mod rules;
mod secret_text;
pub(crate) mod session;

pub use access_change::{AccessChange, access_change};
pub use account::{Account, AccountProfile, AccountStatus, CallerAccount, NewAccount, PasswordHash, login_key};
pub use attempts::{AttemptHistory, AttemptLimit, AttemptSlice, AttemptSource, AttemptVerdict};
pub use authentication::{
    LoginAttempt, LoginError, LoginOutcome, LoginRealm, LoginRefusal, LoginRefusalReason, PublicRefusal, TokenRefusal,
    authorize_key, authorize_token, grant_for, is_access_stale, log_in,
};
pub use change::{AccountChange, AccountChangeError, ContactDetails};
pub use erasure::{ERASED_REASON, ErasureRefusal, ErasureState, erased_email, may_erase};
pub use invitation::{
    INVITATION_LIFETIME_SECONDS, Invitation, InvitationLinks, NEW_PASSWORD_PAUSE_SECONDS, invite, may_renew_password,
    needs_invitation, renewed_until, set_password,
};
pub use invitation_token::{InvitationHash, InvitationToken, NewInvitation};
pub use key::{
    ApiKey, ApiKeyNameError, ApiKeyRight, CallerApiKey, DEFAULT_KEY_DAYS, EndingApiKey, KEY_ENDS_SOON_DAYS,
    MAXIMUM_KEY_DAYS, MAXIMUM_LINKED_BYTES, MOST_ENDED_KEYS, MOST_KEYS, Operation, OperationRefusal, check_key_name,
    may,
};
pub use key_request::{ApiKeyRefusal, ApiKeyRequest, make_key};
pub use key_text::{ApiKeyHash, ApiKeyId, ApiKeyText, KEY_ID_CHARACTERS, KEY_PREFIX, contains_key, is_meant_as_key};
pub use rules::{
    AccountRuleError, MAXIMUM_PASSWORD_BYTES, MINIMUM_PASSWORD_CHARACTERS, check_comment, check_email, check_password,
    check_required_text, check_text,
};
pub use session::{SESSION_LIFETIME_SECONDS, SessionHash, SessionToken};

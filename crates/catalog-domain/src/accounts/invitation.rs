//! Invitations: one-time links on which a person sets the password of an account.
//!
//! An administrator makes one by approving an account, or at any time later. So a password belongs to the recipient of
//! the link, not to whoever first typed the address into a form.

use crate::accounts::account::{Account, CallerAccount};
use crate::accounts::authentication::LoginError;
use crate::accounts::change::AccountChange;
use crate::accounts::invitation_token::{InvitationToken, NewInvitation};
use crate::ports::credentials::{Clock, PasswordHasher};
use crate::ports::invitation_store::{InvitationStore, InvitationTokens};
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;

/// How long an invitation can be used, in seconds: 72 hours.
pub const INVITATION_LIFETIME_SECONDS: i64 = 72 * 60 * 60;

/// The shortest time between two links that requests for a new password make by themselves, in seconds: 10 minutes.
/// Nobody can fill another person's mailbox, or replace a link that has just been sent.
pub const NEW_PASSWORD_PAUSE_SECONDS: i64 = 10 * 60;

/// The path under which the password is set, with the name of the parameter that holds the token.
const PASSWORD_PAGE: &str = "/portal/password?invitation=";

/// An invitation that was just made, with its token. This is what is shown to an administrator, and what would be
/// mailed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The secret.
    pub token: InvitationToken,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// Makes the links of invitations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvitationLinks {
    base: String,
}

impl InvitationLinks {
    /// Links that begin with `base`, such as `https://shop.example`; with an empty one they are relative to the server.
    ///
    /// ```
    /// use catalog_domain::accounts::{InvitationLinks, InvitationToken};
    ///
    /// let token = InvitationToken::new("abc".into());
    /// let link = InvitationLinks::new("https://shop.example/").link(&token);
    /// assert_eq!(link, "https://shop.example/portal/password?invitation=abc");
    /// assert_eq!(InvitationLinks::new("https://shop.example/catalog/").origin(), "https://shop.example");
    /// assert_eq!(InvitationLinks::default().link(&token), "/portal/password?invitation=abc");
    /// ```
    pub fn new(base: &str) -> Self {
        Self { base: base.trim_end_matches('/').to_owned() }
    }

    /// The address that people use, without a path: `https://shop.example`. Empty when links are relative.
    pub fn origin(&self) -> &str {
        let host = self.base.find("://").map_or(0, |at| at + 3);
        let end = self.base[host..].find('/').map_or(self.base.len(), |at| host + at);
        &self.base[..end]
    }

    /// The link of an invitation. As secret as its token.
    pub fn link(&self, token: &InvitationToken) -> String {
        self.page(&format!("{PASSWORD_PAGE}{}", token.expose()))
    }

    /// The address of a page of the service; `path` begins with `/`.
    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Whether the links work outside the service's own pages, such as in a mail.
    pub fn are_absolute(&self) -> bool {
        !self.base.is_empty()
    }
}

/// Makes an invitation for an active account, in place of an earlier one that expires by `replaces_until`, or of any;
/// `None` when there is no such account, it is not active, or the earlier one stays.
///
/// # Errors
/// [`LoginError`] when the store fails or there is no randomness.
pub fn invite(
    id: AccountId,
    replaces_until: Option<Timestamp>,
    invitations: &dyn InvitationStore,
    tokens: &dyn InvitationTokens,
    clock: &dyn Clock,
) -> Result<Option<(Account, Invitation)>, LoginError> {
    let token = tokens.generate()?;
    let expires_at = clock.now().plus_seconds(INVITATION_LIFETIME_SECONDS);
    let invitation = NewInvitation { hash: tokens.hash(&token), expires_at, replaces_until };
    let account = invitations.invite(id, &invitation)?;
    Ok(account.map(|account| (account, Invitation { token, expires_at })))
}

/// Whether `account`, as it is after `change` at `now`, needs an invitation: it was enabled, has no password, and has
/// no valid invitation. Requesting the same change again makes no second link, unless the first has expired.
pub fn needs_invitation(change: &AccountChange, account: &Account, now: Timestamp) -> bool {
    change.is_active == Some(true)
        && account.is_active()
        && account.password_hash.is_none()
        && !account.has_live_invitation(now)
}

/// Whether a request for a new password by the person may make a link at `now`: the account is active, and its present
/// link, if any, is older than [`NEW_PASSWORD_PAUSE_SECONDS`].
pub fn may_renew_password(account: &Account, now: Timestamp) -> bool {
    account.is_active() && account.invitation_expires_at.is_none_or(|expires_at| expires_at <= renewed_until(now))
}

/// By when a link expires that may be replaced at `now` because the person asks for a new password.
pub fn renewed_until(now: Timestamp) -> Timestamp {
    now.plus_seconds(INVITATION_LIFETIME_SECONDS - NEW_PASSWORD_PAUSE_SECONDS)
}

/// Sets the password by an invitation and returns the account; `None` when the invitation is unknown, used or expired.
/// Slow on purpose when the invitation is good: never call it on an async thread.
///
/// # Errors
/// [`LoginError`] when the store or the hasher fails.
pub fn set_password(
    token: &InvitationToken,
    password: &str,
    invitations: &dyn InvitationStore,
    tokens: &dyn InvitationTokens,
    hasher: &dyn PasswordHasher,
    clock: &dyn Clock,
) -> Result<Option<CallerAccount>, LoginError> {
    let hash = tokens.hash(token);
    // Hashing is expensive: it needs a valid invitation.
    if invitations.find_invited(&hash, clock.now())?.is_none() {
        return Ok(None);
    }
    let password = hasher.hash(password)?;
    let account = invitations.redeem(&hash, &password, clock.now())?;
    Ok(account.as_ref().map(CallerAccount::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::account::{AccountStatus, PasswordHash};
    use crate::accounts::invitation_token::InvitationHash;
    use crate::ports::{MockInvitationStore, MockInvitationTokens, MockPasswordHasher};
    use crate::test_support::{NOW, account, clock};

    fn tokens() -> MockInvitationTokens {
        let mut tokens = MockInvitationTokens::new();
        tokens.expect_generate().returning(|| Ok(InvitationToken::new("secret".into())));
        tokens.expect_hash().returning(|token| InvitationHash::new(format!("hash of {}", token.expose())));
        tokens
    }

    #[test]
    fn an_invitation_is_valid_for_72_hours_and_stored_as_a_hash() {
        let mut store = MockInvitationStore::new();
        store
            .expect_invite()
            .withf(|id, invitation| {
                *id == AccountId(7)
                    && invitation.hash.as_str() == "hash of secret"
                    && invitation.expires_at == NOW.plus_seconds(259_200)
                    && invitation.replaces_until == Some(NOW)
            })
            .return_once(|_, _| Ok(Some(account(AccountStatus::Active))));
        let (_, invitation) = invite(AccountId(7), Some(NOW), &store, &tokens(), &clock()).unwrap().unwrap();
        assert_eq!((invitation.token.expose(), invitation.expires_at), ("secret", NOW.plus_seconds(259_200)));
        assert!(!format!("{invitation:?}").contains("secret"));
    }

    #[test]
    fn an_enabled_account_without_a_password_needs_an_invitation_unless_it_has_one() {
        use AccountStatus::{Active, Disabled};
        let allow = AccountChange { is_active: Some(true), ..AccountChange::default() };
        let other = AccountChange { configurator_access: Some(true), ..AccountChange::default() };
        let hash = Some(PasswordHash::new("x".into()));
        for (change, status, password_hash, expires_at, expected) in [
            (&allow, Active, None, None, true),
            (&allow, Active, None, Some(NOW), true),
            (&allow, Active, None, Some(NOW.plus_seconds(1)), false),
            (&allow, Active, hash, None, false),
            (&allow, Disabled, None, None, false),
            (&other, Active, None, None, false),
        ] {
            let account = Account { password_hash, invitation_expires_at: expires_at, ..account(status) };
            assert_eq!(needs_invitation(change, &account, NOW), expected, "{change:?} {account:?}");
        }
    }

    #[test]
    fn a_request_for_a_new_password_makes_a_link_once_in_ten_minutes_for_active_accounts() {
        use AccountStatus::{Active, Disabled, Pending};
        for (status, link_made_seconds_ago, expected) in [
            (Active, None, true),
            (Active, Some(0), false),
            (Active, Some(599), false),
            (Active, Some(600), true),
            (Active, Some(INVITATION_LIFETIME_SECONDS + 1), true),
            (Pending, None, false),
            (Disabled, None, false),
        ] {
            let expires_at = link_made_seconds_ago.map(|ago| NOW.plus_seconds(INVITATION_LIFETIME_SECONDS - ago));
            let account = Account { invitation_expires_at: expires_at, ..account(status) };
            assert_eq!(may_renew_password(&account, NOW), expected, "{status:?} {link_made_seconds_ago:?}");
        }
    }

    #[test]
    fn a_password_is_hashed_for_a_good_invitation_only() {
        for (found, redeemed, hashed) in [(false, false, 0), (true, true, 1), (true, false, 1)] {
            let mut store = MockInvitationStore::new();
            store
                .expect_find_invited()
                .withf(|hash, now| hash.as_str() == "hash of secret" && *now == NOW)
                .return_once(move |_, _| Ok(found.then_some(AccountId(7))));
            store
                .expect_redeem()
                .withf(|hash, password, now| {
                    hash.as_str() == "hash of secret" && password.expose() == "hashed" && *now == NOW
                })
                .return_once(move |_, _, _| Ok(redeemed.then(|| account(AccountStatus::Active))));
            let mut hasher = MockPasswordHasher::new();
            hasher.expect_hash().times(hashed).returning(|_| Ok(PasswordHash::new("hashed".into())));
            let token = InvitationToken::new("secret".into());
            let outcome = set_password(&token, "a password", &store, &tokens(), &hasher, &clock()).unwrap();
            assert_eq!(outcome.is_some(), found && redeemed);
        }
    }
}

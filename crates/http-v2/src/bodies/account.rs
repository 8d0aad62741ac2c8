//! Tokens, accounts and invitations as documents.

use super::product_page::pagination;
use catalog_app::accounts::documents::{key, user_account};
use catalog_app::accounts::{InvitationLink, UpdatedAccount};
use catalog_app::text::iso_time;
use catalog_documents::{
    ChangedUser, Invitation, IssuedToken, Keys, MadeKey, TokenCheck, TokenData, User, UserAccountListMeta, UserAccounts,
};
use catalog_domain::accounts::{ApiKey, ApiKeyText, CallerAccount};
use catalog_domain::catalog::PageRequest;
use catalog_domain::ports::{self, AccountPage};
use catalog_domain::values::Timestamp;

/// How tokens and keys are sent.
const TOKEN_TYPE: &str = "Bearer";

pub(crate) fn issued_token(token: ports::IssuedToken) -> IssuedToken {
    IssuedToken {
        token: token.text,
        token_type: TOKEN_TYPE.to_owned(),
        expires_at: iso_time(token.expires_at),
        expires_in: token.lifetime_seconds,
    }
}

/// `account` at `now` with its token or key, which ends then; `None`: never.
pub(crate) fn token_check(account: &CallerAccount, expires_at: Option<Timestamp>, now: Timestamp) -> TokenCheck {
    let seconds_until = |end: Timestamp| end.unix_seconds().saturating_sub(now.unix_seconds()).max(0);
    TokenCheck {
        user: User {
            id: account.id.to_string(),
            email: account.email.to_string(),
            company: account.company.to_string(),
            role: account.role.name().to_owned(),
            is_active: account.is_active(),
            price_level: account.price_level.name().to_owned(),
        },
        token: TokenData {
            token_type: TOKEN_TYPE.to_owned(),
            expires_at: expires_at.map(iso_time),
            expires_in: expires_at.map(seconds_until),
        },
    }
}

pub(crate) fn changed_user(updated: UpdatedAccount) -> ChangedUser {
    ChangedUser { user: user_account(&updated.account), invitation: updated.invitation.map(invitation) }
}

pub(crate) fn invitation(invitation: InvitationLink) -> Invitation {
    let mailed = invitation.mail.is_queued();
    Invitation { link: invitation.link, expires_at: iso_time(invitation.expires_at), mailed }
}

pub(crate) fn user_accounts(page: PageRequest, found: &AccountPage) -> UserAccounts {
    UserAccounts {
        items: found.accounts.iter().map(user_account).collect(),
        meta: UserAccountListMeta { pagination: pagination(page, found.total) },
    }
}

pub(crate) fn made_key(made: &ApiKey, text: &ApiKeyText) -> MadeKey {
    MadeKey { about: key(made), key: text.expose().to_owned() }
}

pub(crate) fn keys(keys: &[ApiKey]) -> Keys {
    Keys { items: keys.iter().map(key).collect() }
}

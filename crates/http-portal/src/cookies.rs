//! The portal's cookies: the session of somebody who is signed in, the secret of forms before that, and how the person
//! reads.

use crate::settings::PortalSettings;
use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::Data;
use catalog_domain::accounts::{SESSION_LIFETIME_SECONDS, SessionToken};
use catalog_domain::values::{AccountId, Language};

const MAXIMUM_VALUE_BYTES: usize = 64;

/// The language of the switch: a tag.
pub(crate) const LANGUAGE_COOKIE: &str = "catalog-language";

/// How many minutes the browser's clock is ahead of UTC. A script sets it.
pub(crate) const ZONE_COOKIE: &str = "catalog-zone";

/// As which account an administrator sees the catalog: an id. It counts for administrators only, and every page that is
/// seen so is audited, whoever has set it.
const SEEN_AS_COOKIE: &str = "catalog-seen-as";

/// How long a browser keeps that, in hours.
const SEEN_AS_HOURS: i64 = 1;

/// How long a browser keeps the language, in days.
const LANGUAGE_DAYS: i64 = 365;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PortalCookie {
    Session,
    /// Whose forms these are, before somebody signs in.
    Visitor,
}

impl PortalCookie {
    /// The secret in the cookie of `request`.
    pub(crate) fn read(self, request: &HttpRequest) -> Option<SessionToken> {
        let cookie = request.cookie(self.name(is_secure(request)))?;
        let value = cookie.value();
        (!value.is_empty() && value.len() <= MAXIMUM_VALUE_BYTES).then(|| SessionToken::new(value.to_owned()))
    }

    /// The cookie with that secret. Scripts cannot read it, and other sites' forms do not send it.
    pub(crate) fn with(self, secret: &SessionToken, request: &HttpRequest) -> Cookie<'static> {
        let lifetime = Duration::seconds(SESSION_LIFETIME_SECONDS);
        cookie(self.name(is_secure(request)), secret.expose().to_owned(), lifetime, request)
    }

    pub(crate) fn removed(self, request: &HttpRequest) -> Cookie<'static> {
        cookie(self.name(is_secure(request)), String::new(), Duration::ZERO, request)
    }

    /// The prefix makes browsers refuse the cookie from anyone but this host.
    fn name(self, is_secure: bool) -> &'static str {
        match (self, is_secure) {
            (Self::Session, true) => "__Host-catalog-session",
            (Self::Session, false) => "catalog-session",
            (Self::Visitor, true) => "__Host-catalog-visitor",
            (Self::Visitor, false) => "catalog-visitor",
        }
    }
}

pub(crate) fn language_cookie(language: Language, request: &HttpRequest) -> Cookie<'static> {
    cookie(LANGUAGE_COOKIE, language.tag().to_owned(), Duration::days(LANGUAGE_DAYS), request)
}

pub(crate) fn seen_as(request: &HttpRequest) -> Option<AccountId> {
    request.cookie(SEEN_AS_COOKIE)?.value().parse().ok().map(AccountId)
}

/// The cookie with which the catalog is seen as `account`; `None` ends that.
pub(crate) fn seen_as_cookie(account: Option<AccountId>, request: &HttpRequest) -> Cookie<'static> {
    let lifetime = if account.is_some() { Duration::hours(SEEN_AS_HOURS) } else { Duration::ZERO };
    cookie(SEEN_AS_COOKIE, account.map(|id| id.to_string()).unwrap_or_default(), lifetime, request)
}

fn cookie(name: &'static str, value: String, lifetime: Duration, request: &HttpRequest) -> Cookie<'static> {
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure(request))
        .max_age(lifetime)
        .finish()
}

fn is_secure(request: &HttpRequest) -> bool {
    request.app_data::<Data<PortalSettings>>().is_some_and(|settings| settings.is_secure())
}

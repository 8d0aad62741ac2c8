//! How the person of a request reads: the language and the clock.

use crate::cookies::{LANGUAGE_COOKIE, ZONE_COOKIE};
use crate::page::NavItem;
use crate::settings::PortalSettings;
use actix_web::HttpRequest;
use actix_web::http::{Method, header};
use actix_web::web::Data;
use catalog_domain::values::Language;
use http_common::response::has_key;
use localization::{Locale, Message};
use std::sync::Arc;

/// How somebody reads, and where the switch of languages leads back to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reader {
    pub(crate) locale: Locale,
    /// Path and query of the page; of the overview, after a form.
    pub(crate) address: Arc<str>,
    /// Whether there are pages to sign in to.
    pub(crate) has_portal: bool,
    site_name: Option<Arc<str>>,
}

impl Reader {
    /// The reader of the response to `request`. The language is the one that is kept with the account, if any, else
    /// that of the switch in this browser, else the browser's own.
    pub(crate) fn of(request: &HttpRequest, of_account: Option<Language>) -> Self {
        let is_page = matches!(*request.method(), Method::GET | Method::HEAD);
        let asked = request.uri().path_and_query().filter(|_| is_page);
        let language = of_account.or_else(|| chosen_language(request)).or_else(|| accepted_language(request));
        let locale = Locale { language: language.unwrap_or_default(), minutes_ahead: minutes_ahead(request) };
        let address = asked.filter(|_| !has_key(request)).map_or(NavItem::Overview.path(), |path| path.as_str()).into();
        let settings = request.app_data::<Data<PortalSettings>>();
        let has_portal = settings.is_some_and(|settings| settings.is_on);
        let site_name = settings.and_then(|settings| settings.site_name.clone());
        Self { locale, address, has_portal, site_name }
    }

    /// What the service is called.
    pub(crate) fn brand(&self) -> Message {
        self.site_name.as_deref().map_or_else(|| Message::new("brand"), Message::plain)
    }
}

fn chosen_language(request: &HttpRequest) -> Option<Language> {
    Language::from_tag(request.cookie(LANGUAGE_COOKIE)?.value())
}

/// The language that the browser likes best among ours; the first one of equals.
fn accepted_language(request: &HttpRequest) -> Option<Language> {
    let values = request.headers().get_all(header::ACCEPT_LANGUAGE).filter_map(|value| value.to_str().ok());
    let ranges = values.flat_map(|value| value.split(',')).filter_map(|range| {
        let mut parts = range.split(';');
        let language = Language::from_tag(parts.next()?.trim())?;
        let quality = parts.find_map(|part| part.trim().strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok())?;
        Some((language, quality))
    });
    let best = ranges
        .filter(|(_, quality): &(_, f32)| *quality > 0.0)
        .reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|(language, _)| language)
}

/// How far the browser's clock is ahead of UTC, which a script writes into a cookie; without one, times are in UTC.
fn minutes_ahead(request: &HttpRequest) -> i16 {
    let minutes = request.cookie(ZONE_COOKIE).and_then(|cookie| cookie.value().parse().ok());
    minutes.filter(|minutes: &i16| (-Locale::MOST_MINUTES..=Locale::MOST_MINUTES).contains(minutes)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn reader(headers: &[(&'static str, &'static str)], of_account: Option<Language>) -> Locale {
        let request = headers.iter().fold(TestRequest::get(), |request, header| request.append_header(*header));
        Reader::of(&request.to_http_request(), of_account).locale
    }

    #[test]
    fn the_account_then_the_switch_then_the_browser_choose_the_language() {
        use Language::{English, Russian};
        for (accepted, cookie, of_account, language) in [
            ("", "", None, English),
            ("ru", "", None, Russian),
            ("de, ru;q=0.5, en;q=0.4", "", None, Russian),
            ("en-GB, ru", "", None, English),
            ("ru;q=0, *", "", None, English),
            ("en;q=x, ru;q=0.1", "", None, Russian),
            ("en", "catalog-language=ru", None, Russian),
            ("ru", "catalog-language=xx", None, Russian),
            ("ru", "catalog-language=ru", Some(English), English),
        ] {
            let headers = [("accept-language", accepted), ("cookie", cookie)];
            assert_eq!(reader(&headers, of_account).language, language, "{accepted:?} {cookie:?} {of_account:?}");
        }
    }

    #[test]
    fn a_browsers_clock_is_believed_as_far_as_clocks_go() {
        for (cookie, minutes) in
            [("180", 180), ("-210", -210), ("840", 840), ("841", 0), ("-99999", 0), ("x", 0), ("", 0)]
        {
            let cookie: &'static str = Box::leak(format!("catalog-zone={cookie}").into_boxed_str());
            assert_eq!(reader(&[("cookie", cookie)], None).minutes_ahead, minutes, "{cookie}");
        }
    }
}

//! A request that both systems are sent.

use crate::route::Route;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Access {
    /// The token of the account.
    #[default]
    Token,
    /// The password of the account, as the token route takes it.
    Password,
    /// A password that is nobody's.
    WrongPassword,
    /// A text that is no token.
    BadToken,
    /// Nothing.
    Nothing,
}

impl Access {
    /// What tells apart requests of the same target.
    fn suffix(self) -> &'static str {
        match self {
            Self::Token | Self::Password => "",
            Self::WrongPassword => " with a wrong password",
            Self::BadToken => " with a bad token",
            Self::Nothing => " without a token",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) route: Route,
    /// Path and query. `{login}` stands for the login of the system that it is sent to.
    pub(crate) target: String,
    #[serde(default)]
    pub(crate) access: Access,
}

impl Request {
    /// A request with a token: `value` replaces the parameter of the path.
    pub(crate) fn by_path(route: Route, value: &str) -> Self {
        let target = route.pattern().split('/').map(|part| if part.starts_with(':') { value } else { part });
        Self { route, target: target.collect::<Vec<_>>().join("/"), access: Access::Token }
    }

    /// A request with a token and a query that is encoded already.
    pub(crate) fn by_query(route: Route, query: &str) -> Self {
        Self { route, target: format!("{}?{query}", route.pattern()), access: Access::Token }
    }

    pub(crate) fn with(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// What the request is about, for people: `item 90001`, `section 88121`, or its path and query.
    pub(crate) fn subject(&self) -> String {
        let path = self.target.split('?').next().unwrap_or_default();
        let parameter = self.route.pattern().split('/').position(|part| part.starts_with(':'));
        let value = parameter.and_then(|index| path.split('/').nth(index));
        let subject = match (self.route, value) {
            (Route::Catalog, _) => "the tree".to_owned(),
            (Route::Check | Route::Token, _) => "the account".to_owned(),
            (Route::Vendors | Route::SectionMeta, Some(ids)) if ids.contains(',') => format!("sections {ids}"),
            (Route::Vendors | Route::SectionMeta, Some(id)) => format!("section {id}"),
            (_, Some(id)) => format!("item {id}"),
            _ => decoded(&self.target),
        };
        subject + self.access.suffix()
    }

    pub(crate) fn product(&self) -> Option<i64> {
        self.target.strip_prefix("/api/v1/get/item/")?.split(['/', '?']).next()?.parse().ok()
    }

    /// The section that the path or query names, when it is one.
    pub(crate) fn section(&self) -> Option<i64> {
        let ids = match self.route {
            Route::Vendors | Route::SectionMeta | Route::V2Section => self.target.rsplit('/').next()?.to_owned(),
            Route::ItemsFrom | Route::DocumentationFrom | Route::AvailabilityFrom => self.values("id_list").join(","),
            _ => return None,
        };
        ids.parse().ok()
    }

    /// How many products or sections the lists of the query name.
    pub(crate) fn listed(&self) -> usize {
        self.values("id_list").len() + self.values("stock_list").len()
    }

    /// The values of a list in the query: comma-separated, and repeated.
    fn values(&self, name: &str) -> Vec<String> {
        let query = self.target.split_once('?').map_or("", |(_, query)| query);
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let values = pairs.filter(|(key, _)| *key == name).map(|(_, value)| decoded(value));
        let mut found: Vec<String> = Vec::new();
        for value in values {
            for part in value.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                if !found.iter().any(|known| known == part) {
                    found.push(part.to_owned());
                }
            }
        }
        found
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_what_it_is_about_and_how_many_it_names() {
        let request = Request::by_path(Route::SectionMeta, "1,2");
        assert_eq!(
            (request.target.as_str(), request.subject().as_str()),
            ("/api/v1/get/section-meta/1,2", "sections 1,2")
        );
        let request = Request::by_path(Route::ItemAvailability, "90001").with(Access::Nothing);
        assert_eq!((request.subject().as_str(), request.product()), ("item 90001 without a token", Some(90_001)));
        let request = Request::by_query(Route::Items, "id_list=1,2%2C3&id_list=3,%204");
        assert_eq!((request.listed(), request.section()), (4, None));
        assert_eq!(Request::by_query(Route::ItemsFrom, "id_list=88121&limit=5").section(), Some(88_121));
    }
}

//! One request that both systems are sent.

use percent_encoding::percent_decode_str;

/// The `Authorization` of a login.
pub(super) const LOGIN: &str = "Bearer {password}";

/// What `data` of a response is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `{token}`, of which no two are equal.
    Token,
    Account,
    Tree,
    Vendors,
    Meta,
    /// Products with all their properties.
    Items,
    /// Products with their links.
    Links,
    /// Products with price and stock.
    Stock,
    Configurator,
}

/// The routes of v1, and what their data is.
const ROUTES: [(&str, Shape); 17] = [
    ("/auth/token/:login", Shape::Token),
    ("/auth/check", Shape::Account),
    ("/api/v1/get/catalog", Shape::Tree),
    ("/api/v1/get/vendors/for/:id", Shape::Vendors),
    ("/api/v1/get/section-meta/:id", Shape::Meta),
    ("/api/v1/get/item/:id", Shape::Items),
    ("/api/v1/get/item/:id/availability", Shape::Stock),
    ("/api/v1/get/item/:id/documentation", Shape::Links),
    ("/api/v1/get/item/:id/configurator", Shape::Configurator),
    ("/api/v1/get/items", Shape::Items),
    ("/api/v1/get/items/documentation", Shape::Links),
    ("/api/v1/get/items/by-stock", Shape::Items),
    ("/api/v1/get/items/documentation/by-stock", Shape::Links),
    ("/api/v1/get/items/availability/by-stock", Shape::Stock),
    ("/api/v1/get/items/from", Shape::Items),
    ("/api/v1/get/items/documentation/from", Shape::Links),
    ("/api/v1/get/items/availability/from", Shape::Stock),
];

/// Those of one product or section, by its id, or of products by their stock numbers.
pub(super) fn routes(part: &str) -> impl Iterator<Item = &'static str> {
    ROUTES.into_iter().map(|(route, _)| route).filter(move |route| route.contains(part))
}

/// A request that both systems are sent; of a list, one for each page.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) route: &'static str,
    pub(super) shape: Shape,
    /// Path and query, of a list without the page. `{login}` is replaced by the login of the system.
    pub(super) target: String,
    /// Instead of the account's own; empty for none. `{password}` is replaced by that of the system.
    pub(super) authorization: Option<&'static str>,
    /// What it is about, for people: `item 90001`, `section 88121`, or its path and query.
    pub(super) identity: String,
    pub(super) product: Option<i64>,
    pub(super) section: Option<i64>,
}

impl Unit {
    /// A request of a route with one parameter or none in its path.
    pub(super) fn by_path(route: &'static str, value: &str) -> Self {
        let known = ROUTES.iter().find(|(known, _)| *known == route);
        let shape = known.map_or(Shape::Items, |(_, shape)| *shape);
        let id = value.parse().ok();
        let (thing, product, section) = match shape {
            Shape::Vendors | Shape::Meta => ("section", None, id),
            _ => ("item", id, None),
        };
        let identity = match shape {
            Shape::Tree => "the tree".to_owned(),
            Shape::Token | Shape::Account => "the account".to_owned(),
            _ if value.contains(',') => format!("{thing}s {value}"),
            _ => format!("{thing} {value}"),
        };
        let target = route.replace(":id", value).replace(":login", "{login}");
        Self { route, shape, target, authorization: None, identity, product, section }
    }

    /// A request with a query, which is encoded already.
    pub(super) fn by_query(route: &'static str, query: &str) -> Self {
        let target = format!("{route}?{query}");
        let identity = percent_decode_str(&target).decode_utf8_lossy().into_owned();
        Self { identity, target, ..Self::by_path(route, "") }
    }

    pub(super) fn of_section(route: &'static str, id: i64, more: &str) -> Self {
        let unit = Self::by_query(route, &format!("id_list={id}{more}"));
        Self { identity: format!("section {id}"), section: Some(id), ..unit }
    }

    /// The same as somebody else.
    pub(super) fn with(&self, authorization: &'static str, suffix: &str) -> Self {
        Self { authorization: Some(authorization), identity: format!("{}{suffix}", self.identity), ..self.clone() }
    }

    /// Whether the data are the products of a section, in pages.
    pub(super) fn is_list(&self) -> bool {
        self.route.ends_with("/from")
    }

    /// How many products the query names that the data are, in the order requested.
    pub(super) fn named(&self) -> Option<i64> {
        let (_, list) = self.target.split_once("_list=").filter(|_| !self.is_list())?;
        i64::try_from(list.split('&').next()?.split(',').count()).ok()
    }
}

//! What is requested: the routes of v1, and one request to both systems with what it is about.

use percent_encoding::percent_decode_str;

/// What `data` of a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `{token}`, of which no two are equal.
    Token,
    Account,
    Tree,
    Vendors,
    SectionMeta,
    /// Products with all their properties.
    Items,
    /// Products with their links.
    Documentation,
    /// Products with price and stock.
    Availability,
    Configurator,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One value.
    Single,
    /// An array of products that are named one by one, in the order requested.
    Batch,
    /// An array of the products of a section, in pages.
    List,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) pattern: &'static str,
    pub(crate) shape: Shape,
    pub(crate) form: Form,
}

macro_rules! routes {
    ($($name:ident $pattern:literal $shape:ident $form:ident;)*) => {
        impl Route {
            $(pub(crate) const $name: Self = Self { pattern: $pattern, shape: Shape::$shape, form: Form::$form };)*
            const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

routes! {
    TOKEN "/auth/token/:login" Token Single;
    CHECK "/auth/check" Account Single;
    CATALOG "/api/v1/get/catalog" Tree Single;
    VENDORS "/api/v1/get/vendors/for/:id" Vendors Single;
    SECTION_META "/api/v1/get/section-meta/:id" SectionMeta Single;
    ITEM "/api/v1/get/item/:id" Items Single;
    ITEMS "/api/v1/get/items" Items Batch;
    ITEMS_BY_STOCK "/api/v1/get/items/by-stock" Items Batch;
    ITEMS_FROM "/api/v1/get/items/from" Items List;
    CONFIGURATOR "/api/v1/get/item/:id/configurator" Configurator Single;
    ITEM_DOCUMENTATION "/api/v1/get/item/:id/documentation" Documentation Single;
    DOCUMENTATION "/api/v1/get/items/documentation" Documentation Batch;
    DOCUMENTATION_BY_STOCK "/api/v1/get/items/documentation/by-stock" Documentation Batch;
    DOCUMENTATION_FROM "/api/v1/get/items/documentation/from" Documentation List;
    ITEM_AVAILABILITY "/api/v1/get/item/:id/availability" Availability Single;
    AVAILABILITY_BY_STOCK "/api/v1/get/items/availability/by-stock" Availability Batch;
    AVAILABILITY_FROM "/api/v1/get/items/availability/from" Availability List;
}

impl Route {
    pub(crate) fn of(pattern: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|route| route.pattern == pattern)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Token,
    /// The password of the account, as the token route takes it.
    Password,
    /// A password that is nobody's.
    WrongPassword,
    /// A text that is no token.
    BadToken,
    Nothing,
}

/// A request that both systems are sent; of a list, one for each page.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) route: Route,
    /// Path and query, of a list without the page. `{login}` stands for the login of the system.
    pub(crate) target: String,
    pub(crate) access: Access,
    /// What it is about, for people: `item 90001`, `section 88121`, or its path and query.
    pub(crate) identity: String,
    pub(crate) product: Option<i64>,
    pub(crate) section: Option<i64>,
    /// How many products or sections the query names.
    pub(crate) listed: i64,
    /// Whether the section has none below it.
    pub(crate) is_leaf: bool,
}

impl Unit {
    pub(crate) fn by_path(route: Route, value: &str) -> Self {
        let target = route.pattern.split('/').map(|part| if part.starts_with(':') { value } else { part });
        let id = value.parse().ok();
        let is_section = matches!(route.shape, Shape::Vendors | Shape::SectionMeta);
        let identity = match route.shape {
            Shape::Tree => "the tree".to_owned(),
            Shape::Token | Shape::Account => "the account".to_owned(),
            _ if value.contains(',') => format!("sections {value}"),
            _ => format!("{} {value}", if is_section { "section" } else { "item" }),
        };
        Self {
            route,
            target: target.collect::<Vec<_>>().join("/"),
            access: Access::Token,
            identity,
            product: id.filter(|_| !is_section),
            section: id.filter(|_| is_section),
            listed: 1,
            is_leaf: false,
        }
    }

    /// A request with a query that is encoded already and names so many things.
    pub(crate) fn by_query(route: Route, query: &str, listed: usize) -> Self {
        let target = format!("{}?{query}", route.pattern);
        let identity = percent_decode_str(&target).decode_utf8_lossy().into_owned();
        let listed = i64::try_from(listed).unwrap_or(i64::MAX);
        Self { identity, listed, product: None, target, ..Self::by_path(route, "") }
    }

    pub(crate) fn list(route: Route, section: i64, is_leaf: bool) -> Self {
        let links = if route == Route::ITEMS_FROM { "&include_documentation=true" } else { "" };
        let unit = Self::by_query(route, &format!("id_list={section}{links}"), 1);
        Self { identity: format!("section {section}"), section: Some(section), is_leaf, ..unit }
    }

    pub(crate) fn with(self, access: Access) -> Self {
        let suffix = match access {
            Access::Token | Access::Password => "",
            Access::WrongPassword => " with a wrong password",
            Access::BadToken => " with a bad token",
            Access::Nothing => " without a token",
        };
        Self { access, identity: self.identity + suffix, ..self }
    }
}

//! The routes of v1, and those of v2 that are compared with them.

use serde::{Deserialize, Serialize};

/// What `data` of a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `{token}`, of which no two are equal.
    Token,
    /// A user record.
    Account,
    /// The section tree.
    Tree,
    /// Names of vendors.
    Vendors,
    /// Section meta.
    SectionMeta,
    /// Products with all their properties.
    Items,
    /// Products with their links.
    Documentation,
    /// Products with price and stock.
    Availability,
    /// A configurator.
    Configurator,
    /// Nothing that is known.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One value.
    Single,
    /// An array of products that are named one by one, in the order requested.
    Batch,
    /// An array of the products of sections, in pages.
    From,
}

macro_rules! routes {
    ($($route:ident $pattern:literal $shape:ident $form:ident;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub(crate) enum Route {
            $(#[doc = concat!("`", $pattern, "`")] #[serde(rename = $pattern)] $route,)*
        }

        impl Route {
            /// All of them, in the order of the contract.
            pub(crate) const ALL: &[Self] = &[$(Self::$route,)*];

            pub(crate) fn pattern(self) -> &'static str {
                match self { $(Self::$route => $pattern,)* }
            }

            /// What `data` is.
            pub(crate) fn shape(self) -> Shape {
                match self { $(Self::$route => Shape::$shape,)* }
            }

            pub(crate) fn form(self) -> Form {
                match self { $(Self::$route => Form::$form,)* }
            }
        }
    };
}

routes! {
    Token "/auth/token/:login" Token Single;
    Check "/auth/check" Account Single;
    Catalog "/api/v1/get/catalog" Tree Single;
    Vendors "/api/v1/get/vendors/for/:id" Vendors Single;
    SectionMeta "/api/v1/get/section-meta/:id" SectionMeta Single;
    Item "/api/v1/get/item/:id" Items Single;
    Items "/api/v1/get/items" Items Batch;
    ItemsByStock "/api/v1/get/items/by-stock" Items Batch;
    ItemsFrom "/api/v1/get/items/from" Items From;
    Configurator "/api/v1/get/item/:id/configurator" Configurator Single;
    ItemDocumentation "/api/v1/get/item/:id/documentation" Documentation Single;
    Documentation "/api/v1/get/items/documentation" Documentation Batch;
    DocumentationByStock "/api/v1/get/items/documentation/by-stock" Documentation Batch;
    DocumentationFrom "/api/v1/get/items/documentation/from" Documentation From;
    ItemAvailability "/api/v1/get/item/:id/availability" Availability Single;
    AvailabilityByStock "/api/v1/get/items/availability/by-stock" Availability Batch;
    AvailabilityFrom "/api/v1/get/items/availability/from" Availability From;
    Unknown "/api/v1/*" Unknown Single;
    V2Sections "/api/v2/catalog/sections" Tree Single;
    V2Section "/api/v2/catalog/sections/:id" Unknown Single;
    V2Product "/api/v2/products/:stockNumber" Items Batch;
}

impl Route {
    /// The route of v1 of a request target; `None` outside v1.
    pub(crate) fn of_target(target: &str) -> Option<Self> {
        let path = target.split('?').next().unwrap_or_default().trim_end_matches('/');
        let fits = |route: &&Self| {
            let (mut pattern, mut path) = (route.pattern().split('/'), path.split('/'));
            loop {
                match (pattern.next(), path.next()) {
                    (None, None) => return true,
                    (Some(expected), Some(segment)) if expected == segment => {}
                    (Some(expected), Some(segment)) if expected.starts_with(':') && !segment.is_empty() => {}
                    _ => return false,
                }
            }
        };
        let is_v1 = path.starts_with("/api/v1/") || path == "/api/v1";
        let known = Self::ALL.iter().filter(|route| !route.pattern().starts_with("/api/v2/")).find(fits);
        known.copied().or(is_v1.then_some(Self::Unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_the_route_of_its_path() {
        for (target, route) in [
            ("/api/v1/get/item/90001?include_documentation=1", Some(Route::Item)),
            ("/api/v1/get/items/from?id_list=1", Some(Route::ItemsFrom)),
            ("/api/v1/get/item/90001/documentation", Some(Route::ItemDocumentation)),
            ("/auth/check", Some(Route::Check)),
            ("/api/v1/get/nothing", Some(Route::Unknown)),
            ("/api/v2/catalog/sections", None),
            ("/auth/token", None),
        ] {
            assert_eq!(Route::of_target(target), route, "{target}");
        }
    }
}

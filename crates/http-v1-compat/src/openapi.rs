//! The OpenAPI document of v1, made from the code.

mod envelopes;
mod recorded_examples;

use envelopes::Envelopes;
use utoipa::OpenApi;

/// The document that describes every v1 route: OpenAPI 3.1.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Catalog and products, v1",
        version = "1.0.0",
        description = "The earlier interface, for existing clients; new ones use v2. Every response is an envelope \
            `{status, data, error, message}`. Whatever the service decides is HTTP 200, errors included: `status` is then \
            false and `error.code` says why. Any other status is a failure of the service itself, or 410: v1 is switched \
            off. Every response names in its `Link` header what succeeds the route in v2, and in `Sunset` when v1 \
            ends, if that is decided. Every field, rule and error is in the [contract](/portal/help/contract#v1).",
        contact(name = "The maintainers of this service"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "This service")),
    tags(
        (name = "Authorization", description = "Access tokens."),
        (name = "Sections", description = "Active sections of every host, their vendors, schemas and filters."),
        (name = "Items", description = "Products."),
        (name = "Documentation", description = "Links to the documentation of products."),
        (name = "Availability", description = "Prices and stock of products."),
    ),
    paths(
        crate::endpoints::issue_legacy_token,
        crate::endpoints::check_legacy_token,
        crate::endpoints::get_catalog,
        crate::endpoints::list_vendors,
        crate::endpoints::get_section_meta,
        crate::endpoints::get_item,
        crate::endpoints::list_items,
        crate::endpoints::list_items_by_stock,
        crate::endpoints::list_items_from,
        crate::endpoints::get_item_configurator,
        crate::endpoints::get_item_documentation,
        crate::endpoints::list_documentation,
        crate::endpoints::list_documentation_by_stock,
        crate::endpoints::list_documentation_from,
        crate::endpoints::get_item_availability,
        crate::endpoints::list_availability_by_stock,
        crate::endpoints::list_availability_from,
    ),
    modifiers(&Envelopes),
)]
struct Document;

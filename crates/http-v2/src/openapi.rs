//! The OpenAPI document of v2, made from the code.

mod complete;
mod edition;

use crate::routes::endpoints;
use complete::complete;
use serde_json::Value;
use utoipa::OpenApi;

/// The document that describes every v2 route: OpenAPI 3.1.
pub fn openapi() -> Value {
    described(edition::make_3_1)
}

/// The same as OpenAPI 3.0.3.
pub fn openapi_3_0() -> Value {
    described(edition::make_3_0)
}

/// The edition that the last step makes.
fn described(make_edition: fn(&mut Value)) -> Value {
    // Both steps can only fail if a file of this crate is damaged, which a test of the document notices.
    let described = endpoints().fold(Document::openapi(), |all, endpoint| all.merge_from(endpoint.document()));
    let mut document = serde_json::to_value(described).unwrap_or_default();
    if complete(&mut document).is_ok() {
        edition::join_parts(&mut document);
        make_edition(&mut document);
    }
    document
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Catalog and products",
        version = "2.0.0",
        description = include_str!("openapi/description.md"),
        contact(name = "The maintainers of this service"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "This service")),
    tags(
        (name = "Authorization", description = "[Access tokens](/portal/help/contract#authentication), and how to \
            ask for access."),
        (name = "Keys", description = "[Keys](/portal/help/contract#keys) for programs."),
        (name = "Sections", description = "The [section tree](/portal/help/contract#sections) of the storefront, \
            with vendors and filters."),
        (name = "Products", description = "[Products](/portal/help/contract#product) by section and by stock number."),
        (name = "Users", description = "[Accounts](/portal/help/accounts#manage-users), for administrators."),
        (name = "Changes", description = "[What changed](/portal/help/contract#change-feed) in a section, for \
            clients that keep a copy."),
        (name = "Imports", description = "[Imports](/portal/help/imports-over-http) of the catalog, for \
            administrators."),
        (name = "Health", description = "[Whether a server runs](/portal/help/contract#health) and is ready."),
    ),
)]
struct Document;

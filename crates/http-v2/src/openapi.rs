//! The OpenAPI document of v2, made from the code.

mod common;

use crate::bodies::{
    ChangeSummaryBody, ChangedUserBody, InvitationBody, IssuedTokenBody, PasswordRequestedBody, PasswordSetBody,
    ProductBatchBody, ProductBody, ProductChangesBody, ProductPageBody, RegistrationBody, SectionBody, SectionListBody,
    SectionTreeBody, SectionVendorsBody, TokenCheckBody, UserAccountBody, UserAccountListBody,
};
use common::CommonParts;
use http_common::json::{Empty, ErrorBody};
use utoipa::OpenApi;

/// The document that describes every v2 route: OpenAPI 3.1.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Catalog and products",
        version = "2.0.0",
        description = "Read-only catalog of a storefront: sections, vendors and products. Every response is an envelope \
            `{status, data, error, message}`. Get a token with `POST /auth/token` and send it as \
            `Authorization: Bearer <token>`. HEAD works wherever GET does. Responses carry weak entity tags: send \
            `If-None-Match` to save the transfer of what has not changed. Items of a list are separated by commas; \
            repeating the parameter works, too, and blank items are ignored. Every field, rule, error and limit: \
            `docs/contract.md` in the repository.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "This service")),
    tags(
        (name = "Authorization", description = "Access tokens, and how to ask for access \
            (`docs/contract.md#authentication`)."),
        (name = "Sections", description = "The section tree of the storefront, with vendors and filters \
            (`docs/contract.md#sections`)."),
        (name = "Products", description = "Products by section and by stock number (`docs/contract.md#product`)."),
        (name = "Users", description = "Accounts, for administrators (`docs/contract.md#manage-users`)."),
        (name = "Changes", description = "What changed in a section, for clients that keep a copy \
            (`docs/contract.md#change-feed`)."),
    ),
    paths(
        crate::auth::issue_token,
        crate::auth::check_token,
        crate::auth::register,
        crate::auth::issue_administrator_token,
        crate::auth::list_users,
        crate::auth::change_user,
        crate::auth::invite_user,
        crate::auth::set_password,
        crate::auth::request_password,
        crate::sections::get_section_tree,
        crate::sections::list_sections,
        crate::sections::get_section,
        crate::sections::list_section_vendors,
        crate::sections::list_section_products,
        crate::changes::list_product_changes,
        crate::changes::summarize_product_changes,
        crate::products::get_product,
        crate::products::list_products,
    ),
    components(schemas(
        ChangeSummaryBody,
        ChangedUserBody<'_>,
        Empty,
        ErrorBody,
        InvitationBody,
        IssuedTokenBody,
        PasswordRequestedBody,
        PasswordSetBody<'_>,
        ProductBatchBody<'_>,
        ProductBody<'_>,
        ProductChangesBody,
        ProductPageBody,
        RegistrationBody,
        SectionBody<'_>,
        SectionListBody<'_>,
        SectionTreeBody<'_>,
        SectionVendorsBody<'_>,
        TokenCheckBody<'_>,
        UserAccountBody<'_>,
        UserAccountListBody<'_>,
    )),
    modifiers(&CommonParts),
)]
struct Document;

//! What an endpoint declares. `#[utoipa::path]` above its handler has its address, parameters and bodies, the comment
//! there its summary and description; the value that `endpoint!` makes of them says the rest. Both the routes and the
//! OpenAPI document are made from these values, and know no endpoint by name.

use crate::routes::read;
use crate::schemas::{Failure, describe_failures, failures as known};
use actix_web::http::Method;
use actix_web::{FromRequest, Handler, Responder, Route, web};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{OpenApi, RefOr};

/// The [`Endpoint`] of a handler with `#[utoipa::path]`.
macro_rules! endpoint {
    ($handler:ident) => {{
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($handler))]
        struct Described;
        $crate::endpoint::Endpoint::new(<Described as utoipa::OpenApi>::openapi(), $handler)
    }};
}

pub(crate) use endpoint;

/// Adds the handler to a route.
type Handled = dyn Fn(Route) -> Route + Send + Sync;

/// Takes an access token, and has an entity tag where it is read with GET, unless it says otherwise.
pub(crate) struct Endpoint {
    pub(crate) path: String,
    pub(crate) method: Method,
    /// Of this operation alone, as the macros make it.
    described: OpenApi,
    handled: Box<Handled>,
    is_open: bool,
    is_of_catalog: bool,
    pub(crate) has_tag: bool,
    pub(crate) is_unstored: bool,
    is_page: bool,
    pub(crate) is_file: bool,
    pub(crate) is_bare: bool,
    own_failures: Vec<Failure>,
    replaced: Vec<Failure>,
}

impl Endpoint {
    pub(crate) fn new<F, Args>(described: OpenApi, handler: F) -> Self
    where
        F: Handler<Args> + Send + Sync,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        Self::of(described, Box::new(move |route| route.to(handler.clone())))
    }

    fn of(mut described: OpenApi, handled: Box<Handled>) -> Self {
        let found = only_operation(&mut described).map(|(path, method, _)| (path.to_owned(), method));
        // There is always one: the macro of the handler made it.
        let (path, method) = found.unwrap_or_default();
        Self {
            path,
            has_tag: method == Method::GET,
            method,
            described,
            handled,
            is_open: false,
            is_of_catalog: false,
            is_unstored: false,
            is_page: false,
            is_file: false,
            is_bare: false,
            own_failures: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// A GET that is no part of the document.
    pub(crate) fn undocumented<F, Args>(path: &str, handler: F) -> Self
    where
        F: Handler<Args> + Send + Sync,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        Self { path: path.to_owned(), ..Self::new(OpenApi::default(), handler) }
    }

    /// It takes no token.
    pub(crate) fn open(self) -> Self {
        Self { is_open: true, ..self }
    }

    /// Its responses are of one revision of the catalog, which requests may demand (`docs/contract.md#min-revision`).
    pub(crate) fn of_catalog(self) -> Self {
        Self { is_of_catalog: true, ..self }
    }

    /// Its responses have no entity tag: they change without the catalog, or nobody asks for one again.
    pub(crate) fn untagged(self) -> Self {
        Self { has_tag: false, ..self }
    }

    /// Nobody may store its responses, errors included: they are about keys, or only true at this moment. The same of
    /// every endpoint with the same path.
    pub(crate) fn unstored(self) -> Self {
        Self { has_tag: false, is_unstored: true, ..self }
    }

    /// Its response is a page of a list, which links the others.
    pub(crate) fn paged(self) -> Self {
        Self { is_page: true, ..self }
    }

    /// Its response is a file with a name, and a date beside its entity tag.
    pub(crate) fn file(self) -> Self {
        Self { is_file: true, ..self }
    }

    /// Its bodies have no envelope, and its errors are its own.
    pub(crate) fn bare(self) -> Self {
        Self { is_bare: true, ..self }
    }

    /// Only administrators may do this, and keys with a right to it.
    pub(crate) fn for_administrators(self) -> Self {
        self.fails_with(&[known::NO_ADMINISTRATOR, known::NOT_WITH_KEY])
    }

    /// How it fails beyond the usual.
    pub(crate) fn fails_with(mut self, own: &[Failure]) -> Self {
        self.own_failures.extend(own);
        self
    }

    /// How it fails in place of the usual failures of the same status.
    pub(crate) fn fails_instead_with(self, instead: &[Failure]) -> Self {
        Self { replaced: instead.to_vec(), ..self }
    }

    /// The same at another path, with another description.
    pub(crate) fn at(mut self, path: &str, describe: impl FnOnce(&mut Operation)) -> Self {
        if let Some((.., operation)) = only_operation(&mut self.described) {
            describe(operation);
        }
        let paths = &mut self.described.paths.paths;
        *paths = std::mem::take(paths).into_values().map(|item| (path.to_owned(), item)).collect();
        Self { path: path.to_owned(), ..self }
    }

    pub(crate) fn route(&self) -> Route {
        (self.handled)(if self.method == Method::GET { read() } else { web::method(self.method.clone()) })
    }

    /// A link names one list, whatever its revision.
    pub(crate) fn takes_min_revision(&self) -> bool {
        self.is_of_catalog && !self.is_open
    }

    /// The methods in the `Allow` header of its path.
    pub(crate) fn methods(&self) -> &str {
        if self.method == Method::GET { "GET, HEAD" } else { self.method.as_str() }
    }

    /// The document of this operation, with who may call it and how it fails.
    pub(crate) fn document(&self) -> OpenApi {
        let mut document = self.described.clone();
        if let Some((.., operation)) = only_operation(&mut document) {
            let tokens = (!self.is_open).then(|| SecurityRequirement::new("accessToken", [""; 0]));
            operation.security = Some(tokens.into_iter().collect());
            operation.responses.responses.extend(describe_failures(&self.failures(operation)));
        }
        document
    }

    fn failures(&self, operation: &Operation) -> Vec<Failure> {
        if self.is_bare {
            return Vec::new();
        }
        let body = operation.request_body.as_ref();
        let has_document = body.is_some_and(|body| match body {
            RefOr::T(body) => body.content.contains_key("application/json"),
            RefOr::Ref(_) => false,
        });
        let usual = [
            (known::INVALID, true),
            (known::UNAUTHORIZED, !self.is_open),
            (known::FORBIDDEN, !self.is_open),
            (known::TOO_LARGE, has_document),
            (known::NOT_JSON, has_document),
            (known::TOO_MUCH, self.is_of_catalog),
            (known::TOO_MANY, !self.is_of_catalog),
            (known::INTERNAL, true),
            (known::UNAVAILABLE, true),
        ];
        let is_usual = |failure: &Failure| self.replaced.iter().all(|instead| instead.code() != failure.code());
        let usual = usual.into_iter().filter_map(|(failure, occurs)| occurs.then_some(failure)).filter(is_usual);
        usual.chain(self.replaced.iter().copied()).chain(self.own_failures.iter().copied()).collect()
    }

    /// The headers of its responses of a status.
    pub(crate) fn headers(&self, status: &str) -> impl Iterator<Item = &'static str> {
        let is_read = ["200", "304"].contains(&status);
        let headers = [
            ("X-Request-Id", true),
            ("ETag", self.has_tag && is_read),
            ("Catalog-Revision", self.is_of_catalog && (is_read || status == "404")),
            ("Last-Modified", self.is_file && is_read),
            ("Content-Disposition", self.is_file && status == "200"),
            ("Link", self.is_page && status == "200"),
            ("WWW-Authenticate", status == "401" && !self.is_bare),
            ("Retry-After", ["429", "503"].contains(&status)),
        ];
        headers.into_iter().filter_map(|(name, is_sent)| is_sent.then_some(name))
    }
}

/// The only operation of `document`, with its path and method.
fn only_operation(document: &mut OpenApi) -> Option<(&str, Method, &mut Operation)> {
    let (path, item) = document.paths.paths.iter_mut().next()?;
    let operations = [
        (Method::GET, &mut item.get),
        (Method::PUT, &mut item.put),
        (Method::POST, &mut item.post),
        (Method::DELETE, &mut item.delete),
        (Method::PATCH, &mut item.patch),
    ];
    operations.into_iter().find_map(|(method, operation)| Some((path.as_str(), method, operation.as_mut()?)))
}

//! The routes of a server over any state: every interface, as `serve` puts them together, and how they are asked.

use crate::{TestResponse, TestStore};
use actix_http::Request;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::web::{self, Bytes, Data};
use actix_web::{App, Error, HttpResponse};
use http_common::HttpState;
use http_portal::{ApiResponder, ApiTarget, PortalSettings};
use http_v1_compat::V1Settings;
use http_v2::{ApiDocument, Documentation, PrefilledLogins};
use std::cell::RefCell;
use std::error::Error as StdError;
use std::future::{Future, poll_fn};
use std::ops::Deref;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::LazyLock;

/// What a server is asked over: a state, and the settings of its interfaces.
#[derive(Clone)]
pub struct TestService {
    /// The state of handlers.
    pub state: Data<HttpState>,
    v1: V1Settings,
    portal: PortalSettings,
    portal_api: ApiResponder,
    /// Made with the first request: that takes longer than a request.
    routes: RefCell<Option<Rc<Routes>>>,
}

type Routes = dyn Fn(Request) -> Pin<Box<dyn Future<Output = TestResponse>>>;

impl TestService {
    /// Every interface over `state`, with its default settings, and the portal on.
    pub fn over(state: &Data<HttpState>) -> Self {
        let portal = PortalSettings { is_on: true, ..PortalSettings::default() };
        let (v1, portal_api) = (V1Settings::default(), ApiResponder(respond));
        Self { state: state.clone(), v1, portal, portal_api, routes: RefCell::default() }
    }

    /// The entries of the cache of responses, and their bytes.
    pub fn cached(&self) -> (usize, u64) {
        let status = self.state.cache.status();
        (status.entries, status.bytes)
    }

    /// The same with other settings of v1.
    pub fn with_v1(&self, v1: &V1Settings) -> Self {
        Self { v1: v1.clone(), routes: RefCell::default(), ..self.clone() }
    }

    /// The same with other settings of the portal.
    pub fn with_portal(&self, portal: &PortalSettings) -> Self {
        Self { portal: portal.clone(), routes: RefCell::default(), ..self.clone() }
    }

    /// The same with another API behind the pages of the portal.
    pub fn with_portal_api(&self, portal_api: ApiResponder) -> Self {
        Self { portal_api, routes: RefCell::default(), ..self.clone() }
    }

    /// The routes with the middleware that responses show.
    pub fn app(
        &self,
    ) -> App<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<impl MessageBody + use<>>,
            Error = Error,
            InitError = (),
        > + use<>,
    > {
        static DOCUMENTATION: LazyLock<Documentation> =
            LazyLock::new(|| Documentation::new(ApiDocument::v2(None).into(), &PrefilledLogins::new()));
        App::new()
            .app_data(self.state.clone())
            .app_data(Data::new(self.portal_api))
            .configure(http_v2::configure)
            .configure(|config| http_v1_compat::configure(config, &self.v1))
            .configure(|config| http_v2::configure_documentation(config, &DOCUMENTATION))
            .configure(|config| http_portal::configure(config, &self.portal))
            .default_service(web::to(http_v2::not_found))
            .wrap(from_fn(http_common::response::compress))
            .wrap(from_fn(http_common::response::add_security_headers))
            .wrap(from_fn(http_common::request::stamp_request_id))
    }

    /// Sends `request`, and reads the whole response.
    pub async fn send(&self, request: TestRequest) -> TestResponse {
        self.exchange(request.to_request()).await
    }

    /// The same for a request that is made already.
    pub async fn exchange(&self, request: Request) -> TestResponse {
        let made = self.routes.borrow().clone();
        let routes = match made {
            Some(routes) => routes,
            None => self.make_routes().await,
        };
        routes(request).await
    }

    /// Sends `request`, and reads nothing of a 200 yet.
    pub(crate) async fn begin(&self, request: TestRequest) -> UnreadBody {
        let app = init_service(self.app()).await;
        let response = call_service(&app, request.to_request()).await;
        assert_eq!(response.status(), 200);
        UnreadBody(response.map_into_boxed_body().into_body())
    }

    async fn make_routes(&self) -> Rc<Routes> {
        let app = Rc::new(init_service(self.app()).await);
        let routes: Rc<Routes> = Rc::new(move |request| {
            let app = Rc::clone(&app);
            Box::pin(async move { read(app.call(request).await.unwrap()).await })
        });
        *self.routes.borrow_mut() = Some(routes.clone());
        routes
    }
}

impl Deref for TestService {
    type Target = HttpState;

    fn deref(&self) -> &HttpState {
        &self.state
    }
}

/// A body that is read piece by piece: what is sent between them is what a slow client gets.
pub struct UnreadBody(BoxBody);

impl UnreadBody {
    /// The next piece, or an error where the framework breaks the connection off.
    pub async fn next(&mut self) -> Option<Result<Bytes, Box<dyn StdError>>> {
        poll_fn(|context| Pin::new(&mut self.0).poll_next(context)).await
    }

    /// All that is left.
    pub async fn rest(mut self) -> Result<Vec<u8>, Box<dyn StdError>> {
        let mut rest = Vec::new();
        while let Some(piece) = self.next().await {
            rest.extend_from_slice(&piece?);
        }
        Ok(rest)
    }
}

async fn read(response: ServiceResponse<impl MessageBody>) -> TestResponse {
    let status = response.status().as_u16();
    let headers = response.headers().iter();
    let headers = headers.map(|(name, value)| (name.as_str().to_owned(), value.to_str().unwrap().to_owned()));
    let headers = headers.collect();
    let bytes = read_body(response).await.to_vec();
    let response = TestResponse { status, headers, body: String::from_utf8_lossy(&bytes).into_owned(), bytes };
    let is_text = ["application/json", "text/"].iter().any(|kind| response.header("content-type").starts_with(kind));
    if is_text && response.find_header("content-encoding").is_none() {
        assert!(std::str::from_utf8(&response.bytes).is_ok(), "{}", response.body);
    }
    response
}

fn respond(asked: ApiTarget) -> Pin<Box<dyn Future<Output = HttpResponse>>> {
    Box::pin(async move {
        let state = HttpState::of(&asked.request).unwrap().clone();
        http_v2::respond_on_behalf(&asked.request, state, asked.caller, &asked.target).await
    })
}

/// An empty store of each available kind, each of one test.
pub fn every_store() -> impl Iterator<Item = TestStore> {
    TestStore::of_every_kind()
}

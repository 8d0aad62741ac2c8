//! Servers of few and short requests beside the application, each on a thread of its own.
//!
//! What makes connections into requests is compiled for each type of application: these have one type.

use super::connections::{self, ServerBounds};
use super::{Listeners, OpenConnections};
use actix_web::App;
use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::web::ServiceConfig;
use http_common::request::stamp_request_id;
use http_common::response::add_security_headers;
use std::io;
use std::sync::Arc;

/// Adds the routes of an application.
pub(crate) type Routes = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

/// Starts to serve `routes` on `listeners`. The server runs when it is awaited.
///
/// # Errors
/// When the operating system refuses.
pub(crate) fn start_beside(bounds: ServerBounds, listeners: &Listeners, routes: Routes) -> io::Result<Server> {
    connections::serve(bounds, listeners, &OpenConnections::default(), move || {
        App::new()
            .configure(|config| routes(config))
            .wrap(from_fn(add_security_headers))
            .wrap(from_fn(stamp_request_id))
    })
}

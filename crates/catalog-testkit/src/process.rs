//! The `catalog` binary as a process, and clients that ask it: one that speaks HTTP as it should, and a raw connection
//! for what is malformed, slow or never ends; and what stands between processes.

mod forwarder;
mod http_client;
mod http_request;
mod nginx;
mod raw_connection;
mod server_process;

pub use forwarder::Forwarder;
pub use http_client::HttpClient;
pub use http_request::{HttpRequest, HttpResponse};
pub use nginx::NginxProcess;
pub use raw_connection::RawConnection;
pub use server_process::{ServerProcess, ask_once, end, exit_of, send_signal};

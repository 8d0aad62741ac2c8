//! What the tools share: they start a catalog server of their own, by the command line of the `catalog` binary, if need
//! be over a PostgreSQL of their own, and request from it over HTTP on 127.0.0.1. Everything that is started ends with
//! the tool.

pub mod child;
pub mod client;
pub mod http;
pub mod percentiles;
pub mod postgres;
pub mod process_info;
pub mod server;
pub mod workdir;

//! Responses: compression, headers, pieces, and how errors are documented.

pub(crate) mod chunked_body;
mod compress;
pub(crate) mod compression;
pub(crate) mod openapi_errors;
pub(crate) mod present_errors;
pub(crate) mod refusal_code;
pub(crate) mod security_headers;
mod spreadsheet;

pub use chunked_body::{CHUNK_BYTES, send_in_chunks};
pub use compress::compress;
pub use compression::{Coding, StreamDecoder, StreamEncoder, negotiate};
pub use openapi_errors::{DocumentedError, describe_header};
pub use present_errors::{InterfaceError, has_key, present_errors};
pub use refusal_code::RefusalCode;
pub use security_headers::{SECURITY_HEADERS, add_security_headers};
pub use spreadsheet::COMPUTED;

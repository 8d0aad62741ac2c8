//! Requests: their ids, their limits, and the text in their lines.

mod address;
mod body_meter;
mod body_receiver;
mod key_in_address;
pub(crate) mod percent_decoding;
pub(crate) mod request_id;
pub(crate) mod request_limits;

pub use address::requested_address;
pub use body_meter::{BodyMeter, DeclaredDigests, MeasuredBody};
pub use body_receiver::{BodyError, BodyReceiver};
pub use key_in_address::{LINKS, address_has_key};
pub use percent_decoding::{Decode, decode_query, decode_segment};
pub use request_id::{RequestId, request_id, stamp_request_id};
pub use request_limits::{
    LimitError, ListError, MAXIMUM_BODY_FIELDS, MAXIMUM_ERROR_BYTES, MAXIMUM_LISTED, MAXIMUM_PROBLEMS,
    MAXIMUM_QUERY_PAIRS, Problems, decode_list, query_pairs, quoted, split_list,
};

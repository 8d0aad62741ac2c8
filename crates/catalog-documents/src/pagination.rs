//! The position of a page.

#[cfg(feature = "schemas")]
use crate::schemas::ToSchema;
use serde::{Deserialize, Serialize};

/// The position of a page in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// Counted from 1.
    #[cfg_attr(feature = "schemas", schema(minimum = 1))]
    pub page: u64,
    #[cfg_attr(feature = "schemas", schema(minimum = 1, maximum = 1000))]
    pub page_size: u32,
    /// 0 when the list is empty.
    pub page_count: u64,
    /// Products, or users, in the whole list.
    pub total: u64,
}

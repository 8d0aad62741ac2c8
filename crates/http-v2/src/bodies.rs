//! The JSON bodies of v2 (`docs/contract.md`). Each is built from domain values; none of them decides anything.

mod account;
mod configurator;
mod facets;
mod filter;
mod import;
mod pricing;
mod product;
mod product_changes;
mod product_digest;
mod product_list;
mod product_page;
mod product_parts;
mod product_snapshot;
mod product_view;
mod section;
mod section_list;
mod url_group;
mod vendor;

pub(crate) use account::{changed_user, invitation, issued_token, keys, made_key, token_check, user_accounts};
pub(crate) use facets::facets;
pub(crate) use import::{import_of_job, import_of_run, imports};
pub(crate) use product::ProductWriter;
pub(crate) use product_changes::{change_summary, changes};
pub(crate) use product_digest::{digest_of_part, digest_of_section};
pub(crate) use product_list::{LIST_HEAD, finish_list};
pub(crate) use product_page::{PageContent, matching_sections, product_page, search_page, suggestion};
pub(crate) use product_snapshot::{SnapshotLineBody, write_end, write_error, write_start};
pub(crate) use product_view::ProductView;
pub(crate) use section::section;
pub(crate) use section_list::{section_list, section_tree};
pub(crate) use vendor::section_vendors;

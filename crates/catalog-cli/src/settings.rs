//! The settings that commands have beside servers, each with the flags and environment variables it is read from.
//!
//! clap reads and checks them. A bad setting is reported in one line that names the flag and the variable, wherever the
//! value came from.

mod addresses;
mod database;
mod error;
mod import_spool;
mod mail;
mod passwords;
mod public_url;
mod refresh;
mod storefront;
mod tokens;

pub use self::mail::MailConfig;
pub use addresses::{BindAddresses, reachable};
pub use database::{DatabaseConfig, StandbyArguments, StandbyConfig};
pub use error::{SettingError, on_or_off, whole};
pub use import_spool::{ImportConfig, ImportSpool};
pub use passwords::PasswordConfig;
pub use public_url::{PublicUrlConfig, web_address};
pub use refresh::{FeedConfig, RefreshConfig};
pub use storefront::{StorefrontArguments, storefront_mismatch};
pub use tokens::TokenConfig;

//! How passwords are hashed.

use super::error::whole;
use catalog_domain::ports::CredentialsError;
use clap::Args;
use credentials::BcryptHasher;

/// The lowest cost that is recommended for bcrypt, and the highest that a login of several seconds allows.
const COSTS: std::ops::RangeInclusive<u32> = 10..=16;

/// How passwords are hashed.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Accounts")]
pub struct PasswordConfig {
    /// The cost of a password's bcrypt hash; each step doubles the time of a login
    #[arg(long = "password-hash-cost", value_name = "N", env = "CATALOG_PASSWORD_HASH_COST")]
    #[arg(value_parser = whole(COSTS), default_value_t = BcryptHasher::DEFAULT_COST)]
    cost: u32,
}

impl PasswordConfig {
    /// What hashes them.
    ///
    /// # Errors
    /// None that the limits of the setting allow.
    pub fn hasher(self) -> Result<BcryptHasher, CredentialsError> {
        BcryptHasher::new(self.cost)
    }
}

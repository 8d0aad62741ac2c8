//! How access tokens are signed. Secrets come from the environment or the store only, never from a flag.

use super::error::{SettingError, whole};
use catalog_domain::ports::SigningSecret;
use clap::Args;
use std::ffi::OsString;

const SECRET: &str = "CATALOG_JWT_SECRET";
const PREVIOUS_SECRET: &str = "CATALOG_JWT_SECRET_PREVIOUS";

/// The longest life of a token: a year.
const LONGEST_TTL_SECONDS: i64 = 31_536_000;

/// How access tokens are signed. `Debug` shows no secret, because [`SigningSecret`] does not.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Accounts")]
pub struct TokenConfig {
    /// How long an access token is valid, in seconds
    #[arg(long = "token-ttl-seconds", value_name = "SECONDS", env = "CATALOG_TOKEN_TTL_SECONDS")]
    #[arg(value_parser = whole(1..=LONGEST_TTL_SECONDS), default_value = "86400")]
    pub lifetime_seconds: i64,
    /// The signing secret; `None`: the store's own.
    #[arg(skip)]
    pub secret: Option<SigningSecret>,
    /// The previous secret, which is still accepted.
    #[arg(skip)]
    pub previous_secret: Option<SigningSecret>,
}

impl TokenConfig {
    /// These with the secrets; `variable` looks up an environment variable.
    ///
    /// # Errors
    /// [`SettingError`] for a secret that is too short; it shows nothing of it.
    pub fn with_secrets(self, variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, SettingError> {
        let secret = |name: &'static str| variable(name).map(|value| read_secret(name, value)).transpose();
        Ok(Self { secret: secret(SECRET)?, previous_secret: secret(PREVIOUS_SECRET)?, ..self })
    }
}

fn read_secret(name: &'static str, value: OsString) -> Result<SigningSecret, SettingError> {
    SigningSecret::new(value.into_encoded_bytes()).ok_or_else(|| {
        SettingError::new(name, format!("a secret must have at least {} bytes", SigningSecret::MINIMUM_BYTES))
    })
}

#[cfg(test)]
mod tests {
    use super::super::error::read;
    use super::*;

    fn with_secrets(secret: Option<&str>, previous: Option<&str>) -> Result<TokenConfig, SettingError> {
        let config: TokenConfig = read(&[]).unwrap();
        config.with_secrets(|name| if name == SECRET { secret } else { previous }.map(Into::into))
    }

    #[test]
    fn a_short_secret_is_refused_and_never_shown() {
        let long = "0123456789abcdef0123456789abcdef";
        let config = with_secrets(Some(long), Some(long)).unwrap();
        assert!(config.secret.is_some());
        assert!(config.previous_secret.is_some());
        assert!(!format!("{config:?}").contains("0123"), "{config:?}");
        for (secret, previous, named) in
            [(Some("hunter2"), None, SECRET), (Some(long), Some("hunter2"), PREVIOUS_SECRET), (Some(""), None, SECRET)]
        {
            let error = with_secrets(secret, previous).unwrap_err().to_string();
            assert_eq!(error, format!("{named}: a secret must have at least 32 bytes"));
        }
    }
}

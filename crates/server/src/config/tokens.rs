//! How access tokens are signed. Secrets come from the environment or the store only, never from a flag.

use super::SettingError;
use super::setting::read_number;
use catalog_domain::ports::SigningSecret;
use clap::Args;
use std::ffi::OsString;

const TOKEN_TTL: &str = "--token-ttl-seconds (CATALOG_TOKEN_TTL_SECONDS)";
const SECRET: &str = "CATALOG_JWT_SECRET";
const PREVIOUS_SECRET: &str = "CATALOG_JWT_SECRET_PREVIOUS";

/// The longest life of a token: a year.
const LONGEST_TTL_SECONDS: i64 = 31_536_000;

#[derive(Args)]
pub(crate) struct TokenArguments {
    /// How long an access token is valid, in seconds
    #[arg(long, value_name = "SECONDS", env = "CATALOG_TOKEN_TTL_SECONDS", default_value = "86400")]
    token_ttl_seconds: String,
}

/// How access tokens are signed. `Debug` shows no secret, because [`SigningSecret`] does not.
#[derive(Debug, Clone)]
pub(crate) struct TokenConfig {
    /// What signs; `None`: the store's own secret.
    pub(crate) secret: Option<SigningSecret>,
    /// What is still accepted.
    pub(crate) previous_secret: Option<SigningSecret>,
    /// How long a token is valid, in seconds.
    pub(crate) lifetime_seconds: i64,
}

impl TokenConfig {
    /// Reads the settings; `variable` looks up an environment variable.
    ///
    /// # Errors
    /// [`SettingError`] for a secret that is too short (and shows nothing of it), or a bad number.
    pub(crate) fn read(
        arguments: &TokenArguments,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, SettingError> {
        let secret = |name: &'static str| variable(name).map(|value| read_secret(name, value)).transpose();
        Ok(Self {
            secret: secret(SECRET)?,
            previous_secret: secret(PREVIOUS_SECRET)?,
            lifetime_seconds: read_number(TOKEN_TTL, &arguments.token_ttl_seconds, 1..=LONGEST_TTL_SECONDS)?,
        })
    }
}

fn read_secret(name: &'static str, value: OsString) -> Result<SigningSecret, SettingError> {
    SigningSecret::new(value.into_encoded_bytes()).ok_or_else(|| {
        SettingError::new(name, format!("a secret must have at least {} bytes", SigningSecret::MINIMUM_BYTES))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ttl: &str, secret: Option<&str>, previous: Option<&str>) -> Result<TokenConfig, SettingError> {
        TokenConfig::read(&TokenArguments { token_ttl_seconds: ttl.into() }, |name| {
            if name == SECRET { secret } else { previous }.map(Into::into)
        })
    }

    #[test]
    fn a_short_secret_is_refused_and_never_shown() {
        let long = "0123456789abcdef0123456789abcdef";
        let config = read("86400", Some(long), Some(long)).unwrap();
        assert!(config.secret.is_some() && config.previous_secret.is_some());
        assert!(!format!("{config:?}").contains("0123"), "{config:?}");
        for (secret, previous, named) in
            [(Some("hunter2"), None, SECRET), (Some(long), Some("hunter2"), PREVIOUS_SECRET), (Some(""), None, SECRET)]
        {
            let error = read("86400", secret, previous).unwrap_err().to_string();
            assert_eq!(error, format!("{named}: a secret must have at least 32 bytes"));
        }
        assert!(read("0", None, None).unwrap_err().to_string().starts_with("--token-ttl-seconds"));
    }
}

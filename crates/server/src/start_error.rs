//! Why a server could not be started, and whether it may be later.

use catalog_app::refresh::RefreshError;
use catalog_cli::settings::{DatabaseConfig, StandbyConfig, storefront_mismatch};
use catalog_domain::ports::StoreError;
use store_diesel::OpenError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    /// The store could not be opened.
    #[error("{}", DatabaseConfig::cannot_open(.0))]
    Store(OpenError),
    /// The standby could not be opened.
    #[error("{}", StandbyConfig::cannot_open(.0))]
    Standby(OpenError),
    /// The store has no signing secret.
    #[error("cannot store a signing secret")]
    Secret(#[source] StoreError),
    /// The catalog could not be loaded.
    #[error(transparent)]
    Refresh(RefreshError),
    /// Anything else.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

impl From<RefreshError> for StartError {
    fn from(error: RefreshError) -> Self {
        match error {
            RefreshError::Storefront { stored, wanted } => Self::Other(storefront_mismatch(&stored, &wanted).into()),
            error => Self::Refresh(error),
        }
    }
}

impl StartError {
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            Self::Store(error) | Self::Standby(error) => error.is_temporary(),
            Self::Secret(error) | Self::Refresh(RefreshError::Store(error)) => {
                matches!(error, StoreError::Unavailable(_))
            }
            Self::Refresh(_) | Self::Other(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::values::StorefrontHost;

    #[test]
    fn only_transient_errors_are_retried_at_start() {
        let down = |reason: &str| OpenError::Connect { url: "postgres://h/d".into(), reason: reason.into() };
        for (error, is_temporary) in [
            (StartError::Store(down("the database system is starting up")), true),
            (StartError::Store(down("password authentication failed")), false),
            (StartError::Secret(StoreError::Unavailable("gone".into())), true),
            (StartError::Refresh(RefreshError::Store(StoreError::Unavailable("gone".into()))), true),
            (StartError::Refresh(RefreshError::Store(StoreError::Inconsistent("a row".into()))), false),
            (StartError::Other(anyhow::anyhow!("no randomness")), false),
        ] {
            assert_eq!(error.is_temporary(), is_temporary, "{error:?}");
        }
    }

    #[test]
    fn the_error_of_another_storefront_states_the_remedy() {
        let host = |name| StorefrontHost::parse(name).unwrap();
        let (stored, wanted) = (host("other.example"), host("storefront.example"));
        let error = StartError::from(RefreshError::Storefront { stored, wanted }).to_string();
        for part in ["--storefront-host", "other.example", "--change-storefront"] {
            assert!(error.contains(part), "{error}");
        }
    }
}

//! Every setting is checked where it is read.

use super::ServerSettings;
use catalog_cli::settings::{DatabaseConfig, SettingError, StorefrontArguments};

/// The settings of `C`, read from a command line alone.
///
/// # Errors
/// The complaint.
pub(crate) fn read<C: clap::Args>(arguments: &[&str]) -> Result<C, String> {
    let command = C::augment_args(clap::Command::new("test").no_binary_name(true));
    let matches = command.clone().try_get_matches_from(arguments);
    let settings = matches.and_then(|matches| C::from_arg_matches(&matches));
    settings.map_err(|error| SettingError::of(&error, &command).map_or_else(|| error.to_string(), |e| e.to_string()))
}

#[test]
fn a_bad_value_is_named_and_shown_unless_it_can_hold_a_password() {
    for (flag, values) in [
        ("--bind", &["127.0.0.1", "", "nowhere"][..]),
        ("--metrics-bind", &["x"]),
        ("--workers", &["0", "1025", "none"]),
        ("--max-connections", &["0", "1000001"]),
        ("--keep-alive-seconds", &["0", "3601"]),
        ("--client-timeout-seconds", &["soon"]),
        ("--answer-cache-mb", &["1.5", "1048577"]),
        ("--max-answer-mb", &["0", "much"]),
        ("--login-attempts-per-minute", &["0", "many"]),
        ("--password-hash-cost", &["9", "17"]),
        ("--trusted-proxies", &["proxy.example", "::1,x"]),
        ("--max-pending-accounts", &["0", "many"]),
        ("--access-staleness-seconds", &["0", "86401", "never"]),
        ("--public-url", &["shop.example", "ftp://shop.example", "https://user:hunter2@shop.example"]),
        ("--public-url", &["https://shop.example/?a=b", "https://shop.example/#a"]),
        ("--client-url", &["shop.example", "https://user:hunter2@shop.example"]),
        ("--portal", &["yes", ""]),
        ("--site-name", &["", " ", "a\nb", "1234567890123456789012345678901234567890123456789012345678901"]),
        ("--v1", &["yes", ""]),
        ("--v1-sunset", &["soon", "2026-10-31", "2027-02-30"]),
        ("--mail-from", &["catalog", "a@b.example, c@d.example"]),
        ("--refresh-interval-ms", &["9", "3600001"]),
        ("--feed-settle-ms", &["soon"]),
        ("--feed-memory-mb", &["much", "1048577"]),
        ("--change-retention-days", &["0", "36501"]),
        ("--token-ttl-seconds", &["0"]),
    ] {
        for value in values {
            let error = read::<ServerSettings>(&[flag, value]).unwrap_err();
            assert!(error.starts_with(&format!("{flag} (CATALOG_")), "{error}");
            assert_eq!(error.contains(&format!(": {value:?} ")), !flag.ends_with("-url"), "{error}");
        }
    }
    let url = read::<DatabaseConfig>(&["--database-url", "mysql://u:hunter2@h/d"]).unwrap_err();
    assert_eq!(url, "--database-url (DATABASE_URL): must begin with sqlite://, postgres:// or postgresql://");
    let host = read::<StorefrontArguments>(&["--storefront-host", "https://x/"]).map(|_| ()).unwrap_err();
    assert!(
        host.starts_with(r#"--storefront-host (CATALOG_STOREFRONT_HOST): "https://x/" must be a host name"#),
        "{host}"
    );
}

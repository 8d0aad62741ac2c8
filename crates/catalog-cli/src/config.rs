//! `catalog config`: the settings of servers as they are in effect here, and where each comes from.

use crate::output::{OutputFormat, print_line};
use crate::settings::web_address;
use anyhow::Context;
use catalog_domain::ports::SigningSecret;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use credentials::secret_fingerprint;
use serde_json::json;
use store_diesel::DatabaseUrl;

/// The signing secrets, which have no flag.
const SECRETS: [&str; 2] = ["CATALOG_JWT_SECRET", "CATALOG_JWT_SECRET_PREVIOUS"];
/// The mail server, with its password.
const SMTP_URL: &str = "CATALOG_SMTP_URL";

/// What settings without a value come to, where that is something.
const WITHOUT_VALUE: [(&str, &str); 3] = [
    ("--site-name", "Catalog"),
    ("--import-spool", "the store's file with .imports, with SQLite"),
    ("--download-folder", "download beside the program, or ../share/catalog/download from there"),
];

struct Setting {
    /// The flag, or the variable of a secret.
    name: String,
    variable: String,
    /// Empty when it is not set.
    value: String,
    source: &'static str,
}

/// Prints every setting of `catalog config` in `whole`, the command line of this process, also when one is missing.
///
/// # Errors
/// When standard output cannot be written.
pub fn print(format: OutputFormat, mut whole: Command) -> anyhow::Result<()> {
    let matches = whole.clone().try_get_matches_from(std::env::args_os())?;
    let matches = matches.subcommand_matches("config").context("the command is not `config`")?;
    whole.build();
    let command = whole.find_subcommand("config").context("there is no command `config`")?;
    let flags = command.get_arguments().filter_map(|argument| setting(argument, matches));
    let settings: Vec<Setting> = flags.chain(SECRETS.into_iter().map(secret)).chain([mail_server()]).collect();
    match format {
        OutputFormat::Json => {
            let all = settings.iter().map(|setting| {
                let Setting { name, variable, value, source } = setting;
                json!({"setting": name, "variable": variable, "value": value, "source": source})
            });
            print_line(&json!({"settings": all.collect::<Vec<_>>()}).to_string())?;
        }
        OutputFormat::Text => {
            for Setting { name, variable, value, source } in &settings {
                let default = WITHOUT_VALUE.iter().find(|(setting, _)| setting == name);
                let value = if value.is_empty() { default.map_or("none", |(_, value)| value) } else { value };
                print_line(&format!("{name} ({variable}) = {value} [{source}]"))?;
            }
        }
    }
    Ok(())
}

/// The setting of a flag; `None` for a flag without a variable, which is no setting.
fn setting(argument: &Arg, matches: &ArgMatches) -> Option<Setting> {
    let (id, variable) = (argument.get_id().as_str(), argument.get_env()?.to_str()?.to_owned());
    let source = match matches.value_source(id) {
        Some(ValueSource::CommandLine) => "flag",
        Some(ValueSource::EnvVariable) => "environment",
        _ => "default",
    };
    let raw = matches.get_raw(id).into_iter().flatten();
    let raw: Vec<String> = raw.map(|value| value.to_string_lossy().into_owned()).collect();
    let value = shown(argument, &raw.join(","));
    Some(Setting { name: format!("--{}", argument.get_long()?), variable, value, source })
}

/// A value that may hold a password is shown without it, or not at all.
fn shown(argument: &Arg, value: &str) -> String {
    if value.is_empty() || !argument.is_hide_env_values_set() {
        return value.to_owned();
    }
    let store = value.parse::<DatabaseUrl>().map(|url| url.to_string());
    // An address that is taken has nobody's password in it.
    store.ok().or_else(|| web_address(value).ok()).unwrap_or_else(|| "(hidden)".into())
}

/// A secret is shown by its fingerprint.
fn secret(name: &'static str) -> Setting {
    let secret = std::env::var_os(name).and_then(|value| SigningSecret::new(value.into_encoded_bytes()));
    let source = if secret.is_some() { "environment" } else { "default" };
    let value = secret.map_or_else(String::new, |secret| format!("fingerprint {}", secret_fingerprint(&secret)));
    Setting { name: name.into(), variable: name.into(), value, source }
}

fn mail_server() -> Setting {
    let is_set = std::env::var_os(SMTP_URL).is_some();
    let (value, source) = if is_set { ("(hidden)", "environment") } else { ("", "default") };
    Setting { name: SMTP_URL.into(), variable: SMTP_URL.into(), value: value.into(), source }
}

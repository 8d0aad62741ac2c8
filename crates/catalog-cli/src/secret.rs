//! `catalog secret`: the signing secret in the store, without ever showing it.

use crate::output::{OutputFormat, print_line};
use crate::settings::{DatabaseConfig, TokenConfig};
use crate::store::{open_existing_store, open_store_to_show};
use anyhow::{Context, bail};
use catalog_app::accounts::{AuditActor, audit_secret_rotation};
use catalog_app::text::iso_time;
use catalog_domain::ports::{Clock, ReplacedSecret, SigningSecret, SigningSecrets, StoreSettings};
use catalog_domain::values::Timestamp;
use clap::{Args, Subcommand};
use credentials::{SystemClock, random_signing_secret, secret_fingerprint};
use serde_json::{Value, json};

/// The arguments of `catalog secret`.
#[derive(Args)]
pub struct SecretArguments {
    #[command(subcommand)]
    action: SecretAction,
}

/// The operations on the secret.
#[derive(Subcommand)]
enum SecretAction {
    /// Makes a new secret; running servers take it up by themselves, and nobody is logged out
    Rotate(RotateArguments),
    /// Shows which secrets are in use and since when, by their fingerprints
    Status(StatusArguments),
}

#[derive(Args)]
struct RotateArguments {
    /// End all tokens and feed cursors at once: the secret has leaked
    #[arg(long)]
    revoke: bool,
    #[command(flatten)]
    common: CommonArguments,
}

#[derive(Args)]
struct StatusArguments {
    #[command(flatten)]
    common: CommonArguments,
}

#[derive(Args)]
struct CommonArguments {
    /// The output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    #[command(flatten)]
    tokens: TokenConfig,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Rotates or shows the secret.
///
/// # Errors
/// When the secret is not the store's, was rotated too recently, there is no such store, or it fails.
pub fn run(arguments: &SecretArguments) -> anyhow::Result<()> {
    match &arguments.action {
        SecretAction::Rotate(arguments) => rotate(arguments),
        SecretAction::Status(StatusArguments { common }) => status(common),
    }
}

fn rotate(arguments: &RotateArguments) -> anyhow::Result<()> {
    let RotateArguments { revoke, common } = arguments;
    if environment_secret(&common.tokens)?.is_some() {
        bail!(
            "CATALOG_JWT_SECRET is set: servers sign with it and not with the secret in the store. Change it there, and \
             set CATALOG_JWT_SECRET_PREVIOUS to the old one"
        );
    }
    let store = open_existing_store(&common.database)?;
    let (now, lifetime) = (SystemClock.now(), common.tokens.lifetime_seconds);
    let before = store.signing_secrets()?;
    let in_use = before.as_ref().and_then(|secrets| previous_until(secrets, lifetime)).filter(|until| now < *until);
    if let (Some(until), false) = (in_use, *revoke) {
        bail!(
            "tokens of the previous secret are valid until {}, and a rotation would end them; wait until then, or end \
             all tokens at once with --revoke",
            iso_time(until)
        );
    }
    let secret = random_signing_secret().context("cannot make a signing secret")?;
    let replaced = if *revoke { ReplacedSecret::Revoke } else { ReplacedSecret::Keep };
    let secrets = store.rotate_signing_secret(&secret, replaced, now)?;
    audit_secret_rotation(AuditActor::CommandLine, &secret_fingerprint(&secrets.current), *revoke);
    print(common, Some(&secrets), None)
}

fn status(common: &CommonArguments) -> anyhow::Result<()> {
    let from_environment = environment_secret(&common.tokens)?;
    let store = open_store_to_show(&common.database)?;
    print(common, store.signing_secrets()?.as_ref(), from_environment.as_ref())
}

/// The secret in the environment of this command, which servers use instead of the store's.
fn environment_secret(tokens: &TokenConfig) -> anyhow::Result<Option<SigningSecret>> {
    Ok(tokens.clone().with_secrets(|name| std::env::var_os(name))?.secret)
}

/// When the tokens of the previous secret end; `None` when there is none.
fn previous_until(secrets: &SigningSecrets, lifetime_seconds: i64) -> Option<Timestamp> {
    secrets.previous.as_ref()?;
    Some(secrets.since?.plus_seconds(lifetime_seconds))
}

fn print(
    common: &CommonArguments,
    stored: Option<&SigningSecrets>,
    from_environment: Option<&SigningSecret>,
) -> anyhow::Result<()> {
    let lifetime = common.tokens.lifetime_seconds;
    Ok(print_line(&match common.format {
        OutputFormat::Text => text(stored, from_environment, lifetime),
        OutputFormat::Json => document(stored, from_environment, lifetime).to_string(),
    })?)
}

fn text(stored: Option<&SigningSecrets>, from_environment: Option<&SigningSecret>, lifetime: i64) -> String {
    let mut lines = Vec::new();
    if let Some(secret) = from_environment {
        lines.push(format!(
            "environment: {} in CATALOG_JWT_SECRET, used instead of the store's",
            secret_fingerprint(secret)
        ));
    }
    match stored {
        None => lines.push("store: no secret yet; the first server makes one".into()),
        Some(secrets) => {
            let since = secrets.since.map_or_else(
                || "since before times were stored".into(),
                |at| {
                    let days = (SystemClock.now().unix_seconds() - at.unix_seconds()).max(0) / 86_400;
                    format!("since {} ({days} days)", iso_time(at))
                },
            );
            lines.push(format!("current: {} {since}", secret_fingerprint(&secrets.current)));
            if let Some(previous) = &secrets.previous {
                let until = previous_until(secrets, lifetime).map_or_else(String::new, iso_time);
                let key = secret_fingerprint(previous);
                lines.push(format!(
                    "previous: {key}, for tokens until {until}, for feed cursors until the next rotation"
                ));
            }
        }
    }
    lines.join("\n")
}

fn document(stored: Option<&SigningSecrets>, from_environment: Option<&SigningSecret>, lifetime: i64) -> Value {
    json!({
        "environment": from_environment.map(secret_fingerprint),
        "current": stored.map(|secrets| secret_fingerprint(&secrets.current)),
        "since": stored.and_then(|secrets| secrets.since).map(iso_time),
        "previous": stored.and_then(|secrets| secrets.previous.as_ref()).map(secret_fingerprint),
        "previousUntil": stored.and_then(|secrets| previous_until(secrets, lifetime)).map(iso_time),
    })
}

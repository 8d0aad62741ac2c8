//! `catalog mail`: whether mail leaves with the settings of the servers.

use crate::output::{print_line, printable};
use crate::settings::{MailConfig, PublicUrlConfig};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use mail::send_test_message;
use std::time::Duration;

/// The longest that the mail server may take.
const LIMIT: Duration = Duration::from_secs(60);
/// The most characters of what the mail server said that are printed.
const MOST_WORDS: usize = 200;

/// The arguments of `catalog mail`.
#[derive(Args)]
pub struct MailArguments {
    #[command(subcommand)]
    action: MailAction,
}

/// What is done with the mail server.
#[derive(Subcommand)]
enum MailAction {
    /// Sends one message without a link, prints what the mail server said, and exits with 0 or 1
    Test(TestArguments),
}

#[derive(Args)]
struct TestArguments {
    /// The address that the message is sent to
    address: String,
    #[command(flatten)]
    mail: MailConfig,
    #[command(flatten)]
    public_url: PublicUrlConfig,
}

/// Sends the message.
///
/// # Errors
/// When a setting is bad or missing, or the mail server did not accept the message.
pub fn run(arguments: &MailArguments) -> anyhow::Result<()> {
    let MailAction::Test(TestArguments { address, mail, public_url }) = &arguments.action;
    let mail = mail.clone().with_server(&public_url.links, |name| std::env::var_os(name))?;
    let (server, sender) = mail
        .server
        .zip(mail.sender)
        .context("no mail is sent: CATALOG_SMTP_URL and --mail-from (CATALOG_MAIL_FROM) are not set")?;
    let said = |text: &str| printable(text).chars().take(MOST_WORDS).collect::<String>();
    match send_test_message(&server, &sender, address, LIMIT) {
        Ok(reply) => {
            Ok(print_line(&format!("{} accepted the message to {address}: {}", server.address(), said(&reply)))?)
        }
        Err(reason) => bail!("{} did not accept the message to {address}: {}", server.address(), said(&reason)),
    }
}

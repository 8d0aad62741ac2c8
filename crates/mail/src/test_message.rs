//! A message to try the settings with, sent at once and by itself.

use crate::delivery::{connect, words};
use crate::smtp_mailer::outgoing;
use crate::smtp_server::{MailSender, SmtpServer};
use catalog_domain::ports::MailMessage;
use localization::Locale;
use std::time::Duration;

/// Sends a message without a secret to `recipient`, and returns what the mail server said to it. Blocks for at most
/// `limit`.
///
/// # Errors
/// What went wrong, with the mail server's own words where it said any.
pub fn send_test_message(
    server: &SmtpServer,
    sender: &MailSender,
    recipient: &str,
    limit: Duration,
) -> Result<String, String> {
    let locale = Locale::default();
    let message = MailMessage {
        kind: "test",
        recipient: recipient.to_owned(),
        subject: locale.text("mail-test").into_owned(),
        replaces_earlier: false,
        text: format!("{}\n\n{}\n", locale.text("mail-hello"), locale.text("mail-test-text")),
    };
    let message = outgoing(sender, &message).ok_or("mail cannot be sent to this address")?;
    let attempt = async {
        let mut connection = connect(server).await.map_err(|error| words(&error))?;
        let reply = connection.send(&message.envelope, &message.bytes).await.map_err(|error| words(&error))?;
        let text = format!("{} {}", reply.code(), reply.message().collect::<Vec<_>>().join(" "));
        connection.abort().await;
        Ok(text)
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let too_slow = |_| Err(format!("it said nothing for {} seconds", limit.as_secs()));
        tokio::time::timeout(limit, attempt).await.unwrap_or_else(too_slow)
    })
}

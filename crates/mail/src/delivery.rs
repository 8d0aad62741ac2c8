//! One attempt: a connection, perhaps a login, one message.

use crate::smtp_server::{Encryption, SmtpServer};
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use std::error::Error as _;

#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) number: u64,
    pub(crate) recipient: String,
    /// Whether a later message of its kind makes it void.
    pub(crate) is_replaced: bool,
    pub(crate) kind: &'static str,
    pub(crate) envelope: Envelope,
    pub(crate) bytes: Vec<u8>,
}

/// Why a message was not accepted.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The server cannot be used, for this message or any other.
    Server(String),
    /// The server refuses this message for now.
    ForNow(String),
    /// The server refuses this message for good.
    ForGood(String),
}

/// Sends a message.
///
/// # Errors
/// [`Failure`], with a reason that can be logged.
pub(crate) async fn deliver(server: &SmtpServer, message: &Outgoing) -> Result<(), Failure> {
    let mut connection = connect(server).await.map_err(|error| Failure::Server(reason(&error)))?;
    let sent = connection.send(&message.envelope, &message.bytes).await;
    match sent {
        Ok(_) => {
            // Whatever comes of the goodbye, the message is accepted.
            connection.abort().await;
            Ok(())
        }
        Err(error) if error.is_permanent() || error.is_client() => Err(Failure::ForGood(reason(&error))),
        Err(error) if error.is_transient() => Err(Failure::ForNow(reason(&error))),
        Err(error) => Err(Failure::Server(reason(&error))),
    }
}

pub(crate) async fn connect(server: &SmtpServer) -> Result<AsyncSmtpConnection, Error> {
    let (address, name) = ((&*server.host, server.port), ClientId::default());
    let tls = || TlsParameters::new(server.host.clone());
    let wrapper = (server.encryption == Encryption::Tls).then(tls).transpose()?;
    // The whole attempt is bounded by its caller.
    let mut connection = AsyncSmtpConnection::connect_tokio1(address, None, &name, wrapper, None).await?;
    if server.encryption == Encryption::StartTls {
        connection.starttls(tls()?, &name).await?;
    }
    if let Some(credentials) = &server.credentials {
        connection.auth(DEFAULT_MECHANISMS, credentials).await?;
    }
    Ok(connection)
}

/// What an operator may read who has just sent a message without a secret: the server's own words, too.
pub(crate) fn words(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// What the log may say. Servers quote suspicious links, so a server's own words are left out.
fn reason(error: &Error) -> String {
    match error.status() {
        Some(code) => format!("the mail server replied {code}"),
        None if error.is_response() => "the mail server sent a malformed reply".into(),
        None => error.source().map_or_else(|| error.to_string(), ToString::to_string),
    }
}

//! The settings of mail: the server's URL, which may hold a password, and the sender.

use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use percent_encoding::percent_decode_str;
use std::fmt;
use std::str::FromStr;
use url::Url;

/// The port of `smtps` (RFC 8314).
const SUBMISSIONS_PORT: u16 = 465;
/// The port of `smtp` (RFC 6409).
const SUBMISSION_PORT: u16 = 587;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encryption {
    /// From its first byte.
    Tls,
    /// By STARTTLS, before anything is sent. A server without it is not used.
    StartTls,
    /// Not at all.
    Off,
}

/// A mail server. `Debug` shows no password.
#[derive(Clone)]
pub struct SmtpServer {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    pub(crate) credentials: Option<Credentials>,
}

/// What is wrong with the URL of a mail server. It contains nothing of the URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SmtpUrlError {
    /// Not a URL with a known scheme and a host.
    #[error(
        "must be smtps://USER:PASSWORD@HOST:PORT, or smtp://... for STARTTLS; user, password and port may be left out"
    )]
    Form,
    /// It has a path, a fragment or an unknown parameter.
    #[error("must end after the host or port; only ?tls=off may follow smtp://HOST:PORT")]
    Surplus,
    /// A user without a password or the other way round.
    #[error("must have both a user and a password, percent-encoded, or neither")]
    Credentials,
    /// A password would be sent in clear text.
    #[error("must not have a password together with tls=off, which would send it in clear text")]
    Unencrypted,
}

impl FromStr for SmtpServer {
    type Err = SmtpUrlError;

    fn from_str(text: &str) -> Result<Self, SmtpUrlError> {
        let url = Url::parse(text.trim()).map_err(|_| SmtpUrlError::Form)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(SmtpUrlError::Form)?;
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(SmtpUrlError::Surplus);
        }
        let (encryption, port) = match (url.scheme(), url.query()) {
            ("smtps", None) => (Encryption::Tls, SUBMISSIONS_PORT),
            ("smtp", None) => (Encryption::StartTls, SUBMISSION_PORT),
            ("smtp", Some("tls=off")) => (Encryption::Off, SUBMISSION_PORT),
            ("smtp" | "smtps", Some(_)) => return Err(SmtpUrlError::Surplus),
            _ => return Err(SmtpUrlError::Form),
        };
        let credentials = credentials(&url)?;
        if credentials.is_some() && encryption == Encryption::Off {
            return Err(SmtpUrlError::Unencrypted);
        }
        // An IPv6 address is written in brackets, and connected to without.
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Self { host, port: url.port().unwrap_or(port), encryption, credentials })
    }
}

fn credentials(url: &Url) -> Result<Option<Credentials>, SmtpUrlError> {
    let decoded = |text| percent_decode_str(text).decode_utf8().map_err(|_| SmtpUrlError::Credentials);
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) | (_, None | Some("")) => Err(SmtpUrlError::Credentials),
        (user, Some(password)) => {
            Ok(Some(Credentials::new(decoded(user)?.into_owned(), decoded(password)?.into_owned())))
        }
    }
}

impl SmtpServer {
    /// Its name and port: `mail.example:587`.
    pub fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

/// For the log: without user and password.
impl fmt::Display for SmtpServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encryption = match self.encryption {
            Encryption::Tls => "TLS",
            Encryption::StartTls => "STARTTLS",
            Encryption::Off => "not encrypted",
        };
        write!(formatter, "{}:{} ({encryption})", self.host, self.port)
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, encryption, .. } = self;
        formatter
            .debug_struct("SmtpServer")
            .field("host", host)
            .field("port", port)
            .field("encryption", encryption)
            .finish_non_exhaustive()
    }
}

/// The sender of all mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender {
    pub(crate) mailbox: Mailbox,
    /// What subjects begin with.
    site_name: Option<String>,
}

impl MailSender {
    /// The sender of mails whose subjects begin with the name of the service.
    #[must_use]
    pub fn named(self, site_name: Option<String>) -> Self {
        Self { site_name, ..self }
    }

    pub(crate) fn subject(&self, subject: &str) -> String {
        self.site_name.as_ref().map_or_else(|| subject.to_owned(), |name| format!("{name}: {subject}"))
    }
}

/// A text is not a sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not an address such as catalog@shop.example or Catalog <catalog@shop.example>")]
pub struct MailSenderError;

impl FromStr for MailSender {
    type Err = MailSenderError;

    fn from_str(text: &str) -> Result<Self, MailSenderError> {
        let mailbox = text.trim().parse().map_err(|_| MailSenderError)?;
        Ok(Self { mailbox, site_name: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_server_port_encryption_and_credentials() {
        for (url, host, port, encryption, password) in [
            ("smtps://mail.example", "mail.example", 465, Encryption::Tls, None),
            ("smtp://mail.example", "mail.example", 587, Encryption::StartTls, None),
            (" smtp://mail.example:25/ ", "mail.example", 25, Encryption::StartTls, None),
            ("smtp://[::1]:25?tls=off", "::1", 25, Encryption::Off, None),
            (
                "smtps://ann%40a.example:p%2Fw%3A@m.example",
                "m.example",
                465,
                Encryption::Tls,
                Some(("ann@a.example", "p/w:")),
            ),
        ] {
            let server: SmtpServer = url.parse().unwrap();
            assert_eq!((&*server.host, server.port, server.encryption), (host, port, encryption), "{url}");
            let expected = password.map(|(user, password)| Credentials::new(user.into(), password.into()));
            assert_eq!(server.credentials, expected, "{url}");
            assert!(!format!("{server:?}").contains("p/w"), "{server:?}");
        }
    }

    #[test]
    fn a_bad_url_is_refused_without_being_quoted() {
        for (url, error) in [
            ("", SmtpUrlError::Form),
            ("mail.example:hunter2", SmtpUrlError::Form),
            ("https://u:hunter2@mail.example", SmtpUrlError::Form),
            ("smtp://", SmtpUrlError::Form),
            ("smtp://mail.example:hunter2", SmtpUrlError::Form),
            ("smtps://u:hunter2@mail.example/inbox", SmtpUrlError::Surplus),
            ("smtps://u:hunter2@mail.example?tls=off", SmtpUrlError::Surplus),
            ("smtp://mail.example?tls=opportunistic", SmtpUrlError::Surplus),
            ("smtp://mail.example#a", SmtpUrlError::Surplus),
            ("smtps://hunter2@mail.example", SmtpUrlError::Credentials),
            ("smtps://:hunter2@mail.example", SmtpUrlError::Credentials),
            ("smtps://u:%ff@mail.example", SmtpUrlError::Credentials),
            ("smtp://u:hunter2@mail.example?tls=off", SmtpUrlError::Unencrypted),
        ] {
            assert_eq!(url.parse::<SmtpServer>().unwrap_err(), error, "{url}");
            assert!(!error.to_string().contains("hunter2"));
        }
    }

    #[test]
    fn a_sender_is_an_address_with_or_without_a_name() {
        for text in ["catalog@shop.example", "Catalog <catalog@shop.example>", " \"A, B\" <a@b.example> "] {
            assert!(text.parse::<MailSender>().is_ok(), "{text}");
        }
        for text in ["", "catalog", "a@b.example, c@d.example", "a@b.example\r\nBcc: x@y.example"] {
            assert_eq!(text.parse::<MailSender>(), Err(MailSenderError), "{text:?}");
        }
    }
}

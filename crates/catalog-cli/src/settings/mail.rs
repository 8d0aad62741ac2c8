//! Mail: the server, with its password from the environment only, and the sender.

use super::error::SettingError;
use catalog_domain::accounts::InvitationLinks;
use clap::Args;
use mail::{MailSender, SmtpServer};
use std::ffi::OsString;

const SMTP_URL: &str = "CATALOG_SMTP_URL";
const MAIL_FROM: &str = "--mail-from (CATALOG_MAIL_FROM)";
const PUBLIC_URL: &str = "--public-url (CATALOG_PUBLIC_URL)";

/// Mail. `Debug` shows no password, because [`SmtpServer`] does not.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Mail")]
pub struct MailConfig {
    /// The sender of mail, such as `Catalog <catalog@shop.example>`; needs CATALOG_SMTP_URL [default: none, no mail is
    /// sent]
    #[arg(long = "mail-from", value_name = "ADDRESS", env = "CATALOG_MAIL_FROM")]
    pub sender: Option<MailSender>,
    /// The mail server.
    #[arg(skip)]
    pub server: Option<SmtpServer>,
}

impl MailConfig {
    /// This with the mail server; `variable` looks up an environment variable.
    ///
    /// # Errors
    /// [`SettingError`] for a bad URL, of which it shows nothing, and when one of the settings of mail is missing.
    pub fn with_server(
        self,
        links: &InvitationLinks,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, SettingError> {
        let server = variable(SMTP_URL).map(|url| url.to_string_lossy().parse());
        let server: Option<SmtpServer> = server.transpose().map_err(|problem| SettingError::new(SMTP_URL, problem))?;
        let missing = |setting, needed| Err(SettingError::new(setting, format!("needs {needed} as well")));
        match (&server, &self.sender) {
            (Some(_), None) => missing(SMTP_URL, MAIL_FROM),
            (None, Some(_)) => missing(MAIL_FROM, SMTP_URL),
            (Some(_), Some(_)) if !links.are_absolute() => missing(SMTP_URL, PUBLIC_URL),
            _ => Ok(Self { server, ..self }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::read;
    use super::*;

    #[test]
    fn mail_needs_server_sender_and_public_address_or_nothing_and_shows_no_password() {
        let (url, public) = ("smtps://u:hunter2@mail.example", "https://shop.example");
        for (url, sender, public, error) in [
            (None, None, "", None),
            (None, None, public, None),
            (Some(url), Some("a@shop.example"), public, None),
            (Some(url), None, public, Some("CATALOG_SMTP_URL: needs --mail-from (CATALOG_MAIL_FROM) as well")),
            (
                None,
                Some("a@shop.example"),
                public,
                Some("--mail-from (CATALOG_MAIL_FROM): needs CATALOG_SMTP_URL as well"),
            ),
            (
                Some(url),
                Some("a@shop.example"),
                "",
                Some("CATALOG_SMTP_URL: needs --public-url (CATALOG_PUBLIC_URL) as well"),
            ),
            (
                Some("smtps://hunter2@mail.example"),
                Some("a@shop.example"),
                public,
                Some("CATALOG_SMTP_URL: must have both a user and a password, percent-encoded, or neither"),
            ),
        ] {
            let flags = sender.map(|sender| ["--mail-from", sender]);
            let config: MailConfig = read(flags.as_ref().map_or(&[][..], |flags| &flags[..])).unwrap();
            let config = config.with_server(&InvitationLinks::new(public), |_| url.map(Into::into));
            assert!(!format!("{config:?}").contains("hunter2"), "{config:?}");
            assert_eq!(config.err().map(|error| error.to_string()), error.map(str::to_owned));
        }
    }
}

//! Mail over SMTP behind the domain's port `Mailer`.
//!
//! Messages wait in memory, a bounded number of them, and one thread delivers them: no caller ever waits for a mail
//! server. A server that cannot be used stops all deliveries for a growing pause; a server that refuses one message for
//! now delays that message. Invitation links are secrets, so nothing is written to the store or the log, and a restart
//! drops what waits.

mod deliveries;
mod delivery;
mod outbox;
mod smtp_mailer;
mod smtp_server;
mod test_message;

pub use outbox::RetryPolicy;
pub use smtp_mailer::SmtpMailer;
pub use smtp_server::{MailSender, MailSenderError, SmtpServer, SmtpUrlError};
pub use test_message::send_test_message;

//! Mail against mail servers that accept, refuse, are down or hang.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use catalog_domain::ports::{MailMessage, MailOutcome, MailState, MailStatus, Mailer};
use catalog_testkit::mail_server::{MailReply, TestMailServer};
use mail::{MailSender, RetryPolicy, SmtpMailer, send_test_message};
use std::time::{Duration, Instant};

/// Repeats at once, so that no test waits.
const EAGER: RetryPolicy = RetryPolicy {
    first_pause: Duration::from_millis(1),
    longest_pause: Duration::from_millis(1),
    give_up_after: Duration::from_secs(3_600),
    attempt_limit: Duration::from_secs(30),
};

fn mailer(url: &str, policy: RetryPolicy) -> SmtpMailer {
    let sender = "Catalog <catalog@shop.example>".parse().unwrap();
    SmtpMailer::start(url.parse().unwrap(), sender, policy).unwrap()
}

fn message(recipient: &str) -> MailMessage {
    let text = "Hello,\n\nhttps://shop.example/portal/password?invitation=secret\n.\nend\n".to_owned();
    MailMessage {
        kind: "invitation",
        recipient: recipient.to_owned(),
        subject: "Приглашение".to_owned(),
        replaces_earlier: false,
        text,
    }
}

/// Waits until the status is as `is_right` says.
fn wait_for(mailer: &SmtpMailer, is_right: impl Fn(&MailStatus) -> bool) -> MailStatus {
    let start = Instant::now();
    loop {
        let status = mailer.status();
        if is_right(&status) {
            return status;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{status:?}");
        std::thread::yield_now();
    }
}

#[test]
fn a_subject_begins_with_the_name_of_the_service() {
    let server = TestMailServer::start(&[]);
    let sender: MailSender = "Catalog <catalog@shop.example>".parse().unwrap();
    let sender = sender.named(Some("Pumps Ltd".to_owned()));
    let mailer = SmtpMailer::start(server.url().parse().unwrap(), sender, EAGER).unwrap();
    let message = MailMessage { subject: "Invitation".to_owned(), ..message("ann@a.example") };
    assert_eq!(mailer.send(message), MailOutcome::Queued);
    assert_eq!(server.next().header("Subject"), "Pumps Ltd: Invitation");
}

#[test]
fn a_message_arrives_as_plain_text_from_the_sender_for_one_recipient() {
    let server = TestMailServer::start(&[]);
    let mailer = mailer(&server.url(), EAGER);
    assert_eq!(mailer.send(message("ann@a.example")), MailOutcome::Queued);
    let received = server.next();
    assert_eq!(received.recipient, "ann@a.example");
    assert_eq!(received.header("From"), "Catalog <catalog@shop.example>");
    assert_eq!(received.header("To"), "ann@a.example");
    assert_eq!(received.header("Subject"), "=?utf-8?b?0J/RgNC40LPQu9Cw0YjQtdC90LjQtQ==?=");
    assert_eq!(received.header("Content-Type"), "text/plain; charset=utf-8");
    assert_eq!(received.header("Auto-Submitted"), "auto-generated");
    assert!(received.header("Date").ends_with("+0000"));
    assert!(received.header("Message-ID").starts_with('<'));
    assert_eq!(received.link(), "https://shop.example/portal/password?invitation=secret");
    assert!(received.text.contains("\n..\nend\n"), "a line with a dot does not end it: {received:?}");
    let status = wait_for(&mailer, |status| status.sent == 1);
    assert_eq!(status, MailStatus { limit: 1_000, sent: 1, ..MailStatus::default() });
}

#[test]
fn an_address_that_would_add_a_header_or_a_command_is_refused() {
    let server = TestMailServer::start(&[]);
    let mailer = mailer(&server.url(), EAGER);
    for recipient in
        ["a@b.example\r\nBcc: x@y.example", "a@b.example>\r\nRCPT TO:<x@y.example", "a@b.example, c@d.example", ""]
    {
        assert_eq!(mailer.send(message(recipient)), MailOutcome::BadAddress, "{recipient:?}");
    }
    let subject = "new\r\nBcc: x@y.example".to_owned();
    mailer.send(MailMessage { subject, ..message("ann@a.example") });
    let received = server.next();
    assert!(!received.headers.iter().any(|line| line.starts_with("Bcc")), "{received:?}");
    assert_eq!(mailer.status().refused, 4);
}

#[test]
fn a_message_that_is_refused_for_now_is_repeated_and_delays_no_other_one() {
    let server = TestMailServer::start(&[MailReply::Refuse(450), MailReply::Refuse(451)]);
    let mailer = mailer(&server.url(), EAGER);
    for recipient in ["ann@a.example", "bob@b.example"] {
        assert_eq!(mailer.send(message(recipient)), MailOutcome::Queued);
    }
    let mut recipients = [server.next().recipient, server.next().recipient];
    recipients.sort();
    assert_eq!(recipients, ["ann@a.example", "bob@b.example"]);
    let status = wait_for(&mailer, |status| status.sent == 2);
    assert_eq!((status.retries, status.failed, status.waiting), (2, 0, 0));
}

#[test]
fn a_message_that_is_refused_for_good_is_given_up() {
    let server = TestMailServer::start(&[MailReply::Refuse(550)]);
    let mailer = mailer(&server.url(), EAGER);
    mailer.send(message("nobody@a.example"));
    let status = wait_for(&mailer, |status| status.failed == 1);
    assert_eq!((status.retries, status.waiting), (0, 0));
    mailer.send(message("ann@a.example"));
    assert_eq!(server.next().recipient, "ann@a.example");
}

/// The states of the messages to a recipient, the latest first.
fn states(mailer: &SmtpMailer, recipient: &str) -> Vec<MailState> {
    mailer.deliveries(recipient).into_iter().map(|delivery| delivery.state).collect()
}

#[test]
fn what_became_of_a_message_is_known_by_its_recipient() {
    let server = TestMailServer::start(&[MailReply::Refuse(550)]);
    let mailer = mailer(&server.url(), EAGER);
    assert_eq!(states(&mailer, "ann@a.example"), []);
    mailer.send(message("nobody@a.example"));
    wait_for(&mailer, |status| status.failed == 1);
    mailer.send(message("ann@a.example"));
    wait_for(&mailer, |status| status.sent == 1);
    assert_eq!(states(&mailer, "ann@a.example"), [MailState::Accepted]);
    let refused = MailState::GivenUp("the mail server replied 550".to_owned());
    assert_eq!(states(&mailer, "nobody@a.example"), [refused], "none of the server's words");
}

#[test]
fn a_link_that_waits_for_a_server_that_is_down_is_replaced_by_the_next_one_and_tried_when_asked() {
    let address = TestMailServer::free_address();
    let slow = Duration::from_secs(3_600);
    let policy = RetryPolicy { first_pause: slow, longest_pause: slow, ..EAGER };
    let mailer = mailer(&format!("smtp://{address}?tls=off"), policy);
    let link = || MailMessage { replaces_earlier: true, ..message("ann@a.example") };
    mailer.send(link());
    wait_for(&mailer, |status| status.retries == 1);
    mailer.send(MailMessage { subject: "the second".to_owned(), ..link() });
    mailer.send(MailMessage { kind: "notice", ..message("ann@a.example") });
    let states = states(&mailer, "ann@a.example");
    assert_eq!((states.len(), mailer.status().waiting), (2, 2), "the first has a void link: {states:?}");
    for state in states {
        assert!(matches!(&state, MailState::Waiting(Some(failure)) if !failure.reason.is_empty()), "{state:?}");
    }
    let server = TestMailServer::start_at(address, &[]);
    mailer.retry_now();
    let mut subjects = [server.next(), server.next()].map(|mail| mail.header("Subject").to_owned());
    subjects.sort();
    assert_eq!(subjects[1], "the second");
}

#[test]
fn a_test_message_says_what_the_server_said() {
    let sender = "catalog@shop.example".parse().unwrap();
    let server = TestMailServer::start(&[MailReply::Accept, MailReply::Refuse(550), MailReply::Hang]);
    let send = |url: &str, to: &str, limit| send_test_message(&url.parse().unwrap(), &sender, to, limit);
    let limit = Duration::from_secs(30);
    assert_eq!(send(&server.url(), "ann@a.example", limit).unwrap(), "250 accepted");
    assert_eq!(server.next().header("Subject"), "A test message of the catalog");
    let refused = send(&server.url(), "ann@a.example", limit).unwrap_err();
    assert!(refused.contains("550"), "{refused}");
    assert!(refused.contains("quoted.example refused"), "{refused}");
    assert!(send(&server.url(), "ann@a.example", Duration::ZERO).unwrap_err().contains("said nothing for 0 seconds"));
    assert!(send(&server.url(), "ann", limit).unwrap_err().contains("this address"));
    let nowhere = format!("smtp://{}?tls=off", TestMailServer::free_address());
    assert!(send(&nowhere, "ann@a.example", limit).is_err());
}

#[test]
fn messages_wait_for_a_server_that_is_down_and_arrive_once_it_is_back() {
    let address = TestMailServer::free_address();
    let mailer = mailer(&format!("smtp://{address}?tls=off"), EAGER);
    for recipient in ["ann@a.example", "bob@b.example"] {
        mailer.send(message(recipient));
    }
    wait_for(&mailer, |status| status.retries >= 3);
    assert_eq!(mailer.status().waiting, 2);
    let server = TestMailServer::start_at(address, &[]);
    let mut recipients = [server.next().recipient, server.next().recipient];
    recipients.sort();
    assert_eq!(recipients, ["ann@a.example", "bob@b.example"]);
    wait_for(&mailer, |status| status.sent == 2 && status.waiting == 0);
}

#[test]
fn a_server_that_hangs_ends_the_attempt_and_not_the_message() {
    let server = TestMailServer::start(&[MailReply::Hang]);
    let mailer = mailer(&server.url(), RetryPolicy { attempt_limit: Duration::from_millis(200), ..EAGER });
    mailer.send(message("ann@a.example"));
    assert_eq!(server.next().recipient, "ann@a.example");
    assert!(wait_for(&mailer, |status| status.sent == 1).retries >= 1);
}

#[test]
fn a_server_that_leaves_after_accepting_gets_the_message_once() {
    let server = TestMailServer::start(&[MailReply::AcceptAndClose]);
    let mailer = mailer(&server.url(), EAGER);
    for recipient in ["ann@a.example", "bob@b.example"] {
        mailer.send(message(recipient));
    }
    wait_for(&mailer, |status| status.sent == 2);
    let recipients: Vec<_> = server.received().into_iter().map(|mail| mail.recipient).collect();
    assert_eq!(recipients, ["ann@a.example", "bob@b.example"]);
}

#[test]
fn a_server_without_encryption_is_not_used_unless_the_url_says_so() {
    let server = TestMailServer::start(&[]);
    for scheme in ["smtp", "smtps"] {
        let limit = Duration::from_millis(500);
        let mailer = mailer(&format!("{scheme}://{}", server.address), RetryPolicy { attempt_limit: limit, ..EAGER });
        mailer.send(message("ann@a.example"));
        wait_for(&mailer, |status| status.retries >= 1);
        assert_eq!((mailer.status().sent, mailer.status().waiting), (0, 1), "{scheme}");
    }
    assert_eq!(server.received(), []);
}

#[test]
fn the_queue_is_bounded_and_a_full_one_refuses_at_once() {
    let address = TestMailServer::free_address();
    let policy = RetryPolicy { first_pause: Duration::from_secs(3_600), ..EAGER };
    let mailer = mailer(&format!("smtp://{address}?tls=off"), policy);
    let limit = mailer.status().limit;
    for _ in 0..limit {
        assert_eq!(mailer.send(message("ann@a.example")), MailOutcome::Queued);
    }
    assert_eq!(mailer.send(message("ann@a.example")), MailOutcome::Full);
    let status = mailer.status();
    assert_eq!((status.waiting, status.refused), (limit, 1));
}

#[test]
fn a_message_that_waited_too_long_is_given_up() {
    let address = TestMailServer::free_address();
    let policy = RetryPolicy { give_up_after: Duration::from_millis(20), ..EAGER };
    let mailer = mailer(&format!("smtp://{address}?tls=off"), policy);
    mailer.send(message("ann@a.example"));
    let status = wait_for(&mailer, |status| status.failed == 1);
    assert_eq!((status.waiting, status.sent), (0, 0));
}

//! Mail, from the setting to the message.

use crate::support::{BUYER, Outcome, Sandbox, Server, until};
use catalog_testkit::mail_server::{MailReply, TestMailServer};
use serde_json::json;

fn start(sandbox: &Sandbox, mail_server: &TestMailServer) -> Server {
    let mut command = sandbox.serve_command(&[]);
    command.env("CATALOG_SMTP_URL", mail_server.url()).env("CATALOG_MAIL_FROM", "Catalog <catalog@shop.example>");
    command.env("CATALOG_PUBLIC_URL", "https://shop.example");
    Server::spawn(command)
}

#[test]
fn a_forgotten_password_is_replaced_by_the_link_in_a_mail_which_no_log_shows() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let mail_server = TestMailServer::start(&[]);
        let server = start(&sandbox, &mail_server);
        assert_eq!(server.post("/auth/password/forgotten", &json!({"email": BUYER})).status, 202);
        let mail = mail_server.next();
        assert_eq!((&*mail.recipient, mail.header("To")), (BUYER, BUYER));
        assert_eq!(mail.header("From"), "Catalog <catalog@shop.example>");
        let token = mail.link().strip_prefix("https://shop.example/portal/password?invitation=").unwrap().to_owned();
        let password = "another password";
        assert_eq!(server.post("/auth/password", &json!({"invitation": token, "password": password})).status, 200);
        assert_eq!(server.post("/auth/token", &json!({"login": BUYER, "password": password})).status, 200);
        until("the line of the mail", || server.log().contains("a mail was sent").then_some(()));
        for secret in [&*token, BUYER] {
            assert!(!server.log().contains(secret), "{}", server.log());
        }
    }
}

#[test]
fn the_command_sends_a_test_message_and_says_what_the_server_said() {
    let sandbox = Sandbox::new();
    let mail_server = TestMailServer::start(&[MailReply::Accept, MailReply::Refuse(550)]);
    let run = |url: &str| {
        let mut command = sandbox.command(&["mail", "test", BUYER, "--mail-from", "catalog@shop.example"]);
        command.args(["--public-url", "https://shop.example"]).env("CATALOG_SMTP_URL", url);
        Outcome::from(command.output().unwrap())
    };
    let accepted = run(&mail_server.url());
    assert_eq!(accepted.printed(), format!("{} accepted the message to {BUYER}: 250 accepted\n", mail_server.address));
    assert_eq!(mail_server.next().recipient, BUYER);
    let refused = run(&mail_server.url());
    refused.assert_refused(&["550", "refused"]);
    run(&format!("smtp://{}?tls=off", TestMailServer::free_address())).assert_refused(&["did not accept"]);
    sandbox.run(&["mail", "test", BUYER]).assert_refused(&["CATALOG_SMTP_URL"]);
    assert!(!sandbox.path("data").exists(), "it needs no store");
}

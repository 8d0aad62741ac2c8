//! What administrators read about mail that is on its way, or is not.

use crate::browser::Browser;
use crate::test_portal::{TestPortal, login};
use catalog_domain::accounts::AccountStatus;
use catalog_domain::ports::{MailDelivery, MailFailure, MailMessage, MailOutcome, MailState, MailStatus, Mailer};
use catalog_domain::pricing::Role;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Says of the last message what the test sets.
#[derive(Default)]
struct Reporting {
    state: Mutex<Option<MailState>>,
    sent: AtomicUsize,
    retried: AtomicUsize,
}

impl Mailer for Reporting {
    fn send(&self, _: MailMessage) -> MailOutcome {
        self.sent.fetch_add(1, Ordering::SeqCst);
        MailOutcome::Queued
    }

    fn deliveries(&self, recipient: &str) -> Vec<MailDelivery> {
        let state = self.state.lock().unwrap().clone().filter(|_| recipient == login("ann"));
        let delivery = |state| MailDelivery { kind: "access_approved", age: Duration::from_secs(3_600), state };
        state.map(delivery).into_iter().collect()
    }

    fn undelivered(&self, _: &'static [&'static str]) -> Vec<String> {
        let missing = self.deliveries(&login("ann")).into_iter().filter(|last| last.state != MailState::Accepted);
        missing.map(|_| login("ann")).collect()
    }

    fn forget(&self, _: &str) {}

    fn retry_now(&self) {
        self.retried.fetch_add(1, Ordering::SeqCst);
    }

    fn status(&self) -> MailStatus {
        MailStatus { limit: 1, ..MailStatus::default() }
    }
}

/// A portal with mail, and the path of the account of a person who was just let in.
async fn portal() -> (TestPortal, Arc<Reporting>, String) {
    let (portal, mailer) = (TestPortal::administered(), Arc::new(Reporting::default()));
    let portal = portal.with_mail(mailer.clone());
    let ann = portal.add("ann", Role::User, AccountStatus::Active, false);
    let mut admin = Browser::of(&portal, "admin").await;
    let path = format!("/portal/admin/accounts/{ann}");
    admin.get(&path).await;
    assert_eq!(admin.submit(&format!("{path}/invitation"), &[]).await.status, 200);
    (portal, mailer, path)
}

#[actix_web::test]
async fn an_account_is_marked_until_its_message_is_delivered() {
    let (portal, mailer, path) = portal().await;
    let mut admin = Browser::of(&portal, "admin").await;
    let down = MailFailure { reason: "<refused>".into(), age: Duration::from_secs(600) };
    let waits = "waiting for the mail server";
    for (state, mark, text, can_be_sent_again) in [
        (None, None, "this server has sent nothing to this account since it started", true),
        (Some(MailState::Waiting(None)), Some("mail queued"), waits, true),
        (
            Some(MailState::Waiting(Some(down))),
            Some("mail queued"),
            "since <time datetime=\"2026-01-31T11:50:00Z\"",
            true,
        ),
        (Some(MailState::GivenUp("it said 550".into())), Some("mail failed"), "not delivered (<bdi>it said 550", true),
        (Some(MailState::Accepted), None, "the mail server has accepted it", false),
    ] {
        (*mailer.state.lock().unwrap()).clone_from(&state);
        let (page, list) = (admin.get(&path).await, admin.get("/portal/admin/accounts").await);
        assert!(page.has(text), "{state:?}: {}", page.body);
        assert!(!page.has("<refused>"), "{state:?}: {}", page.body);
        assert_eq!(page.has(">Send again<"), can_be_sent_again, "{state:?}");
        let (first, missing) =
            (admin.get("/portal").await, admin.get("/portal/admin/accounts?status=mail-undelivered").await);
        assert_eq!(first.has("?q=ann"), mark.is_some(), "{state:?}: {}", first.body);
        assert_eq!((missing.has(&login("ann")), missing.has(&login("buyer"))), (mark.is_some(), false), "{state:?}");
        for known in ["mail queued", "mail failed"] {
            assert_eq!(list.body.matches(known).count(), usize::from(mark == Some(known)), "{state:?}");
        }
        if state.is_some() {
            page.shows(&["access approved, queued at <time datetime=\"2026-01-31T11:00:00Z\""]);
        }
    }
}

#[actix_web::test]
async fn send_again_tries_what_waits_and_makes_a_new_link_for_what_is_lost() {
    let (portal, mailer, path) = portal().await;
    let mut admin = Browser::of(&portal, "admin").await;
    admin.get(&path).await;
    let counts = || (mailer.sent.load(Ordering::SeqCst), mailer.retried.load(Ordering::SeqCst));
    assert_eq!(counts(), (1, 0));
    *mailer.state.lock().unwrap() = Some(MailState::Waiting(None));
    let page = admin.submit(&format!("{path}/mail"), &[]).await;
    assert_eq!((page.header("location"), counts()), (&*format!("{path}?done=tried"), (1, 1)));
    admin.get(&format!("{path}?done=tried")).await.shows(&["The message is being sent again."]);
    *mailer.state.lock().unwrap() = Some(MailState::GivenUp("it waited too long".into()));
    let page = admin.submit(&format!("{path}/mail"), &[]).await;
    assert!(page.status == 200, "{page:?}");
    page.shows(&["A new invitation was created."]);
    assert_eq!(counts(), (2, 1));
}

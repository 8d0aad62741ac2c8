//! A browser as a person uses it: fields and buttons are found by their labels.

use crate::driver::Driver;
use crate::web_driver::{Element, Session, TAB};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The checker of accessibility (`axe.LICENSE`).
const AXE: &str = include_str!("axe.min.js");
/// How long a page may take to show something.
const DEADLINE: Duration = Duration::from_secs(30);
/// How soon it is looked at again: the browser needs the processor, too.
const PAUSE: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Desktop,
    /// The same with JavaScript off.
    WithoutScript,
    /// A telephone, 360 pixels wide.
    Phone,
}

/// An open browser without any history.
pub(crate) struct Browser {
    session: Session,
    origin: String,
    _driver: Driver,
    _profile: TempDir,
}

impl Browser {
    /// Opens one for the site at `origin`; `None` when there is no browser.
    pub(crate) fn open(origin: &str, kind: Kind) -> Option<Self> {
        let driver = Driver::start()?;
        let profile = tempfile::tempdir().unwrap();
        let mut options = json!({
            "args": [
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1280,900", format!("--user-data-dir={}", profile.path().display()),
            ],
        });
        match kind {
            Kind::Desktop => {}
            Kind::WithoutScript => options["prefs"] = json!({"profile.managed_default_content_settings.javascript": 2}),
            Kind::Phone => {
                let metrics = json!({"width": 360, "height": 740, "pixelRatio": 2.0, "mobile": true, "touch": true});
                options["mobileEmulation"] = json!({"deviceMetrics": metrics});
            }
        }
        let session = Session::open(&driver.address, &options);
        Some(Self { session, origin: origin.to_owned(), _driver: driver, _profile: profile })
    }

    /// Opens a page of the site, or an address.
    pub(crate) fn visit(&self, path: &str) {
        let address = if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() };
        self.session.post("/url", &json!({ "url": address })).unwrap();
    }

    pub(crate) fn path(&self) -> String {
        let address = self.session.get("/url").unwrap();
        url::Url::parse(address.as_str().unwrap()).unwrap().path().to_owned()
    }

    pub(crate) fn fill(&self, label: &str, text: &str) {
        let field = self.field(label);
        field.clear();
        field.send_keys(text);
    }

    pub(crate) fn choose(&self, label: &str, option: &str) {
        self.field(label).select(option);
    }

    pub(crate) fn field(&self, label: &str) -> Element<'_> {
        self.find(&format!("//*[@id=//label[starts-with(normalize-space(.),'{label}')]/@for]"))
    }

    pub(crate) fn press(&self, label: &str) {
        self.click_away(&format!("//button[normalize-space(.)='{label}']"));
    }

    pub(crate) fn follow(&self, text: &str) {
        self.click_away(&format!("//*[self::main or self::nav]//a[normalize-space(.)='{text}']"));
    }

    pub(crate) fn switch_to(&self, language: &str) {
        self.click_away(&format!("//button[@name='language'][@value='{language}']"));
    }

    pub(crate) fn follow_in_menu(&self, text: &str) {
        let menu = self.find("//nav//summary[starts-with(normalize-space(.),'Administration')]");
        menu.click();
        self.follow(text);
    }

    /// Clicks on what leads to another page, and waits until the present one is gone: what a test looks for next would
    /// be found on it otherwise.
    fn click_away(&self, path: &str) {
        let element = self.find(path);
        element.click();
        let started = Instant::now();
        loop {
            match element.get("enabled") {
                Err(problem) if problem.is_stale_element() => return,
                result => assert!(started.elapsed() < DEADLINE, "{path}: the page stays: {result:?}"),
            }
        }
    }

    /// The first element of an XPath expression, once there is one.
    pub(crate) fn find(&self, path: &str) -> Element<'_> {
        let started = Instant::now();
        loop {
            match self.session.find(path) {
                Ok(element) => return element,
                Err(_) if started.elapsed() < DEADLINE => thread::sleep(PAUSE),
                Err(problem) => panic!("{path}: {problem:?}\n{} shows:\n{}", self.path(), self.text()),
            }
        }
    }

    pub(crate) fn expect_heading(&self, heading: &str) {
        self.find(&format!("//h1[normalize-space(.)='{heading}']"));
    }

    pub(crate) fn expect_heading_of(&self, headings: &[&str]) {
        let one = headings.iter().map(|heading| format!("normalize-space(.)='{heading}'")).collect::<Vec<_>>();
        self.find(&format!("//h1[{}]", one.join(" or ")));
    }

    pub(crate) fn drop_file(&self, selector: &str, name: &str, text: &str) {
        let [selector, name, text] = [selector, name, text].map(|text| json!(text).to_string());
        let script = format!(
            "const files = new DataTransfer(); files.items.add(new File([{text}], {name}));
             const drop = new DragEvent('drop', {{bubbles: true, cancelable: true, dataTransfer: files}});
             document.querySelector({selector}).dispatchEvent(drop); return true"
        );
        assert_eq!(self.run(&script), json!(true));
    }

    /// Sends at most so many bytes a second from now on.
    pub(crate) fn throttle_uploads(&self, bytes_a_second: u32) {
        let conditions = json!({
            "offline": false, "latency": 0, "download_throughput": 1 << 30, "upload_throughput": bytes_a_second,
        });
        self.session.post("/chromium/network_conditions", &json!({"network_conditions": conditions})).unwrap();
    }

    pub(crate) fn go_offline(&self) {
        let conditions = json!({"offline": true, "latency": 0, "download_throughput": 0, "upload_throughput": 0});
        self.session.post("/chromium/network_conditions", &json!({"network_conditions": conditions})).unwrap();
    }

    pub(crate) fn expect(&self, text: &str) {
        self.find(&format!("//body[contains(normalize-space(.),'{text}')]"));
    }

    pub(crate) fn text(&self) -> String {
        self.session.find("//body").unwrap().text()
    }

    pub(crate) fn type_keys(&self, text: &str) {
        self.session.active().send_keys(text);
    }

    /// Moves the focus on until it is on an element with this label, text or name.
    pub(crate) fn tab_to(&self, label: &str) {
        for _ in 0..60 {
            self.type_keys(TAB);
            let script = "const e = document.activeElement; \
                          return ((e.labels && e.labels[0] || e).textContent || '').trim().replace(/\\s+/g, ' ')";
            if self.run(script).as_str().is_some_and(|text| text.starts_with(label)) {
                return;
            }
        }
        panic!("{label} is not reached by the keyboard on {}", self.path());
    }

    pub(crate) fn run(&self, script: &str) -> Value {
        self.session.execute("sync", script)
    }

    /// What the page does wrong: serious and critical findings of axe.
    pub(crate) fn findings(&self) -> Vec<String> {
        self.run(AXE);
        let script = "const done = arguments[arguments.length - 1]; \
                      axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations \
                      .filter(found => ['serious', 'critical'].includes(found.impact)) \
                      .flatMap(found => found.nodes.map(node => found.id + ': ' + node.html + ' ' + node.failureSummary))), \
                      error => done([String(error)]))";
        let found = self.session.execute("async", script);
        found.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn read_in(&self, language: &str) {
        self.run(&format!("document.cookie = 'catalog-language={language}; path=/'"));
    }

    /// A picture of what the window shows, as PNG.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        BASE64_STANDARD.decode(self.session.get("/screenshot").unwrap().as_str().unwrap()).unwrap()
    }

    pub(crate) fn delete_cookies(&self) {
        self.session.delete("/cookie").unwrap();
    }
}

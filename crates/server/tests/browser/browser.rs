//! A browser as a person uses it: fields and buttons are found by their labels.

use crate::driver::Driver;
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The checker of accessibility (`axe.LICENSE`).
const AXE: &str = include_str!("axe.min.js");
/// How long a page may take to show something.
const DEADLINE: Duration = Duration::from_secs(30);

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
    client: Client,
    origin: String,
    _driver: Driver,
    _profile: TempDir,
}

impl Browser {
    /// Opens one for the site at `origin`; `None` when there is no browser.
    pub(crate) async fn open(origin: &str, kind: Kind) -> Option<Self> {
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
        let mut capabilities = serde_json::Map::new();
        capabilities.insert("goog:chromeOptions".into(), options);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let client = builder.connect(&format!("http://{}", driver.address)).await.unwrap();
        Some(Self { client, origin: origin.to_owned(), _driver: driver, _profile: profile })
    }

    /// Opens a page of the site, or an address.
    pub(crate) async fn visit(&self, path: &str) {
        let address = if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() };
        self.client.goto(&address).await.unwrap();
    }

    pub(crate) async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    pub(crate) async fn fill(&self, label: &str, text: &str) {
        let field = self.field(label).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    pub(crate) async fn choose(&self, label: &str, option: &str) {
        self.field(label).await.select_by_value(option).await.unwrap();
    }

    pub(crate) async fn field(&self, label: &str) -> Element {
        self.find(&format!("//*[@id=//label[starts-with(normalize-space(.),'{label}')]/@for]")).await
    }

    pub(crate) async fn press(&self, label: &str) {
        self.click_away(&format!("//button[normalize-space(.)='{label}']")).await;
    }

    pub(crate) async fn follow(&self, text: &str) {
        self.click_away(&format!("//*[self::main or self::nav]//a[normalize-space(.)='{text}']")).await;
    }

    pub(crate) async fn switch_to(&self, language: &str) {
        self.click_away(&format!("//button[@name='language'][@value='{language}']")).await;
    }

    pub(crate) async fn follow_in_menu(&self, text: &str) {
        let menu = self.find("//nav//summary[starts-with(normalize-space(.),'Administration')]").await;
        menu.click().await.unwrap();
        self.follow(text).await;
    }

    /// Clicks on what leads to another page, and waits until the present one is gone: what a test looks for next would
    /// be found on it otherwise.
    async fn click_away(&self, path: &str) {
        let element = self.find(path).await;
        element.click().await.unwrap();
        let started = Instant::now();
        loop {
            match element.is_enabled().await {
                Err(error) if error.is_stale_element_reference() => return,
                result => assert!(started.elapsed() < DEADLINE, "{path}: the page stays: {result:?}"),
            }
        }
    }

    /// The first element of an XPath expression, once there is one.
    pub(crate) async fn find(&self, path: &str) -> Element {
        let found = self.client.wait().at_most(DEADLINE).for_element(Locator::XPath(path)).await;
        match found {
            Ok(element) => element,
            Err(error) => panic!("{path}: {error}\n{} shows:\n{}", self.path().await, self.text().await),
        }
    }

    /// Waits until the page has this heading.
    pub(crate) async fn expect_heading(&self, heading: &str) {
        self.find(&format!("//h1[normalize-space(.)='{heading}']")).await;
    }

    /// Waits until the page has one of these headings.
    pub(crate) async fn expect_heading_of(&self, headings: &[&str]) {
        let one = headings.iter().map(|heading| format!("normalize-space(.)='{heading}'")).collect::<Vec<_>>();
        self.find(&format!("//h1[{}]", one.join(" or "))).await;
    }

    pub(crate) async fn drop_file(&self, selector: &str, name: &str, text: &str) {
        let [selector, name, text] = [selector, name, text].map(|text| json!(text).to_string());
        let script = format!(
            "const files = new DataTransfer(); files.items.add(new File([{text}], {name}));
             const drop = new DragEvent('drop', {{bubbles: true, cancelable: true, dataTransfer: files}});
             document.querySelector({selector}).dispatchEvent(drop); return true"
        );
        assert_eq!(self.run(&script).await, json!(true));
    }

    /// Waits until the page shows this text.
    pub(crate) async fn expect(&self, text: &str) {
        self.find(&format!("//body[contains(normalize-space(.),'{text}')]")).await;
    }

    pub(crate) async fn text(&self) -> String {
        self.client.find(Locator::Css("body")).await.unwrap().text().await.unwrap()
    }

    pub(crate) async fn type_keys(&self, text: &str) {
        self.client.active_element().await.unwrap().send_keys(text).await.unwrap();
    }

    /// Moves the focus on until it is on an element with this label, text or name.
    pub(crate) async fn tab_to(&self, label: &str) {
        for _ in 0..60 {
            self.type_keys(&Key::Tab.to_string()).await;
            let script = "const e = document.activeElement; \
                          return ((e.labels && e.labels[0] || e).textContent || '').trim().replace(/\\s+/g, ' ')";
            if self.run(script).await.as_str().is_some_and(|text| text.starts_with(label)) {
                return;
            }
        }
        panic!("{label} is not reached by the keyboard on {}", self.path().await);
    }

    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// What the page does wrong: serious and critical findings of axe.
    pub(crate) async fn findings(&self) -> Vec<String> {
        self.client.execute(AXE, Vec::new()).await.unwrap();
        let script = "const done = arguments[arguments.length - 1]; \
                      axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations \
                      .filter(found => ['serious', 'critical'].includes(found.impact)) \
                      .flatMap(found => found.nodes.map(node => found.id + ': ' + node.html + ' ' + node.failureSummary))), \
                      error => done([String(error)]))";
        let found = self.client.execute_async(script, Vec::new()).await.unwrap();
        found.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    pub(crate) async fn read_in(&self, language: &str) {
        self.run(&format!("document.cookie = 'catalog-language={language}; path=/'")).await;
    }

    /// A picture of what the window shows, as PNG.
    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }

    pub(crate) async fn delete_cookies(&self) {
        self.client.delete_all_cookies().await.unwrap();
    }
}

//! Every link of a page, a guide or a document that a server shows leads to something that it has.

use crate::support::{BUYER, CATALOG, PASSWORD, STOREFRONT, Sandbox, Server, offer};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const BOSS: &str = "boss@storefront.example";

/// Where a walk begins: `/`, and what scripts of `/docs` load.
const STARTS: [&str; 5] = ["/", "/docs", "/openapi/v2.json", "/openapi/v2-3.0.json", "/openapi/v1.json"];

/// Far more than there are.
const MOST_PAGES: usize = 1_000;

/// A visitor, or somebody who signed in.
pub(crate) struct Walk<'s> {
    server: &'s Server,
    cookies: String,
    pages: BTreeMap<String, String>,
}

impl<'s> Walk<'s> {
    fn of_visitor(server: &'s Server) -> Self {
        Self { server, cookies: String::new(), pages: BTreeMap::new() }
    }

    pub(crate) fn of(server: &'s Server, login: &str) -> Self {
        let mut walk = Self::of_visitor(server);
        let form = walk.request("GET", "/portal/sign-in", "").1;
        let token = form.split("name=\"form_token\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let body = format!("email={login}&password={PASSWORD}&form_token={token}").replace(' ', "+");
        assert_eq!(walk.request("POST", "/portal/sign-in", &body).0, 303, "{login}");
        walk
    }

    /// The status, and what has links: a page, a document, or where a browser is sent to.
    pub(crate) fn request(&mut self, method: &str, target: &str, body: &str) -> (u16, String) {
        let form = ("content-type", "application/x-www-form-urlencoded");
        let response = self.server.request(method, target, &[("cookie", &self.cookies), form], body);
        for (_, cookie) in response.headers.iter().filter(|(name, _)| name == "set-cookie") {
            self.cookies.push_str(&format!("{}; ", cookie.split(';').next().unwrap()));
        }
        let is_read = target.starts_with("/openapi/")
            || response.header("content-type").is_some_and(|it| it.starts_with("text/html"));
        let text = if is_read { response.text() } else { "" };
        let moved = response.header("location").map(|location| format!("<a href=\"{location}\">"));
        (response.status, moved.unwrap_or_else(|| text.to_owned()))
    }

    /// Follows every link from the starts on, each form of an address once, and returns those that lead nowhere.
    fn dead_links(&mut self) -> Vec<String> {
        let mut waiting: VecDeque<_> = STARTS.map(|start| ("the start".to_owned(), start.to_owned())).into();
        let (mut dead, mut forms, mut anchors) = (Vec::new(), BTreeSet::new(), Vec::new());
        while let Some((from, link)) = waiting.pop_front() {
            let (target, anchor) = link.split_once('#').unwrap_or((&link, ""));
            if !anchor.is_empty() && !target.starts_with("/docs") {
                anchors.push((from.clone(), target.to_owned(), anchor.to_owned()));
            }
            if !forms.insert(form_of(target)) {
                continue;
            }
            assert!(forms.len() < MOST_PAGES, "{forms:?}");
            let (status, body) = self.request("GET", target, "");
            if !matches!(status, 200 | 303 | 308) {
                dead.push(format!("{from} links {link}: {status}"));
            }
            let links = links_of(&body, target, &self.server.address);
            waiting.extend(links.into_iter().map(|link| (target.to_owned(), link)));
            self.pages.insert(target.to_owned(), body);
        }
        for (from, target, anchor) in anchors {
            let page = self.pages.get(&target).cloned().unwrap_or_else(|| self.request("GET", &target, "").1);
            if !page.contains(&format!("id=\"{anchor}\"")) {
                dead.push(format!("{from} links {target}#{anchor}"));
            }
        }
        dead
    }
}

/// The path, with the names of its parameters: other values lead to pages of the same kind.
fn form_of(target: &str) -> String {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let names: BTreeSet<_> = query.split('&').filter_map(|pair| pair.split('=').next()).collect();
    format!("{path} {names:?}")
}

/// What a page or the texts of a document link to on this server, from its root on.
fn links_of(body: &str, page: &str, address: &str) -> Vec<String> {
    let is_document = page.starts_with("/openapi/");
    // The texts of documents are Markdown, and what links in them begin with is in no pattern.
    let pieces = body.split(if is_document { "](/portal" } else { "<" });
    let in_tags = |tag: &str| {
        let link = [" href=\"", " src=\""].iter().find_map(|name| tag.split('>').next()?.split(name).nth(1))?;
        Some(link.split('"').next()?.replace("&amp;", "&").replace("&#38;", "&"))
    };
    let in_text = |rest: &str| Some(format!("/portal{}", rest.split(')').next()?));
    let found = pieces.skip(1).filter_map(|piece| if is_document { in_text(piece) } else { in_tags(piece) });
    let (path, here) = (page.split('?').next().unwrap(), format!("http://{address}"));
    let folder = &path[..=path.rfind('/').unwrap()];
    let own = found.filter_map(|link| match link.strip_prefix(&here).unwrap_or(&link) {
        other if other.contains("://") || other.starts_with("data:") => None,
        same if same.starts_with(['#', '?']) => Some(format!("{path}{same}")),
        rooted if rooted.starts_with('/') => Some(rooted.to_owned()),
        relative => Some(format!("{folder}{relative}")),
    });
    own.collect()
}

fn site() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.must_import(&offer("1500"));
    sandbox.add_buyer();
    sandbox.add_administrator(BOSS);
    sandbox
}

#[test]
fn nothing_that_visitors_users_and_administrators_are_shown_links_to_what_is_not_there() {
    let sandbox = site();
    std::fs::create_dir(sandbox.path("download")).unwrap();
    sandbox.write("download/SHA256SUMS", "");
    let folder = sandbox.path("download").display().to_string();
    let serve = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT, "--download-folder", &folder];
    let server = Server::spawn(sandbox.command(&serve));
    for (mut walk, expected) in [
        (Walk::of_visitor(&server), "/portal/register"),
        (Walk::of(&server, BUYER), "/portal/products/PMP-001"),
        (Walk::of(&server, BOSS), "/portal/admin/accounts/1"),
    ] {
        assert_eq!(walk.dead_links(), Vec::<String>::new(), "{expected}");
        for page in [expected, "/portal/help/contract", "/docs/swagger-ui-bundle.js", "/download/SHA256SUMS"] {
            assert!(walk.pages.contains_key(page), "{page}: {:?}", walk.pages.keys());
        }
    }
}

#[test]
fn without_portal_and_v1_guides_documents_and_downloads_still_link_to_what_is_there_only() {
    let sandbox = site();
    let serve = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT, "--portal", "off", "--v1", "off"];
    let server = Server::spawn(sandbox.command(&serve));
    let mut walk = Walk::of_visitor(&server);
    assert_eq!(walk.dead_links(), Vec::<String>::new());
    for page in ["/download/", "/portal/help/first-afternoon"] {
        assert!(walk.pages.contains_key(page), "{page}: {:?}", walk.pages.keys());
    }
}

//! A server in this process: the service over the catalog that tests know by heart. What it responds may be changed.

use actix_web::body::{MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, HttpServer};
use catalog_domain::ports::{ProductRecord, ProductWrite};
use catalog_testkit::service::TestService;
use catalog_testkit::usual::{Fixture, usual_import};
use catalog_testkit::{FixedClock, ImportRun};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::channel;

pub(crate) use catalog_testkit::usual::PASSWORD;
/// An account that sees everything.
pub(crate) const LOGIN: &str = "builder@shop.example";

/// Changes a response, `{status, body}`, to a target.
type Change = Arc<dyn Fn(&str, &mut Value) + Send + Sync>;

pub(crate) struct Site {
    pub(crate) url: String,
    shared: Arc<Shared>,
    /// Its store is deleted with the site. The server ends with the process.
    _fixture: Fixture,
}

struct Shared {
    clock: Arc<FixedClock>,
    change: Mutex<Change>,
    /// The most products of a page; none where the system knows no pages.
    page: Mutex<Option<usize>>,
    targets: Mutex<Vec<String>>,
}

/// The usual catalog with other products.
pub(crate) fn edited(edit: impl Fn(&mut ProductRecord)) -> ImportRun {
    let mut import = usual_import();
    for write in &mut import.products {
        if let Ok(ProductWrite::Record(record)) = write {
            edit(record);
        }
    }
    import
}

/// The usual catalog without some products, by their stock numbers.
pub(crate) fn without(absent: &[&str]) -> ImportRun {
    edited(|record| record.is_active = !absent.contains(&&*record.stock_number))
}

/// The products of a response.
pub(crate) fn items(reply: &mut Value) -> &mut [Value] {
    match &mut reply["body"]["data"] {
        Value::Array(items) => items,
        item => std::slice::from_mut(item),
    }
}

/// A change of every response. An edit is `WHERE POINTER VALUE`, and several are separated by `; `: of a product
/// wherever it is shown, by its id, whose properties may be in wrappers, or of the response to a target, which may end
/// with `*`; `.` is its data. The value `-` removes an element, and `~` reverses an array. `'` is written for `"`.
pub(crate) fn edits(text: &str) -> impl Fn(&str, &mut Value) + use<> {
    let text = text.replace('\'', "\"").replace("ITEM/", "/api/v1/get/item/").replace("TREE ", "/api/v1/get/catalog ");
    let text = text.replace("META ", "/api/v1/get/section-meta/50100 ").replace(" .", " /body/data");
    move |target, reply| {
        for edit in text.split("; ").filter(|edit| !edit.is_empty()) {
            let (place, edit) = edit.split_once(' ').unwrap();
            let (pointer, value) = edit.split_once(' ').unwrap();
            let is_target = place.strip_suffix('*').map_or(place == target, |start| target.starts_with(start));
            if let Ok(id) = place.parse::<i64>() {
                let property = pointer.split('/').nth(1).unwrap();
                for item in items(reply).iter_mut().filter(|item| item["id"] == id && item.get(property).is_some()) {
                    let wrapped = if item[property]["uid"].is_string() { "/value" } else { "" };
                    set(item, &pointer.replacen(property, &format!("{property}{wrapped}"), 1), value);
                }
            } else if is_target && reply["body"]["status"] == true {
                set(reply, pointer, value);
            }
        }
    }
}

fn set(value: &mut Value, pointer: &str, new: &str) {
    let (above, name) = pointer.rsplit_once('/').unwrap();
    match (value.pointer_mut(above).unwrap(), new) {
        (above, "~") => above[name].as_array_mut().unwrap().reverse(),
        (Value::Array(elements), "-") => drop(elements.remove(name.parse().unwrap())),
        (Value::Array(elements), _) => {
            let index: usize = name.parse().unwrap();
            elements.resize(elements.len().max(index + 1), Value::Null);
            elements[index] = serde_json::from_str(new).unwrap();
        }
        (above, _) => above[name] = serde_json::from_str(new).unwrap(),
    }
}

impl Site {
    pub(crate) fn usual() -> Self {
        Self::of(usual_import())
    }

    pub(crate) fn of(import: ImportRun) -> Self {
        let fixture = Fixture::of(import);
        let (page, change): (_, Change) = (Mutex::new(Some(1_000)), Arc::new(|_: &str, _: &mut Value| {}));
        let (clock, targets) = (fixture.clock.clone(), Mutex::default());
        let shared = Arc::new(Shared { clock, change: Mutex::new(change), page, targets });
        let (state, serving) = (fixture.service.state.clone(), Arc::clone(&shared));
        let make = move || TestService::over(&state).app().app_data(Data::from(serving.clone())).wrap(from_fn(respond));
        let (sender, addresses) = channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async {
                let server = HttpServer::new(make).workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
                sender.send(server.addrs()[0]).unwrap();
                server.run().await.unwrap();
            });
        });
        Self { url: format!("http://{}", addresses.recv().unwrap()), shared, _fixture: fixture }
    }

    /// Changes every response from now on, given the target of its request.
    pub(crate) fn change(&self, change: impl Fn(&str, &mut Value) + Send + Sync + 'static) {
        *self.shared.change.lock() = Arc::new(change);
    }

    pub(crate) fn has_pages_of(&self, page: Option<usize>) {
        *self.shared.page.lock() = page;
    }

    /// The targets of all requests so far.
    pub(crate) fn targets(&self) -> Vec<String> {
        self.shared.targets.lock().clone()
    }
}

async fn respond(mut request: ServiceRequest, next: Next<impl MessageBody>) -> Result<ServiceResponse, Error> {
    let shared = request.app_data::<Data<Shared>>().unwrap().clone();
    let target = request.uri().to_string();
    shared.targets.lock().push(target.clone());
    if target.starts_with("/auth/token/") {
        // The number of logins a minute is limited.
        shared.clock.advance(60);
    }
    // A page of this system's length, or the whole list.
    let paged = match (target.split_once("&limit=200&offset="), *shared.page.lock()) {
        (Some((list, _)), None) => format!("{list}&limit=1000&offset=0"),
        (Some((list, offset)), Some(most)) if most < 200 => format!("{list}&limit={most}&offset={offset}"),
        _ => target.clone(),
    };
    request.head_mut().uri = paged.parse().unwrap();
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let (request, response) = next.call(request).await?.into_parts();
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body()).await.ok().unwrap();
    let mut reply = json!({"status": status, "body": serde_json::from_slice::<Value>(&body).unwrap()});
    let change = shared.change.lock().clone();
    change(&target, &mut reply);
    let status = StatusCode::from_u16(u16::try_from(reply["status"].as_u64().unwrap()).unwrap()).unwrap();
    let mut response = HttpResponse::build(status);
    if let Some(seconds) = reply["retryAfter"].as_u64() {
        response.insert_header(("Retry-After", seconds));
    }
    Ok(ServiceResponse::new(request, response.json(&reply["body"])))
}

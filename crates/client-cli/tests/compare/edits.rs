//! Edits of responses as texts.

use crate::site::Reply;
use serde_json::{Value, json};

/// A change of every response. An edit is `WHERE POINTER OPERATION VALUE`, and several are separated by `; `: of a
/// product wherever it is shown, by its id, whose properties may be in wrappers, or of the body of the response to a
/// target, which may end with `*`. `=` replaces a value that is there, `:=` sets one, `+` appends, `-` removes an
/// element, `~` reverses, `!` is the HTTP status, and `x` takes the product away. `'` stands for `"`.
pub(crate) fn edits(text: &str) -> impl Fn(&str, &mut Reply) + use<> {
    let text = text.replace('\'', "\"").replace("ITEM/", "/api/v1/get/item/").replace("TREE ", "/api/v1/get/catalog ");
    let text = text.replace("META ", "/api/v1/get/section-meta/100002 ");
    move |target, reply| text.split("; ").for_each(|edit| apply(edit, target, reply))
}

fn apply(edit: &str, target: &str, reply: &mut Reply) {
    let mut words = edit.splitn(4, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (place, pointer, operation, value) = (word(), word().trim_start_matches('.'), word(), word());
    let value: Value = serde_json::from_str(value).unwrap_or_default();
    match (place.parse::<i64>(), operation) {
        (Ok(id), "x") => lose(target, reply, id),
        (Ok(id), _) => {
            for item in reply.items().iter_mut().filter(|item| item["id"] == id) {
                let (property, rest) = pointer[1..].split_once('/').unwrap_or((&pointer[1..], ""));
                let wrapped = item[property].get("uid").map_or("", |_| "/value");
                let rest = if rest.is_empty() { String::new() } else { format!("/{rest}") };
                edit_value(item, &format!("/{property}{wrapped}{rest}"), operation, &value);
            }
        }
        _ if place.strip_suffix('*').map_or(place != target, |start| !target.starts_with(start)) => {}
        (_, "!") => reply.status = value.as_u64().unwrap().try_into().unwrap(),
        _ => edit_value(&mut reply.body, pointer, operation, &value),
    }
}

fn edit_value(body: &mut Value, pointer: &str, operation: &str, new: &Value) {
    if operation == ":=" {
        let (above, name) = pointer.rsplit_once('/').unwrap();
        if let Some(Value::Object(members)) = body.pointer_mut(above) {
            members.insert(name.to_owned(), new.clone());
        }
        return;
    }
    match (body.pointer_mut(pointer), operation) {
        (Some(value), "=") => *value = new.clone(),
        (Some(Value::Array(elements)), "+") => elements.push(new.clone()),
        (Some(Value::Array(elements)), "-") => drop(elements.remove(new.as_u64().unwrap().try_into().unwrap())),
        (Some(Value::Array(elements)), "~") => elements.reverse(),
        _ => {}
    }
}

/// Takes a product away, but not from lists: their pages would overlap.
fn lose(target: &str, reply: &mut Reply, id: i64) {
    match &mut reply.body["data"] {
        Value::Array(items) if !target.contains("/from?") => items.retain(|item| item["id"] != id),
        item if item["id"] == id => (reply.body["data"], reply.body["message"]) = (json!({}), json!("none")),
        _ => {}
    }
}

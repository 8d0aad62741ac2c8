//! The address that a request was sent to.

use actix_web::HttpRequest;
use actix_web::http::header;

/// The address of this server as `request` names it, without a path: for links and examples of a server that does not
/// know its public address. A proxy may speak HTTPS in front of it, which the request does not tell.
pub fn requested_address(request: &HttpRequest) -> String {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    format!("http://{}", host.unwrap_or("localhost"))
}

/// Whether a `Host` header may be part of an example that people paste into a shell.
fn is_host(host: &str) -> bool {
    !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn an_address_names_a_harmless_host() {
        for (host, address) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("a$(reboot)", "http://localhost"),
            ("a'b", "http://localhost"),
        ] {
            let request = TestRequest::get().insert_header(("host", host)).to_http_request();
            assert_eq!(requested_address(&request), address, "{host}");
        }
    }
}

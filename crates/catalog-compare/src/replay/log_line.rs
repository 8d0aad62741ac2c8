//! A line of an access log in the combined format, or in the common one, which it begins with.

use crate::request::{Access, Request};
use crate::route::Route;
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

#[derive(Debug, PartialEq)]
pub(super) enum LogLine {
    /// A v1 request that is repeated.
    Request(LoggedRequest),
    /// A request that is not repeated, and why.
    Skipped(&'static str),
    /// Not a line of such a log.
    Unreadable,
}

#[derive(Debug, PartialEq)]
pub(super) struct LoggedRequest {
    /// When it was made, in seconds.
    pub(super) time: i64,
    pub(super) request: Request,
}

/// `22/Nov/2026:09:30:00 +0000`
const TIME: &[BorrowedFormatItem<'_>] = format_description!(
    "[day]/[month repr:short]/[year]:[hour]:[minute]:[second] [offset_hour sign:mandatory][offset_minute]"
);

/// Reads a line such as
/// `192.0.2.7 - ann [22/Nov/2026:09:30:00 +0000] "GET /api/v1/get/catalog HTTP/1.1" 200 512 "-" "-"`.
pub(super) fn parse(line: &str) -> LogLine {
    let line = line.trim_end();
    if line.is_empty() {
        return LogLine::Skipped("empty line");
    }
    let Some((time, method, target)) = parts(line) else { return LogLine::Unreadable };
    if method != "GET" {
        return LogLine::Skipped("not GET");
    }
    match Route::of_target(target) {
        None => LogLine::Skipped("not v1"),
        Some(Route::Token) => LogLine::Skipped("a login: its password is not in the log"),
        Some(route) => {
            let request = Request { route, target: target.to_owned(), access: Access::Token };
            LogLine::Request(LoggedRequest { time, request })
        }
    }
}

fn parts(line: &str) -> Option<(i64, &str, &str)> {
    let (_, rest) = line.split_once(" [")?;
    let (time, rest) = rest.split_once("] \"")?;
    let time = OffsetDateTime::parse(time, TIME).ok()?.unix_timestamp();
    let (request, rest) = rest.split_once('"')?;
    let mut words = request.split(' ');
    let (method, target) = (words.next()?, words.next()?);
    let is_http = words.next().is_none_or(|version| version.starts_with("HTTP/"));
    let has_status = rest.trim_start().split(' ').next().is_some_and(|status| status.parse::<u16>().is_ok());
    let is_sent = target.starts_with('/') && target.bytes().all(|byte| byte.is_ascii_graphic());
    (is_http && has_status && is_sent && words.next().is_none()).then_some((time, method, target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(request: &str) -> String {
        format!("192.0.2.7 - ann [22/Nov/2026:09:30:00 +0300] \"{request}\" 200 512 \"-\" \"curl \\\"8\\\"\"")
    }

    #[test]
    fn a_v1_request_is_read_with_its_time() {
        let target = "/api/v1/get/items/from?id_list=1&limit=5";
        let request = Request { route: Route::ItemsFrom, target: target.to_owned(), access: Access::Token };
        let expected = LogLine::Request(LoggedRequest { time: 1_795_329_000, request });
        assert_eq!(parse(&line(&format!("GET {target} HTTP/1.1"))), expected);
        let common = format!("::1 - - [22/Nov/2026:06:30:00 +0000] \"GET {target} HTTP/1.1\" 200 -\n");
        assert_eq!(parse(&common), expected);
    }

    #[test]
    fn other_requests_are_skipped_and_other_lines_cannot_be_read() {
        for (request, reason) in [
            ("POST /api/v1/get/items HTTP/1.1", "not GET"),
            ("GET /api/v2/catalog/tree HTTP/2.0", "not v1"),
            ("GET /auth/token/ann HTTP/1.1", "a login: its password is not in the log"),
        ] {
            assert_eq!(parse(&line(request)), LogLine::Skipped(reason), "{request}");
        }
        let no_date = line("GET /auth/check HTTP/1.1").replace("Nov", "Foo");
        let no_status = "a - - [22/Nov/2026:09:30:00 +0300] \"GET /auth/check HTTP/1.1\"";
        for text in
            ["nonsense", "\u{1}\u{2}", &no_date, no_status, &line("\\x16\\x03"), &line("GET http://x/ HTTP/1.1")]
        {
            assert_eq!(parse(text), LogLine::Unreadable, "{text}");
        }
        assert_eq!(parse("\n"), LogLine::Skipped("empty line"));
    }
}

//! Responses read from bytes, and requests compared with what goes over the wire.

use super::*;

fn read(mut text: &[u8], keep_body: bool) -> io::Result<Response> {
    read_response(&mut text, keep_body)
}

#[test]
fn bodies_are_counted_whether_they_are_returned_or_not() {
    let plain = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    for text in [&plain[..], &chunked[..]] {
        let kept = read(text, true).unwrap();
        assert_eq!((kept.status, kept.length, &kept.body[..]), (200, 5, &b"hello"[..]));
        assert_eq!(read(text, false).unwrap(), Response { status: 200, length: 5, ..Response::default() });
    }
}

#[test]
fn what_ends_early_or_is_no_response_is_an_error() {
    for (text, kind) in [
        (&b""[..], io::ErrorKind::UnexpectedEof),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello", io::ErrorKind::UnexpectedEof),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", io::ErrorKind::UnexpectedEof),
        (b"hello\r\n\r\n", io::ErrorKind::InvalidData),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", io::ErrorKind::InvalidData),
    ] {
        assert_eq!(read(text, false).unwrap_err().kind(), kind, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn a_request_has_what_it_was_given() {
    let text = String::from_utf8(post("/a", &[("X-Forwarded-For", "192.0.2.1")], "{}")).unwrap();
    let expected = "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1\r\n\
                    Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    assert_eq!(text, expected);
    let text = String::from_utf8(get("/b", Some("t"), &[])).unwrap();
    assert_eq!(text, "GET /b HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer t\r\n\r\n");
}

#[test]
fn a_304_has_no_body_whatever_length_it_reports() {
    let response = read(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\nETag: \"a\"\r\n\r\n", true).unwrap();
    assert_eq!((response.status, response.body.len(), response.header("etag")), (304, 0, Some("\"a\"")));
}

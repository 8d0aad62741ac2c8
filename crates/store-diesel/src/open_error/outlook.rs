//! What the texts of the engines mean to whoever opens a store: whether waiting helps, and what to do.
//!
//! The client library has no codes for failed connections, only texts. Its own are always English; those of a server are
//! when its `lc_messages` is. What is not known here is told as it is, and not waited out.

/// Whether a failure passes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Waiting helps.
    Passes,
    /// Somebody has to mend something.
    Stays,
}

/// What a text is recognised by, what it means, and what to do.
struct Known {
    text: &'static str,
    outlook: Outlook,
    advice: &'static str,
}

const fn passes(text: &'static str, advice: &'static str) -> Known {
    Known { text, outlook: Outlook::Passes, advice }
}

const fn stays(text: &'static str, advice: &'static str) -> Known {
    Known { text, outlook: Outlook::Stays, advice }
}

const START: &str = "check the address, and that the store is up";
const WAIT: &str = "wait until it takes connections";
const CONNECTIONS: &str = "raise its max_connections or run fewer servers";
const BUSY: &str = "something else keeps it busy; try again";
const CERTIFICATE: &str = "check sslrootcert, and that the certificate is for the host in the address";
const ROOM: &str = "make room on its disk";
const RIGHTS: &str =
    "the user must own the database, or have CREATE on its schema (GRANT CREATE ON SCHEMA public TO the user)";
const PRIMARY: &str = "that is a standby; name the primary, which can be written to";

/// The first that fits counts. A name can stand for several addresses and an address for several hosts: where one of them
/// was reached and refused, that counts, and not that another was not reached.
const KNOWN: &[Known] = &[
    passes("too many clients already", CONNECTIONS),
    passes("too many connections for", CONNECTIONS),
    passes("remaining connection slots are reserved", CONNECTIONS),
    stays("password authentication failed", "check the user and the password in the address"),
    stays("no password supplied", "put the password into the address, or into ~/.pgpass"),
    stays("pg_hba.conf", "let this user and host in there, or use the sslmode that it asks for"),
    stays("permission denied", RIGHTS),
    stays("role \"", "make the user, or name another in the address"),
    stays("database \"", "make the database, or name another in the address"),
    stays("certificate", CERTIFICATE),
    stays("server does not support SSL", "switch ssl on there, or use a weaker sslmode if the network is trusted"),
    stays("read-only transaction", PRIMARY),
    stays("during recovery", PRIMARY),
    stays("file is not a database", "name another file, or restore a backup"),
    stays("unable to open database file", "check that the file and its folder can be read and written"),
    passes("Is the server running", START),
    passes("timeout expired", START),
    passes("could not translate host name", START),
    passes("server closed the connection unexpectedly", START),
    passes("could not receive data from server", START),
    passes("could not send data to server", START),
    passes("Connection reset by peer", START),
    passes("Connection timed out", START),
    passes("terminating connection", START),
    passes("the database system is", WAIT),
    passes("session is read-only", WAIT),
    passes("server is in hot standby mode", WAIT),
    passes("due to lock timeout", BUSY),
    passes("due to statement timeout", BUSY),
    passes("deadlock detected", BUSY),
    passes("database is locked", BUSY),
    passes("database or disk is full", ROOM),
    passes("No space left on device", ROOM),
    passes("could not extend file", ROOM),
    passes("disk I/O error", "make room on its disk, and check that the disk is whole"),
];

fn find(reason: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| reason.contains(known.text))
}

/// Whether what `reason` says passes by itself.
pub(super) fn outlook(reason: &str) -> Outlook {
    find(reason).map_or(Outlook::Stays, |known| known.outlook)
}

/// What to do about `reason`, or else `general`.
pub(super) fn advice<'a>(reason: &str, general: &'a str) -> &'a str {
    find(reason).map_or(general, |known| known.advice)
}

/// `text` on one line, as an error message must be. The library quotes what it cannot parse, which may be a password.
pub(crate) fn one_line(text: &str) -> String {
    if ["URI", "percent-encoded"].iter().any(|word| text.contains(word)) {
        return "the address cannot be understood: something in it must be percent-encoded, or is no parameter"
            .to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_for_what_passes_by_itself() {
        for (reason, expected) in [
            (
                "connection to server at \"127.0.0.1\", port 1 failed: Connection refused Is the server running on that \
                 host and accepting TCP/IP connections?",
                Outlook::Passes,
            ),
            (
                "connection to server on socket \"/x\" failed: FATAL: the database system is starting up",
                Outlook::Passes,
            ),
            ("FATAL: the database system is not yet accepting connections", Outlook::Passes),
            ("FATAL: sorry, too many clients already", Outlook::Passes),
            ("FATAL: remaining connection slots are reserved for roles with the SUPERUSER attribute", Outlook::Passes),
            ("could not translate host name \"db\" to address: Name or service not known", Outlook::Passes),
            ("canceling statement due to lock timeout", Outlook::Passes),
            ("FATAL: too many connections for role \"ann\"", Outlook::Passes),
            ("FATAL: password authentication failed for user \"ann\"", Outlook::Stays),
            (
                "connection to server at \"db\" (::1), port 1 failed: Connection refused Is the server running on that \
                 host and accepting TCP/IP connections? connection to server at \"db\" (127.0.0.1), port 1 failed: FATAL: \
                 password authentication failed for user \"ann\"",
                Outlook::Stays,
            ),
            ("FATAL: database \"nowhere\" does not exist", Outlook::Stays),
            ("root certificate file \"/x\" does not exist", Outlook::Stays),
            ("permission denied for schema public", Outlook::Stays),
            ("something that nobody has seen before", Outlook::Stays),
        ] {
            assert_eq!(outlook(reason), expected, "{reason}");
        }
    }

    #[test]
    fn what_the_library_quotes_of_an_address_is_not_repeated() {
        for text in [
            "invalid percent-encoded token: \"hunter2%\"",
            "invalid URI query parameter: \"hunter2\"",
            "missing key/value separator \"=\" in URI query parameter: \"hunter2\"",
        ] {
            assert!(!one_line(text).contains("hunter2"), "{text}");
        }
        assert_eq!(one_line("a\n\tb  c\n"), "a b c");
    }
}

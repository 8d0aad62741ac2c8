//! `--on-change` against a real server: a command and an address.

use crate::sandbox::PASSWORD;
use crate::world::World;
use catalog_client::TokenRoute;
use catalog_testkit::process::send_signal;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

fn write_command(world: &World, script: &str) {
    let path = world.path("tell");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_command_learns_of_every_stored_change_without_the_secrets_and_its_failure_is_a_line() {
    let world = World::make(3);
    write_command(&world, r#"echo "$CATALOG_SECTION $CATALOG_REVISION $CATALOG_MIRROR_PASSWORD." >>notified"#);
    let notified = || -> Vec<u64> {
        let lines = std::fs::read_to_string(world.path("notified")).unwrap();
        let revision = |line: &str| line.strip_prefix("1000 ")?.strip_suffix(" .")?.parse().ok();
        lines.lines().map(|line| revision(line).unwrap_or_else(|| panic!("{lines}"))).collect()
    };
    let run = || world.run_mirror("--section 1000 --store copy.sqlite --on-change ./tell");
    for _ in 0..2 {
        assert!(run().status.success());
        assert_eq!(notified().len(), 1, "a first copy is one change, and no change is no notification");
    }
    let import = |changes| {
        world.import_changes(changes);
        // Otherwise the mirror may find nothing new yet.
        world.wait_until_shown(&world.client(TokenRoute::V2));
    };
    import(180);
    assert!(run().status.success());
    let revisions = notified();
    assert!(revisions.len() > 1 && revisions[0] < revisions[1], "{revisions:?}");

    write_command(&world, "exit 3");
    import(181);
    let output = run();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && log.contains("section 1000: --on-change: the command ended with"), "{log}");
}

#[test]
fn a_signal_ends_the_mirror_together_with_the_command_and_what_that_has_started() {
    let world = World::make(4);
    write_command(&world, "sleep 300 & echo begun; wait");
    let mut command = world.mirror_command("--section 1000 --store copy.sqlite --on-change ./tell");
    let mut mirror = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(mirror.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    send_signal(mirror.id(), "TERM");
    let status = mirror.wait().unwrap();
    assert_eq!(status.code().or(status.signal()), Some(143));
    // Whoever writes to it has ended.
    assert_eq!(output.read_to_string(&mut String::new()).unwrap(), 0);
}

/// A request as it came, which a redirect to the same place answers.
fn receive(mut connection: TcpStream, address: &str) -> String {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let mut request = String::new();
    while reader.read_line(&mut request).unwrap() > 2 {}
    let length = request.to_lowercase().split("content-length: ").nth(1).unwrap().lines().next().unwrap().to_owned();
    let mut body = vec![0; length.parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    let reply = format!("HTTP/1.1 307 X\r\nLocation: http://{address}/\r\nContent-Length: 0\r\n\r\n");
    connection.write_all(reply.as_bytes()).unwrap();
    request + std::str::from_utf8(&body).unwrap()
}

#[test]
fn an_address_gets_a_signed_message_once_and_nothing_else() {
    let world = World::make(5);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let flags = format!("--section 1000 --store copy.sqlite --on-change http://{address}/receiver?token=hidden");
    let (output, request) = std::thread::scope(|scope| {
        let receiving = scope.spawn(|| receive(listener.accept().unwrap().0, &address));
        let mut command = world.mirror_command(&flags);
        let output = command.env("CATALOG_WEBHOOK_SECRET", SECRET).stderr(Stdio::piped()).output().unwrap();
        (output, receiving.join().unwrap())
    });
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && log.contains("the receiver responded 307"), "{log}");
    assert!(!log.contains("hidden"), "{log}");
    assert!(request.starts_with("POST /receiver?token=hidden "), "{request}");
    for part in ["webhook-id: msg_", "webhook-timestamp: 1", "webhook-signature: v1,", r#""section":"1000""#] {
        assert!(request.contains(part), "{part}: {request}");
    }
    assert!(!request.to_lowercase().contains("authorization") && !request.contains(PASSWORD), "{request}");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "the redirect was followed");

    let output = world.mirror_command(&flags).stderr(Stdio::piped()).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("CATALOG_WEBHOOK_SECRET must hold"), "{output:?}");
}

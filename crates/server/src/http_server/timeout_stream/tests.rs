//! Stalling clients, with paused time.

use super::*;
use std::io::ErrorKind;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::yield_now;
use tokio::time::{advance, sleep};

const BOUNDS: ConnectionBounds = ConnectionBounds { quiet: Duration::from_secs(80), unread: Duration::from_secs(20) };

impl UnsentBytes for DuplexStream {
    fn bound_unsent(&self) {}

    fn end_abruptly(&self) {}
}

/// The client's end and the server's end, with small buffers between them.
fn connection() -> (DuplexStream, TimeoutStream<DuplexStream>) {
    let (client, server) = duplex(4_096);
    (client, TimeoutStream::new(server, BOUNDS, &OpenConnections::default()))
}

#[actix_web::test]
async fn a_client_that_does_not_read_is_given_up_and_one_that_reads_slowly_is_not() {
    tokio::time::pause();
    let (client, mut server) = connection();
    let began = Instant::now();
    let outcome = server.write_all(&[0; 100_000]).await;
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TimedOut);
    assert!(began.elapsed() >= BOUNDS.unread && began.elapsed() <= BOUNDS.unread * 2, "{:?}", began.elapsed());
    drop(client);

    let (mut client, mut server) = connection();
    let reader = actix_web::rt::spawn(async move {
        let mut received = 0;
        let mut buffer = [0; 2_048];
        while let Ok(bytes @ 1..) = client.read(&mut buffer).await {
            received += bytes;
            sleep(BOUNDS.unread / 5).await;
        }
        received
    });
    server.write_all(&[0; 100_000]).await.unwrap();
    drop(server);
    assert_eq!(reader.await.unwrap(), 100_000);
}

async fn real_connection() -> (TcpStream, TimeoutStream<TcpStream>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (client, accepted) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
    (client.unwrap(), TimeoutStream::new(accepted.unwrap().0, BOUNDS, &OpenConnections::default()))
}

/// Lets the system and the other tasks progress without advancing the time.
async fn let_others_go_on() {
    for _ in 0..1_000 {
        yield_now().await;
    }
}

#[actix_web::test]
async fn a_client_that_reads_a_little_in_each_quarter_of_its_bound_is_never_cut_off() {
    const LITTLE: usize = 64 * 1_024;
    const MUCH: usize = 128 * LITTLE;
    let (client, mut server) = real_connection().await;
    tokio::time::pause();
    let writer = actix_web::rt::spawn(async move { server.write_all(&vec![0; MUCH]).await });
    let (mut received, mut buffer) = (0, vec![0; LITTLE]);
    while received < MUCH {
        let mut taken = 0;
        while taken < LITTLE.min(MUCH - received) {
            match client.try_read(&mut buffer[taken..]) {
                Ok(bytes @ 1..) => taken += bytes,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                end => panic!("cut off after {received} bytes: {end:?}"),
            }
        }
        received += taken;
        advance(BOUNDS.check_interval()).await;
        let_others_go_on().await;
    }
    writer.await.unwrap().unwrap();
}

#[actix_web::test]
async fn a_trickle_does_not_count_as_reading() {
    tokio::time::pause();
    let (mut client, mut server) = connection();
    let reader = actix_web::rt::spawn(async move {
        let mut byte = [0];
        while let Ok(1) = client.read(&mut byte).await {
            sleep(Duration::from_secs(1)).await;
        }
    });
    assert_eq!(server.write_all(&[0; 100_000]).await.unwrap_err().kind(), ErrorKind::TimedOut);
    drop(server);
    reader.await.unwrap();
}

#[actix_web::test]
async fn a_request_that_never_ends_is_given_up_however_often_a_byte_of_it_comes() {
    tokio::time::pause();
    let (mut client, mut server) = connection();
    let writer = actix_web::rt::spawn(async move {
        while client.write_all(b"x").await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let began = Instant::now();
    let mut buffer = [0; 16];
    let failure = loop {
        match server.read(&mut buffer).await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(failure.kind(), ErrorKind::TimedOut);
    assert!(began.elapsed() >= BOUNDS.quiet && began.elapsed() <= BOUNDS.quiet * 2, "{:?}", began.elapsed());
    drop(server);
    writer.await.unwrap();
}

#[actix_web::test]
async fn a_request_in_progress_may_take_its_time() {
    tokio::time::pause();
    let (client, mut server) = connection();
    let busy = server.in_flight().begin();
    let mut buffer = [0; 16];
    let waiting = tokio::time::timeout(BOUNDS.quiet * 5, server.read(&mut buffer)).await;
    assert!(waiting.is_err(), "nothing was read, and nothing failed: {waiting:?}");
    drop(busy);
    assert_eq!(server.read(&mut buffer).await.unwrap_err().kind(), ErrorKind::TimedOut);
    drop(client);
}

#[actix_web::test]
async fn open_connections_are_counted() {
    let open = OpenConnections::default();
    let streams: Vec<_> = (0..3).map(|_| TimeoutStream::new(duplex(1).1, BOUNDS, &open)).collect();
    assert_eq!(open.count(), 3);
    drop(streams);
    assert_eq!(open.count(), 0);
}

#[actix_web::test]
async fn a_response_without_a_body_is_sent_as_an_envelope_even_to_a_client_that_reads_it_in_parts() {
    tokio::time::pause();
    let (mut client, server) = duplex(16);
    let mut server = TimeoutStream::new(server, BOUNDS, &OpenConnections::default());
    let reader = actix_web::rt::spawn(async move {
        let mut text = String::new();
        client.read_to_string(&mut text).await.map(|_| text)
    });
    let bare = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    server.write_all(bare).await.unwrap();
    drop(server);
    let text = reader.await.unwrap().unwrap();
    assert!(text.ends_with("\"message\":\"\"}") && text.contains("ValidationError"), "{text}");
}

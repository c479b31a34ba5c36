//! A loopback TCP proxy in front of the server: counts round trips, freezes, and cuts.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use url::Url;

use super::database::TestDatabase;

/// The proxy; its threads end with the process.
pub struct Proxy {
    state: Arc<Mutex<State>>,
    url: String,
}

#[derive(Default)]
struct State {
    round_trips: usize,
    connections: usize,
    open: Vec<TcpStream>,
    frozen: bool,
    cut: bool,
    cut_after: Option<usize>,
    lose_commit: bool,
}

impl State {
    fn cut(&mut self) {
        self.cut = true;
        for stream in self.open.drain(..) {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Proxy {
    /// In front of the server of `db`.
    pub fn new(db: &TestDatabase) -> Self {
        let mut url = Url::parse(&db.tcp_url()).unwrap();
        let target = (url.host_str().unwrap(), url.port().unwrap_or(5432));
        let target = target.to_socket_addrs().unwrap().next().unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        // The messages must be readable here.
        url.set_query(Some("sslmode=disable"));
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                serve(client, target, &shared);
            }
        });
        Self { state, url: url.into() }
    }

    /// URL of the database through the proxy.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Times that the client sent and then the server answered, after authentication, over all connections.
    pub fn round_trips(&self) -> usize {
        self.state().round_trips
    }

    /// Connections so far.
    pub fn connections(&self) -> usize {
        self.state().connections
    }

    /// Forwards nothing more until [`Proxy::thaw`]; connections stay open.
    pub fn freeze(&self) {
        self.state().frozen = true;
    }

    /// Forwards again, first what was held back.
    pub fn thaw(&self) {
        self.state().frozen = false;
    }

    /// Closes all connections, and every new one: the server is gone.
    pub fn cut(&self) {
        self.state().cut();
    }

    /// Cuts when the client speaks again after this many round trips.
    pub fn cut_after(&self, round_trips: usize) {
        self.state().cut_after = Some(round_trips);
    }

    /// Passes the next COMMIT on and closes its connection instead of the answer; new connections are served.
    pub fn lose_the_answer_to_commit(&self) {
        self.state().lose_commit = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

/// What one connection is at. Shared by its two directions.
#[derive(Default)]
struct Talk {
    startup: Startup,
    client_spoke: bool,
    answer_is_lost: bool,
}

/// Finds the first ReadyForQuery in the server's bytes: the end of authentication.
#[derive(Default)]
struct Startup {
    pending: Vec<u8>,
    over: bool,
}

impl Startup {
    fn server_said(&mut self, bytes: &[u8]) {
        if self.over {
            return;
        }
        self.pending.extend_from_slice(bytes);
        while let [kind, a, b, c, d, ..] = self.pending[..] {
            let length = 1 + u32::from_be_bytes([a, b, c, d]) as usize;
            if self.pending.len() < length {
                return;
            }
            self.pending.drain(..length);
            if kind == b'Z' {
                self.over = true;
                return;
            }
        }
    }
}

fn serve(client: TcpStream, target: SocketAddr, state: &Arc<Mutex<State>>) {
    let mut locked = state.lock().unwrap();
    let Some(server) = (!locked.cut).then(|| TcpStream::connect(target).ok()).flatten() else { return };
    client.set_nodelay(true).unwrap();
    server.set_nodelay(true).unwrap();
    locked.connections += 1;
    locked.open.extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
    drop(locked);
    let talk = Arc::new(Mutex::new(Talk::default()));
    let (client_too, server_too) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let (state_too, talk_too) = (Arc::clone(state), Arc::clone(&talk));
    thread::spawn(move || {
        forward(client, server, &state_too, |state, bytes| {
            let mut talk = talk_too.lock().unwrap();
            if state.lose_commit && bytes.windows(7).any(|window| window == b"COMMIT\0") {
                (state.lose_commit, talk.answer_is_lost) = (false, true);
            }
            talk.client_spoke = talk.startup.over;
            if talk.startup.over && state.cut_after.is_some_and(|limit| state.round_trips >= limit) {
                state.cut();
            }
            true
        });
    });
    let state = Arc::clone(state);
    thread::spawn(move || {
        forward(server_too, client_too, &state, |state, bytes| {
            let mut talk = talk.lock().unwrap();
            talk.startup.server_said(bytes);
            if std::mem::take(&mut talk.client_spoke) {
                state.round_trips += 1;
            }
            !talk.answer_is_lost
        });
    });
}

fn forward(
    mut from: TcpStream,
    mut to: TcpStream,
    state: &Mutex<State>,
    mut note: impl FnMut(&mut State, &[u8]) -> bool,
) {
    let mut buffer = [0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        while state.lock().unwrap().frozen {
            thread::sleep(Duration::from_millis(2));
        }
        let go_on = note(&mut state.lock().unwrap(), &buffer[..length]);
        if !go_on || to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

#[test]
fn authentication_ends_with_the_first_ready_for_query() {
    let mut startup = Startup::default();
    let bytes = [&b"R\0\0\0\x08\0\0\0\0"[..], b"S\0\0\0\x06a\0", b"Z\0\0\0\x05I"].concat();
    let (first, last) = bytes.split_at(bytes.len() - 4);
    startup.server_said(first);
    assert!(!startup.over);
    startup.server_said(last);
    assert!(startup.over);
}

//! A server of this machine whose answers a test decides: whole, cut, slow, wrong.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What a client asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// The first byte of `Range`.
    pub(crate) from: Option<usize>,
    pub(crate) if_range: Option<String>,
}

/// What the server answers.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<String>,
    body: Vec<u8>,
    tells_length: bool,
    cut: Option<usize>,
    stall: Option<usize>,
}

impl Reply {
    /// All of a file.
    pub(crate) fn whole(body: &[u8]) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.to_vec(), tells_length: true, cut: None, stall: None }
    }

    /// What a file has from this byte on.
    pub(crate) fn rest(body: &[u8], from: usize) -> Self {
        let range = format!("Content-Range: bytes {from}-{}/{}", body.len() - 1, body.len());
        Self { status: 206, ..Self::whole(&body[from..]) }.with(&range)
    }

    /// The whole file, or the rest that was asked for, as a good server does.
    pub(crate) fn to(request: &Request, body: &[u8], version: &str) -> Self {
        let is_same = request.if_range.as_deref().is_none_or(|wanted| wanted == version);
        let reply = match request.from {
            Some(from) if is_same && from < body.len() => Self::rest(body, from),
            Some(from) if is_same && from >= body.len() => Self::status(416),
            _ => Self::whole(body),
        };
        reply.with(&format!("ETag: {version}"))
    }

    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::whole(b"<html>an error page</html>") }
    }

    pub(crate) fn with(mut self, header: &str) -> Self {
        self.headers.push(header.to_owned());
        self
    }

    /// Ends where the connection ends.
    pub(crate) fn without_length(mut self) -> Self {
        self.tells_length = false;
        self
    }

    /// The connection ends after so many bytes.
    pub(crate) fn cut_after(mut self, bytes: usize) -> Self {
        self.cut = Some(bytes);
        self
    }

    /// No byte follows after so many, for as long as the server lives.
    pub(crate) fn stalled_after(mut self, bytes: usize) -> Self {
        self.stall = Some(bytes);
        self
    }
}

/// Runs until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    is_over: Arc<AtomicBool>,
}

impl Server {
    /// Answers the request number n, from 0, with `reply(request, n)`.
    pub(crate) fn start(reply: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (requests, is_over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (noted, over, reply) = (requests.clone(), is_over.clone(), Arc::new(reply));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                let (noted, over, reply) = (noted.clone(), over.clone(), reply.clone());
                thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    let number = {
                        let mut noted = noted.lock().unwrap();
                        noted.push(request.clone());
                        noted.len() - 1
                    };
                    // A client that has left is no fault of the server.
                    let _ = answer(stream, &reply(&request, number), &over);
                });
            }
        });
        Self { address, requests, is_over }
    }

    /// Serves one file, as a good server does.
    pub(crate) fn of(body: &[u8], version: &'static str) -> Self {
        let body = body.to_vec();
        Self::start(move |request, _| Reply::to(request, &body, version))
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the listener.
        let _ = TcpStream::connect(self.address);
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let mut request = Request { path, ..Request::default() };
    for line in lines.take_while(|line| !line.is_empty()) {
        let (name, value) = line.split_once(": ")?;
        match name.to_ascii_lowercase().as_str() {
            "range" => request.from = value.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok(),
            "if-range" => request.if_range = Some(value.to_owned()),
            _ => {}
        }
    }
    Some(request)
}

fn answer(mut stream: TcpStream, reply: &Reply, is_over: &AtomicBool) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {} x\r\nConnection: close\r\n", reply.status);
    if reply.tells_length {
        head += &format!("Content-Length: {}\r\n", reply.body.len());
    }
    for header in &reply.headers {
        head += &format!("{header}\r\n");
    }
    stream.write_all((head + "\r\n").as_bytes())?;
    let sent = reply.cut.or(reply.stall).unwrap_or(reply.body.len());
    stream.write_all(&reply.body[..sent])?;
    stream.flush()?;
    while reply.stall.is_some() && !is_over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(10));
    }
    stream.shutdown(Shutdown::Write)?;
    // The client closes when it has all: closing before it would throw away what it has not read.
    let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
    let _ = stream.read(&mut [0; 16]);
    Ok(())
}

//! One request to one address.

use std::env;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use ureq::http::header::{
    ACCEPT_RANGES, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, ETAG, IF_RANGE, LAST_MODIFIED, RANGE,
};
use ureq::http::{HeaderName, Response, StatusCode, Uri};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Proxy, ResponseExt};

use super::Problem;
use crate::cache::PartRecord;
use crate::settings::{FetchSettings, without_password};

/// The variable of OpenSSL, curl and others: certificates to trust instead of Mozilla's, behind a proxy that opens TLS.
const CERTIFICATES_VARIABLE: &str = "SSL_CERT_FILE";

/// A client for one address.
pub(super) struct Client<'a> {
    agent: Agent,
    settings: &'a FetchSettings,
}

/// What the server gives.
pub(super) enum Answer {
    /// The bytes that are not here yet.
    Rest(Incoming),
    /// All bytes, whatever is here.
    Whole(Incoming),
    /// A part of the file that cannot be joined to the bytes that are here.
    OtherRange,
}

/// Bytes that come.
pub(super) struct Incoming {
    pub(super) reader: Box<dyn Read>,
    /// What the server calls this version of the file.
    pub(super) version: Option<String>,
    /// The length of the whole file.
    pub(super) bytes: Option<u64>,
}

impl<'a> Client<'a> {
    pub(super) fn new(address: &str, settings: &'a FetchSettings) -> Result<Self, Problem> {
        let tls = TlsConfig::builder().root_certs(root_certificates()?).build();
        // Servers of this machine are never behind a proxy, whatever the environment says.
        let proxy = if is_local(address) { None } else { Proxy::try_from_env() };
        let patience = Some(settings.patience);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .tls_config(tls)
            .proxy(proxy)
            .user_agent(concat!("sgr/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .timeout_resolve(patience)
            .timeout_connect(patience)
            .timeout_recv_response(patience)
            .timeout_per_read(patience)
            .timeout_per_write(patience);
        Ok(Self { agent: config.build().into(), settings })
    }

    /// Closes the connection from another thread.
    pub(super) fn closer(&self) -> impl FnOnce() + Send + use<> {
        let agent = self.agent.clone();
        move || agent.shutdown()
    }

    /// Asks for a file, or for what follows the bytes that are here.
    pub(super) fn get(&self, address: &str, from: Option<(u64, PartRecord)>) -> Result<Answer, Problem> {
        let mut request = self.agent.get(address);
        if let Some((here, record)) = &from {
            request = request.header(RANGE, format!("bytes={here}-"));
            // The server gives the whole file if it has another version now.
            request = record.version.iter().fold(request, |request, version| request.header(IF_RANGE, version));
        }
        let response = request.call().map_err(|error| Problem::of_request(error, self.settings.patience))?;
        check_redirect(address, response.get_uri())?;
        check_encoding(&response)?;
        match (response.status(), from) {
            (StatusCode::OK, _) => {
                let bytes = header(&response, CONTENT_LENGTH).and_then(|length| length.parse().ok());
                Ok(Answer::Whole(incoming(response, bytes)))
            }
            (StatusCode::PARTIAL_CONTENT, Some((here, record))) => {
                let range = header(&response, CONTENT_RANGE).and_then(range_of);
                let is_rest = range.is_some_and(|(start, bytes)| start == here && continues(&record, &response, bytes));
                let bytes = range.and_then(|(_, bytes)| bytes).or(record.bytes);
                Ok(if is_rest { Answer::Rest(incoming(response, bytes)) } else { Answer::OtherRange })
            }
            (StatusCode::RANGE_NOT_SATISFIABLE, Some(_)) => Ok(Answer::OtherRange),
            (status, _) => Err(Problem::Status { code: status.as_u16() }),
        }
    }
}

fn incoming(response: Response<Body>, bytes: Option<u64>) -> Incoming {
    let version = version_of(&response);
    Incoming { reader: Box::new(response.into_body().into_reader()), version, bytes }
}

/// Whether an answer is of the version that the part is of, as far as both tell.
fn continues(record: &PartRecord, response: &Response<Body>, bytes: Option<u64>) -> bool {
    let agree = |one: &Option<String>, other: &Option<String>| one.is_none() || other.is_none() || one == other;
    agree(&record.version, &version_of(response))
        && (bytes.is_none() || record.bytes.is_none() || bytes == record.bytes)
}

/// A strong ETag, or the date of the last change. A weak ETag promises no equal bytes. `None` if the server gives no parts.
fn version_of(response: &Response<Body>) -> Option<String> {
    let gives_parts = header(response, ACCEPT_RANGES).is_none_or(|unit| unit.trim() != "none");
    let etag = header(response, ETAG).filter(|etag| !etag.starts_with("W/"));
    etag.or_else(|| header(response, LAST_MODIFIED)).filter(|_| gives_parts).map(str::to_owned)
}

fn header(response: &Response<Body>, name: HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

/// Start and length of the whole of `bytes 100-199/200`; the length may be `*`.
fn range_of(text: &str) -> Option<(u64, Option<u64>)> {
    let (range, whole) = text.trim().strip_prefix("bytes ")?.split_once('/')?;
    let (start, _) = range.split_once('-')?;
    let whole = if whole == "*" { None } else { Some(whole.parse().ok()?) };
    Some((start.trim().parse().ok()?, whole))
}

/// A redirect must not give up the security of the address.
fn check_redirect(address: &str, to: &Uri) -> Result<(), Problem> {
    let was_secure = address.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"));
    if was_secure && to.scheme_str() != Some("https") {
        return Err(Problem::Insecure { to: without_password(&to.to_string()).into_owned() });
    }
    Ok(())
}

/// The bytes of an encoding would be taken for those of the file.
fn check_encoding(response: &Response<Body>) -> Result<(), Problem> {
    match header(response, CONTENT_ENCODING) {
        Some(encoding) if !encoding.eq_ignore_ascii_case("identity") => {
            Err(Problem::Answer { reason: format!("content encoding {encoding}, not asked for") })
        }
        _ => Ok(()),
    }
}

/// Whether an address names this machine.
fn is_local(address: &str) -> bool {
    let uri = address.parse::<Uri>().ok();
    uri.as_ref().and_then(Uri::host).is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"))
}

/// Mozilla's, or those of the file that the environment names.
fn root_certificates() -> Result<RootCerts, Problem> {
    let Some(path) = env::var_os(CERTIFICATES_VARIABLE).filter(|path| !path.is_empty()) else {
        return Ok(RootCerts::WebPki);
    };
    let refused = |reason: String| Problem::Certificates { path: Path::new(&path).to_owned(), reason };
    let text = std::fs::read(&path).map_err(|error| refused(error.to_string()))?;
    let items = parse_pem(&text).collect::<Result<Vec<_>, _>>().map_err(|error| refused(error.to_string()))?;
    let certificates = items.into_iter().filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    let certificates: Vec<_> = certificates.collect();
    if certificates.is_empty() {
        return Err(refused("found no certificate".to_owned()));
    }
    Ok(RootCerts::Specific(Arc::new(certificates)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_http_writes_them() {
        assert_eq!(range_of("bytes 100-199/200"), Some((100, Some(200))));
        assert_eq!(range_of("bytes 0-1/*"), Some((0, None)));
        for text in ["", "bytes */200", "lines 1-2/3", "bytes 1-2", "bytes 1-2/x", "bytes -1-2/3"] {
            assert_eq!(range_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_redirect_must_stay_secure() {
        let leads = |from: &str, to: &'static str| check_redirect(from, &Uri::from_static(to)).is_ok();
        assert!(
            leads("https://a/x", "https://b/y") && leads("http://a/x", "http://b/y") && leads("http://a", "https://b")
        );
        assert!(!leads("https://a/x", "http://b/y") && !leads("HTTPS://a/x", "http://b/y"));
    }
}

//! What can happen at one place.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use sgr_core::text::{shown, shown_path};
use ureq::http::StatusCode;

use crate::checksum::Checksum;

/// Why a place did not give the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The name of the server has no address: there is no network, as a rule.
    #[error("cannot find the server")]
    NoServer,
    /// There is no connection to the server.
    #[error("cannot connect: {}", shown(&cause.to_string()))]
    NoConnection {
        /// The error of the system or of TLS.
        cause: Box<dyn Error + Send + Sync>,
    },
    /// The server does not answer, or stopped.
    #[error("the connection gave no byte for {} s", patience.as_secs_f64())]
    Stalled {
        /// How long it was waited for.
        patience: Duration,
    },
    /// The server refuses.
    #[error("found status {}, wanted 200", Status(*code))]
    Status {
        /// The status of HTTP.
        code: u16,
    },
    /// The connection ended before the file did.
    #[error("the connection was cut after {received} of {wanted} bytes")]
    Cut {
        /// Bytes that are here.
        received: u64,
        /// Bytes of the file.
        wanted: u64,
    },
    /// The connection ended in an error.
    #[error("the connection broke: {}", shown(&cause.to_string()))]
    Broken {
        /// The error.
        cause: Box<dyn Error + Send + Sync>,
    },
    /// The answer holds other bytes than those that were asked for.
    #[error("found another part of the file than was asked for, wanted the rest of it")]
    OtherRange,
    /// A secure address led to one that is not.
    #[error("found a redirect from https to {}, wanted https", shown(to))]
    Insecure {
        /// Where it led.
        to: String,
    },
    /// The answer is no HTTP that can be used.
    #[error("found an answer that cannot be used: {}", shown(reason))]
    Answer {
        /// The reason.
        reason: String,
    },
    /// The certificates that the environment names cannot be read.
    #[error("{}: cannot read the certificates that SSL_CERT_FILE names: {}", shown_path(path), shown(reason))]
    Certificates {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A file of a folder cannot be read.
    #[error("{0}")]
    Unreadable(io::Error),
    /// The file is larger than allowed.
    #[error("found {}, wanted at most {limit}", Bytes(*found))]
    TooLarge {
        /// The length that the server tells.
        found: Option<u64>,
        /// The limit.
        limit: u64,
    },
    /// The content is of another kind than the name says.
    #[error("found {found}, wanted {wanted}; it is removed")]
    OtherContent {
        /// The kind that was found.
        found: &'static str,
        /// The kind that the name says.
        wanted: &'static str,
    },
    /// The bytes are not those that were wanted.
    #[error("found SHA-256 {found}, wanted {wanted}; the file is removed")]
    WrongChecksum {
        /// The checksum of what came.
        found: Checksum,
        /// The one that the user or the catalogue gives.
        wanted: Checksum,
    },
    /// The bytes are not those of the first download.
    #[error("found SHA-256 {found}, wanted {recorded}, that of the first download; the file is removed")]
    OtherThanRecorded {
        /// The checksum of what came.
        found: Checksum,
        /// The one of the first download.
        recorded: Checksum,
    },
}

impl Problem {
    /// Whether the same place may give the file when it is asked again. A server that cannot be reached is asked again only
    /// if it gave something before: without a network the user wants to know at once.
    pub(super) fn is_passing(&self, has_received: bool) -> bool {
        match self {
            Self::NoServer | Self::NoConnection { .. } => has_received,
            Self::Stalled { .. } | Self::Cut { .. } | Self::Broken { .. } | Self::OtherRange => true,
            Self::Status { code } => matches!(code, 408 | 425 | 429 | 500 | 502 | 503 | 504),
            _ => false,
        }
    }

    /// Whether it is about the bytes of the file.
    pub(super) fn is_of_bytes(&self) -> bool {
        matches!(self, Self::OtherContent { .. } | Self::WrongChecksum { .. } | Self::OtherThanRecorded { .. })
    }

    /// An error of asking.
    pub(super) fn of_request(error: ureq::Error, patience: Duration) -> Self {
        match error {
            ureq::Error::HostNotFound => Self::NoServer,
            ureq::Error::Timeout(_) => Self::Stalled { patience },
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Self::Broken { cause: error.into() }
            }
            ureq::Error::Io(error) => Self::NoConnection { cause: error.into() },
            error @ (ureq::Error::ConnectionFailed
            | ureq::Error::ConnectProxyFailed(_)
            | ureq::Error::Tls(_)
            | ureq::Error::Rustls(_)
            | ureq::Error::Pem(_)) => Self::NoConnection { cause: error.into() },
            // Its text has the address.
            ureq::Error::BadUri(_) => Self::Answer { reason: "the address is none".to_owned() },
            error => Self::Answer { reason: error.to_string() },
        }
    }

    /// An error of reading on.
    pub(super) fn of_read(error: io::Error, patience: Duration) -> Self {
        match ureq::Error::from(error) {
            ureq::Error::Timeout(_) => Self::Stalled { patience },
            error => Self::Broken { cause: error.into() },
        }
    }
}

/// A status with its meaning.
struct Status(u16);

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meaning = StatusCode::from_u16(self.0).ok().and_then(|code| code.canonical_reason());
        write!(formatter, "{}", self.0)?;
        meaning.map_or(Ok(()), |meaning| write!(formatter, " ({meaning})"))
    }
}

/// A length that may not be known.
struct Bytes(Option<u64>);

impl fmt::Display for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bytes) => write!(formatter, "{bytes} bytes"),
            None => formatter.write_str("more bytes"),
        }
    }
}

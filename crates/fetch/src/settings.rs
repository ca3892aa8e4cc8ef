//! Where may a file come from, and how long may it take?

use std::borrow::Cow;
use std::env;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::FetchError;

/// The variable with the folder of the cache.
pub const CACHE_VARIABLE: &str = "SGR_CACHE";

/// The variable with mirrors, parted by semicolons.
pub const MIRROR_VARIABLE: &str = "SGR_MIRROR";

/// How files are fetched.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FetchSettings {
    /// The folder where complete and partial downloads stay.
    pub cache: PathBuf,
    /// Places to look at before the publisher's, in this order.
    pub mirrors: Vec<Mirror>,
    /// Bytes that a file may have.
    pub max_bytes: u64,
    /// Time without a byte after which a connection counts as broken.
    pub patience: Duration,
    /// Connections that are tried to one address.
    pub tries: u32,
    /// Time before the second of them, doubled before each further one.
    pub pause: Duration,
}

impl FetchSettings {
    /// With this cache, without mirrors.
    #[must_use]
    pub fn new(cache: impl Into<PathBuf>) -> Self {
        Self {
            cache: cache.into(),
            mirrors: Vec::new(),
            // Far above all data sets with a name, far below a disk.
            max_bytes: 4 << 30,
            patience: Duration::from_secs(30),
            tries: 4,
            pause: Duration::from_secs(1),
        }
    }

    /// With the cache and the mirrors of the environment.
    ///
    /// The cache is `SGR_CACHE`; otherwise the folder `sgr` in the place for caches: `XDG_CACHE_HOME`, or what the system
    /// has (`~/.cache`, `~/Library/Caches`, `%LOCALAPPDATA%`).
    ///
    /// # Errors
    /// [`FetchError::NoCache`] if the environment names no folder, [`FetchError::InvalidAddress`] for a mirror.
    pub fn from_environment() -> Result<Self, FetchError> {
        let mut settings = Self::new(usual_cache(|name| env::var_os(name)).ok_or(FetchError::NoCache)?);
        if let Some(mirrors) = env::var_os(MIRROR_VARIABLE) {
            let mirrors = mirrors.to_string_lossy().into_owned();
            let mirrors = mirrors.split(';').map(str::trim).filter(|mirror| !mirror.is_empty());
            settings.mirrors = mirrors.map(str::parse).collect::<Result<_, _>>()?;
        }
        Ok(settings)
    }
}

/// The folder of the cache, if the variables tell.
fn usual_cache(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from);
    let absolute = |name: &str| folder(name).filter(|path| path.is_absolute());
    let system = || {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else {
            let home = absolute("HOME")?;
            Some(home.join(if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" }))
        }
    };
    folder(CACHE_VARIABLE)
        .filter(|path| !path.as_os_str().is_empty())
        .or_else(|| Some(absolute("XDG_CACHE_HOME").or_else(system)?.join("sgr")))
}

/// A place that has files under the names of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mirror {
    /// A folder of this machine.
    Folder(PathBuf),
    /// What stands before the name of a file in an address, with the slash.
    Address(String),
}

impl Mirror {
    /// Where it has a file.
    #[must_use]
    pub(crate) fn place_of(&self, file: &str) -> Source {
        match self {
            Self::Folder(folder) => Source::File(folder.join(file)),
            Self::Address(address) => Source::Address(format!("{address}{file}")),
        }
    }
}

/// An `http://` or `https://` address, a `file://` address, or the path of a folder.
impl FromStr for Mirror {
    type Err = FetchError;

    fn from_str(text: &str) -> Result<Self, FetchError> {
        Ok(match Source::parse(text)? {
            Source::File(folder) => Self::Folder(folder),
            Source::Address(address) if address.ends_with('/') => Self::Address(address),
            Source::Address(address) => Self::Address(format!("{address}/")),
        })
    }
}

/// An address as messages and records may show it: without the name and the password that stand in front of the server.
pub(crate) fn without_password(address: &str) -> Cow<'_, str> {
    let start = address.find("://").map_or(0, |at| at + 3);
    let server = &address[start..];
    let server = &server[..server.find(['/', '?', '#']).unwrap_or(server.len())];
    match server.rfind('@') {
        Some(at) => format!("{}…{}", &address[..start], &address[start + at..]).into(),
        None => address.into(),
    }
}

/// Where one file lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    File(PathBuf),
    Address(String),
}

impl Source {
    /// An address of the web or of a file, or a path.
    pub(crate) fn parse(text: &str) -> Result<Self, FetchError> {
        let invalid = || FetchError::InvalidAddress { found: without_password(text).into_owned() };
        match text.split_once("://") {
            None if text.is_empty() => Err(invalid()),
            None => Ok(Self::File(text.into())),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
                // file:///data and file://localhost/data; on Windows file:///C:/data.
                let path = rest.strip_prefix("localhost").unwrap_or(rest);
                let path = if cfg!(windows) { path.trim_start_matches('/') } else { path };
                let path = decoded(path).filter(|path| Path::new(path).is_absolute()).ok_or_else(invalid)?;
                Ok(Self::File(path.into()))
            }
            Some((scheme, rest)) => {
                let is_web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
                let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
                let has_host = !rest.is_empty() && !rest.starts_with('/');
                if is_web && is_plain && has_host { Ok(Self::Address(text.to_owned())) } else { Err(invalid()) }
            }
        }
    }
}

/// A text with its `%20` as characters.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok())?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn the_cache_follows_the_variables_in_their_order() {
        let cache = |set: &[(&str, &str)]| {
            usual_cache(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
        };
        let all = [("SGR_CACHE", "mine"), ("XDG_CACHE_HOME", "/xdg"), ("HOME", "/home/a"), ("LOCALAPPDATA", "C:\\a")];
        assert_eq!(cache(&all), Some("mine".into()));
        assert_eq!(cache(&[]), None);
        if cfg!(unix) {
            assert_eq!(cache(&all[1..]), Some("/xdg/sgr".into()));
            let home = if cfg!(target_os = "macos") { "/home/a/Library/Caches/sgr" } else { "/home/a/.cache/sgr" };
            // By its rules a relative XDG_CACHE_HOME does not count; an empty SGR_CACHE is none.
            assert_eq!(cache(&[("SGR_CACHE", ""), ("XDG_CACHE_HOME", "x"), all[2]]), Some(home.into()));
        }
    }

    #[test]
    fn mirrors_are_folders_or_addresses() {
        let place = |text: &str| text.parse::<Mirror>().unwrap().place_of("A.zip");
        for text in ["http://host/a", "http://host/a/"] {
            assert_eq!(place(text), Source::Address("http://host/a/A.zip".to_owned()));
        }
        assert_eq!(place("some/folder"), Source::File(Path::new("some/folder").join("A.zip")));
        if cfg!(unix) {
            for text in ["file:///my%20data", "file://localhost/my data", "/my data"] {
                assert_eq!(place(text), Source::File("/my data/A.zip".into()));
            }
        }
        for text in ["", "ftp://host/a", "https://", "http:///a", "file://other/data", "http://host/a b"] {
            assert!(
                matches!(text.parse::<Mirror>(), Err(FetchError::InvalidAddress { found }) if found == text),
                "{text}"
            );
        }
    }

    #[test]
    fn messages_show_no_password() {
        for (address, wanted) in [
            ("https://me:secret@host:8080/a/b.zip?x=1@2", "https://…@host:8080/a/b.zip?x=1@2"),
            ("http://token@host", "http://…@host"),
            ("https://me:p@ss@host/a@b", "https://…@host/a@b"),
            ("me:secret@host/a", "…@host/a"),
            ("https://host/a@b", "https://host/a@b"),
            ("MUTAG", "MUTAG"),
        ] {
            assert_eq!(without_password(address), wanted);
        }
        for text in ["ftp://me:secret@host/a", "https://me:secret@host/a b"] {
            let error = text.parse::<Mirror>().unwrap_err().to_string();
            assert!(!error.contains("secret") && error.contains("…@host"), "{error}");
        }
    }
}

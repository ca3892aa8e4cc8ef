//! `sgr fetch`: data sets by name.

use anyhow::bail;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use sgr::datasets::{CATALOGUE, FetchSettings, Fetched, Problem, Trust, Wanted, Watch, fetch};
use sgr::text::shown;

use crate::args::FetchArgs;
use crate::report::{Done, complain, say, say_json};
use crate::{advice, progress};

const GIGABYTE: f64 = 1e9;

pub(crate) fn run(args: FetchArgs) -> anyhow::Result<Done> {
    let settings = args.settings()?;
    if args.list {
        list(&settings, args.json)?;
        return Ok(Done::default());
    }
    let wanted = args.wanted()?;
    let (mut reports, mut skipped) = (Vec::new(), 0);
    for one in &wanted {
        match args.fetch(one, &settings) {
            Ok(report) if args.json => reports.push(report),
            Ok(report) => say(report["path"].as_str().unwrap_or_default())?,
            // One that cannot be had does not stop the others.
            Err(error) if wanted.len() > 1 => {
                complain(format_args!("skipped: {}", advice::in_words(&error)));
                skipped += 1;
            }
            Err(error) => return Err(error),
        }
    }
    if args.json {
        say_json(&reports.into())?;
    }
    if skipped == wanted.len() {
        bail!("none of the {skipped} data sets could be fetched");
    }
    Ok(Done { skipped })
}

impl FetchArgs {
    fn settings(&self) -> anyhow::Result<FetchSettings> {
        let mut settings = FetchSettings::from_environment()?;
        settings.mirrors.splice(..0, self.mirror.iter().cloned());
        settings.patience = self.timeout;
        settings.max_bytes = (self.max_size * GIGABYTE) as u64;
        Ok(settings)
    }

    /// All that is to be fetched; checked before the first byte comes.
    fn wanted(&self) -> anyhow::Result<Vec<Wanted>> {
        let wanted = self.name.iter().map(|name| Wanted::parse(name)).collect::<Result<Vec<_>, _>>()?;
        for (position, one) in wanted.iter().enumerate() {
            let same = |other: &&Wanted| other.file.eq_ignore_ascii_case(&one.file) && other.name != one.name;
            if let Some(other) = wanted[..position].iter().find(same).filter(|_| self.output.is_some()) {
                let (one, other, file) = (shown(&one.name), shown(&other.name), shown(&one.file));
                bail!("{one}: found two files {file} for one folder (the other is {other}), wanted one call for each");
            }
        }
        match (self.checksum, wanted.len()) {
            (Some(_), count) if count != 1 => bail!("found {count} names with --checksum, wanted one"),
            (Some(checksum), _) => Ok(wanted.into_iter().map(|one| one.with_checksum(checksum)).collect()),
            (None, _) => Ok(wanted),
        }
    }

    /// Fetches one file, and what there is to say of it.
    fn fetch(&self, wanted: &Wanted, settings: &FetchSettings) -> anyhow::Result<Value> {
        let bar = Bar(progress::bytes(wanted.name.clone(), self.quiet));
        let fetched = fetch(wanted, settings, &bar);
        bar.0.finish_and_clear();
        let fetched = fetched?;
        let path = match &self.output {
            Some(folder) => fetched.copy_to(folder)?,
            None => fetched.path.clone(),
        };
        if fetched.trust == Trust::First && !self.quiet {
            say_first(wanted, &fetched);
        }
        Ok(json!({
            "name": wanted.name,
            "path": path.display().to_string(),
            "bytes": fetched.bytes,
            "sha256": fetched.checksum.to_string(),
            "origin": fetched.origin,
            "cached": fetched.was_cached,
            "trust": fetched.trust.name(),
        }))
    }
}

/// Nobody but the user can tell whether the first download is right.
fn say_first(wanted: &Wanted, fetched: &Fetched) {
    let (name, origin, checksum) = (shown(&wanted.name), shown(&fetched.origin), fetched.checksum);
    complain(format_args!(
        "{name}: first download, from {origin}: SHA-256 {checksum} is recorded, and every later one must have it"
    ));
}

/// Bytes on a line of stderr, and a line for each place that failed.
struct Bar(ProgressBar);

impl Watch for Bar {
    fn begins(&self, _: &str, from: u64) {
        self.0.set_position(from);
        // Bytes that were here already tell nothing about the speed.
        self.0.reset_eta();
    }

    fn received(&self, bytes: u64, of: Option<u64>) {
        if let Some(of) = of {
            self.0.set_length(of);
        }
        self.0.set_position(bytes);
    }

    fn failed(&self, place: &str, problem: &Problem, again: bool) {
        // The last failure of a place is told at the end, if no other place has the file.
        if again {
            self.0.suspend(|| complain(format_args!("{}: {problem}; trying again", shown(place))));
        }
    }
}

/// One line for each data set of the catalogue.
fn list(settings: &FetchSettings, as_json: bool) -> std::io::Result<()> {
    let cached = |set| Wanted::of(set).cached_bytes(settings);
    if as_json {
        let rows = CATALOGUE.iter().map(|set| {
            json!({
                "name": set.name,
                "graphs": set.graphs,
                "classes": set.classes,
                "mean_nodes": set.mean_size.map(|(nodes, _)| nodes),
                "mean_edges": set.mean_size.map(|(_, edges)| edges),
                "cached_bytes": cached(set),
                "publisher": set.publisher.name(),
                "address": set.address(),
                "sha256": set.checksum.map(|checksum| checksum.to_string()),
            })
        });
        return say_json(&rows.collect::<Vec<_>>().into());
    }
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let line = |cells: [&str; 7]| {
        let [name, graphs, classes, nodes, edges, bytes, publisher] = cells;
        say(format_args!("{name:18} {graphs:>7} {classes:>7} {nodes:>10} {edges:>10} {bytes:>12}  {publisher}"))
    };
    line(["name", "graphs", "classes", "mean nodes", "mean edges", "bytes here", "publisher"])?;
    CATALOGUE.iter().try_for_each(|set| {
        let (nodes, edges) = set.mean_size.map(|(nodes, edges)| (format!("{nodes:.2}"), format!("{edges:.2}"))).unzip();
        let classes = or_dash(set.classes.map(|classes| classes.to_string()));
        let bytes = or_dash(cached(set).map(|bytes| bytes.to_string()));
        let (graphs, nodes, edges) = (set.graphs.to_string(), or_dash(nodes), or_dash(edges));
        line([set.name, &graphs, &classes, &nodes, &edges, &bytes, set.publisher.name()])
    })
}

//! `sgr evaluate`: accuracies of methods on labelled collections.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde_json::json;
use sgr::baselines::{Fgsd, MultiscaleLaplacianSettings};
use sgr::evaluation::{Cell, Protocol, VectorClassifier};
use sgr::experiment::{
    self, Comparison, Describer, Duplicates, EvaluateError, EvaluationSettings, LabelledCollection, Method, Results,
    ResultsPage,
};
use sgr::figure::FigureFormat;
use sgr::input::Keep;
use sgr::neural::NodeFeatures;
use sgr::output::AtomicFile;
use sgr::representation::{BuiltIn, Model};
use sgr::resampling::KnotRule;
use sgr::text::{json_escaped, shown, shown_path};

mod results_cache;

use super::saliency;
use crate::args::{EvaluateArgs, Methods, ModelName};
use crate::plan::{Inputs, NamedPath};
use crate::report::{Done, complain, say};
use crate::{advice, collection, progress};
use results_cache::ResultsCache;

pub(crate) fn run(args: EvaluateArgs) -> anyhow::Result<Done> {
    let paths = args.input.paths(&args.work.memory)?;
    let graphs: Vec<PathBuf> = paths.iter().map(|named| named.path.clone()).collect();
    let cache = cache_path(&args);
    args.files(&graphs, cache.as_deref()).check()?;
    // Before the work: a folder that is missing should not cost an hour.
    for path in [&args.json, &args.markdown, &args.html, &args.ranks].into_iter().flatten() {
        AtomicFile::create(path)?;
    }
    if let Some(path) = &args.ranks {
        FigureFormat::from_path(path)?;
        if paths.len() < 2 {
            bail!("--ranks: found {} collection, wanted at least 2 to rank methods over", paths.len());
        }
    }
    let remarks = args.remarks.as_deref().map_or_else(|| Ok(BTreeMap::new()), read_remarks)?;
    let evaluation = Evaluation::new(&args, cache, paths.len())?;
    let (commands, version) = (vec![command(&args)], env!("CARGO_PKG_VERSION").to_owned());
    let results = Results { commands, version, threads: args.work.settings().threads, results: Vec::new() };
    let mut page = ResultsPage { results, remarks, ..ResultsPage::default() };
    let mut skipped = 0;
    for (number, path) in paths.iter().enumerate() {
        match evaluation.collection(number, path, &mut page) {
            Ok(done) => skipped += done.skipped,
            // Other collections may be as they should.
            Err(error) if paths.len() > 1 => {
                complain(format_args!("skipped: {}", advice::in_words(&error)));
                skipped += 1;
            }
            Err(error) => return Err(error),
        }
    }
    if page.results.results.is_empty() {
        bail!("found no result: all collections or methods were skipped");
    }
    finish(&args, page, &evaluation)?;
    Ok(Done { skipped })
}

/// Where results are kept, if they are.
fn cache_path(args: &EvaluateArgs) -> Option<PathBuf> {
    if args.no_cache { None } else { args.cache.clone().or_else(ResultsCache::usual_path) }
}

/// The command line as a reader would type it, without paths that mean nothing elsewhere.
fn command(args: &EvaluateArgs) -> String {
    let names = args.method.iter().map(|method| match method {
        Methods::One(method) => method.name(),
        Methods::All => "all",
    });
    let names = names.collect::<Vec<_>>().join(",");
    let protocol = if args.protocol == Protocol::CrossValidation { " --protocol cv10" } else { "" };
    let classifier = match args.classifier {
        VectorClassifier::LogisticRegression => String::new(),
        other => format!(" --classifier {other}"),
    };
    let flags = [
        (args.standardize, " --standardize"),
        (args.choose_c, " --choose-c"),
        (args.without_duplicates, " --without-duplicates"),
        (args.labels, " --labels"),
        (args.attributes, " --attributes"),
        (args.raw_kernels, " --raw-kernels"),
        (args.node_features == NodeFeatures::Constant, " --node-features constant"),
    ];
    let flags: String = flags.into_iter().filter_map(|(is_set, flag)| is_set.then_some(flag)).collect();
    let model = match &args.model {
        ModelName::BuiltIn(BuiltIn::Default) => String::new(),
        ModelName::BuiltIn(model) => format!(" --model {}", model.name()),
        ModelName::File(path) => format!(" --model {}", path.file_name().unwrap_or_default().to_string_lossy()),
    };
    let depth = if args.depth == 3 { String::new() } else { format!(" --depth {}", args.depth) };
    let fgsd = if args.fgsd == Fgsd::default() { String::new() } else { format!(" --fgsd {}", args.fgsd) };
    let mlg = match args.mlg == MultiscaleLaplacianSettings::default() {
        true => String::new(),
        false => format!(" --mlg {}", args.mlg),
    };
    let is_literal = args.knots == KnotRule::default();
    let knots = if is_literal { String::new() } else { format!(" --knots {}", args.knots) };
    let minutes = args.max_minutes.map_or(String::new(), |minutes| format!(" --max-minutes {minutes}"));
    format!(
        "sgr evaluate DATA --method {names} --runs {} --seed {}{protocol}{classifier}{flags}{depth}{fgsd}{mlg}{knots}{model}{minutes}",
        args.runs, args.seed
    )
}

/// Settings and state that all collections share.
struct Evaluation<'a> {
    args: &'a EvaluateArgs,
    /// Number of collections.
    collections: usize,
    methods: Vec<Method>,
    settings: EvaluationSettings,
    model: Model,
    cache: ResultsCache,
}

impl<'a> Evaluation<'a> {
    fn new(args: &'a EvaluateArgs, cache: Option<PathBuf>, collections: usize) -> anyhow::Result<Self> {
        let named = |method: &Method| {
            args.method.iter().any(|name| match name {
                Methods::One(one) => one == method,
                Methods::All => true,
            })
        };
        let methods: Vec<Method> = Method::ALL.into_iter().filter(named).collect();
        let settings = args.settings();
        let cache = cache.map_or_else(ResultsCache::none, ResultsCache::open);
        Ok(Self { args, collections, methods, settings, model: args.model.open()?, cache })
    }

    /// All methods on one collection.
    fn collection(&self, number: usize, named: &NamedPath, page: &mut ResultsPage) -> anyhow::Result<Done> {
        let mut inputs = Inputs::of(vec![named.clone()], &self.args.read, &self.args.work.memory)?;
        let path = &named.path;
        inputs.options.node_labels = self.args.labels;
        inputs.options.molecules.labels = self.args.labels;
        inputs.options.attributes = Keep::required_if(self.args.attributes);
        let (collection, mut done) = collection::read(inputs, self.args.work.threads.quiet)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let collection = LabelledCollection::new(name, collection).with_context(|| shown_path(path).to_string())?;
        let collection = self.fair(collection).with_context(|| shown_path(path).to_string())?;
        self.settings.check(collection.labels()).with_context(|| shown_path(path).to_string())?;
        for class in collection.labels().single_graph_classes() {
            let (name, class) = (shown(collection.name()), shown(class));
            complain(format_args!("{name}: class {class} has one graph: it can be learned or tested, never both"));
        }
        for (at, &method) in self.methods.iter().enumerate() {
            match self.cell(&collection, method, number * self.methods.len() + at + 1) {
                Ok(cell) => page.results.results.push(cell),
                // Other methods may manage.
                Err(error) => {
                    complain(format_args!("skipped: {}, {}: {error:#}", shown(collection.name()), method.name()));
                    done.skipped += 1;
                }
            }
        }
        if self.args.html.is_some() {
            self.draw(&collection, page);
        }
        Ok(done)
    }

    /// The collection without isomorphic graphs, if that was asked for; says how many were left out.
    fn fair(&self, collection: LabelledCollection) -> Result<LabelledCollection, EvaluateError> {
        if !self.args.without_duplicates {
            return Ok(collection);
        }
        let collection = collection.without_duplicates(self.args.work.settings().threads)?;
        if let Some(duplicates) = collection.duplicates() {
            let (name, left) = (shown(collection.name()), collection.records().len());
            let Duplicates { left_out, ambiguous_groups, undecided, .. } = duplicates;
            complain(format_args!(
                "{name}: left out {left_out} graphs that are isomorphic to others, {left} remain; {ambiguous_groups} groups of \
                 isomorphic graphs have no most frequent class and were left out entirely"
            ));
            if undecided > 0 {
                complain(format_args!(
                    "{name}: {undecided} graphs count as isomorphic to others because the search could not tell them apart"
                ));
            }
        }
        Ok(collection)
    }

    /// Adds the picture of a collection. Without it, the results are still worth a page.
    fn draw(&self, collection: &LabelledCollection, page: &mut ResultsPage) {
        let name = collection.name();
        match experiment::mean_spectra(collection, &self.args.work.settings()) {
            Ok(figure) => page.pictures.push((format!("Spectra of {name}"), figure.to_svg())),
            Err(error) => complain(format_args!("warning: {}: no picture of the spectra: {error}", shown(name))),
        }
    }

    /// One method on one collection, the `number`th of all: as it was kept, or computed and kept.
    fn cell(&self, collection: &LabelledCollection, method: Method, number: usize) -> anyhow::Result<Cell> {
        let describer = Describer {
            node_labels: self.args.labels,
            attributes: self.args.attributes,
            node_features: self.args.node_features,
            depth: self.args.depth.into(),
            fgsd: self.args.fgsd,
            mlg: self.args.mlg,
            knots: self.args.knots,
            model: Some(&self.model),
            ..Describer::new(method)
        };
        let key = self.key(collection.digest(), &describer);
        let name = collection.name();
        let is_whole = |cell: &&Cell| cell.runs == self.settings.runs || self.settings.time_limit.is_some();
        if let Some(kept) = self.cache.get(&key).filter(is_whole) {
            return Ok(Cell { collection: name.to_owned(), ..kept.clone() });
        }
        let all = self.collections * self.methods.len();
        let title = format!("[{number}/{all}] {} {}", shown(name), method.name());
        let bar = progress::fraction(title, self.args.work.threads.quiet);
        let work = self.args.work.settings();
        let outcome = experiment::evaluate(collection, &describer, &self.settings, &work, &bar);
        bar.finish();
        let cell = outcome?;
        self.cache.keep(&key, &cell);
        Ok(cell)
    }

    /// All that a result depends on.
    fn key(&self, digest: u64, describer: &Describer<'_>) -> String {
        let (version, describer, settings) = (env!("CARGO_PKG_VERSION"), describer.key(), self.settings.key());
        let duplicates = if self.args.without_duplicates { " without duplicates" } else { "" };
        format!("sgr {version} {digest:016x} {describer} {settings}{duplicates}")
    }
}

/// Most bytes of a file of remarks: a thousand pages. It may be a pipe or a device, which have no length.
const SETTINGS_BYTES: u64 = 1 << 22;

/// The remarks of a file: `method[:variant]` or `method[:variant]/collection`, and why it differs.
pub(crate) fn read_remarks(path: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let text = sgr::input::read_text(path, SETTINGS_BYTES)?;
    toml::from_str(&text).with_context(|| shown_path(path).to_string())
}

/// Writes the files that were asked for and prints the table. A failure of one output does not keep the others from being
/// written: each may have taken hours. The files come first: a reader of the table that closes its end early, such as `head`,
/// ends the program.
fn finish(args: &EvaluateArgs, mut page: ResultsPage, evaluation: &Evaluation<'_>) -> anyhow::Result<()> {
    let mut outcomes: Vec<anyhow::Result<()>> = Vec::new();
    let write = |outcomes: &mut Vec<anyhow::Result<()>>, path: &Path, text: &str| {
        outcomes.push(AtomicFile::write(path, text.as_bytes()).map_err(Into::into));
    };
    if let Some(path) = &args.json {
        write(&mut outcomes, path, &json_escaped(&format!("{:#}\n", json!(page.results))));
    }
    if let Some(path) = &args.markdown {
        write(&mut outcomes, path, &page.document().to_markdown());
    }
    if let Some(path) = &args.ranks {
        outcomes.push(match Comparison::new(&page.results.results).rank_figure() {
            Some(figure) => figure.save(path).map_err(Into::into),
            None => Err(anyhow!("--ranks: found no two methods with results on at least 2 collections")),
        });
    }
    if let Some(path) = &args.html {
        let figure = saliency::paper_figure(&evaluation.model, &args.work.settings());
        // A model without a record of its training graphs gets no picture.
        page.pictures.extend(figure.ok().map(|svg| ("What the model looks at".to_owned(), svg)));
        write(&mut outcomes, path, &page.document().to_html());
    }
    // Last: a reader of the table that has seen enough is no failure, a file that could not be written is one.
    outcomes.push(say(page.accuracy_table().to_plain()).map_err(Into::into));
    let mut failures = outcomes.into_iter().filter_map(Result::err);
    let first = failures.next();
    for error in failures {
        complain(format_args!("{}", advice::in_words(&error)));
    }
    first.map_or(Ok(()), Err)
}

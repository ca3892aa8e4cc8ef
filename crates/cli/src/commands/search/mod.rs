//! `sgr search`: the graphs that are most like other graphs.

mod answer;
mod duplicates;
mod embedded;

use std::path::PathBuf;

use anyhow::bail;
use sgr::input::{Format, holds_vectors, read_vectors};
use sgr::output::AtomicFile;
use sgr::representation::Distance;
use sgr::search::index::{Certainty, Columns, Filter, Index, LEAST_VECTORS};
use sgr::search::nearest::{NearestSettings, Neighbor};
use sgr::search::rows::Rows;
use sgr::text::{shown, shown_path};

use crate::args::SearchArgs;
use crate::plan::{Inputs, file_and_id, is_index};
use crate::report::{Done, complain, print};
use embedded::{Embedded, embed};

pub(crate) fn run(mut args: SearchArgs) -> anyhow::Result<Done> {
    args.files().check()?;
    see_molecules(&mut args)?;
    args.check_saved_name()?;
    let format = args.format()?;
    // Before the work: a folder that is missing should not cost an hour.
    for path in [&args.output, &args.save].into_iter().flatten() {
        AtomicFile::create(path)?;
    }
    let queries = if args.duplicates { Vec::new() } else { read_queries(&args)? };
    let Collection { mut index, graphs, mut done } = Collection::open(&args)?;
    done.skipped += queries.iter().map(|queries| queries.done.skipped).sum::<usize>();
    if let Some(path) = &args.save {
        if args.approximate {
            index.build_cells(args.work.settings().threads);
            tell_cells(&index, args.recall);
        }
        index.save(path)?;
    }
    let text = if args.duplicates {
        duplicates::list(&index, graphs.as_deref(), format)
    } else {
        let found = queries.iter().map(|queries| search(&args, &index, queries)).collect::<anyhow::Result<Vec<_>>>()?;
        // Filter, count and recall are those of all queries: so is the certainty.
        let certainty = found.iter().find_map(|answer| answer.1);
        let named = queries.iter().flat_map(|queries| &queries.ids).zip(found.into_iter().flat_map(|answer| answer.0));
        certainty.iter().for_each(|certainty| complain(format_args!("{certainty}")));
        answer::text(&index, named, format, certainty)?
    };
    match &args.output {
        Some(path) => AtomicFile::write(path, &text)?,
        None if args.query.is_empty() && !args.duplicates => {}
        None => print(&text)?,
    }
    Ok(done)
}

/// Lets the vectors see atoms and bonds if the graphs, of queries and of the collection, are molecules.
fn see_molecules(args: &mut SearchArgs) -> anyhow::Result<()> {
    let paths = args.query.iter().map(|query| file_and_id(query).0).chain([args.collection.clone()]);
    // Standard input is read once, so a table there cannot be looked into first.
    let is_readable = |path: &PathBuf| path.as_os_str() != "-" || args.read.format.is_some_and(Format::is_molecular);
    let graphs = paths.filter(|path| !is_index(path) && !holds_vectors(path) && is_readable(path));
    let inputs = graphs.map(|path| {
        let mut inputs = Inputs::of(vec![path.into()], &args.read, &args.work.memory)?;
        args.vectors.keep_seen(&mut inputs.options);
        anyhow::Ok(inputs)
    });
    let inputs = inputs.collect::<anyhow::Result<Vec<_>>>()?;
    args.vectors.see_molecules(&inputs)
}

/// Says which recall the cells of an index reach.
fn tell_cells(index: &Index, recall: f64) {
    let Some(cells) = index.cells() else {
        return complain(format_args!("no cells: {} vectors, they serve {LEAST_VECTORS} or more", index.len()));
    };
    let reached = match cells.effort(recall) {
        Some(effort) => format!("recall {:.4} among {:.2} % of the vectors", effort.recall(), 100.0 * effort.seen()),
        None => format!("no search of a tenth of the vectors reaches the recall {recall}"),
    };
    complain(format_args!("{} cells: {reached}", cells.count()));
}

/// What each query found; with `--approximate` also how certain that is.
type Found = (Vec<Vec<Neighbor>>, Option<Certainty>);

fn search(args: &SearchArgs, index: &Index, queries: &Embedded) -> anyhow::Result<Found> {
    let mut settings = NearestSettings::new(args.k as usize);
    settings.threads = args.work.settings().threads;
    let filter = args.filters.iter().cloned().fold(Filter::new(), Filter::and);
    let rows = Rows::new(&queries.values, queries.dimensions)?;
    if !args.approximate {
        return Ok((index.search(rows, &filter, &settings)?, None));
    }
    let answer = index.search_approximately(rows, &filter, &settings, args.recall)?;
    Ok((answer.found, Some(answer.certainty)))
}

/// The vectors of each argument. With several arguments the name of its file stands in front of an id.
fn read_queries(args: &SearchArgs) -> anyhow::Result<Vec<Embedded>> {
    let several = args.query.len() > 1;
    let read = |argument: &String| {
        let (path, id) = file_and_id(argument);
        let mut queries = if holds_vectors(&path) {
            Embedded::read(&path, args)?.only(id)
        } else {
            let inputs = Inputs::of(vec![path.clone().into()], &args.read, &args.work.memory)?;
            embed(args, inputs, id, false)?
        };
        if let Some(id) = id.filter(|_| queries.ids.is_empty()) {
            bail!("{}: no graph has the id \"{}\"", shown_path(&path), shown(id));
        }
        if several {
            queries.ids.iter_mut().for_each(|id| *id = format!("{}#{id}", path.display()));
        }
        Ok(queries)
    };
    args.query.iter().map(read).collect()
}

/// Where to search.
struct Collection {
    index: Index,
    /// The graphs in their order, if they are needed and known.
    graphs: Option<Vec<sgr::Graph>>,
    done: Done,
}

impl Collection {
    fn open(args: &SearchArgs) -> anyhow::Result<Self> {
        let path = &args.collection;
        if is_index(path) {
            return Ok(Self { index: open_index(args)?, graphs: None, done: Done::default() });
        }
        let is_table = holds_vectors(path);
        let embedded = if is_table {
            Embedded::read(path, args)?
        } else {
            let inputs = Inputs::of(vec![path.clone().into()], &args.read, &args.work.memory)?;
            embed(args, inputs, None, args.duplicates)?
        };
        let preparation = args.vectors.preparation(args.asked_distance(), embedded.dimensions)?;
        let mut index = Index::prepared_by(preparation, embedded.dimensions)?;
        if !is_table {
            index = index.with_source(args.vectors.source()?);
        }
        let columns = embedded.columns.into_iter();
        let columns = columns.fold(Columns::new(), |columns, (name, texts)| columns.with(name, texts));
        index.add(Rows::new(&embedded.values, embedded.dimensions)?, &embedded.ids, columns)?;
        let graphs = (args.duplicates && !is_table).then_some(embedded.graphs);
        Ok(Self { index, graphs, done: embedded.done })
    }
}

/// An index file, whose distance and settings of vectors must be those of the arguments.
fn open_index(args: &SearchArgs) -> anyhow::Result<Index> {
    let (index, name) = (Index::open(&args.collection)?, shown_path(&args.collection));
    let found: Distance = index.distance();
    if let Some(wanted) = args.distance.filter(|wanted| *wanted != found) {
        bail!("{name}: found an index for the distance {found}, wanted {wanted}");
    }
    let embeds = args.query.iter().any(|query| !holds_vectors(&file_and_id(query).0));
    let wanted = args.vectors.source()?;
    if embeds && !index.source().is_empty() && index.source() != wanted {
        let found = shown(index.source());
        bail!("{name}: found vectors made with {found}, wanted the settings of the queries, {wanted}");
    }
    Ok(index)
}

impl Embedded {
    /// Vectors of a file.
    fn read(path: &std::path::Path, args: &SearchArgs) -> anyhow::Result<Self> {
        let table = read_vectors(path, args.work.memory.bytes())?;
        Rows::new(&table.values, table.dimensions).map_err(|error| anyhow::anyhow!("{}: {error}", shown_path(path)))?;
        let sgr::input::StoredVectors { values, dimensions, ids, columns } = table;
        Ok(Self { ids, columns, values, dimensions, graphs: Vec::new(), done: Done::default() })
    }

    /// The vectors of one id; all without one.
    fn only(self, id: Option<&str>) -> Self {
        let Some(id) = id else { return self };
        let rows: Vec<usize> = (0..self.ids.len()).filter(|&row| self.ids[row] == id).collect();
        let row = |&row: &usize| self.values[row * self.dimensions..][..self.dimensions].to_vec();
        Self { values: rows.iter().flat_map(row).collect(), ids: vec![id.to_owned(); rows.len()], ..self }
    }
}

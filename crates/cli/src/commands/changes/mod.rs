//! `sgr changes`: when a series of graphs changed.

mod snapshots;
mod table;

use sgr::changes::Changes;
use sgr::figure::FigureFormat;
use sgr::output::AtomicFile;

use crate::args::ChangesArgs;
use crate::progress;
use crate::report::{Done, complain, print};
use crate::retry::gathering_if_needed;
use snapshots::Snapshots;

pub(crate) fn run(mut args: ChangesArgs) -> anyhow::Result<Done> {
    let mut inputs = args.inputs()?;
    args.vectors.keep_seen(&mut inputs.options);
    args.vectors.see_molecules([&inputs])?;
    args.files(&inputs.paths).check()?;
    let (format, settings) = (args.format()?, args.settings());
    // Before the work: a folder that is missing should not cost an hour.
    settings.check()?;
    args.plot.as_deref().map(FigureFormat::from_path).transpose()?;
    for path in [&args.output, &args.plot].into_iter().flatten() {
        AtomicFile::create(path)?;
    }
    let Snapshots { series, problems, done } =
        gathering_if_needed(&mut inputs, |inputs| Snapshots::read(&args, inputs))?;
    let bar = progress::fraction("changes".to_owned(), args.work.threads.quiet);
    let changes = Changes::of(&series, &settings, &bar);
    bar.finish();
    let changes = changes?;
    let text = table::text(&series, &problems, &changes, &settings, format)?;
    match &args.output {
        Some(path) => AtomicFile::write(path, &text)?,
        None => print(&text)?,
    }
    if let Some(path) = &args.plot {
        changes.figure(&series).save(path)?;
    }
    if series.len() < 2 * settings.min_segment {
        let (found, wanted) = (series.len(), 2 * settings.min_segment);
        complain(format_args!("no change point can be found: {found} snapshots, wanted at least {wanted}"));
    }
    Ok(done)
}

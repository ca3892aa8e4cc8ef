//! `sgr gram`: the Gram matrix of a kernel.

use sgr::baselines::FirstLabels;
use sgr::experiment::{Describer, Description};

use crate::args::GramArgs;
use crate::plan::Inputs;
use crate::report::{Done, complain};
use crate::{collection, progress};

pub(crate) fn run(args: GramArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.files(&inputs.paths).check()?;
    // Before the work: a folder that is missing should not cost an hour.
    sgr::output::AtomicFile::create(&args.output)?;
    inputs.options.node_labels = args.labels;
    inputs.options.molecules.labels = args.labels;
    let (collection, done) = collection::read(inputs, args.work.threads.quiet)?;
    if args.labels && !args.method.sees_labels() {
        complain(format_args!("{} makes no use of node labels", args.method.name()));
    }
    let first_labels = if args.uniform { FirstLabels::Same } else { FirstLabels::default() };
    let describer = Describer { node_labels: args.labels, first_labels, ..Describer::new(args.method) };
    let bar = progress::fraction(args.method.name().to_owned(), args.work.threads.quiet);
    let description = describer.describe(collection.records(), &args.work.settings(), &bar);
    bar.finish();
    if let Description::Gram(gram) = description? {
        let gram = if args.normalize { gram.normalized() } else { gram };
        let names = collection.records().iter().map(|record| (record.id.as_str(), record.label.as_deref()));
        gram.save(&args.output, names)?;
    }
    Ok(done)
}

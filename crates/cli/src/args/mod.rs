//! The command line, as help, completions and man page show it.

mod changes;
mod cluster;
mod evaluation;
mod fetch;
mod generate;
mod learning;
mod map;
mod names;
mod reading;
mod retrieval;
mod search;
mod vectors;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use sgr::output::TableFormat;
use sgr::representation::Distance;

use names::names_of;

pub(crate) use changes::ChangesArgs;
pub(crate) use cluster::ClusterArgs;
pub(crate) use evaluation::{EvaluateArgs, GramArgs, Methods, ReportArgs};
pub(crate) use fetch::FetchArgs;
pub(crate) use generate::GenerateArgs;
pub(crate) use learning::{SaliencyArgs, TrainArgs};
pub(crate) use map::MapArgs;
pub(crate) use reading::{InputArgs, LargeArgs, MemoryArgs, ReadArgs, ThreadArgs, WorkArgs};
pub(crate) use retrieval::RetrievalArgs;
pub(crate) use search::{HitFormat, SearchArgs};
pub(crate) use vectors::{ModelName, VectorArgs};

/// Graphs in, vectors out, by the spectra of their Laplacians.
///
/// sgr reads collections of graphs, computes the spectrum of each graph's normalized Laplacian, exactly where that is
/// affordable, passes it through a perceptron that learned on synthetic graphs, and writes one vector per graph, ready for scikit-learn, FAISS or DuckDB.
/// No labels, no training on your data.
#[derive(Debug, Parser)]
#[command(name = "sgr", version, max_term_width = 100, after_long_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Formats, told by the name (or --format, never by the content):
  folder or .zip                      tu          TU collection, as distributed
  .txt .csv .tsv .edges .edgelist .el edges       one edge a line: u v [weight], # comments
  .g6 .graph6                         graph6      one graph a line
  .s6 .sparse6                        sparse6     one graph a line
  .mtx                                mtx         Matrix Market coordinate file
  .jsonl .ndjson                      jsonl       {\"id\", \"edges\": [[u,v],…], …} a line
  .json                               karateclub  {id: [[u,v],…], …}
  .parquet .pq                        parquet     one graph a row; a folder is a table in parts
  .arrow .arrows .feather .ipc        arrow       one graph a row
  by --format only                    csv         one graph a row, comma-separated
  by --format only                    tsv         one graph a row, tab-separated
  by --format only                    json-rows   one graph a row, an object with the columns a line
  .smi .smiles                        smiles      one molecule a line: SMILES, then its name
  .sdf .sd .mol .mdl                  sdf         molecules, V2000 and V3000
  .pdb .ent                           pdb         contacts of the residues of a protein
  .cif .mmcif                         mmcif       contacts of the residues of a protein
All but tu, parquet and arrow may end in .gz or .zst as well. All but tu and parquet may come from standard input.

Exit codes: 0 all done; 1 done, but some graphs were skipped, each named on stderr; 2 failed, nothing written; 130 interrupted.

Examples:
  sgr embed MUTAG.zip -o mutag.npz
  sgr embed graphs.parquet -o vectors.parquet --keep name --resume
  sgr embed 'parts/*.parquet' -o vectors.parquet
  sgr embed proteins/*.txt.gz -o vectors.parquet --representation heat
  sgr embed MUTAG.zip -o fingerprints.npz --representation fingerprint --labels all
  sgr embed molecules.smi -o vectors.parquet
  sgr embed molecules.csv --format csv --keep name -o vectors.parquet
  sgr embed proteins/*.pdb.gz -o vectors.parquet --contact-distance 7
  sgr spectrum road.mtx --explain
  sgr heat-kernel karate.mtx --times 0.1,1,10
  sgr info IMDB-BINARY.zip --json
  zcat graphs.jsonl.gz | sgr embed - --format jsonl -o - --to csv
  sgr distance monday.csv tuesday.csv
  sgr search new.jsonl --in molecules.jsonl -k 5
  sgr search new.jsonl --in vectors.parquet --where label=1 --json
  sgr generate block-model erdos-renyi -o synthetic.jsonl
  sgr train -o mine.safetensors --seed 7
  sgr saliency -o saliency.svg
  sgr evaluate MUTAG.zip PROTEINS.zip --json results.json
  sgr report results.json -o results.html
  sgr cluster molecules.jsonl -o clusters.csv --map clusters.html
  sgr gram MUTAG.zip --method wl -o mutag-wl.npy
  sgr map MUTAG.zip -o mutag.html
  sgr changes days/ --plot changes.svg
  sgr fetch MUTAG ENZYMES -o data";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Embed(EmbedArgs),
    Spectrum(SpectrumArgs),
    HeatKernel(HeatKernelArgs),
    Info(InfoArgs),
    Distance(DistanceArgs),
    Search(SearchArgs),
    Generate(GenerateArgs),
    Train(TrainArgs),
    Saliency(SaliencyArgs),
    Evaluate(EvaluateArgs),
    Retrieval(RetrievalArgs),
    Report(ReportArgs),
    Cluster(ClusterArgs),
    Gram(GramArgs),
    Map(MapArgs),
    Changes(ChangesArgs),
    Fetch(FetchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// One vector per graph, to a file.
///
/// The vectors leave with the graphs' ids and class labels; the file's ending tells the format: .npz (arrays `vectors`,
/// `ids`, `labels`; fingerprints as scipy.sparse.load_npz reads them), .npy (vectors alone, ids in OUT.ids.csv next to it),
/// .csv, .parquet, .jsonl. The file appears whole or not at all.
#[derive(Debug, Args)]
pub(crate) struct EmbedArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Where the vectors go: .npy, .npz, .csv, .parquet or .jsonl; `-` for standard output, with --to
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Write this format, whatever the name of OUT says; csv, jsonl or npy for standard output
    #[arg(long, value_name = "FORMAT", value_parser = names::names_of::<TableFormat>())]
    pub(crate) to: Option<TableFormat>,

    /// Write OUT.parquet in parts, and go on where an earlier run with the same settings and inputs was ended
    #[arg(long)]
    pub(crate) resume: bool,

    /// Columns of the input table that go to the output as they are, parted by commas
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    pub(crate) keep: Vec<String>,

    /// Print a summary as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) vectors: VectorArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// The eigenvalues of each graph, one JSON line per graph.
///
/// A line holds "id", "nodes", "edges", "origin" (exact, single, slicing, density or ends: how they were found), "error" (how far
/// off they can be) and "eigenvalues", ascending; where not all are known, "samples" instead, the 256 samples of
/// the spectrum that vectors are made of.
#[derive(Debug, Args)]
pub(crate) struct SpectrumArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// A .jsonl file to write to instead of stdout
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Explain the method chosen for each graph: on stderr, and as "explain" in its line
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// The heat kernel of each graph, one JSON line per graph.
///
/// The kernel at time t is exp(−tL) for the normalized Laplacian L. A line holds "id", "nodes", "times" and "diagonal": for
/// each time one number per node, the heat that is at the node it started from (auto-diffusivity). With --full it holds
/// "kernel" instead: for each time the n × n matrix, row by row. All eigenvectors are computed, so large graphs are skipped
/// with the reason.
#[derive(Debug, Args)]
pub(crate) struct HeatKernelArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Times, parted by commas: finite and not negative
    #[arg(long, value_name = "T,…", required = true, value_delimiter = ',', value_parser = parse_time)]
    pub(crate) times: Vec<f64>,

    /// Write whole matrices instead of their diagonals
    #[arg(long)]
    pub(crate) full: bool,

    /// A .jsonl file to write to instead of stdout
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// No progress on stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

fn parse_time(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(time) if time.is_finite() && time >= 0.0 => Ok(time),
        _ => Err("wanted a finite number that is not negative".to_owned()),
    }
}

/// Contents of a file: graphs, nodes, edges, classes, and dropped edges.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress on stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// How far apart two graphs are.
///
/// Prints the Euclidean distance of their vectors and Mémoli's lower bound of the spectral Gromov–Wasserstein distance,
/// the supremum over t of e^(−2(t+1/t)) |h₁(t) − h₂(t)| for the heat traces h; and another --distance of the vectors.
///
/// How large is it? For vectors of a model without labels and attributes it says how many per cent of random pairs of the graphs
/// that trained the model are farther apart: of pairs of any two, and of pairs of each family.
///
/// A graph of a collection is named by its id behind a #: MUTAG.zip#17.
#[derive(Debug, Args)]
pub(crate) struct DistanceArgs {
    /// A file with one graph, or FILE#ID
    pub(crate) a: String,

    /// Another
    pub(crate) b: String,

    /// Another distance of the vectors [default: that of --model for its vectors, tanimoto for `fingerprint`, otherwise euclidean]
    #[arg(long, value_name = "DISTANCE", value_parser = names_of::<Distance>())]
    pub(crate) distance: Option<Distance>,

    /// Print {"euclidean", "bound", "time", "bound_error", "spectrum_errors", "distance", "closer_than"}
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) vectors: VectorArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Completions for your shell, on stdout.
///
/// For example: sgr completions bash > ~/.local/share/bash-completion/completions/sgr
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// The man page, on stdout or as one file per command in a folder.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// A folder to write sgr.1, sgr-embed.1 and the others to
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

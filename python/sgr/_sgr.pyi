"""The compiled half of the package: private, and all that Python sees of the library."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ArrowTable",
    "Changes",
    "ClusterSettings",
    "Description",
    "Graph",
    "GraphBatch",
    "GraphFile",
    "GraphMap",
    "GraphWriter",
    "Index",
    "Job",
    "Model",
    "SolvedSpectrum",
    "SpectrumSettings",
    "TableReading",
    "__version__",
    "after_fork",
    "before_fork",
    "data_sets",
    "default_threads",
    "distance_names",
    "draw_graph",
    "family_names",
    "graphs_of_smiles",
    "holds_molecules",
    "method_names",
    "netlsd_times",
    "output_schema",
    "read_curriculum",
    "representation_names",
    "sparse_product",
    "start_bound",
    "start_changes",
    "start_density",
    "start_evaluation",
    "start_families",
    "start_fetch",
    "start_files",
    "start_gram",
    "start_graph_clusters",
    "start_heat_kernel",
    "start_map",
    "start_predictions",
    "start_spectra",
    "start_spectrum",
    "start_table",
    "start_training",
    "start_vector_clusters",
    "vector_distance",
]

__version__: str

_Indices = NDArray[np.int32] | NDArray[np.int64]
_Labels = tuple[NDArray[np.int32], list[str]]
_Carried = tuple[_Labels | None, _Labels | None, NDArray[np.float64] | None]

@final
class Job:
    @property
    def done(self) -> int: ...
    def wait(self, seconds: float) -> bool: ...
    def result(self) -> Any: ...
    def cancel(self) -> None: ...

@final
class ClusterSettings:
    def __new__(
        cls,
        method: str,
        clusters: int | None,
        criterion: str,
        most: int,
        min_cluster_size: int | None,
        seed: int,
    ) -> ClusterSettings: ...

@final
class Graph:
    def __new__(
        cls,
        nodes: int,
        sources: _Indices,
        targets: _Indices,
        weights: NDArray[np.float64] | None = None,
        id: str | None = None,
        label: str | None = None,
        node_labels: Sequence[str | int] | None = None,
        edge_labels: Sequence[str | int] | None = None,
        attributes: NDArray[np.float64] | None = None,
        is_molecule: bool = False,
    ) -> Graph: ...
    @property
    def is_molecule(self) -> bool: ...
    @property
    def node_count(self) -> int: ...
    @property
    def edge_count(self) -> int: ...
    @property
    def isolated_count(self) -> int: ...
    @property
    def self_loops_dropped(self) -> int: ...
    @property
    def is_weighted(self) -> bool: ...
    @property
    def id(self) -> str: ...
    @property
    def label(self) -> str | None: ...
    def edges(self) -> NDArray[np.int64]: ...
    def weights(self) -> NDArray[np.float64] | None: ...
    def node_labels(self) -> list[str] | None: ...
    def edge_labels(self) -> list[str] | None: ...
    def attributes(self) -> NDArray[np.float64] | None: ...
    def to_networkx(self) -> Any: ...
    def to_scipy(self) -> Any: ...
    def to_pyg(self) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class GraphBatch:
    def __new__(cls) -> GraphBatch: ...
    def __len__(self) -> int: ...
    @property
    def entries(self) -> int: ...
    @property
    def dropped(self) -> tuple[int, int, int]: ...
    def add_edges(
        self,
        nodes: int,
        sources: _Indices,
        targets: _Indices,
        weights: NDArray[np.float64] | None = None,
        directed: bool = False,
        carried: _Carried | None = None,
    ) -> None: ...
    def add_rows(
        self,
        offsets: _Indices,
        columns: _Indices,
        weights: NDArray[np.float64] | None = None,
        directed: bool = True,
        carried: _Carried | None = None,
    ) -> None: ...
    def add_matrix(
        self, offsets: Any, columns: Any, entries: Any, is_weighted: bool, directed: bool
    ) -> bool: ...
    def add_adjacency(self, adjacency: Any, carried: _Carried | None = None) -> bool: ...
    def add_graph(self, graph: Graph) -> None: ...
    def check_width(self, wanted: int | None = None) -> int | None: ...
    def attributes(self) -> NDArray[np.float64]: ...
    def add_missing(self) -> None: ...
    def sizes(self) -> list[tuple[int, int, int] | None]: ...
    def edges(self) -> tuple[int, NDArray[np.int64]]: ...

@final
class GraphWriter:
    def __new__(cls, path: str) -> GraphWriter: ...
    def write(self, batch: GraphBatch, ids: Sequence[str], labels: Sequence[str | None]) -> None: ...
    def finish(self) -> None: ...

@final
class GraphMap:
    def html(self) -> str: ...
    def save(self, path: str) -> None: ...
    def ids(self) -> list[str]: ...
    def points(self) -> NDArray[np.float32]: ...
    def duplicates(self) -> list[tuple[list[int], bool]]: ...

@final
class GraphFile:
    def __new__(
        cls,
        path: str,
        format: str | None = None,
        weights: bool = False,
        directed_as_undirected: bool = False,
        gather: bool = False,
        header: bool | None = None,
        node_labels: bool = False,
        edge_labels: bool = False,
        attributes: bool = False,
        max_memory: float = 8.0,
        hydrogens: str = "written",
        hydrogen_counts: bool = False,
    ) -> GraphFile: ...
    def left(self) -> int | None: ...
    def __iter__(self) -> GraphFile: ...
    def __next__(self) -> Graph | str: ...

@final
class Model:
    def __new__(cls, bytes: bytes) -> Model: ...
    @staticmethod
    def open(name: str) -> Model: ...
    @staticmethod
    def built_in_names() -> list[str]: ...
    @staticmethod
    def read(path: str) -> Model: ...
    def to_bytes(self) -> bytes: ...
    def save(self, path: str) -> None: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def attribute_scales(self) -> tuple[list[float], list[float]] | None: ...
    def with_attribute_scaling(self, scaling: str | tuple[Sequence[float], Sequence[float]]) -> Model: ...
    @property
    def channels(self) -> list[str]: ...
    @property
    def classes(self) -> list[str]: ...
    @property
    def families(self) -> list[str]: ...
    @property
    def distance(self) -> str: ...
    def closer_than(self, value: float, metric: str | None = None) -> dict[str, float]: ...
    @property
    def seed(self) -> int: ...
    @property
    def provenance(self) -> str: ...
    def taken_for(self, inputs: NDArray[np.float32]) -> list[str]: ...
    def start_saliency(self, inputs: NDArray[np.float32], family: str) -> Job: ...
    def start_synthetic_saliency(self, family: str, count: int, n_jobs: int | None = None) -> Job: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class SpectrumSettings:
    def __new__(
        cls,
        method: str = "auto",
        max_error: float = 0.001,
        max_memory: float = 8.0,
        seed: int = 0,
        max_seconds: float | None = None,
    ) -> SpectrumSettings: ...

@final
class Description:
    MOST_DIMENSIONS: int
    DEEPEST: int
    @staticmethod
    def representation(
        name: str,
        model: Model | None = None,
        samples: int | None = None,
        knots: str | None = None,
        times: NDArray[np.float64] | None = None,
        normalization: str | None = None,
    ) -> Description: ...
    @staticmethod
    def fingerprint(dimensions: int, depth: int, values: str) -> Description: ...
    def with_parts(
        self,
        labels: str | None = None,
        attributes: bool = False,
        scaling: str | tuple[Sequence[float], Sequence[float]] | None = None,
    ) -> Description: ...
    def attribute_width(self) -> int | None: ...
    @staticmethod
    def channels(model: Model) -> Description: ...
    @staticmethod
    def netsimile() -> Description: ...
    @staticmethod
    def fgsd(distance: str, laplacian: str, bins: int, range: float) -> Description: ...
    def columns(self) -> list[str]: ...
    def start(self, batch: GraphBatch, settings: SpectrumSettings, n_jobs: int | None = None) -> Job: ...

@final
class ArrowTable:
    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class TableReading:
    def __new__(
        cls,
        columns: dict[str, str],
        weights: bool,
        node_labels: bool,
        edge_labels: bool,
        attributes: bool,
        keep: list[str] | None,
        as_lists: bool,
        max_memory: float,
        of_molecules: Description | None = None,
    ) -> TableReading: ...

def graphs_of_smiles(
    texts: list[str], ids: list[str], hydrogens: str, hydrogen_counts: bool
) -> list[Graph | str]: ...
def holds_molecules(path: str, format: str | None = None) -> bool: ...

def output_schema(schema: Any, description: Description, reading: TableReading) -> ArrowTable: ...
def start_files(
    input: tuple[str, str | None],
    output: Any,
    description: Description,
    reading: TableReading,
    settings: SpectrumSettings,
    work: str | None = None,
    n_jobs: int | None = None,
) -> Job: ...
def start_predictions(table: Any, reading: TableReading, settings: SpectrumSettings) -> Job: ...
def start_table(
    table: Any,
    description: Description,
    reading: TableReading,
    settings: SpectrumSettings,
    n_jobs: int | None = None,
) -> Job: ...
@final
class Index:
    def __new__(cls, distance: str | None, dimensions: int, source: str, model: Model | None = None) -> Index: ...
    @staticmethod
    def open(path: str | PathLike[str]) -> Index: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def add(
        self, vectors: NDArray[np.float32], ids: Sequence[str], metadata: Mapping[str, Sequence[str | None]]
    ) -> None: ...
    def remove(self, ids: Sequence[str]) -> int: ...
    def start_search(
        self,
        queries: NDArray[np.float32],
        count: int,
        conditions: Mapping[str, Sequence[str]],
        n_jobs: int | None = None,
        recall: float | None = None,
    ) -> Job: ...
    def start_build_cells(self, n_jobs: int | None = None) -> Job: ...
    def effort(self, recall: float) -> tuple[float, float, float] | None: ...
    def duplicates(self) -> list[list[str]]: ...
    def ids(self) -> list[str]: ...
    def column(self, name: str) -> list[str | None]: ...
    @property
    def distance(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def source(self) -> str: ...
    def __len__(self) -> int: ...

def default_threads() -> int: ...
def before_fork() -> None: ...
def after_fork(in_child: bool) -> None: ...
def representation_names() -> list[str]: ...
def netlsd_times(waves: bool) -> NDArray[np.float64]: ...
def start_spectra(
    batch: GraphBatch,
    kind: str,
    settings: SpectrumSettings,
    times: NDArray[np.float64] | None = None,
    normalization: str = "none",
    samples: int = 256,
    knots: str = "literal",
    n_jobs: int | None = None,
) -> Job: ...
@final
class SolvedSpectrum:
    @property
    def origin(self) -> str: ...
    @property
    def error(self) -> float: ...
    @property
    def noise(self) -> float: ...
    @property
    def bias(self) -> float: ...
    def numbers(
        self,
        kind: str,
        times: NDArray[np.float64] | None = None,
        normalization: str = "none",
        samples: int = 256,
        knots: str = "literal",
    ) -> NDArray[np.float64] | None: ...

def start_spectrum(
    batch: GraphBatch,
    settings: SpectrumSettings,
    samples: int = 256,
    knots: str = "literal",
    n_jobs: int | None = None,
) -> Job: ...
def start_density(
    size: int,
    known: NDArray[np.float64],
    extremes: tuple[Sequence[float], Sequence[float]],
    residuals: tuple[float, float],
    traces: Sequence[float],
    probes: Sequence[tuple[Sequence[float], Sequence[float]]],
    max_error: float = 0.001,
    samples: int = 256,
    knots: str = "literal",
    n_jobs: int | None = None,
) -> Job: ...
def sparse_product(
    offsets: NDArray[np.int64],
    columns: NDArray[np.uint32],
    weights: NDArray[np.float64] | None,
    block: NDArray[Any],
) -> NDArray[Any]: ...
def start_bound(batch: GraphBatch, settings: SpectrumSettings, n_jobs: int | None = None) -> Job: ...
def method_names() -> list[tuple[str, bool, bool]]: ...
def start_gram(
    batch: GraphBatch,
    method: str,
    node_labels: bool = False,
    uniform: bool = False,
    normalize: bool = False,
    n_jobs: int | None = None,
) -> Job: ...
def start_map(
    batch: GraphBatch,
    description: Description,
    settings: SpectrumSettings,
    ids: Sequence[str],
    labels: Sequence[str] | None,
    title: str,
    projection: str,
    coordinates: NDArray[np.float64] | None,
    clusters: int | None,
    neighbours: int,
    perplexity: float | None,
    seed: int,
    n_jobs: int | None = None,
    distance: str | None = None,
    model: Model | None = None,
    molecules: bool = False,
) -> Job: ...
@final
class Changes:
    def ids(self) -> list[str]: ...
    def distances(self) -> NDArray[np.float64]: ...
    def scores(self) -> NDArray[np.float64]: ...
    def segments(self) -> NDArray[np.int64]: ...
    def points(self) -> list[tuple[int, float, float]]: ...
    @property
    def next_p_value(self) -> float | None: ...
    @property
    def false_alarms(self) -> float: ...
    def summary(self) -> str: ...
    def svg(self) -> str: ...
    def save(self, path: str | PathLike[str]) -> None: ...

def start_changes(
    vectors: NDArray[np.float32],
    ids: Sequence[str],
    window: int,
    false_alarms: float,
    permutations: int,
    min_segment: int,
    seed: int,
    max_memory: float,
    n_jobs: int | None = None,
) -> Job: ...
def start_graph_clusters(
    batch: GraphBatch,
    by: str,
    model: Model,
    node_labels: bool,
    settings: ClusterSettings,
    n_jobs: int | None = None,
) -> Job: ...
def start_vector_clusters(
    vectors: NDArray[np.float32], settings: ClusterSettings, n_jobs: int | None = None
) -> Job: ...
def start_evaluation(
    batch: GraphBatch,
    labels: Sequence[str],
    name: str,
    method: str,
    model: Model,
    runs: int,
    protocol: str,
    classifier: str,
    seed: int,
    node_labels: bool = False,
    attributes: bool = False,
    standardize: bool = False,
    choose_c: bool = False,
    without_duplicates: bool = False,
    raw_kernels: bool = False,
    n_jobs: int | None = None,
    node_features: str = "degrees",
) -> Job: ...
def start_heat_kernel(batch: GraphBatch, times: NDArray[np.float64], diagonal: bool) -> Job: ...
def distance_names() -> list[str]: ...
def vector_distance(
    distance: str, a: NDArray[np.float32], b: NDArray[np.float32], model: Model | None = None
) -> float: ...
def read_curriculum(path: str) -> str: ...
def start_training(
    curriculum: str,
    seed: int | None = None,
    epochs: int | None = None,
    dimensions: int | None = None,
    graphs: int | None = None,
    n_jobs: int | None = None,
) -> tuple[Job, int]: ...
def draw_graph(model: str, parameters: tuple[Any, ...], seed: int, max_memory: float = 8.0) -> Graph: ...
def start_families(
    families: Sequence[str],
    count: int,
    nodes: tuple[int, int],
    degree: tuple[float, float],
    blocks: tuple[int, int],
    ratio: tuple[float, float],
    seed: int,
    n_jobs: int | None = None,
    max_memory: float = 8.0,
) -> Job: ...
def data_sets() -> list[tuple[str, str]]: ...
def start_fetch(
    name: str,
    folder: PathLike[str] | str | None,
    cache: PathLike[str] | str | None,
    mirrors: Sequence[str],
    checksum: str | None,
    timeout: float,
    max_size: float,
) -> Job: ...
def family_names() -> list[tuple[str, str]]: ...

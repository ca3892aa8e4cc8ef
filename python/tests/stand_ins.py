"""As much of torch, PyTorch Geometric and DGL as the converters may use, for runs without gigabytes of packages.

Modules, names and ancestors of the classes are those of the real ones. `python3 python/test_real_packages.py` runs the
same tests on the real ones.
"""

from __future__ import annotations

import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np


class Tensor:
    """A tensor. It has no array protocol, and like the real one it refuses ``numpy()`` for gradients and bfloat16."""

    def __init__(
        self, values: Any, dtype: str | None = None, layout: str = "torch.strided", grad: bool = False
    ) -> None:
        self.array, self.layout, self.requires_grad = np.asarray(values), layout, grad
        self.dtype = dtype or f"torch.{self.array.dtype}"

    ndim = property(lambda self: self.array.ndim)
    shape = property(lambda self: self.array.shape)

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[Tensor]:
        return map(Tensor, self.array)

    def detach(self) -> Tensor:
        return Tensor(self.array, self.dtype, self.layout)

    def cpu(self) -> Tensor:
        return self

    def float(self) -> Tensor:
        return Tensor(self.array.astype(np.float32), None, self.layout, self.requires_grad)

    def numpy(self) -> Any:
        if self.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if self.dtype == "torch.bfloat16":
            raise TypeError("Got unsupported ScalarType BFloat16")
        if self.layout != "torch.strided":
            raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")
        return self.array

    def to_sparse_coo(self) -> Tensor:
        return Tensor(self.array, self.dtype, "torch.sparse_coo")

    def coalesce(self) -> Tensor:
        return self

    def indices(self) -> Tensor:
        return Tensor(np.stack(np.nonzero(self.array)))

    def values(self) -> Tensor:
        return Tensor(self.array[np.nonzero(self.array)])


class TorchDataset:
    """torch.utils.data.Dataset: no method of its own."""


class Subset(TorchDataset):
    """A sequence by its length and its items alone: it has no ``__iter__``."""

    def __init__(self, dataset: Any, chosen: list[int]) -> None:
        self.dataset, self.chosen = dataset, chosen

    def __len__(self) -> int:
        return len(self.chosen)

    def __getitem__(self, position: int) -> Any:
        return self.dataset[self.chosen[position]]


class DataLoader:
    """Gives batches; its length is their number."""

    def __init__(self, dataset: Any, batch_size: int = 1) -> None:
        self.dataset, self.batch_size = dataset, batch_size

    def __len__(self) -> int:
        return -(-len(self.dataset) // self.batch_size)

    def __iter__(self) -> Iterator[Any]:
        listed = [self.dataset[at] for at in range(len(self.dataset))]
        for first in range(0, len(listed), self.batch_size):
            yield Batch.from_data_list(listed[first : first + self.batch_size])


class DataListLoader(DataLoader):
    """Gives lists of graphs."""

    def __iter__(self) -> Iterator[Any]:
        for first in range(0, len(self.dataset), self.batch_size):
            yield [self.dataset[at] for at in range(first, min(first + self.batch_size, len(self.dataset)))]


class Data:
    """A graph: attributes by name. What tells no number of nodes gets the largest end of an edge, and a warning."""

    def __init__(self, **attributes: Any) -> None:
        self.attributes = {name: value for name, value in attributes.items() if value is not None}

    def keys(self) -> list[str]:
        return list(self.attributes)

    def __len__(self) -> int:
        return len(self.attributes)

    def __getitem__(self, name: str) -> Any:
        return self.attributes[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.attributes[name] = value

    def __getattr__(self, name: str) -> Any:
        attributes = self.__dict__.get("attributes", {})
        if name in attributes:
            return attributes[name]
        if name in ("edge_index", "edge_attr", "x", "y", "pos"):
            return None
        raise AttributeError(name)

    @property
    def num_nodes(self) -> int | None:
        if "num_nodes" in self.attributes:
            return int(self.attributes["num_nodes"])
        for name in ("batch", "x"):
            if name in self.attributes:
                return len(self.attributes[name])
        warnings.warn("Unable to accurately infer 'num_nodes' from the attribute set", stacklevel=2)
        edges = self.attributes.get("edge_index")
        return None if edges is None else int(edges.array.max(initial=-1)) + 1


class Batch:
    """Several graphs as one, with the graph of each node in ``batch``."""

    @classmethod
    def from_data_list(cls, graphs: list[Any]) -> Any:
        sizes = [graph.num_nodes for graph in graphs]
        made: Any = (HeteroDataBatch if isinstance(graphs[0], HeteroData) else DataBatch)()
        made._num_graphs = len(graphs)
        starts = np.cumsum([0, *sizes[:-1]])
        edges = [graph.edge_index.array.reshape(2, -1) + start for graph, start in zip(graphs, starts)]
        made.attributes["edge_index"] = Tensor(np.concatenate(edges, axis=1).astype(np.int64))
        made.attributes["num_nodes"] = sum(sizes)
        inner = [graph.attributes.get("batch") for graph in graphs]
        graph_of = [np.full(size, at) if own is None else own.array for at, (size, own) in enumerate(zip(sizes, inner))]
        if inner[0] is not None:
            counts = np.cumsum([0] + [vector.max() + 1 for vector in graph_of[:-1]])
            graph_of = [vector + count for vector, count in zip(graph_of, counts)]
        made.attributes["batch"] = Tensor(np.concatenate(graph_of).astype(np.int64))
        for name in set(graphs[0].attributes) - {"edge_index", "num_nodes", "batch"}:
            values = [graph[name] for graph in graphs]
            is_tensor = isinstance(values[0], Tensor)
            made.attributes[name] = Tensor(np.concatenate([value.array for value in values])) if is_tensor else values
        return made

    @property
    def num_graphs(self) -> int:
        return self._num_graphs


class HeteroData:
    """Several kinds of nodes and edges: no ``edge_index``."""

    num_nodes, edge_index = 3, Tensor(np.zeros((2, 0), np.int64))

    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}

    def keys(self) -> list[str]:
        return []


class PygDataset(TorchDataset):
    """torch_geometric.data.Dataset."""


class InMemoryDataset(PygDataset):
    """A sequence; the attributes of the one graph behind it are its own, too."""

    num_nodes = 7

    def __init__(self, graphs: list[Any]) -> None:
        self.graphs = graphs
        self.edge_index = Batch.from_data_list(graphs).edge_index

    def __len__(self) -> int:
        return len(self.graphs)

    def __getitem__(self, position: int) -> Any:
        return self.graphs[position]


class DGLGraph:
    """DGL's graph, or several of them in one."""

    is_homogeneous = True

    def __init__(
        self, both: Any, nodes: int, data: Any = None, node_data: Any = None, parts: list[DGLGraph] | None = None
    ) -> None:
        self._both, self._nodes, self._parts = np.asarray(both), nodes, parts or [self]
        self.edata, self.ndata = data or {}, node_data or {}

    def edges(self) -> Any:
        return Tensor(self._both[0]), Tensor(self._both[1])

    def num_nodes(self) -> int:
        return self._nodes

    batch_size = property(lambda self: len(self._parts))

    def batch_num_nodes(self) -> Tensor:
        return Tensor(np.array([part._nodes for part in self._parts]))


class DGLDataset:
    """A sequence of pairs of a graph and its class."""

    def __init__(self, graphs: list[Any]) -> None:
        self.graphs = graphs

    def __len__(self) -> int:
        return len(self.graphs)

    def __getitem__(self, position: int) -> Any:
        return self.graphs[position], Tensor(0)


def batch_of_dgl(graphs: list[DGLGraph]) -> DGLGraph:
    """dgl.batch."""
    starts = np.cumsum([0] + [graph._nodes for graph in graphs[:-1]])
    both = np.concatenate([graph._both + start for graph, start in zip(graphs, starts)], axis=1)

    def together(data: list[dict[str, Tensor]]) -> dict[str, Tensor]:
        return {name: Tensor(np.concatenate([own[name].array for own in data])) for name in data[0]}

    of_edges, of_nodes = together([graph.edata for graph in graphs]), together([graph.ndata for graph in graphs])
    return DGLGraph(both, sum(graph._nodes for graph in graphs), of_edges, of_nodes, graphs)


#: The module of a batch's class is that of its metaclass.
DataBatch = type("DataBatch", (Batch, Data), {"__module__": "abc"})
HeteroDataBatch = type("HeteroDataBatch", (Batch, HeteroData), {"__module__": "abc"})

_MODULES = {
    "torch": [Tensor],
    "torch.utils.data.dataset": [TorchDataset, Subset],
    "torch.utils.data.dataloader": [DataLoader],
    "torch_geometric.loader.data_list_loader": [DataListLoader],
    "torch_geometric.data.data": [Data],
    "torch_geometric.data.batch": [Batch],
    "torch_geometric.data.hetero_data": [HeteroData],
    "torch_geometric.data.dataset": [PygDataset],
    "torch_geometric.data.in_memory_dataset": [InMemoryDataset],
    "dgl.heterograph": [DGLGraph],
    "dgl.data.dgl_dataset": [DGLDataset],
}
for _module, _classes in _MODULES.items():
    for _class in _classes:
        _class.__module__ = _module
for _class in (TorchDataset, PygDataset):
    _class.__name__ = _class.__qualname__ = "Dataset"


def libraries() -> types.SimpleNamespace:
    """The stand-ins, by the names that the tests use."""

    def tensor(values: Any, dtype: str | None = None, grad: bool = False) -> Tensor:
        array = np.asarray(values, np.int64 if dtype == "int64" else None)
        return Tensor(array, None if dtype in (None, "int64") else f"torch.{dtype}", grad=grad)

    return types.SimpleNamespace(
        tensor=tensor,
        sparse=lambda matrix: Tensor(matrix, None, "torch.sparse_coo"),
        sparse_rows=lambda matrix: Tensor(matrix, None, "torch.sparse_csr"),
        Data=Data,
        Batch=Batch,
        HeteroData=HeteroData,
        dataset=InMemoryDataset,
        Subset=Subset,
        DataLoader=DataLoader,
        DataListLoader=DataListLoader,
        row_attributes={"batch", "feat", "n_id", "node_type", "pos", "tf", "x"},
        dgl_graph=DGLGraph,
        dgl_batch=batch_of_dgl,
        dgl_dataset=DGLDataset,
    )

"""The real torch, PyTorch Geometric and DGL, by the names that the tests use. Needs the packages."""

from __future__ import annotations

import types
from typing import Any

import numpy as np


def libraries(has_dgl: bool) -> types.SimpleNamespace:
    """The packages, in the form of :func:`stand_ins.libraries`."""
    import torch
    from torch.utils.data import Subset
    from torch_geometric.data import Batch, Data, HeteroData, InMemoryDataset
    from torch_geometric.data.storage import N_KEYS
    from torch_geometric.loader import DataListLoader, DataLoader

    class InMemory(InMemoryDataset):  # type: ignore[misc]
        def __init__(self, graphs: list[Any]) -> None:
            super().__init__(None)
            self.data, self.slices = self.collate(graphs)

    def tensor(values: Any, dtype: str | None = None, grad: bool = False) -> Any:
        made = torch.as_tensor(np.asarray(values), dtype=getattr(torch, dtype) if dtype else None)
        return made.requires_grad_() if grad else made

    found = types.SimpleNamespace(
        tensor=tensor,
        sparse=lambda matrix: torch.as_tensor(matrix).to_sparse(),
        sparse_rows=lambda matrix: torch.as_tensor(matrix).to_sparse_csr(),
        Data=Data,
        Batch=Batch,
        HeteroData=HeteroData,
        dataset=InMemory,
        Subset=Subset,
        DataLoader=DataLoader,
        DataListLoader=DataListLoader,
        row_attributes=set(N_KEYS),
    )
    if has_dgl:
        _add_dgl(found)
    return found


def _add_dgl(found: types.SimpleNamespace) -> None:
    import dgl

    def graph(both: Any, nodes: int, data: Any = None, node_data: Any = None) -> Any:
        made = dgl.graph((found.tensor(both[0]), found.tensor(both[1])), num_nodes=nodes)
        for name, values in (data or {}).items():
            made.edata[name] = values
        for name, values in (node_data or {}).items():
            made.ndata[name] = values
        return made

    class Pairs(dgl.data.DGLDataset):  # type: ignore[misc]
        def __init__(self, graphs: list[Any]) -> None:
            self.graphs = graphs
            super().__init__("pairs")

        def process(self) -> None:
            pass

        def __len__(self) -> int:
            return len(self.graphs)

        def __getitem__(self, position: int) -> Any:
            return self.graphs[position], found.tensor(0)

    found.dgl_graph, found.dgl_batch, found.dgl_dataset = graph, dgl.batch, Pairs

"""Labels and attributes that are missing or wrong: an error that names graph, node and field, and nothing else lost."""

from __future__ import annotations

from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx
import scipy.sparse
from rdkit import Chem

import sgr
import stand_ins
from labelled_graphs import forms, networkx_graph
from labelled_torch import EDGES, torch_forms

LIBRARIES = stand_ins.libraries()
NAMED = {**forms(), **torch_forms(LIBRARIES)}


def changed(node: str | None = None, edge: Any = None, **fields: Any) -> Any:
    """The graph of NetworkX with other fields of a node or an edge; None removes one."""
    graph = networkx_graph()
    owner = graph.nodes[node] if node else graph.edges[edge]
    for name, value in fields.items():
        if value is None:
            del owner[name]
        else:
            owner[name] = value
    return graph


def parallel() -> Any:
    graph = networkx_graph(nx.MultiGraph)
    graph.add_edge("n1", "n0", bond="2")
    return graph


def ig() -> Any:
    graph = igraph.Graph(n=3, edges=[(0, 1)])
    graph.vs["element"] = ["C", None, "O"]
    return graph


def rx() -> Any:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(["removed", {"element": "C"}, {}])
    graph.remove_node(0)
    return graph


def data(**fields: Any) -> Any:
    both = np.concatenate([np.array(EDGES), np.array(EDGES)[:, ::-1]]).T
    made = {name: LIBRARIES.tensor(values) for name, values in fields.items()}
    return LIBRARIES.Data(edge_index=LIBRARIES.tensor(both), num_nodes=7, **made)


NAN = float("nan")
NODE, EDGE, PLACE = {"node_label": "element"}, {"edge_label": "bond"}, {"attributes": "place"}
#: A bad graph, the fields that are asked for, a good graph of the same fields, the error.
CASES: list[tuple[Any, dict[str, Any], str, type[Exception], str]] = [
    (changed("n2", element=None), NODE, "networkx", ValueError, "node 'n2' has no 'element', wanted one for each node"),
    (
        changed("n2", element=NAN),
        NODE,
        "networkx",
        ValueError,
        "node 'n2' has nan as its 'element', wanted a text or a",
    ),
    (changed("n2", element=b"C"), NODE, "networkx", TypeError, "node 'n2' has b'C' as its 'element', wanted a text or"),
    (
        changed("n2", element={"C"}),
        NODE,
        "networkx",
        TypeError,
        "has {'C'} as its 'element', wanted a text or a number",
    ),
    (changed("n2", element=[1, NAN]), NODE, "networkx", ValueError, r"node 'n2' has \[1, nan\] as its 'element'"),
    (
        changed("n2", element="\ud800"),
        NODE,
        "networkx",
        ValueError,
        r"'\\ud800' as its 'element', wanted a text that UTF-8",
    ),
    (changed(edge=("n1", "n2"), bond=None), EDGE, "networkx", ValueError, r"edge \('n1', 'n2'\) has no 'bond'"),
    (parallel(), EDGE, "networkx", ValueError, 'edge 0–1 has label "1" at position . and "2" at position'),
    (ig(), NODE, "networkx", ValueError, "node 1 has no 'element'"),
    (ig(), EDGE, "networkx", ValueError, r"edges have no attribute 'bond', but \[\]"),
    (rx(), NODE, "networkx", ValueError, "node 2 has no 'element'"),
    (Chem.MolFromSmiles("CO"), {"node_label": "site"}, "", ValueError, "node 0 has no 'site'"),
    (
        data(z=np.arange(6)),
        {"node_label": "z"},
        "pyg",
        ValueError,
        "found 6 values of 'z', wanted 7, one for each node",
    ),
    (data(z=np.full(7, NAN)), {"node_label": "z"}, "pyg", ValueError, "node 0 has nan as its 'z', wanted finite"),
    (data(z=np.zeros((7, 2, 2))), {"node_label": "z"}, "pyg", ValueError, r"found 'z' of shape \(7, 2, 2\)"),
    (data(z=np.zeros(7) * 1j), {"node_label": "z"}, "pyg", TypeError, "node 0 has 0j as its 'z', wanted a text"),
    (data(z=3), {"node_label": "z"}, "pyg", ValueError, "found one value of 'z', wanted 7, one for each node"),
    (data(), {"node_label": "z"}, "pyg", ValueError, "the data has no 'z'"),
    (data(edge_type=np.arange(10)), {"edge_label": "edge_type"}, "pyg", ValueError, 'edge 0–1 has label "0" at'),
    (data(), {"node_label": True}, "", ValueError, "found node_label=True for a graph without node_label of its own"),
    (networkx_graph(), {"attributes": True}, "", ValueError, "found attributes=True for a graph without attributes"),
    (NAMED["dgl"].graph, {"node_label": "v"}, "", ValueError, r"nodes have no data 'v', but \['element', 'place'\]"),
    (changed("n2", place=None), PLACE, "networkx", ValueError, "node 'n2' has no 'place'"),
    (changed("n2", place=[1.0, NAN]), PLACE, "networkx", ValueError, r"node 'n2' has \[1.0, nan\] as its 'place'"),
    (changed("n2", place=[1, float("inf")]), PLACE, "networkx", ValueError, "wanted finite numbers"),
    (
        changed("n2", place=[1.0]),
        PLACE,
        "networkx",
        ValueError,
        "'n2' has 1 numbers in 'place', wanted 2, as node 'n0'",
    ),
    (
        changed("n2", place="1.5"),
        PLACE,
        "networkx",
        TypeError,
        "'n2' has '1.5' as its 'place', wanted a number or a row",
    ),
    (changed("n2", place=[[1], [2, 3]]), PLACE, "networkx", TypeError, r"has \[\[1\], \[2, 3\]\] as its 'place'"),
    (changed("n2", x=10**400), {"attributes": "x"}, "networkx", ValueError, "beyond the largest floating-point number"),
    (
        networkx_graph(),
        {"attributes": ["place", "x"]},
        "",
        ValueError,
        "each node has 3 attributes, wanted 4, the same",
    ),
    (
        data(x=np.zeros((7, 3))),
        {"attributes": "x"},
        "pyg",
        ValueError,
        "each node has 3 attributes, wanted 2, the same",
    ),
    (data(x=np.zeros((7, 0))), {"attributes": "x"}, "pyg", ValueError, "found no numbers in 'x'"),
    (sgr.Graph(1, np.empty(0, int), np.empty(0, int)), PLACE, "sgr", ValueError, "nodes have no attributes, and attri"),
    (scipy.sparse.csr_matrix((3, 3)), NODE, "networkx", TypeError, "which holds no labels or attributes"),
    ((EDGES, 7), PLACE, "networkx", TypeError, "which holds no labels or attributes.*sgr.Graph"),
    (np.zeros((2, 2)), EDGE, "networkx", TypeError, "which holds no labels or attributes"),
]


def good_graph(name: str, fields: dict[str, Any]) -> Any:
    """A graph that has the fields, in any form."""
    if name:
        return NAMED[name].graph
    ends = np.array([0]), np.array([1])
    width = 4 if fields.get("attributes") == ["place", "x"] else 2
    return sgr.Graph(2, *ends, node_labels=["C", "O"], edge_labels=["1"], attributes=np.ones((2, width)))


@pytest.mark.parametrize("case", range(len(CASES)))
def test_graph_node_and_field_are_named_and_the_others_go_on(case: int) -> None:
    graph, fields, name, kind, message = CASES[case]
    good = good_graph(name, fields)
    with pytest.raises(kind, match=f"graph at position 1: .*{message}"):
        sgr.embed([good, graph, good], **fields)
    with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs have no vector: position 1: "):
        vectors = sgr.embed([good, graph, good], on_error="nan", **fields)
    assert np.isnan(vectors[1]).all()
    assert vectors[0].tobytes() == vectors[2].tobytes() == sgr.embed(good, **fields).tobytes()


def test_widths_are_compared_between_batches() -> None:
    """The first batch has 64 graphs."""
    narrow, wide = (
        sgr.Graph(1, np.empty(0, int), np.empty(0, int), attributes=np.ones((1, width))) for width in (1, 2)
    )
    with pytest.raises(ValueError, match="graph at position 70: each node has 2 attributes, wanted 1"):
        sgr.embed([narrow] * 70 + [wide], attributes=True)
    assert sgr.embed([narrow] * 70 + [wide]).shape == (71, 256), "attributes that nobody asks for are not compared"


def test_a_batch_names_the_graph_and_its_own_node() -> None:
    first = LIBRARIES.Data(edge_index=LIBRARIES.tensor([[0, 1], [1, 0]]), num_nodes=2, z=LIBRARIES.tensor([1.0, 2.0]))
    second = LIBRARIES.Data(edge_index=LIBRARIES.tensor([[0, 1], [1, 0]]), num_nodes=2, z=LIBRARIES.tensor([1.0, NAN]))
    batch = LIBRARIES.Batch.from_data_list([first, second])
    with pytest.raises(ValueError, match="graph at position 1: node 1 has nan as its 'z'"):
        sgr.embed(batch, node_label="z")
    batch.attributes["z"] = LIBRARIES.tensor([1.0])
    with pytest.raises(ValueError, match=r"found 'z' of shape \(1,\), wanted 4 rows, one for each of nodes"):
        sgr.embed(batch, node_label="z")


def test_a_file_names_its_line(tmp_path: Any) -> None:
    path = tmp_path / "g.jsonl"
    good = '{"nodes":2,"node_labels":["C","O"],"edges":[[0,1]]}\n'
    path.write_text(good + good.replace(',"O"', ""))
    with pytest.raises(ValueError, match='graph at position 1: .*g.jsonl:2: graph 2: found 1 "node_labels"'):
        sgr.embed(path, node_label=True)
    for numbers, message in (
        ("[[1.0], [1e999]]", "g.jsonl:2: .*node 1"),
        ("[[1.0], [1, 2]]", "g.jsonl:2: .*node 1 has 2 attributes, wanted 1"),
        ("[[1.0, 2], [1, 2]]", "g.jsonl:2: .*2 attributes"),
    ):
        first = good.replace("}", ',"node_attributes":[[1.0],[2]]}')
        path.write_text(first + first.replace("[[1.0],[2]]", numbers) + first)
        with pytest.raises(ValueError, match=f"graph at position 1: .*{message}"):
            sgr.embed(path, attributes=True)
        with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs have no vector: position 1"):
            vectors = sgr.embed(path, attributes=True, on_error="nan")
        assert vectors[0].tobytes() == vectors[2].tobytes() and np.isnan(vectors[1]).all()
    path.write_text(good)
    with pytest.raises(ValueError, match="g.jsonl:1: .*leave out attributes=True"):
        sgr.read(path, attributes=True)


ENDS = np.array([0]), np.array([1])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: sgr.embed([(EDGES, 7)], node_label=3), TypeError, "found node_label=3, wanted None, True, the name"),
        (lambda: sgr.embed([(EDGES, 7)], node_label=[]), TypeError, r"found node_label=\[\]"),
        (lambda: sgr.embed([(EDGES, 7)], attributes=["x", 3]), TypeError, r"found attributes=\['x', 3\]"),
        (
            lambda: sgr.embed([networkx_graph()], "fgsd", node_label="element"),
            ValueError,
            "found a baseline, which sees",
        ),
        (lambda: sgr.SGR("netsimile", edge_label="b").fit([]), ValueError, "wanted one of sgr, spectrum, heat, wave"),
        (
            lambda: sgr.embed([], attribute_scaling="z"),
            ValueError,
            'found attribute_scaling=\'z\', wanted "model", "asinh"',
        ),
        (lambda: sgr.SGR(attribute_scaling="z").fit([]), ValueError, 'wanted "learned", "model", "asinh" or a pair'),
        (lambda: sgr.embed([], attribute_scaling=([1], ["a"])), TypeError, "found deviations of type <U1"),
        (
            lambda: sgr.embed([], attributes=True, attribute_scaling=([1], [1, 2])),
            ValueError,
            "1 means and 2 deviations",
        ),
        (lambda: sgr.embed([], attributes=True, attribute_scaling=([NAN], [1])), ValueError, "found mean NaN, wanted"),
        (
            lambda: sgr.embed([], attributes=True, attribute_scaling=([1], [-1])),
            ValueError,
            "found deviation -1, wanted",
        ),
        (
            lambda: sgr.embed(networkx_graph(), attributes="x", attribute_scaling=([1, 2], [1, 2])),
            ValueError,
            "each node has 1 attributes, wanted 2",
        ),
        (lambda: sgr.distance(ENDS, ENDS, "bound", node_label=True), ValueError, "which sees the spectra alone"),
        (lambda: sgr.Graph(2, *ENDS, node_labels=["C"]), ValueError, "found 1 node labels, wanted 2"),
        (lambda: sgr.Graph(2, *ENDS, edge_labels=["1", "2"]), ValueError, "found 2 edge labels, wanted 1"),
        (lambda: sgr.Graph(2, *ENDS, attributes=np.ones((3, 1))), ValueError, "found 3 rows of attributes, wanted 2"),
        (
            lambda: sgr.Graph(2, *ENDS, attributes=np.array([[1.0], [NAN]])),
            ValueError,
            "node 1 has NaN as its attribute 1",
        ),
        (lambda: sgr.Graph(2, *ENDS, node_labels=["C", 1.5]), TypeError, "node_labels"),
    ],
)
def test_parameters_are_checked(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_codes_that_no_text_has_are_refused() -> None:
    batch = sgr._sgr.GraphBatch()
    for code in (-1, 1):
        carried = ((np.array([0, code], np.int32), ["C"]), None, None)
        with pytest.raises(ValueError, match=f"found code {code} at position 1, wanted one below 1"):
            batch.add_edges(2, *ENDS, None, False, carried)
    labels = (np.array([0, 0], np.int32), ["a", "b"])
    batch.add_rows(np.array([0, 1, 2]), np.array([1, 0]), None, True, (None, labels, None))
    with pytest.raises(ValueError, match='edge 0–1 has label "a" at position 0 and "b" at position 1'):
        conflict = (np.array([0, 1], np.int32), ["a", "b"])
        batch.add_rows(np.array([0, 1, 2]), np.array([1, 0]), None, True, (None, conflict, None))
    assert len(batch) == 1

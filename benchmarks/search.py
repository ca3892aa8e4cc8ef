"""Nearest neighbours: sgr.Index next to FAISS and NumPy, in one process on the same numbers.

Usage: search.py [--rows 1000000] [--dimensions 256] [--queries 1000] [-k 10] [--threads 2] [--rounds 5]
                 [--data normal|clusters|VECTORS.npz] [--approximate]

Exact: sgr.Index next to IndexFlatL2 and NumPy. With --approximate: next to IndexHNSWFlat with 32 links, built with efConstruction
40 and 200 and searched with the least efSearch of the list EF that reaches the recall 0.99 on these queries; NumPy is left out. The
data are random normal numbers, a thousand normal clusters with half of the standard deviation of their centres, or vectors
of `sgr embed`, in a random order: the first ones are the queries, and no row.

Needs faiss-cpu in `target/python` (target/python/bin/python -m pip install faiss-cpu). The programs take turns; printed are
the medians of wall-clock time and of processor time (user and system, all threads), which other work on the machine
disturbs less, and the processor time of building. The recall is the part of the k nearest rows that was found; another row at
the same distance counts as well. "One query" is the processor time of a query when each is a call of its own.
"""

import argparse
import os
import resource
import statistics
import time

import release_package

release_package.enter()

#: Values of efSearch that are tried.
EF = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096]
RECALL = 0.99


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in [("rows", 1_000_000), ("dimensions", 256), ("queries", 1000), ("threads", 2), ("rounds", 5)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("-k", type=int, default=10)
    parser.add_argument("--data", default="normal")
    parser.add_argument("--approximate", action="store_true")
    return parser.parse_args()


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def numbers(wanted):
    """Rows and queries."""
    import numpy as np

    generator = np.random.default_rng(1)
    count, shape = wanted.rows + wanted.queries, (wanted.rows + wanted.queries, wanted.dimensions)
    if wanted.data == "normal":
        values = generator.standard_normal(shape, dtype=np.float32)
    elif wanted.data == "clusters":
        centres = generator.standard_normal((1000, wanted.dimensions), dtype=np.float32)
        values = 0.5 * generator.standard_normal(shape, dtype=np.float32)
        values += centres[generator.integers(0, len(centres), count)]
    else:
        with np.load(wanted.data) as archive:
            values = next(archive[name] for name in archive.files if archive[name].ndim == 2).astype(np.float32)
        values = values[generator.permutation(len(values))[:count]]
    return values[wanted.queries :], values[: wanted.queries]


def main():
    wanted = arguments()
    # Before NumPy and FAISS start their threads.
    os.environ |= {name: str(wanted.threads) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    import faiss
    import numpy as np

    import sgr

    rows, queries = numbers(wanted)
    dimensions = rows.shape[1]
    faiss.omp_set_num_threads(wanted.threads)
    builds = {}

    def built(name, build):
        start = processor_seconds()
        result = build()
        builds[name] = processor_seconds() - start
        return result

    ours = built("sgr.Index", lambda: sgr.Index(rows))
    flat_name = f"FAISS {faiss.__version__} IndexFlatL2"

    def with_flat():
        flat = faiss.IndexFlatL2(dimensions)
        flat.add(rows)
        return flat

    flat = built(flat_name, with_flat)

    def with_numpy(queries):
        squares, found = (rows * rows).sum(axis=1), []
        # Blocks, since all distances at once would take four gigabytes.
        for first in range(0, len(queries), 100):
            distances = squares - 2 * (queries[first : first + 100] @ rows.T)
            nearest = np.argpartition(distances, wanted.k, axis=1)[:, : wanted.k]
            order = np.argsort(np.take_along_axis(distances, nearest, axis=1), axis=1)
            found.append(np.take_along_axis(nearest, order, axis=1))
        return np.concatenate(found)

    def with_sgr(queries, **settings):
        hits = ours.search(queries, k=wanted.k, n_jobs=wanted.threads, **settings)
        return np.array([[int(hit.id) for hit in query] for query in hits])

    programs = {"sgr.Index": with_sgr, flat_name: lambda queries: flat.search(queries, wanted.k)[1]}
    exact = with_sgr(queries)
    reach = distances(rows, queries, exact)[:, -1] * (1 + 1e-6)

    def recall(found):
        return float((distances(rows, queries, found) <= reach[:, None]).mean())

    if wanted.approximate:
        built("sgr.Index, approximate", lambda: ours.build_approximate(n_jobs=wanted.threads))
        programs["sgr.Index, approximate"] = lambda queries: with_sgr(queries, approximate=True, recall=RECALL)
        print(ours.search(queries[:1], k=wanted.k, approximate=True, recall=RECALL).certainty)
        for construction in (40, 200):
            name = f"FAISS IndexHNSWFlat 32, efConstruction {construction}"
            graph = built(name, lambda: with_hnsw(rows, construction))
            for ef in EF:
                graph.hnsw.efSearch = ef
                if recall(graph.search(queries, wanted.k)[1]) >= RECALL:
                    break
            builds[f"{name}, efSearch {ef}"] = builds.pop(name)
            programs[f"{name}, efSearch {ef}"] = lambda queries, graph=graph: graph.search(queries, wanted.k)[1]
    else:
        programs[f"NumPy {np.__version__}"] = with_numpy
    walls, processors, singles, recalls = {}, {}, {}, {}
    for _ in range(wanted.rounds):
        for name, program in programs.items():
            wall, processor = time.perf_counter(), processor_seconds()
            found = program(queries)
            walls.setdefault(name, []).append(time.perf_counter() - wall)
            processors.setdefault(name, []).append(processor_seconds() - processor)
            recalls[name] = recall(found)
            processor = processor_seconds()
            for query in range(20):
                program(queries[query : query + 1])
            singles.setdefault(name, []).append((processor_seconds() - processor) / 20)
    print(f"{len(rows)} x {dimensions} {wanted.data}, {len(queries)} queries, k = {wanted.k}, {wanted.threads} threads\n")
    print("| program | build, processor seconds | seconds | processor seconds | one query, processor milliseconds | recall |")
    print("| --- | --: | --: | --: | --: | --: |")
    for name in programs:
        wall, processor, single = (statistics.median(times[name]) for times in (walls, processors, singles))
        print(f"| {name} | {builds.get(name, 0):.1f} | {wall:.3f} | {processor:.3f} | {1000 * single:.2f} | {recalls[name]:.4f} |")
    same = sum(list(one) == list(other) for one, other in zip(exact, truth(rows, queries[:20], wanted.k)))
    print(f"\nsgr.Index: {same} of 20 queries as by all distances in double precision")


def with_hnsw(rows, construction):
    import faiss

    graph = faiss.IndexHNSWFlat(rows.shape[1], 32)
    graph.hnsw.efConstruction = construction
    graph.add(rows)
    return graph


def distances(rows, queries, found):
    """In double precision, of what was found for each query; infinite where nothing was."""
    import numpy as np

    far = np.full(found.shape, np.inf)
    for at, (query, hits) in enumerate(zip(queries, found)):
        there = hits >= 0
        far[at, there] = np.sqrt(((rows[hits[there]].astype(np.float64) - query) ** 2).sum(axis=1))
    return far


def truth(rows, queries, k):
    import numpy as np

    def nearest(query):
        blocks = (rows[first : first + 50_000].astype(np.float64) for first in range(0, len(rows), 50_000))
        return np.argsort(np.concatenate([((block - query) ** 2).sum(axis=1) for block in blocks]), kind="stable")[:k]

    return [nearest(query) for query in queries]


if __name__ == "__main__":
    main()

"""Exact nearest neighbours: sgr.Index next to FAISS's IndexFlatL2 and NumPy, in one process on the same numbers.

Usage: search.py [--rows 1000000] [--dimensions 256] [--queries 1000] [-k 10] [--threads 2] [--rounds 5]

Needs faiss-cpu in `target/python` (target/python/bin/python -m pip install faiss-cpu). The programs take turns; printed are
the medians of wall-clock time and of processor time (user and system, all threads), which other work on the machine
disturbs less. Every result is compared with that of distances in double precision, for the first queries.
"""

import argparse
import os
import resource
import statistics
import time

import release_package

release_package.enter()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in [("rows", 1_000_000), ("dimensions", 256), ("queries", 1000), ("threads", 2), ("rounds", 5)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("-k", type=int, default=10)
    return parser.parse_args()


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main():
    wanted = arguments()
    # Before NumPy and FAISS start their threads.
    os.environ |= {name: str(wanted.threads) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    import faiss
    import numpy as np

    import sgr

    generator = np.random.default_rng(1)
    rows = generator.standard_normal((wanted.rows, wanted.dimensions), dtype=np.float32)
    queries = generator.standard_normal((wanted.queries, wanted.dimensions), dtype=np.float32)
    squares = (rows * rows).sum(axis=1)

    ours = sgr.Index(rows)
    flat = faiss.IndexFlatL2(wanted.dimensions)
    flat.add(rows)
    faiss.omp_set_num_threads(wanted.threads)

    def with_numpy():
        found = []
        # Blocks, since all distances at once would take four gigabytes.
        for first in range(0, len(queries), 100):
            distances = squares - 2 * (queries[first : first + 100] @ rows.T)
            nearest = np.argpartition(distances, wanted.k, axis=1)[:, : wanted.k]
            order = np.argsort(np.take_along_axis(distances, nearest, axis=1), axis=1)
            found.append(np.take_along_axis(nearest, order, axis=1))
        return np.concatenate(found)

    def with_sgr():
        hits = ours.search(queries, k=wanted.k, n_jobs=wanted.threads)
        return np.array([[int(hit.id) for hit in query] for query in hits])

    programs = {
        "sgr.Index": with_sgr,
        f"FAISS {faiss.__version__} IndexFlatL2": lambda: flat.search(queries, wanted.k)[1],
        f"NumPy {np.__version__}": with_numpy,
    }
    walls, processors, right = {}, {}, {}
    truth = [exact(rows, query, wanted.k) for query in queries[:20]]
    for _ in range(wanted.rounds):
        for name, program in programs.items():
            wall, processor = time.perf_counter(), processor_seconds()
            found = program()
            walls.setdefault(name, []).append(time.perf_counter() - wall)
            processors.setdefault(name, []).append(processor_seconds() - processor)
            right[name] = sum(list(row) == list(wanted_row) for row, wanted_row in zip(found, truth))
    print(f"{wanted.rows} x {wanted.dimensions}, {wanted.queries} queries, k = {wanted.k}, {wanted.threads} threads\n")
    print("| program | seconds | processor seconds | queries a second | same as in double precision |")
    print("| --- | --: | --: | --: | --: |")
    for name in programs:
        wall, processor = statistics.median(walls[name]), statistics.median(processors[name])
        print(f"| {name} | {wall:.2f} | {processor:.2f} | {wanted.queries / wall:.0f} | {right[name]} of {len(truth)} |")


def exact(rows, query, k):
    import numpy as np

    distances = np.concatenate(
        [((rows[first : first + 50_000].astype(np.float64) - query) ** 2).sum(axis=1) for first in range(0, len(rows), 50_000)]
    )
    return np.argsort(distances, kind="stable")[:k]


if __name__ == "__main__":
    main()

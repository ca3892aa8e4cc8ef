"""A cluster that embeds 10^7 or 10^9 graphs, simulated from measured costs: how much longer than the ideal a job takes.

Usage: simulate_cluster.py [--seed 18] [--quick]

Reads the parts "costs" and "spark" of docs/results/capacity.json, which capacity.py and spark_peer.py measure. Draws the
predicted seconds of every graph from the measured distribution of a collection, or from the cost curve by size for a Pareto
tail of sizes; the seconds that it takes are the predicted ones times the measured error of predictions. Then cuts the table into tasks:

- equal rows: every task has as many graphs, in the order of the table;
- the same, in a table that is sorted by size, as tables often are;
- predicted cost: a task ends where the predicted seconds of its graphs reach their share, in the order of the table;
- predicted cost, and the tasks with the longest graphs first.

A free core takes the next task; a task begins with its measured overhead, and the driver starts one task after another, each in its
measured time. Writes the part "simulation", and the tables of docs/results/capacity.md that come from it.
Needs NumPy (target/python/bin/python). About five minutes.
"""

import argparse
import heapq
import math

import numpy as np

import capacity_page

#: Graphs drawn at once.
BLOCK = 5_000_000
#: Tasks for each core: fewer cannot even out, more cost more overhead.
TASKS_FOR_EACH_CORE = 8
#: Numbers of cores that share a number of graphs: each divides the largest.
CLUSTERS = {10**7: (10, 100), 10**9: (100, 1000, 10_000)}
#: Steps of the tables that quantiles are drawn from.
STEPS = 1 << 16
#: Graphs of the tail of sizes: one of so many, P(nodes > x) = (FEWEST / x)^EXPONENT, and no larger than the largest measured one.
TAIL_ONE_OF, TAIL_FEWEST, TAIL_EXPONENT = 100_000, 1000, 1.0
WORKLOADS = {
    "molecules": ("ring-tree", False),
    "discussions": ("REDDIT-MULTI-5K", False),
    "molecules with a tail": ("ring-tree", True),
}


class Workload:
    """Draws predicted and true seconds of graphs."""

    def __init__(self, costs, name):
        collection, self.has_tail = WORKLOADS[name]
        found = costs["distributions"][collection]
        positions = (np.arange(STEPS) + 0.5) / STEPS
        # True seconds are wanted on average: predictions of all graphs of a kind are off by the same factor.
        rows = [row for row in costs["rows"] if row["name"] == collection]
        off = rows[0]["seconds"] / rows[0]["predicted"]
        quantiles = np.exp(np.interp(positions, np.linspace(0, 1, len(found)), np.log(found)))
        # Quantiles at even positions lose a little of a steep end: the mean is the measured one.
        self.body = quantiles * (rows[0]["predicted"] / quantiles.mean())
        errors = np.sort([true / predicted for _, predicted, true in costs["lone"]])
        errors = np.interp(positions, np.linspace(0, 1, len(errors)), errors)
        self.errors = errors / errors.mean() * off
        curve = sorted(
            (row["nodes"], row["seconds"] / off) for row in costs["rows"] if row["name"] == "barabasi-albert"
        )
        nodes, seconds = np.log(np.array(curve)).T
        # The inverse of the distribution function of a Pareto law that ends at the largest measured size.
        below = 1 - (TAIL_FEWEST / math.exp(nodes[-1])) ** TAIL_EXPONENT
        sizes = np.log(TAIL_FEWEST) - np.log1p(-positions * below) / TAIL_EXPONENT
        self.tail = np.exp(np.interp(sizes, nodes, seconds))

    def draw(self, rng, count):
        """Predicted and true seconds of that many graphs."""
        predicted = self.body[rng.integers(0, STEPS, count, dtype=np.int32)]
        if self.has_tail:
            large = np.flatnonzero(rng.random(count, dtype=np.float32) < 1 / TAIL_ONE_OF)
            predicted[large] = self.tail[rng.integers(0, STEPS, len(large))]
        return predicted, predicted * self.errors[rng.integers(0, STEPS, count, dtype=np.int32)]

    def mean(self):
        """Predicted seconds of a graph on average."""
        tail = 1 / TAIL_ONE_OF if self.has_tail else 0.0
        return (1 - tail) * self.body.mean() + tail * self.tail.mean()


def cut(workload, seed, graphs, tasks):
    """True seconds of each task with equal rows, predicted and true ones with equal predicted cost, and the longest graph."""
    rng = np.random.default_rng(seed)
    share = graphs * workload.mean() / tasks
    by_rows, by_cost, by_cost_predicted = np.zeros(tasks), np.zeros(2 * tasks), np.zeros(2 * tasks)
    so_far, longest = 0.0, 0.0
    for first in range(0, graphs, BLOCK):
        predicted, true = workload.draw(rng, min(BLOCK, graphs - first))
        rows = (first + np.arange(len(true))) * tasks // graphs
        by_rows += np.bincount(rows, weights=true, minlength=tasks)
        ends = so_far + np.cumsum(predicted)
        # The task in which a graph begins.
        bins = np.minimum((ends - predicted) / share, 2 * tasks - 1).astype(np.int64)
        by_cost += np.bincount(bins, weights=true, minlength=2 * tasks)
        by_cost_predicted += np.bincount(bins, weights=predicted, minlength=2 * tasks)
        so_far, longest = ends[-1], max(longest, true.max())
    return by_rows, by_cost_predicted, by_cost, float(longest)


def cut_sorted(workload, seed, graphs, tasks):
    """True seconds of each task with equal rows, if the table is sorted by size; for numbers of graphs that fit in memory."""
    predicted, true = workload.draw(np.random.default_rng(seed), graphs)
    true = true[np.argsort(predicted)]
    return np.add.reduceat(true, np.arange(tasks) * graphs // tasks)


def makespan(seconds, cores, overhead, start):
    """When the last task ends: a free core takes the next one, and the driver starts one after another."""
    free = [0.0] * cores
    for number, task in enumerate(seconds.tolist()):
        begins = max(heapq.heappop(free), number * start)
        heapq.heappush(free, begins + overhead + task)
    return max(free)


def simulate(found, name, graphs, seed):
    """For each number of cores the makespans of all ways to cut, as multiples of the ideal one."""
    workload, most = Workload(found["costs"], name), max(CLUSTERS[graphs])
    *cuts, longest = cut(workload, seed, graphs, TASKS_FOR_EACH_CORE * most)
    in_order = cut_sorted(workload, seed, graphs, TASKS_FOR_EACH_CORE * most) if graphs <= 10**7 else None
    for cores in CLUSTERS[graphs]:
        # Fewer cores have longer tasks: several in a row make one.
        by_rows, predicted, by_cost = (tasks.reshape(-1, most // cores).sum(1) for tasks in cuts)
        predicted, by_cost = predicted[predicted > 0], by_cost[predicted > 0]
        longest_first = by_cost[np.argsort(-predicted, kind="stable")]
        ways = {"equal rows": by_rows, "predicted cost": by_cost, "predicted cost, longest first": longest_first}
        if in_order is not None:
            ways["equal rows, sorted by size"] = in_order.reshape(-1, most // cores).sum(1)
        ideal = by_rows.sum() / cores
        costs = found["spark"]["python_task"], found["spark"]["empty_task"]
        spans = {way: makespan(seconds, cores, *costs) / ideal for way, seconds in ways.items()}
        row = {"workload": name, "graphs": graphs, "cores": cores, "tasks": len(by_rows), "ideal": ideal}
        yield {**row, "longest_graph": longest, "makespans": spans}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--quick", action="store_true", help="10^7 graphs only, and nothing is written")
    args = parser.parse_args()
    found, rows = capacity_page.read(), []
    for name in WORKLOADS:
        for graphs in list(CLUSTERS)[: 1 if args.quick else None]:
            for row in simulate(found, name, graphs, args.seed):
                rows.append(row)
                spans = ", ".join(f"{way} {span:.2f}" for way, span in row["makespans"].items())
                print(
                    f"{name}, {graphs:.0e} graphs, {row['cores']} cores: ideal {row['ideal']:.1f} s; {spans}",
                    flush=True,
                )
    if not args.quick:
        capacity_page.write("simulation", {"seed": args.seed, "rows": rows})


if __name__ == "__main__":
    main()

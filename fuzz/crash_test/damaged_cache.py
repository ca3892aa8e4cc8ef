"""Damaged caches of `sgr evaluate`: read as far as they are whole, and never a reason to fail."""

from __future__ import annotations

import json
import random

from commands import Bench, whole_json
from tally import Tally


def run(bench: Bench, count: int, chance: random.Random, tally: Tally) -> None:
    """Damages a cache `count` times and evaluates with it."""
    out = bench.new_folder()
    cache, results = out / "cache.jsonl", out / "r.json"
    evaluate = ["evaluate", bench.graphs, "--method", "spectrum,heat", "--runs", "3", "--json", str(results)]
    evaluate += ["--cache", str(cache)]
    bench.finish(evaluate)
    whole, expected = cache.read_bytes(), whole_json(results.read_bytes())
    kept = {cell["method"]: cell for cell in json.loads(results.read_bytes())["results"]}
    for _ in range(count):
        cache.write_bytes(damage(whole, chance))
        bench.finish(evaluate)
        tally.expect(whole_json(results.read_bytes()) == expected, "a damaged cache changed the results")
        tally.count("evaluate, damaged cache", "whole new")
    # A cut in the last line costs that line alone: the first cell comes from the cache, with its seconds.
    cache.write_bytes(whole[:-3])
    bench.finish(evaluate)
    first = json.loads(results.read_bytes())["results"][0]
    tally.expect(first == kept[first["method"]], "a cache that is cut in its last line lost its first cell")


def damage(whole: bytes, chance: random.Random) -> bytes:
    """A cut of the file, a line that is cut, or lines of something else: what kills and other programs leave."""
    at = chance.randrange(len(whole))
    match chance.randrange(3):
        case 0:
            return whole[:at]
        case 1:
            line = whole.rfind(b"\n", 0, at) + 1
            return whole[:line] + b'{"key": null}\n[]\n\x00\n' + whole[line:]
        case _:
            end = whole.find(b"\n", at)
            return whole[:at] + (whole[end:] if end >= 0 else b"")

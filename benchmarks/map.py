"""Sizes and times of maps: seconds to make one, bytes of the page, and milliseconds until a browser shows the points.

Usage: map.py [--graphs N,N,…] [--rounds N]

Generates graphs of eight families (6 to 200 nodes; seeded), runs `sgr map` on them, and opens the page in Chromium as often
as --rounds says: from the start of the navigation to the end of the first painting, the median and the slowest; then
frames of a map that is moved. Needs selenium, Chromium and its driver (python/browser_setup.py).
"""

import argparse
import pathlib
import resource
import statistics
import sys
import tempfile
import time

from evaluation import ROOT, release_build

sys.path.insert(0, str(ROOT / "python" / "tests"))
FAMILIES = [
    "erdos-renyi",
    "block-model",
    "barabasi-albert",
    "watts-strogatz",
    "hub-tree",
    "clique-ego",
    "ring-tree",
    "grid",
]

#: Moves the map for a second and counts the frames.
FRAMES = """
    const done = arguments[arguments.length - 1];
    const map = document.getElementById("map");
    const send = (type, x) => map.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: 400 }));
    map.setPointerCapture = () => {};
    send("pointerdown", 300);
    let frames = 0;
    const began = performance.now();
    const frame = (now) => {
      frames++;
      send("pointermove", 300 + frames % 200);
      if (now - began < 1000) return requestAnimationFrame(frame);
      send("pointerup", 300);
      done(frames / ((now - began) / 1000));
    };
    requestAnimationFrame(frame);"""


def timed(command):
    """Seconds of the clock, and of the processor."""
    import subprocess

    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_pictures(driver, page, rounds):
    """Milliseconds until the points are painted, of each opening."""
    from map_page import MapPage

    found = []
    for _ in range(rounds):
        MapPage(driver, page)
        found.append(driver.execute_script("return performance.getEntriesByName('first picture')[0].startTime"))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", default="5000,20000", type=lambda text: [int(part) for part in text.split(",")])
    parser.add_argument("--rounds", default=5, type=int)
    options = parser.parse_args()
    from map_page import chromium

    program = release_build()
    print(
        "| graphs | made in (s) | processor (s) | page (MB) | first picture, median and slowest (ms) | frames a second |"
    )
    print("|--:|--:|--:|--:|--:|--:|")
    for count in options.graphs:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            graphs, page = folder / "graphs.jsonl", folder / "map.html"
            each = str(-(-count // len(FAMILIES)))
            timed([program, "generate", *FAMILIES, "-n", each, "--nodes", "6..200", "-o", graphs, "--quiet"])
            wall, processor = timed([program, "map", graphs, "-o", page, "--quiet"])
            with chromium(folder) as driver:
                shown = first_pictures(driver, page, options.rounds)
                frames = driver.execute_async_script(FRAMES)
            size = page.stat().st_size / 1e6
            print(
                f"| {count:,} | {wall:.1f} | {processor:.1f} | {size:.1f} | {statistics.median(shown):.0f}, "
                f"{max(shown):.0f} | {frames:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

"""Fails if `rust-version` in Cargo.toml is older than what a dependency of our crates asks for: python3 .ci/rust_version.py

A compiler that old has to build each crate, so the bound is the newest `rust_version` among the packages that `cargo
metadata` finds on the way from it, without the dependencies of tests.
"""

import json
import subprocess
import sys

# Packages that need a newer compiler with a feature than they declare: AVX-512 types became stable in Rust 1.89.
UNDECLARED = {("bytemuck", "avx512_simd"): "1.89"}


def version(text: str | None) -> tuple[int, ...]:
    numbers = [int(number) for number in (text or "1.0").split(".")]
    return (*numbers, *[0] * (3 - len(numbers)))


def reached(nodes: dict[str, dict], start: str) -> set[str]:
    """Packages that a build of `start` compiles."""
    found, open_ends = {start}, [start]
    while open_ends:
        for dependency in nodes[open_ends.pop()]["deps"]:
            needed = any(kind["kind"] != "dev" for kind in dependency["dep_kinds"])
            if needed and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                open_ends.append(dependency["pkg"])
    return found


def main() -> int:
    host = next(line for line in run("rustc", "-vV").splitlines() if line.startswith("host: ")).removeprefix("host: ")
    metadata = json.loads(run("cargo", "metadata", "--locked", "--format-version=1", f"--filter-platform={host}"))
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    failed = False
    for member in metadata["workspace_members"]:
        bounds = []
        for other in reached(nodes, member) - set(metadata["workspace_members"]):
            package = packages[other]
            name = f"{package['name']} {package['version']}"
            bounds.append((version(package["rust_version"]), name))
            for feature in nodes[other]["features"]:
                if (package["name"], feature) in UNDECLARED:
                    bounds.append((version(UNDECLARED[package["name"], feature]), f"{name} with {feature}"))
        bound, asks = max(bounds)
        ours = packages[member]["rust_version"]
        print(f"{packages[member]['name']}: rust-version {ours}; {asks} asks for {'.'.join(map(str, bound))}")
        failed |= version(ours) < bound
    return int(failed)


def run(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())

"""The picture of the guide to maps: the page of examples/shapes.jsonl with one graph clicked. Writes a PNG.

Usage: page.py [--sgr PROGRAM] [-o docs/pictures/page.png]

Needs selenium, Chromium and its driver (python/browser_setup.py), and Pillow, which reduces the colours.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python" / "tests"))


def main():
    from map_page import Keys, MapPage, chromium

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sgr", default=ROOT / "target/release/sgr")
    parser.add_argument("-o", "--output", default=ROOT / "docs/pictures/page.png", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        page = pathlib.Path(name) / "shapes.html"
        subprocess.run([options.sgr, "map", ROOT / "examples/shapes.jsonl", "-o", page, "-q"], check=True)
        with chromium(pathlib.Path(name)) as driver:
            view = {"width": 1120, "height": 640, "deviceScaleFactor": 1, "mobile": False}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", view)
            opened = MapPage(driver, page)
            opened.find("#search").send_keys("communities-7", Keys.ENTER)
            driver.execute_script("document.activeElement.blur()")
            driver.save_screenshot(str(options.output))
    # 64 colours: a third of the bytes.
    picture = Image.open(options.output).convert("RGB").quantize(64)
    picture.save(options.output, optimize=True)
    print(f"{options.output}: {options.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()

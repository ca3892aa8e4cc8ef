"""A page of `sgr map` in a browser, and what a user does with it."""

from __future__ import annotations

import json
import pathlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
    "--window-size=1280,800",
)

#: Seconds that the page may take for anything.
PATIENCE = 10


@contextmanager
def chromium(folder: pathlib.Path) -> Iterator[webdriver.Chrome]:
    """A browser with a profile and downloads of its own."""
    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", {"download.default_directory": str(folder)})
    browser, driver_program = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is not None:
        options.binary_location = browser
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(driver_program))
    try:
        yield driver
    finally:
        driver.quit()


class MapPage:
    """The page, opened from its file."""

    def __init__(self, driver: webdriver.Chrome, path: pathlib.Path) -> None:
        self.driver = driver
        driver.get_log("browser")
        driver.get_log("performance")
        driver.get(path.as_uri())
        self.map = self.find("#map")
        self.until(lambda: self.map.get_attribute("data-painted") == "yes")

    def until(self, holds: Any) -> Any:
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02).until(lambda _: holds())

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        return [found.text for found in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def text(self, selector: str) -> str:
        return self.find(selector).text

    def focused(self) -> str:
        return self.driver.switch_to.active_element.get_attribute("id") or ""

    def colours(self) -> int:
        """How many different pixels the map has."""
        script = """
            const canvas = document.getElementById("map");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(data.buffer)).size;"""
        return int(self.driver.execute_script(script))

    def drag(self, places: list[tuple[float, float]]) -> None:
        """Draws over the map from place to place, in parts of its width and height."""
        size = self.map.size
        chain = ActionChains(self.driver, duration=10)
        for at, (x, y) in enumerate(places):
            offset = (int((x - 0.5) * size["width"]), int((y - 0.5) * size["height"]))
            chain.move_to_element_with_offset(self.map, *offset)
            if at == 0:
                chain.click_and_hold()
        chain.release().perform()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.map.send_keys(key)

    def requests(self) -> list[str]:
        """The addresses that were asked for, except the file itself."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]
        return [url for url in sent if not url.startswith(("file:", "blob:", "data:"))]

    def complaints(self) -> list[str]:
        """What the console says."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


__all__ = ["ActionChains", "By", "Keys", "MapPage", "chromium"]

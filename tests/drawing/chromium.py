"""Pictures as a browser shows them, and how much two of them differ."""

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

Pixels = NDArray[np.uint8]  # [height, width, RGB]

CHANGED = 24  # a pixel differs where one of its colours does by more than this, of 255


@dataclass(frozen=True)
class Difference:
    """How far apart two images are."""

    mean: float  # of all colours of all pixels, out of 255
    share: float  # of the pixels that differ


def difference(one: Pixels, other: Pixels) -> Difference:
    """Compare two images of one size."""
    assert one.shape == other.shape, f"the pictures have different sizes: {one.shape} and {other.shape}"
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16))
    return Difference(float(apart.mean()), float((apart.max(axis=2) > CHANGED).mean()))


def coarse(image: Pixels, by: int = 4) -> Pixels:
    """The image made smaller: where an edge falls between two pixels then matters no more."""
    height, width = image.shape[0] // by * by, image.shape[1] // by * by
    blocks = image[:height, :width].reshape(height // by, by, width // by, by, 3)
    smaller: Pixels = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return smaller


class Chromium:
    """A browser without a window."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    @contextmanager
    def page(self, html: str, width: int = 800, **options: Any) -> Iterator[Page]:
        """A page with these contents; what it asks of the network is refused."""
        context = self.browser.new_context(viewport={"width": width, "height": 600}, offline=True, **options)
        try:
            page = context.new_page()
            page.set_content(html)
            yield page
        finally:
            context.close()

    def image(self, svg: str, width: int = 400) -> Pixels:
        """The picture as the browser shows it, that many pixels wide."""
        style = "body{margin:0}body>svg{display:block;width:100%;height:auto}"
        with self.page(f"<!doctype html><style>{style}</style>{svg}", width) as page:
            return pixels(page.locator("body > svg").screenshot())


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


#: The system's own Chromium, the first that is there: without a window of its own it does the same with half the work.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Chromium]:
    """Start the system's own Chromium. It must be there: pictures that nobody looked at are not tested."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert path, "Chromium is not installed, and pictures are compared as it shows them: apt-get install chromium, or `make test`"
    sandbox = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*sandbox, "--disable-gpu", "--force-color-profile=srgb"])
        try:
            yield Chromium(browser)
        finally:
            browser.close()

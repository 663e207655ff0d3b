"""Fixtures that all tests share: where things are, and the engines that a machine may lack."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# Cores may be shared, so no example has a deadline; on CI a failure must mean the same tomorrow.
settings.register_profile("kg", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("kg")

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""
SHARED = ROOT.parent / "shared"
"""Material beside the checkout that is never part of it; tests that need it skip where it is absent."""


def find_program(*names: str, package: str) -> str:
    """Return the path of the first of these programs that is here; without any the test skips, or fails if CI=true."""
    for name in names:
        if path := shutil.which(name):
            return path
    reason = f"{names[0]} is not here: sudo apt install {package}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the checkout."""
    if not SHARED.exists():
        pytest.skip("../shared is not here")
    return SHARED


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium."""
    return find_program("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", package="chromium")

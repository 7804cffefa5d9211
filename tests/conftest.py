"""What several folders of tests need."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from caravela.engines import registry, sources
from tests.toys import install


def pytest_collection_finish() -> None:
    """Thousands of collected tests never die: the garbage collections of lifetime tests need not look at them."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder on the import path; what it announces is forgotten afterwards."""
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.syspath_prepend(folder)
    yield folder
    for cached in (registry._load_spec, sources._source):
        cached.cache_clear()


@pytest.fixture
def toys(site: Path) -> None:
    """The source of tests/toys.py, as if it were installed; spawned processes find it too."""
    install(site)

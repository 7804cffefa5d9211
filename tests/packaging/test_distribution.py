"""The sdist and the wheel are complete, and work alone in an empty environment."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
# Source folders and the packages they install as.
INSTALLED = {
    "cext": "caravela/cext",
    "engines": "caravela/engines",
    "bots": "caravela/bots",
    "src/caravela": "caravela",
}
BIN = "Scripts" if os.name == "nt" else "bin"

pytestmark = pytest.mark.slow


def source_files() -> list[str]:
    """What a clean clone holds: tracked files and new ones that are not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def package_files() -> dict[str, str]:
    """Source path to installed path of every file inside a package."""
    return {
        name: f"{package}/{PurePosixPath(name).relative_to(folder)}"
        for name in source_files()
        for folder, package in INSTALLED.items()
        if PurePosixPath(name).is_relative_to(folder)
    }


def run(*command: str | Path, cwd: Path) -> str:
    """Output of a command that must succeed, in an environment that knows nothing of this source tree."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    arguments = [str(part) for part in command]
    done = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources without anything that was built."""
    target = tmp_path_factory.mktemp("clone") / "caravela"
    for name in source_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)
    return target


@pytest.fixture(scope="module")
def dist(clone: Path) -> Path:
    """A folder with the sdist and the wheel that was built from the sdist."""
    run(sys.executable, "-m", "build", cwd=clone)
    return clone / "dist"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """An environment that holds nothing but pip."""
    venv.create(tmp_path / "venv", with_pip=True)
    return tmp_path / "venv" / BIN


def check_installation(binaries: Path, cwd: Path) -> None:
    """The command, the module, a game, the header and the type marker are all there."""
    for command in ([binaries / "caravela"], [binaries / "python", "-m", "caravela"]):
        assert "veracruz" in run(*command, "games", cwd=cwd)
    program = (
        "import caravela as cv; from pathlib import Path\n"
        "assert (Path(cv.get_include()) / 'caravela.h').is_file()\n"
        "assert (Path(cv.__file__).parent / 'py.typed').is_file()\n"
        "game = cv.load_game('veracruz', players=3)\n"
        "bots = [cv.bots.ISMCTSBot(iterations=50), cv.bots.HeuristicBot(), cv.bots.RandomBot()]\n"
        "record = cv.play(game, bots, seed=7)\n"
        "assert cv.replay(record).returns() == list(record.returns)\n"
        "print('played', len(record.actions))\n"
    )
    assert run(binaries / "python", "-c", program, cwd=cwd).startswith("played")


def test_sdist_holds_every_package_file_and_nothing_built(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert set(package_files()) <= names
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py"} <= names
    assert not [name for name in names if name.endswith((".c", ".so", ".pyd", ".pyc", ".html"))]


def test_wheel_holds_every_package_file_and_every_extension(dist: Path) -> None:
    (archive,) = dist.glob("*.whl")
    with zipfile.ZipFile(archive) as wheel:
        names = set(wheel.namelist())
    expected = package_files()
    assert set(expected.values()) <= names
    for source, target in expected.items():
        if source.endswith(".pyx"):
            stem = target.removesuffix("pyx")
            assert [name for name in names if name.startswith(stem) and name.endswith((".so", ".pyd"))], source
    assert not [name for name in names if name.endswith((".c", ".pyc", ".html"))]
    top = {name.partition("/")[0] for name in names}
    assert all(name == "caravela" or name.endswith(".dist-info") for name in top), top


def test_wheel_installs_alone(dist: Path, empty: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    run(empty / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    check_installation(empty, tmp_path)


def test_editable_installation_works(clone: Path, empty: Path, tmp_path: Path) -> None:
    run(empty / "python", "-m", "pip", "install", "-q", "-e", clone, cwd=tmp_path)
    check_installation(empty, tmp_path)

"""Engines that tests start, or find: packages of the extra `engines`, programs, servers on 127.0.0.1, Node's packages.

What is not here makes a test skip and say why; with CI=true it fails.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.conftest import find_program

NODE_PACKAGES = Path(sys.prefix) / "node"
"""Where scripts/engines.sh installs the packages of tests/export/engines/node/package.json."""
NODE_SCRIPTS = Path(__file__).with_name("node")


def import_engine(module: str, package: str) -> Any:
    """Import a module of a package that only tests need."""
    try:
        return import_module(module)
    except ImportError as error:
        miss(f"{package} is not here ({error}): pip install 'paper-kg[engines]'")


def miss(reason: str) -> NoReturn:
    """Leave a test out because an engine is missing; with CI=true fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    """Find a port of 127.0.0.1 that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(command: list[str | Path], log: Path, is_ready: Callable[[], bool]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends; it must be ready within two minutes."""
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=output, cwd=log.parent)
    try:
        deadline = time.monotonic() + 120
        while not is_ready():
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"{command[0]} doesn't run:\n{log.read_text(encoding='utf-8', errors='replace')[-3000:]}")
            time.sleep(0.05)
        yield server
    finally:
        assert server.stdin
        server.stdin.close()
        server.terminate()
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def listens(port: int) -> bool:
    """Say whether something accepts connections at a port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def run_node(script: str, *arguments: str | Path, folder: Path) -> str:
    """Run a script of `tests/export/engines/node` with the packages that it imports; return what it printed."""
    node = find_program("node", "nodejs", package="nodejs")
    modules = NODE_PACKAGES / "node_modules"
    if not modules.is_dir():
        miss(f"{modules} is not here: sh scripts/engines.sh")
    work = folder / "node"
    work.mkdir(exist_ok=True)
    if not (work / "node_modules").exists():
        (work / "node_modules").symlink_to(modules)  # modules are looked up beside the script
    (work / script).write_bytes((NODE_SCRIPTS / script).read_bytes())
    command = [node, str(work / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=300, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout

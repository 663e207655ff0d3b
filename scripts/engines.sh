#!/bin/sh
# Sees to it that the engines are here which the tests of `kg export` import into: Python and Node packages in .venv, programs from
# Debian's packages where apt needs no password. What can't be had on this platform is said, and its tests skip (they fail where CI=true).
# Runs in the root of the checkout, from `make`, when .venv is made.
set -eu

python=.venv/bin/python
packages=tests/export/engines/node/package.json

# 1. Programs: redis-cli, and Virtuoso with its isql.
missing=
command -v redis-cli >/dev/null || missing="$missing redis-tools"
command -v virtuoso-t >/dev/null || missing="$missing virtuoso-opensource-7-bin"
if [ -n "$missing" ]; then
    install="apt-get install --yes --no-install-recommends$missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then as_root='sudo -n'; fi
    if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
        echo "Installing$missing, for the tests of exports ..."
        export DEBIAN_FRONTEND=noninteractive
        # An old package list may name a version that is gone, so a failure gets a second try with a fresh one.
        $as_root $install >/dev/null 2>&1 || { $as_root apt-get update && $as_root $install; } >/dev/null 2>&1 ||
            echo "Could not install$missing, so some tests are left out"
    else
        echo "Some tests are left out; to have them: sudo apt install$missing"
    fi
fi

wanted=$(cat setup.cfg "$packages" | cksum)
if [ "$(cat .venv/engines 2>/dev/null || true)" = "$wanted" ]; then exit 0; fi
echo 'Installing databases and other programs for the tests of exports (some 300 MB) ...'

# 2. Python packages: all at once; where that fails, for want of one on this platform, each for itself.
requirements=$("$python" -c '
import configparser
settings = configparser.ConfigParser(interpolation=None)
settings.read("setup.cfg", encoding="utf-8")
print(settings["options.extras_require"]["engines"].strip())')
pip="$python -m pip install --quiet --disable-pip-version-check"
complete=yes
# shellcheck disable=SC2086 # a requirement holds no blank
if ! $pip $requirements 2>/dev/null; then
    for requirement in $requirements; do
        $pip "$requirement" 2>/dev/null || { complete=; echo "$requirement can't be had here, so its tests are left out"; }
    done
fi

# 3. Node packages.
if command -v npm >/dev/null; then
    mkdir -p .venv/node
    cp "$packages" .venv/node/
    npm install --prefix .venv/node --no-audit --no-fund --no-package-lock --loglevel=error >/dev/null ||
        { complete=; echo 'The packages for Node.js could not be installed, so their tests are left out'; }
else
    complete=
    echo 'There is no npm here, so tests on Node.js are left out; to have them: sudo apt install nodejs npm'
fi
if [ -n "$complete" ]; then printf '%s\n' "$wanted" >.venv/engines; fi

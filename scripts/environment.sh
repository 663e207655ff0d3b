#!/bin/sh
# Makes .venv and installs kg there, editable, with the extra named by $1 (such as "test"), if any.
# Does nothing where all that is in place. PYTHON names the interpreter; by default it is the first that fits.
# Runs in the root of the checkout, from `make`.
set -eu

extra=${1:-}
python=${PYTHON:-}
venv_python=.venv/bin/python

give_up() {
    printf '%s\n' "$1" >&2
    exit 1
}

# Prints the version of the Python named by $1, such as 3.12, and succeeds where kg supports it.
version_of() {
    "$1" -c 'import sys; v = sys.version_info[:2]; print("%d.%d" % v); sys.exit(not (3, 11) <= v <= (3, 13))' 2>/dev/null
}

# The newest supported Python that the package lists of this system hold; empty where there is none or no apt.
packaged_python() {
    for minor in 13 12 11; do
        if apt-cache show "python3.$minor-venv" >/dev/null 2>&1; then
            echo "python3.$minor"
            return
        fi
    done
}

# 1. What the system must bring: Python 3.11 to 3.13, able to make virtual environments.
if [ -z "$python" ]; then
    for candidate in python3 python3.13 python3.12 python3.11; do
        if version_of "$candidate" >/dev/null; then
            python=$candidate
            break
        fi
    done
    if [ -z "$python" ]; then
        package=$(packaged_python)
        give_up "There is no Python 3.11, 3.12 or 3.13 here: sudo apt install ${package:=python3} $package-venv"
    fi
elif ! version=$(version_of "$python"); then
    give_up "kg needs Python 3.11, 3.12 or 3.13, and PYTHON names $python, which ${version:+is }${version:-does not run here}"
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then # Debian and Ubuntu package these apart
    case $python in
        python3 | */python3) package=python3-venv ;;
        *) package=python$(version_of "$python")-venv ;;
    esac
    give_up "$python can't make virtual environments yet: sudo apt install $package"
fi

# 2. The environment: made anew for another interpreter, and where the checkout has moved, since its scripts name the folder.
home="$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2], sys.base_prefix)') in $(pwd -P)"
if [ "$(cat .venv/made-for 2>/dev/null || true)" != "$home" ] || ! "$venv_python" -m pip --version >/dev/null 2>&1; then
    echo "Making .venv with Python $(version_of "$python") ..."
    "$python" -m venv --clear .venv
    printf '%s\n' "$home" >.venv/made-for
fi

# 3. kg in it: installed again when its requirements change; changed code needs nothing, for the installation is editable.
requirements=$(cat setup.cfg pyproject.toml | cksum)
if [ "$(cat ".venv/installed-$extra" 2>/dev/null || true)" != "$requirements" ]; then
    echo "Installing kg and what it needs (at first that takes a minute or two and downloads some 200 MB) ..."
    "$venv_python" -m pip install --quiet --disable-pip-version-check --editable ".${extra:+[$extra]}"
    printf '%s\n' "$requirements" | tee ".venv/installed-$extra" >.venv/installed-
fi

#!/bin/sh
# Sees to it that Chromium is here, for the tests of graph.html: Debian's, through apt, where that needs no password.
# Elsewhere it says what to type and succeeds, and those tests skip (they fail where CI=true).
set -eu

for browser in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$browser" >/dev/null; then exit 0; fi
done

install='apt-get install --yes --no-install-recommends chromium'
as_root=
if [ "$(id -u)" -ne 0 ]; then as_root='sudo -n'; fi
if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
    echo 'Installing Chromium, for the tests of graph.html ...'
    export DEBIAN_FRONTEND=noninteractive
    # An old package list may name a version that is gone, so a failure gets a second try with a fresh one.
    $as_root $install >/dev/null 2>&1 || { $as_root apt-get update && $as_root $install; } >/dev/null 2>&1 || true
fi
command -v chromium >/dev/null || echo 'No Chromium here, so its tests are left out; to have them: sudo apt install chromium'

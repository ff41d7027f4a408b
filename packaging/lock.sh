#!/bin/sh
# Writes requirements.lock (to play), requirements-dev.lock (to test as well) and
# requirements-arena.lock (games on other machines too) from pyproject.toml: names, versions and hashes for every Python from 3.11 on and every machine,
# and no address. Extras stay: pip takes the newest of a package that it is asked for with an extra, and
# finds no hash of it, where the pin has none. Needs uv. Pins stay as they are, unless: packaging/lock.sh --upgrade
set -eu
self=$(readlink -f -- "$0")
cd "${self%/*}/.."

compile() {
    lock=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
        --no-header --no-emit-index-url --no-strip-extras --output-file "$lock" pyproject.toml "$@"
}

compile requirements.lock "$@"
compile requirements-dev.lock --extra dev --constraint requirements.lock "$@"
compile requirements-arena.lock --extra arena --constraint requirements-dev.lock "$@"

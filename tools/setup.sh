# Sourced by ./play and ./test, with $root set to the checkout: `prepare LOCK` makes sure that
# .venv holds exactly what LOCK pins and that the system libraries of Qt load.
#
# A finished set-up leaves copies of the lock files it installed in .venv, written last. A start
# that finds the copy it needs does nothing more; an interrupted set-up has none and begins again.

venv=$root/.venv

prepare() {
    is_prepared "$1" || set_up_alone "$1"
}

is_prepared() {
    cmp -s "$root/$1" "$venv/$1" && [ -x "$venv/bin/python" ]
}

# Two first starts at once must not build the same .venv: the second waits, then has nothing to do.
set_up_alone() (
    exec 9<"$root"
    if command -v flock >/dev/null; then flock 9; fi
    is_prepared "$1" || set_up "$1"
)

set_up() {
    say "setting up (once; about 150 MB to download)"
    find_python || { install_packages python3 python3-venv && find_python; } ||
        die "Python 3.11 or newer is needed and was not found"
    # The list of packages is meant to fall apart into words.
    # shellcheck disable=SC2046
    install_packages $(missing_packages)
    make_venv
    say "installing the packages of $1"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --only-binary :all: --require-hashes -r "$root/$1" ||
        die "the Python packages could not be installed; see the message above"
    for lock in requirements.lock "$1"; do
        cp "$root/$lock" "$venv/"
    done
}

find_python() {
    for python in python3 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return 0
        fi
    done
    return 1
}

missing_packages() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
    "$python" -I "$root/tools/system_packages.py"
}

apt_install='apt-get install -y --no-install-recommends'

# Debian packages, installed where that needs no question, else named in one line to type.
install_packages() {
    [ $# -gt 0 ] || return 0
    command -v apt-get >/dev/null ||
        die "libraries are missing; please install what Debian calls: $*"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        die "please run:  sudo apt-get update && sudo $apt_install $*"
    fi
    say "installing system packages: $*"
    apt_get "$apt_install" "$@" 2>/dev/null ||
        { apt_get "apt-get update" && apt_get "$apt_install" "$@"; } ||
        die "apt-get could not install: $*"
}

apt_get() {
    command=$1
    shift
    # The command falls apart into words, and nothing stands for the root user's "sudo".
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive $command -qq -o DPkg::Lock::Timeout=120 "$@" \
        </dev/null >/dev/null
}

# Only a .venv whose base set-up was finished is kept and added to; anything else is made anew.
# The symbolic link to Python is to a version, so that it breaks when that version goes.
make_venv() {
    if ! is_prepared requirements.lock; then
        rm -rf "$venv"
        "$python" -c 'import os, sys, venv
executable = os.path.realpath(sys.executable)
os.execv(executable, [executable, "-m", "venv", sys.argv[1]])' "$venv" ||
            die "no virtual environment could be made in $venv"
        # From site-packages up to the checkout: a moved checkout still finds itself.
        for packages in "$venv"/lib/python3*/site-packages; do
            echo ../../../.. >"$packages/hexwar-checkout.pth"
        done
    fi
    rm -f "$venv"/requirements*.lock
}

say() {
    printf 'hexwar: %s\n' "$*" >&2
}

die() {
    say "$*"
    exit 1
}

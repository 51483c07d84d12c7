#!/usr/bin/env bash
# Installs missing Debian (or Ubuntu) packages; does nothing, and needs no rights, if all are there. On other systems it
# only says what is needed.
#   install.sh [--with-tests] [--with-browser] [--with-peers]
set -euo pipefail

packages=(g++ cmake ninja-build git libboost-program-options-dev libboost-iostreams-dev libfmt-dev
          nlohmann-json3-dev libssl-dev curl ca-certificates libarchive-dev libcsv-dev libeigen3-dev liblinear-dev
          gnuplot-nox fonts-liberation)
for argument in "$@"; do
  case "$argument" in
    --with-tests) packages+=(catch2 xz-utils zstd python3-numpy python3-scipy python3-pandas) ;;
    --with-browser) packages+=(chromium chromium-driver python3-selenium) ;;
    --with-peers) packages+=(python3-sklearn libocas-tools) ;;  # what solvers/peers/ calls
    *) echo "usage: install.sh [--with-tests] [--with-browser] [--with-peers]" >&2; exit 2 ;;
  esac
done

if ! command -v apt-get >/dev/null; then
  echo "note: packages are only installed on Debian and Ubuntu; docs/contributing.md lists what is needed" >&2
  exit
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  sudo -v 2>/dev/null || {
    echo "packages are missing, and only root can install them: apt-get install ${missing[*]}" >&2
    exit 2
  }
  as_root=(sudo)
fi
echo "installing: ${missing[*]}"
as_root+=(env DEBIAN_FRONTEND=noninteractive)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null

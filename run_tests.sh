#!/usr/bin/env bash
# Installs missing packages, builds, and runs the tests.
#   ./run_tests.sh [--help | --sanitize | --with-browser] [ARGUMENTS OF ctest...]
# With --sanitize everything is compiled with AddressSanitizer and UndefinedBehaviorSanitizer, into build-sanitize/.
# With --with-browser the page of `descent report` is also tested, in Debian's Chromium.
# Real data is also tested if DESCENT_DATA names a folder that holds it.
set -euo pipefail
cd "$(dirname "$0")"

folder=build
sanitize=OFF
browser=()
if [ "${1:-}" = --sanitize ]; then
  shift
  folder=build-sanitize
  sanitize=ON
elif [ "${1:-}" = --with-browser ]; then
  shift
  browser=(--with-browser)
fi

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0"
  exit
fi

.ci/install.sh --with-tests ${browser[@]+"${browser[@]}"}
.ci/configure.sh "$folder" -DDESCENT_TESTS=ON -DDESCENT_SANITIZE=$sanitize \
  -DDESCENT_WARNINGS_AS_ERRORS="${CI:+ON}"
cmake --build "$folder"
ctest --test-dir "$folder" --output-on-failure --parallel "$(nproc)" "$@"
[ ${#browser[@]} -eq 0 ] || /usr/bin/python3 tests/browser/report_test.py "$folder/descent"

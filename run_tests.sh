#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests.
#   ./run_tests.sh [--sanitize] [ARGUMENTS OF ctest...]
# With --sanitize everything is compiled with AddressSanitizer and UndefinedBehaviorSanitizer, into build-sanitize/.
# Real data is tested as well where DESCENT_DATA names a folder that holds it.
set -euo pipefail
cd "$(dirname "$0")"

folder=build
sanitize=OFF
if [ "${1:-}" = --sanitize ]; then
  shift
  folder=build-sanitize
  sanitize=ON
fi

./experiments/install.sh --with-tests
./experiments/configure.sh "$folder" -DDESCENT_TESTS=ON -DDESCENT_SANITIZE=$sanitize \
  -DDESCENT_WARNINGS_AS_ERRORS="${CI:+ON}"
cmake --build "$folder"
ctest --test-dir "$folder" --output-on-failure --parallel "$(nproc)" "$@"

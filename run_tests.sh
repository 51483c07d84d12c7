#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests.
#   ./run_tests.sh [ARGUMENTS OF ctest...]
# Real data is tested as well where DESCENT_DATA names a folder that holds it.
set -euo pipefail
cd "$(dirname "$0")"

./experiments/install.sh --with-tests
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DDESCENT_TESTS=ON \
  -DDESCENT_WARNINGS_AS_ERRORS="${CI:+ON}"
cmake --build build
ctest --test-dir build --output-on-failure --parallel "$(nproc)" "$@"

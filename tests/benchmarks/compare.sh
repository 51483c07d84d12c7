#!/usr/bin/env bash
# compare.sh BUILD FILE...: speed in three tables. (1) CPU time to 1e-3 and 1e-6 of our fastest method against LIBLINEAR's,
# ten cells a data file, with a sum at the end; (2) CPU time an entry of every method, beside a walk that only reads;
# (3) how a pass grows with the data. BUILD is a build folder, in which the benchmark programs are built first. FILE is
# LIBSVM text with two classes. Leave the machine alone meanwhile: about a minute a file, and two for the third table.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd -P)
build=$1
shift
for file in "$@"; do
  [ -f "$file" ] || { echo "$0: $file is no file" >&2; exit 2; }
done
"$root/.ci/configure.sh" "$build" -DDESCENT_BENCHMARKS=ON >/dev/null
cmake --build "$build" --target liblinear_benchmark values_benchmark scaling_benchmark >/dev/null
programs=$build/tests/benchmarks
"$programs/liblinear_benchmark" --best "$@"
for file in "$@"; do
  echo
  "$programs/values_benchmark" "$file"
done
echo
"$programs/scaling_benchmark" 1e6 1e7

#!/usr/bin/env bash
# Gives generated input to the readers of files: runs each fuzz target for SECONDS, one after the other.
#   tests/fuzz/run.sh SECONDS [TARGET...]
# Builds with Clang in build-fuzz/. Interesting inputs are kept in build-fuzz/corpora/ for the next time. An input that
# breaks a reader goes to build-fuzz/findings/TARGET/, and the status is then 1: fix the reader, and move the input to
# tests/fuzz/found/TARGET/, where the tests read it.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-}
if ! [[ "$seconds" =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: tests/fuzz/run.sh SECONDS [TARGET...]" >&2
  exit 2
fi
shift

compiler=$(command -v clang++-14 || command -v clang++ || true)
if [ -z "$compiler" ]; then
  echo "no clang++ here: fuzzing needs Clang with libFuzzer (Debian: clang-14 libclang-rt-14-dev)" >&2
  exit 2
fi
cmake -S . -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DDESCENT_FUZZ=ON -DDESCENT_TESTS=OFF >/dev/null
cmake --build build-fuzz --target fuzzers

mapfile -t targets < <(ls build-fuzz/fuzzers)
for target in "$@"; do
  if [ ! -x "build-fuzz/fuzzers/$target" ]; then
    echo "no target $target; there are: ${targets[*]}" >&2
    exit 2
  fi
done
[ $# -eq 0 ] || targets=("$@")

# Every input is written to a file: use memory if possible.
if [ -w /dev/shm ]; then export TMPDIR=/dev/shm; fi

# An archive of 4 KiB unpacks to at most 17 MiB before it is refused.
longest_input() {
  case "$1" in
    libsvm_*) echo 4096 ;;
    *) echo 65536 ;;
  esac
}

found=0
for target in "${targets[@]}"; do
  corpus=build-fuzz/corpora/$target
  findings=build-fuzz/findings/$target
  seeds=(tests/fuzz/corpus/"$target")
  [ -d tests/fuzz/found/"$target" ] && seeds+=(tests/fuzz/found/"$target")
  dictionary=()
  [ -f "tests/fuzz/dictionaries/$target.dict" ] && dictionary=(-dict="tests/fuzz/dictionaries/$target.dict")
  mkdir -p "$corpus" "$findings"
  log=build-fuzz/$target.log
  status=0
  "build-fuzz/fuzzers/$target" "$corpus" "${seeds[@]}" "${dictionary[@]}" -max_total_time="$seconds" \
    -max_len="$(longest_input "$target")" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$findings/" >"$log" 2>&1 || status=$?
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  covered=$(grep -a -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -1)
  echo "$target: ${executed:-?} inputs, ${covered:-no coverage}"
  if [ "$status" -ne 0 ]; then
    found=1
    grep -a -m 3 -E 'ERROR|what\(\)|runtime error|SUMMARY' "$log" || true
    echo "$target FAILED (log: $log): $(ls -t "$findings"/* 2>/dev/null | head -1)"
  fi
done
exit "$found"

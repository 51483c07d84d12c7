#!/usr/bin/env bash
# compare_commits.sh PROGRAM [OPTION...]: is PROGRAM slower than that of another commit? Builds the commit in a worktree
# beside PROGRAM, which is kept, and compares both by `descent compare`, with its options. Environment: COMPARE_WITH, a
# commit (default: the last tag), and COMPARE_CONFIG, a configuration (default: speed.json beside this script).
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
with=${COMPARE_WITH:-$(git -C "$here" describe --tags --abbrev=0 2>/dev/null || true)}
[ -n "$with" ] || { echo "$0: the repository has no tag; name a commit: COMPARE_WITH=COMMIT" >&2; exit 2; }
commit=$(git -C "$here" rev-parse --verify "$with^{commit}")
tree=$(dirname "$program")/compare/$commit
[ -d "$tree" ] || git -C "$here" worktree add --detach "$tree" "$commit"
cmake -S "$tree" -B "$tree/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DDESCENT_TESTS=OFF >/dev/null
cmake --build "$tree/build" --target descent
DESCENT_CACHE=${DESCENT_CACHE:-$(git -C "$here" rev-parse --show-toplevel)/datasets/cache}
export DESCENT_CACHE  # both programs have the same data
exec "$program" compare --config "${COMPARE_CONFIG:-$here/speed.json}" "$tree/build/descent" "$program" "${@:2}"

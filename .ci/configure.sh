#!/usr/bin/env bash
# Configures a build folder of this repository. If its cache was made elsewhere (the repository was moved or copied with
# it), CMake would refuse the cache, so it is configured from scratch.
#   configure.sh FOLDER [ARGUMENTS OF cmake...]
set -euo pipefail
sources=$(cd "$(dirname "$0")/.." && pwd -P)
folder=$1
shift

# cached NAME: an entry of the folder's cache.
cached() { sed -n "s/^$1:INTERNAL=//p" "$folder/CMakeCache.txt"; }

fresh=()
if [ -f "$folder/CMakeCache.txt" ]; then
  here=$(cd "$folder" && pwd -P)
  if [ "$(cached CMAKE_HOME_DIRECTORY)" != "$sources" ] || [ "$(cached CMAKE_CACHEFILE_DIR)" != "$here" ]; then
    echo "$folder/ was configured in $(cached CMAKE_CACHEFILE_DIR): configuring it from scratch" >&2
    fresh=(--fresh)
  fi
fi
exec cmake ${fresh[@]+"${fresh[@]}"} -S "$sources" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@"

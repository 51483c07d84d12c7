#!/usr/bin/env bash
# Builds and tests on the systems, compilers and processors that one machine can be, and prints a table: before a release,
# not in CI. All rows but v2-O1 have -O3; those with the native processor are v4 where it has AVX-512. Needs root on
# Debian. Tests the last commit, in folders below $SYSTEMS (/var/tmp/descent-systems), which are kept, so that another try
# builds only what has changed. Each row has a log there.
#   tests/systems.sh [ROW...]     all rows, or these
set -euo pipefail
cd "$(dirname "$0")/.."
all=(gcc clang plain v2-O1 v3 sanitize debian12 debian13 debian13-clang testing arm64)
systems=$(realpath -m "${SYSTEMS:-/var/tmp/descent-systems}")
export DEBIAN_FRONTEND=noninteractive

# test_in FOLDER ARGUMENTS OF cmake...: builds, and tests all, or what $TESTS says (arguments of ctest).
test_in() {
  .ci/configure.sh "$1" --fresh -DDESCENT_TESTS=ON -DDESCENT_WARNINGS_AS_ERRORS=ON "${@:2}"
  cmake --build "$1"
  # shellcheck disable=SC2086
  ctest --test-dir "$1" --output-on-failure --parallel "$(nproc)" ${TESTS:-}
}

# sources FOLDER: the last commit, in a clone.
sources() {
  [ -d "$1" ] || git clone -q . "$1"
  git -C "$1" fetch -q "$PWD" HEAD && git -C "$1" checkout -q FETCH_HEAD
}

# here ARGUMENTS OF cmake...: tests on this system.
here() {
  sources "$systems/$row"
  (cd "$systems/$row" && test_in build "$@")
}

# debian SUITE FOLDER PACKAGES...: makes an empty Debian with these packages, if it is not there.
debian() {
  local script=/usr/share/debootstrap/scripts/$1 mirror
  command -v debootstrap >/dev/null || apt-get install -y -qq debootstrap
  [ -e "$script" ] || ln -s sid "$script"
  # Of the system's mirrors, the first with Debian itself; without one (on Ubuntu) debootstrap's own.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | sed -n 1p)
  [ -e "$2/.made" ] || { rm -rf "$2" && debootstrap "${@:4}" --include="$3" "$1" "$2" ${mirror:+"$mirror"}; }
  touch "$2/.made"
}

# in_debian SUITE PACKAGES ARGUMENTS OF cmake...: tests on another Debian.
in_debian() {
  local root=$systems/root-$row
  debian "$1" "$root" "ca-certificates${2:+,$2}" --variant=minbase
  cp /etc/resolv.conf "$root/etc/"
  sources "$root/descent"
  unshare --mount bash -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"' "$root" "$root" \
    env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive bash -c \
    "set -e; cd /descent; .ci/install.sh --with-tests; $(declare -f test_in); test_in build \"\$@\"" bash "${@:3}"
}

# arm64: cross-compiles, and tests what starts no other programs under qemu-user, which has no huge pages, limits of
# memory or adopted processes of its own. Its packages are unpacked only.
arm64() {
  local root=$systems/root-arm64 libraries
  local of_kernel="huge.pages|memory.limit|killed.job|ends.where.nobody|leaves.behind|does.not.wait|adopted.only"
  apt-get install -y -qq qemu-user g++-aarch64-linux-gnu
  libraries=$(sed -n '/^packages=/,/)/p' .ci/install.sh | grep -o 'lib[a-z0-9-]*-dev' | paste -sd,)
  debian bookworm "$root" "$libraries,nlohmann-json3-dev,catch2" --arch=arm64 --foreign --variant=minbase
  for package in "$root"/var/cache/apt/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
  TESTS="--label-regex support|datasets|solvers --exclude-regex $of_kernel" QEMU_LD_PREFIX=$root here -DDESCENT_NATIVE=OFF -DDESCENT_MPI=OFF \
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_SYSROOT="$root" -DCMAKE_FIND_ROOT_PATH="$root" \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
    -DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64 -DCMAKE_LIBRARY_ARCHITECTURE=aarch64-linux-gnu
}

carry_out() {
  case "$row" in
    gcc)  # and methods in several processes
      command -v mpicc >/dev/null || apt-get install -y -qq openmpi-bin libopenmpi-dev
      here -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DDESCENT_MPI=ON
      ;;
    clang) here -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ ;;
    plain) here -DDESCENT_NATIVE=OFF ;;
    v2-O1) here -DDESCENT_NATIVE=OFF -DCMAKE_CXX_FLAGS=-march=x86-64-v2 -DCMAKE_BUILD_TYPE=O1 -DCMAKE_CXX_FLAGS_O1=-O1 ;;
    v3) here -DDESCENT_NATIVE=OFF -DCMAKE_CXX_FLAGS=-march=x86-64-v3 ;;
    sanitize) here -DDESCENT_SANITIZE=ON -DDESCENT_WARNINGS_AS_ERRORS=OFF ;;  # GCC 12 warns of its own headers
    debian12) in_debian bookworm "" ;;
    debian13) in_debian trixie "" ;;
    debian13-clang) in_debian trixie clang -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ ;;
    testing) in_debian testing "" ;;
    arm64) arm64 ;;
  esac
}

mkdir -p "$systems"
for row in "$@"; do
  [[ " ${all[*]} " = *" $row "* ]] || { echo "tests/systems.sh: no row $row; the rows are ${all[*]}" >&2; exit 2; }
done
[ $# -gt 0 ] || set -- "${all[@]}"
table=$'| row | compiler | tests | failures |\n|---|---|--:|--:|\n'
for row in "$@"; do
  echo "$row: $systems/$row.log" >&2
  set +e
  (set -e; carry_out) >"$systems/$row.log" 2>&1
  set -e
  compiler=$(sed -n 's/^-- The CXX compiler identification is //p' "$systems/$row.log" | tail -1)
  table+=$(sed -n "s/.*, \([0-9]*\) tests failed out of \([0-9]*\)/| $row | $compiler | \2 | \1 |/p" "$systems/$row.log" |
    grep . || echo "| $row | $compiler | not built | |")$'\n'
done
printf '%s' "$table"

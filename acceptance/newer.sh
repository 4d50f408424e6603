#!/bin/sh
# newer.sh [trixie] [forky]: the programs of examples/ under the MPIs of newer
# Debian releases (Open MPI 5.0 and MPICH 4.2 in trixie; Open MPI 6.0, MPICH 5.0
# and the standard ABI of MPI 5.0 in forky), with the libraries as built here.
# Each release is installed once into a folder of its own, 2 GB each, below
# $GOMARMOT_NEWER (/var/tmp/gomarmot-newer). Needs root: it changes the root.
# PATTERN restricts the tests, as go test -run does. Programs that gomarmot cc compiles are left
# out: its passes are those for the compilers of this release.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
base=${GOMARMOT_NEWER:-/var/tmp/gomarmot-newer}
pattern=${PATTERN:-'Test(Buggy|Fixed|Correct|Survives)$'}
mirror=${MIRROR:-http://deb.debian.org/debian}
packages='gcc libc6-dev openmpi-bin libopenmpi-dev mpich libmpich-dev gfortran'

[ "$(id -u)" = 0 ] || { echo "newer.sh: run as root: it installs Debian releases and changes the root" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "newer.sh: debootstrap is missing: apt-get install debootstrap" >&2; exit 2; }

install_release() {
	[ -e "$2/.complete" ] && return
	rm -rf --one-file-system "$2"
	mkdir -p "$base"
	script=/usr/share/debootstrap/scripts/$1
	[ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
	debootstrap --variant=minbase "$1" "$2" "$mirror" "$script"
	# Not by debootstrap, which knows no virtual packages.
	chroot "$2" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $packages
	touch "$2/.complete"
}

# One binary for both: a compiler for the standard ABI, and a folder with each
# MPI's libmpi_abi.so.1.
install_abi() {
	lib=/usr/lib/x86_64-linux-gnu
	[ -e "$1$lib/libmpi_abi.so" ] || return 1
	for mpi in openmpi mpich; do
		mkdir -p "$1/opt/abi-$mpi"
		ln -sf "$lib/libmpi_abi_$mpi.so.1.0.0" "$1/opt/abi-$mpi/libmpi_abi.so.1"
	done
	printf '#!/bin/sh\nexec gcc -I%s/openmpi/include/standard_abi "$@" -lmpi_abi\n' "$lib" >"$1/usr/local/bin/mpicc.abi"
	sed 's/exec gcc/exec g++/' "$1/usr/local/bin/mpicc.abi" >"$1/usr/local/bin/mpicxx.abi"
	chmod +x "$1/usr/local/bin/mpicc.abi" "$1/usr/local/bin/mpicxx.abi"
}

# The folders that a release's programs see of this machine.
attach() {
	for dir in proc sys dev; do
		mount --rbind "/$dir" "$1/$dir"
		mount --make-rslave "$1/$dir"
	done
	mount -t tmpfs tmpfs "$1/tmp"
	mkdir -p "$1$root"
	mount --bind "$root" "$1$root"
}

run_tests() {
	abi=
	! install_abi "$1" || abi=1
	for test in pmpi/calls:build/calls.test:. acceptance:build/acceptance.test:"$pattern"; do
		folder=${test%%:*}
		rest=${test#*:}
		chroot "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root TMPDIR=/tmp \
			GOMARMOT_TEST_CACHE=off GOMARMOT_TEST_ABI=$abi GOMARMOT_TEST_PASSES=none sh -c 'cd "$1" && exec "$2" -test.run "$3" -test.timeout 2h' sh \
			"$root/$folder" "$root/${rest%%:*}" "${rest#*:}"
	done
}

# Inside a mount namespace of its own: nothing is left mounted, however it ends.
if [ "${1:-}" = --attached ]; then
	attach "$2"
	run_tests "$2"
	exit
fi

cd "$root"
go test -c -tags mpi -o build/acceptance.test ./acceptance
go test -c -o build/calls.test ./pmpi/calls
failed=
for release in ${*:-trixie forky}; do
	folder=$base/$release
	install_release "$release" "$folder"
	echo "== $release: $(chroot "$folder" mpicc.openmpi --showme:version), $(chroot "$folder" mpichversion | head -1)"
	unshare --mount --propagation private sh -eu "$0" --attached "$folder" || failed="$failed $release"
done
[ -z "$failed" ] || { echo "newer.sh: failed:$failed" >&2; exit 1; }

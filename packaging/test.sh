#!/bin/sh
# test.sh: the packages of build/dist in fresh trees of Debian releases, with their
# MPIs. Run it through "make test-dist", as root: it changes the root. Each release is
# installed once below $GOMARMOT_DIST (/var/tmp/gomarmot-dist), 1 GB each; what a test
# does to it goes to memory and is gone afterwards. RELEASES names others than
# bookworm and trixie, TWICE=no leaves out the second build.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
base=${GOMARMOT_DIST:-/var/tmp/gomarmot-dist}
mirror=${MIRROR:-http://deb.debian.org/debian}
packages_for_all='gcc libc6-dev make cmake openmpi-bin libopenmpi-dev mpich libmpich-dev'

# The two systems of module files exclude each other: an older release has one, a newer one the other.
install_release() {
	modules=lmod
	[ "$1" != bookworm ] || modules=environment-modules
	packages="$packages_for_all $modules"
	[ ! -e "$2/.complete" ] || [ "$(cat "$2/.complete")" != "$packages" ] || return 0
	if [ ! -e "$2/.complete" ]; then
		rm -rf --one-file-system "$2"
		mkdir -p "$base"
		debootstrap --variant=minbase "$1" "$2" "$mirror"
	fi
	# Not by debootstrap, which knows no virtual packages.
	chroot "$2" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get update -q
	chroot "$2" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $packages
	echo "$packages" >"$2/.complete"
}

# In a mount namespace of its own: nothing is left mounted, however it ends.
if [ "${1:-}" = --tree ]; then
	tree=$2 test=$3 over=$(mktemp -d)
	mount -t tmpfs tmpfs "$over"
	mkdir "$over/upper" "$over/work" "$over/tree"
	mount -t overlay overlay -o "lowerdir=$tree,upperdir=$over/upper,workdir=$over/work" "$over/tree"
	for dir in proc sys dev; do
		mount --rbind "/$dir" "$over/tree/$dir"
		mount --make-rslave "$over/tree/$dir"
	done
	mount -t tmpfs tmpfs "$over/tree/tmp"
	mkdir "$over/tree/tmp/dist"
	cp "$root"/build/dist/gomarmot* "$root"/build/dist/*.sh "$root"/packaging/test/* "$over/tree/tmp/dist"
	case $test in
	rpm) # by hand: there is no rpm to install it
		(cd "$over/tree" && rpm2cpio "$root"/build/dist/*.rpm | cpio -idm --quiet) ;;
	esac
	exec chroot "$over/tree" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root TMPDIR=/tmp LANG=C.UTF-8 \
		sh -eu /tmp/dist/inside.sh "$test"
fi

# The commands of the recipes for containers, and of CI, as scripts.
scripts() {
	awk '/^ARG /{sub(/^ARG /, ""); print}
		/^ENV /{sub(/^ENV /, "export "); print}
		/^RUN /{sub(/^RUN /, ""); on = 1}
		on {print; on = /\\$/}' packaging/Dockerfile >"$1/docker.sh"
	awk '/^%/{on = /^%(post|test)/; next} on' packaging/apptainer.def >"$1/apptainer.sh"
	archive=$(cd "$1" && echo gomarmot-*.tar.gz)
	for program in heat fixed; do
		go run ./packaging/steps action.yml command="mpiexec --oversubscribe -n 4 ./$program" archive="/tmp/dist/$archive" >"$1/action-$program.sh"
		go run ./packaging/steps docs/ci/gitlab-template.yml MPI_CHECK_COMMAND="mpiexec --oversubscribe -n 4 ./$program" \
			MPI_CHECK_ARCHIVE="/tmp/dist/$archive" >"$1/gitlab-$program.sh"
	done
}

cd "$root"
[ "$(id -u)" = 0 ] || { echo "test.sh: run as root: it installs Debian releases and changes the root" >&2; exit 2; }
scripts build/dist
failed=
for release in ${RELEASES:-bookworm trixie}; do
	install_release "$release" "$base/$release"
	tests='deb rpm tar'
	[ "$release" != bookworm ] || tests="$tests docker apptainer ci"
	for test in ${TESTS:-$tests}; do
		echo "== $release, $test"
		if unshare --mount --propagation private sh -eu "$0" --tree "$base/$release" $test >build/dist/$release-$test.log 2>&1; then
			echo passed
		else
			tail -n 20 build/dist/$release-$test.log
			failed="$failed $release-$test"
		fi
	done
done
if [ "${TWICE:-yes}" = yes ]; then
	echo "== the same bytes again"
	cp build/dist/SHA256SUMS build/dist/first
	rm -rf build/dist/bin
	make --no-print-directory dist >build/dist/second.log 2>&1
	if cmp build/dist/first build/dist/SHA256SUMS; then echo passed; else failed="$failed twice"; fi
fi
[ -z "$failed" ] || { echo "test.sh: failed:$failed" >&2; exit 1; }

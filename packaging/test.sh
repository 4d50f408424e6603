#!/bin/sh
# test.sh: the packages of build/dist in fresh trees of Debian releases, with their
# MPIs. Run it through "make test-dist", as root: it changes the root. Each release is
# installed once below $GOMARMOT_DIST (/var/tmp/gomarmot-dist), 1 GB each; a test
# changes a copy in memory, which is gone afterwards. RELEASES names releases other than
# bookworm and trixie, TESTS selects tests, TWICE=no leaves out the second build.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
base=${GOMARMOT_DIST:-/var/tmp/gomarmot-dist}
mirror=${MIRROR:-http://deb.debian.org/debian}
packages_for_all='gcc libc6-dev make automake cmake openmpi-bin libopenmpi-dev mpich libmpich-dev'

apt() {
	tree=$1
	shift
	# Not by debootstrap, which knows no virtual packages.
	chroot "$tree" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get update -q
	chroot "$tree" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@"
}

# Each release has two trees: RELEASE-bare, as debootstrap installs it, and RELEASE, with MPIs
# and build tools. The two systems of module files exclude each other: an older release
# has the first, a newer release the second.
install_release() {
	modules=lmod
	[ "$1" != bookworm ] || modules=environment-modules
	packages="$packages_for_all $modules"
	bare=$2-bare
	if [ ! -e "$bare/.complete" ]; then
		rm -rf --one-file-system "$bare" "$2"
		mkdir -p "$base"
		debootstrap --variant=minbase "$1" "$bare" "$mirror"
		touch "$bare/.complete"
	fi
	[ ! -e "$2/.complete" ] || [ "$(cat "$2/.complete")" != "$packages" ] || return 0
	[ -e "$2/.complete" ] || { rm -rf --one-file-system "$2" && cp -a "$bare" "$2" && rm "$2/.complete"; }
	apt "$2" $packages
	echo "$packages" >"$2/.complete"
}

# Runs in a mount namespace of its own: no mount is left, however the test ends.
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
	environment=
	case $test in
	rpm) # unpacked by hand: there is no rpm command
		(cd "$over/tree" && rpm2cpio "$root"/build/dist/*.rpm | cpio -idm --quiet --no-absolute-filenames) ;;
	recipes) # the source as a release has it, and Go: Debian's is too old
		mkdir "$over/tree/tmp/gomarmot" "$over/tree/tmp/go" "$over/tree/tmp/modules"
		(cd "$root" && git ls-files -z | tar -cf - --null -T -) | tar -C "$over/tree/tmp/gomarmot" -xf -
		mount --bind -o ro "$(go env GOROOT)" "$over/tree/tmp/go"
		mount --bind -o ro "$(go env GOMODCACHE)" "$over/tree/tmp/modules"
		environment='GOMODCACHE=/tmp/modules GOPROXY=off GOFLAGS=-modcacherw' ;;
	source)
		mkdir "$over/tree/tmp/gomarmot"
		(cd "$root" && git ls-files -z | tar -cf - --null -T -) | tar -C "$over/tree/tmp/gomarmot" -xf -
		# Go is fetched through this machine's network, which may have a certificate of its own.
		cp /etc/ssl/certs/ca-certificates.crt "$over/tree/tmp/dist"
		environment=SSL_CERT_FILE=/tmp/dist/ca-certificates.crt ;;
	esac
	exec chroot "$over/tree" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root TMPDIR=/tmp LANG=C.UTF-8 \
		$environment sh -eu "/tmp/dist/$([ "$test" = first ] && echo first || echo inside).sh" "$test"
fi

# The commands of the recipes, and of CI, as scripts.
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
	python3 packaging/test/spack.py packaging/spack/package.py 1.2.3 /opt/spack >"$1/spack.sh"
	python3 packaging/test/easybuild.py packaging/easybuild/gomarmot-*.eb 1.2.3 /opt/easybuild >"$1/easybuild.sh"
}

# The same source in another folder, without git and without anything from an earlier
# build, gives the same bytes.
again() {
	other=$(mktemp -d)/elsewhere/gomarmot
	mkdir -p "$other"
	git ls-files -z | tar -cf - --null -T - | tar -C "$other" -xf -
	archive=$(cd build/dist && echo gomarmot-*-linux-*.tar.gz)
	version=${archive#gomarmot-}
	(cd "$other" && SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct) GOCACHE=$other/.cache \
		make --no-print-directory dist VERSION="${version%-linux-*}") >build/dist/second.log 2>&1 || { tail -n 20 build/dist/second.log; return 1; }
	cmp build/dist/SHA256SUMS "$other/build/dist/SHA256SUMS" || return 1
	rm -rf "${other%/elsewhere/*}"
}

cd "$root"
[ "$(id -u)" = 0 ] || { echo "test.sh: run as root: it installs Debian releases and changes the root" >&2; exit 2; }
failed=
passes() {
	echo "== $1"
	shift
	"$@" || return 1
	echo passed
}
# The contents of the packages.
passes contents go test -tags dist -count 1 -run TestPackages ./packaging || failed="$failed contents"
scripts build/dist
for release in ${RELEASES:-bookworm trixie}; do
	install_release "$release" "$base/$release"
	tests='deb rpm tar'
	[ "$release" != bookworm ] || tests="$tests docker apptainer ci recipes first source"
	for test in ${TESTS:-$tests}; do
		echo "== $release, $test"
		tree=$base/$release
		case $test in docker | apptainer | first | source) tree=$tree-bare ;; esac
		if unshare --mount --propagation private sh -eu "$0" --tree "$tree" $test >build/dist/$release-$test.log 2>&1; then
			echo passed
		else
			tail -n 20 build/dist/$release-$test.log
			failed="$failed $release-$test"
		fi
	done
done
[ "${TWICE:-yes}" != yes ] || passes "the same bytes again" again || failed="$failed twice"
[ -z "$failed" ] || { echo "test.sh: failed:$failed" >&2; exit 1; }

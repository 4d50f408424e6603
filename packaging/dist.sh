#!/bin/sh
# dist.sh VERSION: tar.gz, .deb and .rpm in build/dist, from one build of their
# own. Run it through "make dist". The same source, compilers and
# SOURCE_DATE_EPOCH (by default the time of the commit) give the same bytes.
set -eu
version=$1
here=$(pwd)
build=build/dist/bin
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date -r packaging/files +%s)}"
export SOURCE_DATE_EPOCH
# With symbols, but without debug information and paths of this machine.
GOFLAGS="-trimpath -buildvcs=false ${GOFLAGS:-}" make --no-print-directory BUILD=$build CFLAGS="-O2 -ffile-prefix-map=$here=." LDFLAGS=-Wl,-s \
	-j"$(nproc)" \
	VERSION="$version" CLI_CGO=0 CLI_MODE='$(PROFILED)' CORE_MODE='$(PROFILED)' CLI_LDFLAGS="-s -w -X main.version=$version" wrappers core access heap gpu courier cli man site

# On x86-64 a release has everything that packaging/files lists.
if [ "$(uname -m)" = x86_64 ]; then
	sed -n 's|^755? @BUILD@/\([^ ]*\) .*|\1|p' packaging/files | while read -r library; do
		[ -e "$build/$library" ] || { echo "dist.sh: $library was not built: make deps-access installs what it needs" >&2; exit 1; }
	done
fi

case $(uname -m) in
x86_64) arch=amd64 machine=x86_64 ;;
aarch64) arch=arm64 machine=aarch64 ;;
*) arch=$(uname -m) machine=$arch ;;
esac
glibc=$(go run ./packaging/glibc $build/*.so $build/gomarmot $build/gomarmot-courier)

# tree FOLDER PREFIX LIB
tree() {
	rm -rf "$1"
	sh packaging/install.sh $build "$3" "$version" "$1$2"
}

nfpm() {
	sed -e "s|@ARCH@|$arch|; s|@VERSION@|$version|; s|@ROOT@|build/dist/$1|; s|@GLIBC@|$glibc|" packaging/nfpm.yaml.in >build/dist/nfpm.yaml
	go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2 package --config build/dist/nfpm.yaml --packager "$1" --target build/dist/
}

# Also the folder that a failed build left.
rm -rf build/dist/gomarmot* build/dist/SHA256SUMS
name=gomarmot-$version-linux-$machine
tree build/dist/$name "" lib
tar -C build/dist --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar \
	-cf - $name | gzip -9n >build/dist/$name.tar.gz
tree build/dist/deb /usr lib
nfpm deb
tree build/dist/rpm /usr lib64
nfpm rpm
rm -rf build/dist/$name build/dist/deb build/dist/rpm build/dist/nfpm.yaml
cd build/dist
sha256sum ./*.tar.gz ./*.deb ./*.rpm >SHA256SUMS
echo "from glibc $glibc on:"
cat SHA256SUMS

#!/bin/sh
# go.sh FOLDER: the Go that go.mod asks for, into FOLDER. Debian's own Go is too old to
# get it by itself (which Go does from 1.21 on), but it fetches the same module, and
# checks it against Go's checksum database.
set -eu

to=$1
version=$(sed -n 's/^go //p' "$(dirname "$0")/../go.mod")
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
if ! command -v go >/dev/null; then
	$sudo apt-get update -q
	DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qy --no-install-recommends golang-go ca-certificates
fi
# Outside of the project, whose go.mod an old Go cannot read.
mkdir -p "$(dirname "$to")"
temp=$(mktemp -d "$to.XXXXXX")
trap 'chmod -R u+w "$temp"; rm -rf "$temp"' EXIT
module=golang.org/toolchain@v0.0.1-go$version.$(go env GOOS)-$(go env GOARCH)
echo "getting $module"
(cd "$temp" && GOFLAGS=-modcacherw GOMODCACHE="$temp/modules" go mod download "$module")
mv "$temp/modules/$module" "$temp/go"
# Modules keep no execute permissions.
chmod +x "$temp"/go/bin/* "$temp"/go/pkg/tool/*/*
mv "$temp/go" "$to"

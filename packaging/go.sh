#!/bin/sh
# go.sh FOLDER: puts the Go that go.mod asks for into FOLDER. From 1.21 on, Go fetches a newer Go by itself. Debian's Go is
# older, but its command can fetch the module of the newer Go, and checks it against Go's checksum database. The package
# of this command is unpacked beside FOLDER and removed again, not installed: the standard library that belongs to it
# takes longer to install than all the rest.
set -eu

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
to=$1
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^go //p' "$here/../go.mod")
# Debian names the package of the command, such as golang-1.19-go.
package() { apt-cache depends golang-go 2>/dev/null | sed -n 's/^ *Depends: \(golang-[0-9.]*-go\)$/\1/p' | grep .; }

mkdir -p "$(dirname "$to")"
temp=$(mktemp -d "$to.XXXXXX")
trap 'chmod -R u+w "$temp"; rm -rf "$temp"' EXIT
cd "$temp" # outside of the project, whose go.mod an old Go cannot read
if ! command -v go >/dev/null; then
	command -v apt-get >/dev/null || { echo "go.sh: there is neither Go nor apt-get: install Go 1.21 or later" >&2; exit 1; }
	package >/dev/null || $sudo apt-get update -q
	[ -d /etc/ssl/certs ] || sh "$here/deps.sh" ca-certificates
	echo "getting $(package), which gets Go $version"
	apt-get download -q -o APT::Sandbox::User=root "$(package)"
	dpkg-deb --fsys-tarfile ./*.deb | tar -x --wildcards './usr/lib/go-*/bin/go' './usr/lib/go-*/VERSION'
	GOROOT=$(echo "$temp"/usr/lib/go-*)
	export GOROOT PATH="$GOROOT/bin:$PATH"
fi
module=golang.org/toolchain@v0.0.1-go$version.$(go env GOOS)-$(go env GOARCH)
echo "getting $module"
GOFLAGS=-modcacherw GOMODCACHE="$temp/modules" go mod download "$module"
mv "modules/$module" go
# Modules keep no execute permissions.
chmod +x go/bin/* go/pkg/tool/*/*
mv go "$to"

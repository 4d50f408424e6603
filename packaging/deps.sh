#!/bin/sh
# deps.sh [-also WORDS] PACKAGE[=PROBE]...: names the Debian packages that are missing, in one line, and installs them.
# If none is missing it is silent. A package counts as installed if its probe exists: a command, or a file if
# the probe has a slash; so software from other sources than Debian counts. Without a probe, dpkg is asked.
# WORDS name things that make gets from other sources than Debian; the line ends with them.
set -eu

also=
if [ "$1" = -also ]; then
	also=$2
	shift 2
fi

there() {
	case $1 in
	*=*/*) [ -e "${1#*=}" ] ;;
	*=*) command -v "${1#*=}" >/dev/null ;;
	*) [ "$(dpkg-query -Wf '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
	esac
}

missing=
for need; do
	there "$need" || missing="$missing ${need%%=*}"
done
if [ -z "$missing" ]; then
	[ -z "$also" ] || echo "make gets $also"
	exit 0
fi
if ! command -v apt-get >/dev/null; then
	echo "deps.sh: this system has no apt-get; install what Debian has in$missing" >&2
	exit 1
fi
echo "make installs with apt-get:$missing${also:+; and gets $also}"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -q
# Recommended packages are left out: among those of chromium and of the MPIs are daemons, printers' tools and manuals.
# shellcheck disable=SC2086 # a list of words
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing

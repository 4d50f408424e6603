#!/bin/sh
# install.sh BUILD LIB VERSION PREFIX: installs what packaging/files lists. Run it
# through "make install", from the root of the tree. PREFIX has DESTDIR in front.
set -eu
build=$1 lib=$2 version=$3 prefix=$4

words() { sed -e "s|@BUILD@|$build|g" -e "s|@LIB@|$lib|g" -e "s|@VERSION@|$version|g" "$@"; }

# The files of a folder: the files that git knows, if there is git. Go files are left out: they are of
# no use without their module.
listing() {
	case $1 in
	"$build"/*) (cd "$1" && find . -type f) ;;
	*) if git ls-files --error-unmatch "$1" >/dev/null 2>&1; then
		(cd "$1" && git ls-files --cached)
	else
		(cd "$1" && find . -type f)
	fi | grep -v '\.go$' ;;
	esac
}

umask 022
words packaging/files | grep -v '^#' | while read -r mode from to; do
	case $mode in *'?')
		mode=${mode%?}
		[ -e "$build/${from##*/}" ] || continue
		;;
	esac
	case $from in
	../*)
		install -d "$(dirname "$prefix/$to")"
		ln -sf "$from" "$prefix/$to"
		;;
	*/)
		install -d "$prefix/$to"
		listing "$from" | tar -C "$from" --mode=u=rwX,go=rX -cf - -T - | tar -C "$prefix/$to" --no-same-owner -xf -
		;;
	*.in)
		install -d "$(dirname "$prefix/$to")"
		words "$from" >"$prefix/$to"
		chmod "$mode" "$prefix/$to"
		;;
	*) install -D -m "$mode" "$from" "$prefix/$to" ;;
	esac
done

#!/bin/sh
# The demo: a program that passes silently under mpiexec alone, and what
# gomarmot says of it. Run it through "make demo".
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# In the source tree, or in an installation.
for build in "$here/../../build" "$here/../../../../lib" "$here/../../../../lib64"; do
	[ ! -e "$build/libgomarmot.so" ] || break
done
build=$(cd "$build" && pwd)
gomarmot=$build/gomarmot
[ -e "$gomarmot" ] || gomarmot=$build/../bin/gomarmot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # from Open MPI 5 on
export UCX_RCACHE_ENABLE=n
case $(mpicc.openmpi --showme:version) in *"Open MPI 4."*) export OMPI_MCA_osc=sm,pt2pt ;; esac

say() { printf '\n$ %s\n' "$*"; }

for mpi in openmpi mpich; do
	printf '\n===== %s =====\n' "$mpi"
	cd "$here"
	"mpicc.$mpi" -g -Wall -Wextra -o "$work/heat.$mpi" heat.c
	cd "$work"
	say "mpiexec -n 4 ./heat"
	timeout -k 2 60 "mpiexec.$mpi" -n 4 "./heat.$mpi"
	say "LD_PRELOAD=libgomarmot.so mpiexec -n 4 ./heat"
	LD_PRELOAD=$build/libgomarmot.so timeout -k 2 60 "mpiexec.$mpi" -n 4 "./heat.$mpi"
	say "gomarmot report run.log"
	cd "$here"
	code=0
	"$gomarmot" report --source-root . "$work/run.log" || code=$?
	printf '\nexit status %d\n' "$code"
	[ "$code" -eq 1 ] || { echo "demo: the report should have found the faults" >&2; exit 1; }
done

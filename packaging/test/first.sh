# first.sh: the steps of a new user in a fresh tree of Debian, with
# each obstacle on the way. Each message must name a remedy.
set -eux
cd /tmp

# says TEXT...: all of these are in the output of the last command.
says() {
	for text; do
		tr -s ' \n' '  ' <output | grep -qF -- "$text" || { echo "does not say: $text" >&2; exit 1; }
	done
}

# try STATUS COMMAND...
try() {
	want=$1 status=0
	shift
	"$@" >output 2>&1 || status=$?
	cat output
	test $status = "$want"
}

apt-get update -q
dpkg -i dist/gomarmot_*.deb
gomarmot doctor

# No MPI, or its module is not loaded.
try 2 gomarmot run -- mpiexec -n 4 ./app
says 'cannot start mpiexec: it is not in the PATH' 'load the environment module of the MPI, or install one'
try 1 gomarmot doctor -- mpiexec -n 4 ./app
says 'it is not in the PATH' 'load the environment module of the MPI'

DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends gcc libc6-dev openmpi-bin libopenmpi-dev
mkdir /work
cd /work
cp /usr/share/gomarmot/examples/demo/heat.c app.c

# As root, in a container.
mpicc -o app app.c
try 1 gomarmot run -- mpiexec -n 4 ./app
says 'OMPI_ALLOW_RUN_AS_ROOT' 'exit status 1 is from mpiexec'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# More ranks than cores.
try 1 gomarmot run -- mpiexec -n 64 ./app
says 'There are not enough slots available' '--oversubscribe'
export OMPI_MCA_rmaps_base_oversubscribe=1

# The program is not there.
try 1 gomarmot doctor -- mpiexec -n 4 ./none
says 'problem calls the command failed before any MPI_Init was seen' 'Fix: '

# Compiled without -g. (Some MPIs notice the put that is out of range themselves.)
export OMPI_MCA_osc=sm,pt2pt UCX_RCACHE_ENABLE=n
try 1 gomarmot run -- mpiexec -n 4 ./app
says 'ERROR RMA005' 'app has no line numbers for calls listed above: compile it with -g'

# As docs/getting-started.md has it.
mpicc -g -o app app.c
try 1 gomarmot run -- mpiexec -n 4 ./app
says 'ERROR RMA005' 'ranks 1-3: MPI_Put, app.c:25 in exchange' 'gomarmot log events'
gomarmot explain RMA005 >output
says 'RMA005'
gomarmot explain RMA >output
sed -e 's/left, CELLS + 2, 1/left, CELLS + 1, 1/' -e 's/NOPRECEDE, win); .*/NOSUCCEED, win);/' app.c >fixed.c
mpicc -g -o fixed fixed.c
try 0 gomarmot run -- mpiexec -n 4 ./fixed
says 'gomarmot: no rule broken (4 ranks, '
gomarmot report -o report.html -o report.sarif run.log
test -s report.html

# The library was preloaded by hand, but its path is wrong.
try 0 env LD_PRELOAD=/usr/lib/libgomarmot-none.so mpiexec -n 2 ./fixed
says 'cannot be preloaded'

# A set-user-ID program, started by a user other than root: root would get no other privileges from it.
useradd -m user
install -o user -g user -m 4755 app fixed-uid
chmod 777 /work
(
	unset OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
	try 2 gomarmot run -- ./fixed-uid
	says 'the run left no log: ' 'runs with different privileges than yours' 'watch a copy without these privileges'
)

# A library of the program is in a module that is not loaded.
real=$(readlink -f /usr/lib/x86_64-linux-gnu/libmpi.so.40)
mv "$real" "$real.away"
try 127 gomarmot run -- ./fixed
says 'the run left no log: ' 'needs libraries that cannot be found: libmpi.so.40' "set LD_LIBRARY_PATH, or load the MPI's environment module"
mv "$real.away" "$real"

# A program for another kind of machine.
cp fixed other
printf '\267' | dd of=other bs=1 seek=18 conv=notrunc status=none # EM_AARCH64
try 1 gomarmot doctor -- ./other
says 'is for EM_AARCH64, but the library for EM_X86_64' "build gomarmot for the program's machine"

# MPI is linked statically, or all libraries are. Debian has a static MPICH, but no static Open MPI.
DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends mpich libmpich-dev
mpicc.mpich -g -o app-mpich app.c
mpicc.mpich -g -c -o own.o fixed.c
gcc -o own own.o /usr/lib/x86_64-linux-gnu/libmpich.a -lhwloc -lucp -lucs -lpthread
try 2 gomarmot run -- mpiexec.mpich -n 2 ./own
says 'the run left no log: ' 'contains the MPI library itself' 'link it with the shared MPI library'
printf 'int main(void) { return 0; }\n' | gcc -static -x c -o static -
try 2 gomarmot run -- mpiexec.mpich -n 2 ./static
says 'the run left no log: ' 'is linked statically: nothing can be preloaded' 'link it without -static'

# The launcher belongs to another MPI.
try 1 gomarmot doctor -- mpiexec.mpich -n 2 ./fixed
says "use the launcher of the program's MPI"

# Slurm's launcher, told not to forward the environment: a stand-in, which passes the variables that
# --export names to the ranks, as srun does.
cat >srun <<'SRUN'
#!/bin/sh
export=${SLURM_EXPORT_ENV:-ALL}
while [ "${1#-}" != "$1" ]; do
	case $1 in
	--export=*) export=${1#*=} ;;
	-n) shift ;;
	esac
	shift
done
keep="env -i PATH=$PATH"
for item in $(echo "$export" | tr , ' '); do
	case $item in
	ALL) keep=env ;;
	NONE) ;;
	*=*) set -- "$item" "$@" ;;
	*) set -- "$item=$(printenv "$item")" "$@" ;;
	esac
done
exec $keep "$@"
SRUN
chmod +x srun
for export in NONE ALL; do
	try 0 env SLURM_EXPORT_ENV=$export PATH="$PWD:$PATH" gomarmot run -- srun -n 1 --mpi=none ./fixed
	says 'no rule broken (1 rank, '
done
# The library was preloaded by hand, and does not get to the ranks.
rm -rf run.log*
try 0 env LD_PRELOAD=/usr/lib/libgomarmot.so PATH="$PWD:$PATH" ./srun -n 1 --export=NONE ./fixed
try 2 gomarmot report run.log
says 'no such file; pass the run.log that the run wrote. If it wrote none, gomarmot doctor -- COMMAND finds out why'

# A folder where nothing can be written, and a file in the place of the log.
try 2 gomarmot run --log /nowhere/run.log -- mpiexec -n 2 ./fixed
says 'there is no directory /nowhere'

# A container without a /tmp that can be written. Open MPI needs a folder for itself;
# gomarmot does not.
mount -t tmpfs -o ro tmpfs /tmp
export TMPDIR=/work
try 1 gomarmot run -- mpiexec.openmpi -n 4 ./app
says 'ERROR RMA005'
unset TMPDIR
try 1 gomarmot run -- mpiexec.mpich -n 4 ./app-mpich
says 'ERROR RMA005'

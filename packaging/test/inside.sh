# inside.sh deb|rpm|tar|docker|apptainer|ci|recipes|source: the steps of a user
# with a package or a recipe, in a fresh tree.
set -eux
kind=$1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # from Open MPI 5 on
# As in the demo: its put out of range must not end it.
export UCX_RCACHE_ENABLE=n
case $(mpicc.openmpi --showme:version 2>/dev/null || echo "Open MPI 4.") in *"Open MPI 4."*) export OMPI_MCA_osc=sm,pt2pt ;; esac
prefix=/usr

# Faulty programs and their repaired versions: heat and fixed, from the demo; early and late, where the fault is a store
# of the program itself.
project() {
	mkdir "$1"
	cd "$1"
	cp $prefix/share/gomarmot/examples/demo/heat.c .
	sed -e 's/left, CELLS + 2, 1/left, CELLS + 1, 1/' -e 's/NOPRECEDE, win); .*/NOSUCCEED, win);/' heat.c >fixed.c
	cp $prefix/share/gomarmot/examples/buggy/RACE006/bug.c early.c
	cp $prefix/share/gomarmot/examples/buggy/RACE006/fixed.c late.c
}

# fails STATUS COMMAND...
fails() {
	want=$1 status=0
	shift
	"$@" || status=$?
	test $status = "$want"
}

case $kind in
docker | apptainer)
	sh -eu /tmp/dist/$kind.sh
	gomarmot doctor
	project /tmp/project
	mpicc -g -o heat heat.c
	fails 1 gomarmot run -- mpiexec -n 4 ./heat 2>output
	grep 'ERROR RMA005' output
	mpicc -g -o fixed fixed.c
	gomarmot run -- mpiexec -n 4 ./fixed
	exit
	;;
ci)
	tar -C /tmp -xf /tmp/dist/gomarmot-*.tar.gz
	prefix=$(echo /tmp/gomarmot-*)
	for service in action gitlab; do
		for program in heat fixed; do
			project /tmp/$service-$program
			git init -q . 2>/dev/null || mkdir .git
			mpicc -g -o $program $program.c
			status=0
			bash /tmp/dist/$service-$program.sh >output 2>&1 || status=$?
			cat output
			test $program-$status = heat-1 || test $program-$status = fixed-0
			grep -q "$(test $program = heat && echo '"ruleId": "RMA005"' || echo '"results": \[\]')" gomarmot.sarif
		done
	done
	grep '^::error file=heat.c,line=25,title=RMA005' /tmp/action-heat/output
	exit
	;;
source)
	# The README's first command, on a machine with nothing but make.
	apt-get update -q
	apt-get install -qy --no-install-recommends make
	cd /tmp/gomarmot
	make demo
	exit
	;;
recipes)
	# As EasyBuild and Spack do by their recipes, each into a folder of its own.
	export PATH=/tmp/go/bin:$PATH
	for manager in spack easybuild; do
		cd /tmp/gomarmot
		sh -eux /tmp/dist/$manager.sh
		test "$(/opt/$manager/bin/gomarmot version | cut -d' ' -f2)" = 1.2.3
		prefix=/opt/$manager
		project /tmp/$manager
		mpicc -g -o heat heat.c
		fails 1 /opt/$manager/bin/gomarmot run -- mpiexec -n 4 ./heat 2>output
		grep 'ERROR RMA005' output
	done
	exit
	;;
deb) dpkg -i /tmp/dist/gomarmot_*.deb ;;
rpm) ;; # its files are there
tar)
	prefix=/opt/gomarmot
	tar -C /opt -xf /tmp/dist/gomarmot-*.tar.gz
	mv /opt/gomarmot-* $prefix
	PATH=$prefix/bin:$PATH
	;;
esac

# The version is that of the package.
gomarmot version
case $(ls /tmp/dist/*.tar.gz) in
*-"$(gomarmot version | cut -d' ' -f2)"-*) ;;
*) exit 1 ;;
esac
gomarmot doctor
gomarmot explain RMA005 >/dev/null
test -s $prefix/share/man/man1/gomarmot-run.1
for shell in bash-completion/completions/gomarmot zsh/site-functions/_gomarmot fish/vendor_completions.d/gomarmot.fish; do
	test -s $prefix/share/$shell
done
grep -q '<h1>RMA005' $prefix/share/doc/gomarmot/html/rules/RMA005.html

# The demo fails unless both faults are found.
sh $prefix/share/gomarmot/examples/demo/demo.sh

# The module files.
modules=$prefix/share/gomarmot/modulefiles
check='test "$(command -v gomarmot)" = '$prefix'/bin/gomarmot && test -e "$GOMARMOT_LIB" && MANPATH=$MANPATH: && case $MANPATH in *'$prefix'/share/man*) ;; *) exit 1 ;; esac'
test -e /usr/share/modules/init/bash || test -e /usr/share/lmod/lmod/init/bash
[ ! -e /usr/share/modules/init/bash ] || env PATH=/usr/bin:/bin bash -euc "set +u; . /usr/share/modules/init/bash; module use $modules/tcl; module load gomarmot; $check"
[ ! -e /usr/share/lmod/lmod/init/bash ] || env PATH=/usr/bin:/bin bash -euc "set +u; . /usr/share/lmod/lmod/init/bash; module use $modules/lmod; module load gomarmot; $check"

# Loads and stores of the program: the plugin is for Debian 12's compiler, others get
# the hooks.
way=hooks
case $(gcc -dumpversion) in 12 | 12.*) way=plugin ;; esac

# Debian's CMake does not look into lib64, where an .rpm has its package.
where=-DCMAKE_PREFIX_PATH=$prefix
[ $kind != rpm ] || where=-Dgomarmot_DIR=$prefix/lib64/cmake/gomarmot

project /tmp/project
cp /tmp/dist/CMakeLists.txt .
for mpi in openmpi mpich; do
	# The CMake package: tests that pass, and tests that break a rule.
	cmake -S . -B $mpi -DCMAKE_BUILD_TYPE=Debug $where -DMPI_C_COMPILER=mpicc.$mpi -DMPIEXEC_EXECUTABLE=/usr/bin/mpiexec.$mpi
	cmake --build $mpi
	(cd $mpi && ctest --output-on-failure -R 'fixed|late')
	if (cd $mpi && ctest --output-on-failure -R 'faulty|early') >$mpi.out; then exit 1; fi
	grep 'ERROR RMA005' $mpi.out
	grep 'ERROR RACE006' $mpi.out

	# gomarmot cc by hand.
	gomarmot cc -- mpicc.$mpi -g -O2 -c early.c
	gomarmot cc -- mpicc.$mpi -o early-$mpi early.o
	gomarmot doctor -- mpiexec.$mpi -n 2 ./early-$mpi | tee doctor.$mpi
	tr -s ' \n' '  ' <doctor.$mpi | grep "loads and stores are recorded of 1 object by $way"
	fails 1 gomarmot run -- mpiexec.$mpi -n 2 ./early-$mpi 2>run.$mpi
	cat run.$mpi
	grep 'ERROR RACE006' run.$mpi
	grep "early.c:$(sed -n '/want RACE006/=' early.c)" run.$mpi

	# In a makefile.
	mkdir make-$mpi
	cp early.c late.c make-$mpi
	cp /tmp/dist/Makefile.plain make-$mpi/Makefile
	fails 2 make -C make-$mpi check CC="gomarmot cc -- mpicc.$mpi" CFLAGS=-g MPIEXEC=mpiexec.$mpi >make.out 2>&1
	cat make.out
	grep 'ERROR RACE006' make.out

	# With Autoconf and Automake.
	mkdir auto-$mpi
	cp early.c late.c /tmp/dist/configure.ac /tmp/dist/Makefile.am auto-$mpi
	(
		cd auto-$mpi
		autoreconf -i
		./configure CC="gomarmot cc -- mpicc.$mpi"
		make
		fails 2 make check MPIEXEC=mpiexec.$mpi >output 2>&1
		grep '^FAIL: early' output
		grep '^PASS: late' output
		grep 'ERROR RACE006' early.log
	)
done

# Removing the package leaves nothing.
case $kind in
deb)
	dpkg -r gomarmot
	test ! -e /usr/bin/gomarmot && test ! -e /usr/share/gomarmot && test ! -e /usr/share/doc/gomarmot && test ! -e /usr/lib/gomarmot-hooks
	;;
esac

# inside.sh deb|rpm|tar: in a fresh tree, what a user does with a package.
set -eux
kind=$1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_osc=sm,pt2pt UCX_RCACHE_ENABLE=n # as the demo has them: its put out of range must not end it
prefix=/usr

# The program of the demo, and what it becomes when its faults are repaired.
project() {
	mkdir "$1"
	cd "$1"
	cp $prefix/share/gomarmot/examples/demo/heat.c .
	sed -e 's/left, CELLS + 2, 1/left, CELLS + 1, 1/' -e 's/NOPRECEDE, win); .*/NOSUCCEED, win);/' heat.c >fixed.c
}

case $kind in
docker | apptainer)
	sh -eu /tmp/dist/$kind.sh
	gomarmot doctor
	sh -eu $prefix/share/gomarmot/examples/demo/demo.sh
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

# The demo fails unless both faults are found.
sh $prefix/share/gomarmot/examples/demo/demo.sh

# The module files.
modules=$prefix/share/gomarmot/modulefiles
check='test "$(command -v gomarmot)" = '$prefix'/bin/gomarmot && test -e "$GOMARMOT_LIB" && MANPATH=$MANPATH: && case $MANPATH in *'$prefix'/share/man*) ;; *) exit 1 ;; esac'
test -e /usr/share/modules/init/bash || test -e /usr/share/lmod/lmod/init/bash
[ ! -e /usr/share/modules/init/bash ] || env PATH=/usr/bin:/bin bash -euc "set +u; . /usr/share/modules/init/bash; module use $modules/tcl; module load gomarmot; $check"
[ ! -e /usr/share/lmod/lmod/init/bash ] || env PATH=/usr/bin:/bin bash -euc "set +u; . /usr/share/lmod/lmod/init/bash; module use $modules/lmod; module load gomarmot; $check"

# The CMake package: a test that passes, and one that breaks a rule.
project /tmp/project
cp /tmp/dist/CMakeLists.txt .
for mpi in openmpi mpich; do
	cmake -S . -B $mpi -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH=$prefix -DMPI_C_COMPILER=mpicc.$mpi -DMPIEXEC_EXECUTABLE=/usr/bin/mpiexec.$mpi
	cmake --build $mpi
	(cd $mpi && ctest --output-on-failure -R fixed)
	if (cd $mpi && ctest --output-on-failure -R faulty) >$mpi.out; then exit 1; fi
	grep 'ERROR RMA005' $mpi.out
done

# Removing the package leaves nothing.
case $kind in
deb)
	dpkg -r gomarmot
	test ! -e /usr/bin/gomarmot && test ! -e /usr/share/gomarmot
	;;
esac

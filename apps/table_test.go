//go:build apps

package apps

// debian is where Debian keeps its libraries.
const debian = "/usr/lib/x86_64-linux-gnu/"

// application is a program, how it is built, and its runs.
type application struct {
	name     string
	packages string // Debian packages of the tested library or application
	source   string // file in testdata that build compiles or a run names
	build    string // shell command; {mpi}, {source}, its {folder} and {bin} are filled in
	mpis     []string
	ranks    int    // 3 if not given
	result   string // regular expression for the lines with the program's result
	runs     []run
}

// run is a way to start an application.
type run struct {
	args  string // filled in like build; the first word is the program if nothing is built, or if {bin} is a later word
	env   []string
	romio bool // under Open MPI's second I/O component, too
	mpis  []string
	// finds lists the findings of the run, "RULE call". docs/applications.md explains why they are not false
	// alarms.
	finds []string
	// may lists findings that depend on the order in which messages come.
	may []string
	// faulty is the kind of choice that gomarmot provoke forces to show that such a finding is a fault: the result is
	// then wrong.
	faulty string
	// through is the library whose calls the findings are about. The findings name the line of the application's source
	// that called the library.
	through string
}

const (
	openmpi = "openmpi"
	mpich   = "mpich"
	petsc   = "libpetsc_real.so"
	cc      = "mpicc.{mpi} -g -O1 -Wall -Wextra -Werror -o {bin} {source} "
)

var (
	both = []string{openmpi, mpich}
	one  = []string{openmpi} // Debian builds the library for Open MPI only
)

var (
	// twoSided: PETSc's ranks find out by receives from MPI_ANY_SOURCE which ranks send to them.
	twoSided = []string{"MSG010 MPI_Irecv"}
	// groupLeft: Global Arrays, and so NWChem, keeps its first group.
	groupLeft = []string{"OBJ002 MPI_Comm_create"}
	// bytesAndSums: ARMCI-MPI puts by accumulates of bytes, and adds to the same memory before the put is complete.
	bytesAndSums = append([]string{"RACE002 MPI_Accumulate"}, groupLeft...)
	// noSync: ranks read and overwrite data of other ranks after a barrier, but without MPI_File_sync on both sides
	// of it. Collective transfers write whole chunks together; independent transfers also write single chunks.
	noSync      = []string{"FILE011 MPI_File_read_at", "FILE011 MPI_File_write_at_all"}
	noSyncAlone = append([]string{"FILE011 MPI_File_write_at"}, noSync...)
)

const checksum = `^ ?checksum .*`

var applications = []application{
	{
		name: "HDF5, C", packages: "libhdf5-openmpi-dev libhdf5-mpich-dev", source: "hdf5.c", mpis: both,
		build:  cc + "$(pkg-config --cflags --libs hdf5-{mpi}) -lhdf5",
		result: checksum,
		runs: []run{
			{args: "collective", romio: true, finds: noSync},
			{args: "independent", romio: true, finds: noSyncAlone},
		},
	},
	{
		name: "HDF5, Fortran", packages: "libhdf5-openmpi-dev libhdf5-mpich-dev", source: "hdf5_fortran.f90", mpis: both,
		build: "mpif90.{mpi} -g -O1 -o {bin} {source} -I/usr/include/hdf5/{mpi} -L" + debian +
			"hdf5/{mpi} -lhdf5_fortran -lhdf5",
		result: checksum,
		runs:   []run{{args: "collective"}, {args: "independent"}},
	},
	{
		name: "HDF5, Python", packages: "python3-h5py-mpi", source: "h5py_ranks.py", mpis: one,
		result: checksum,
		runs:   []run{{args: "/usr/bin/python3 {source}", finds: []string{"FILE011 MPI_File_write_at_all"}}},
	},
	{
		name: "NetCDF-4", packages: "libnetcdf-mpi-dev", source: "netcdf.c", mpis: one,
		build:  cc + "-I" + debian + "netcdf/mpi/include -lnetcdf_mpi",
		result: checksum,
		// In each pair, either the collective write or the independent write comes first.
		runs: []run{{romio: true, finds: []string{"FILE011 MPI_File_write_at", "FILE011 MPI_File_write_at_all"}}},
	},
	{
		name: "PnetCDF", packages: "libpnetcdf-dev", source: "pnetcdf.c", mpis: one,
		build:  cc + "-lpnetcdf",
		result: checksum,
		// Two opens of the file for one rank, and a redefinition that moves variables.
		runs: []run{{romio: true, finds: []string{
			"FILE011 MPI_File_read_at_all", "FILE011 MPI_File_write_at", "FILE011 MPI_File_write_at_all",
		}}},
	},
	{
		// The static library needs every compression and file format it
		// knows; parallel NetCDF exists for Open MPI only.
		name: "ADIOS 1", packages: "libadios-openmpi-dev libadios-mpich-dev", source: "adios.c", mpis: both,
		build: "netcdf=netcdf_mpi; [ {mpi} = openmpi ] || netcdf=:libnetcdf.so.19; " + cc + "-L" + debian +
			"adios/{mpi} -ladios $(pkg-config --libs hdf5-{mpi}) -lhdf5_hl -lhdf5 -l$netcdf" +
			" -l:libblosc.so.1 -l:liblz4.so.1 -lbz2 -lsz -lz -lm -lpthread",
		result: checksum,
		runs: []run{
			{args: "MPI", romio: true, finds: []string{"RACE003 MPI_Recv"}},
			// Sends of several lines have the same handle value. It is uncertain which of them the program does not
			// wait for, so RACE003 is not shown as a consequence of REQ001.
			{args: "MPI_LUSTRE", finds: []string{"RACE003 MPI_Recv", "REQ001 MPI_Isend", "OBJ002 MPI_Info_create", "RACE006 MPI_Isend"}},
			{args: "POSIX"},
			{args: "MPI_AGGREGATE num_aggregators=2;num_ost=2"},
		},
	},
	{
		name: "coarray Fortran", packages: "libcoarrays-openmpi-dev libcoarrays-mpich-dev", source: "coarray.f90", mpis: both,
		build:  debian + "open-coarrays/{mpi}/bin/caf -g -O1 -Wall -Werror -o {bin} {source}",
		result: checksum,
		runs: []run{{
			// An image that waits for an event promises that no other image takes a lock to post it.
			finds: []string{
				"MSG007 MPI_Send", "OBJ007 MPI_Send", "OBJ007 MPI_Irecv", "WIN013 MPI_Win_lock", "LOCK008 MPI_Win_lock_all",
			},
		}},
	},
	{
		name: "PETSc", packages: "libpetsc-real-dev", source: "petsc.c", mpis: one,
		build:  cc + "$(pkg-config --cflags --libs petsc)",
		result: checksum,
		runs: []run{
			{args: "-solve -viewer_binary_mpiio", romio: true, may: twoSided, through: petsc},
			{args: "-solve -sf_type window -sf_window_sync fence -sf_window_flavor create"},
			{
				args:  "-solve -sf_type window -sf_window_sync active -sf_window_flavor create",
				finds: []string{"WIN013 MPI_Win_lock"}, through: petsc,
			},
			{
				args:  "-solve -sf_type window -sf_window_sync lock -sf_window_flavor create",
				finds: []string{"WIN013 MPI_Win_lock"}, through: petsc,
			},
			{args: "-solve -sf_type window -sf_window_sync fence -sf_window_flavor shared"},
			{
				args:  "-solve -sf_type window -sf_window_sync active -sf_window_flavor shared",
				finds: []string{"LOCK013 MPI_Win_fence"}, through: petsc,
			},
			{
				// A rank stores its roots under an exclusive lock while others may still read the previous roots.
				args:  "-solve -sf_type window -sf_window_sync lock -sf_window_flavor shared",
				finds: []string{"LOCK013 MPI_Win_fence", "LOCK008 MPI_Win_lock"}, through: petsc,
			},
		},
	},
	{
		name: "PETSc, shared roots", packages: "libpetsc-real-dev", source: "petsc.c", mpis: one,
		build:  cc + "$(pkg-config --cflags --libs petsc)",
		result: `^checksum`, // the sums themselves are wrong, and differ from run to run
		runs: []run{{
			args:    "-twice -sf_type window -sf_window_sync fence -sf_window_flavor create",
			finds:   []string{"RMA010 MPI_Accumulate", "RMA010 MPI_Get_accumulate"},
			through: petsc,
		}},
	},
	{
		name: "PETSc, mesh", packages: "libpetsc-real-dev", source: "plex.c", mpis: one,
		build:  cc + "$(pkg-config --cflags --libs petsc)",
		result: checksum,
		runs: []run{
			{args: "-petscpartitioner_type simple", may: twoSided, through: petsc},
			{args: "-petscpartitioner_type simple -sf_type window", may: twoSided, through: petsc},
			{
				args:  "-petscpartitioner_type simple -sf_type window -sf_window_sync active",
				finds: []string{"WIN013 MPI_Win_lock"}, may: twoSided, through: petsc,
			},
			{args: "-petscpartitioner_type simple -sf_type window -sf_window_flavor shared", may: twoSided, through: petsc},
		},
	},
	{
		name: "Global Arrays", packages: "libglobalarrays-dev libarmci-mpi-dev", source: "ga.c", mpis: both,
		build: "suffix=so; [ {mpi} = openmpi ] || suffix=so.2.2; " + cc + "-l:libga-{mpi}.a -l:libarmci-{mpi}.a" +
			" -l:libscalapack-{mpi}.$suffix -llapack -lblas -lgfortran -lm",
		result: checksum,
		runs: []run{
			{finds: bytesAndSums},
			{env: []string{"ARMCI_USE_WIN_ALLOCATE=0"}, finds: bytesAndSums},
			{env: []string{"ARMCI_STRIDED_METHOD=IOV", "ARMCI_IOV_METHOD=CONSRV"}, mpis: one, finds: bytesAndSums},
			{env: []string{"ARMCI_STRIDED_METHOD=IOV", "ARMCI_IOV_METHOD=BATCHED"}, mpis: one, finds: bytesAndSums},
			{env: []string{"ARMCI_STRIDED_METHOD=IOV", "ARMCI_IOV_METHOD=DIRECT"}, finds: bytesAndSums},
			{env: []string{"ARMCI_RMA_NOCHECK=0", "ARMCI_USE_ALLOC_SHM=0"}, finds: bytesAndSums},
		},
	},
	{
		name: "NWChem", packages: "nwchem-openmpi nwchem-mpich", source: "water.nw", mpis: both,
		ranks:  2, // MPICH's ranks busy-wait: more than two take minutes on two cores
		result: `Total (?:SCF|MP2) energy[ =]+(-\d+\.\d{7})`,
		runs:   []run{{args: "nwchem.{mpi} {source}", finds: groupLeft}},
	},
	{
		name: "CP2K", packages: "cp2k", source: "water.inp", mpis: one,
		result: `ENERGY\|.* (-\d+\.\d{9})`,
		runs: []run{{
			args: "cp2k.psmp -i {source}", env: []string{"OMP_NUM_THREADS=1"}, romio: true,
			finds: []string{"RACE003 MPI_Send", "RACE003 MPI_Irecv"}, may: []string{"MSG010 MPI_Recv"},
		}},
	},
	{
		name: "LAMMPS", packages: "lammps", source: "melt.lmp", mpis: one,
		result: `^ +\d+( +-?\d+\.\d+)+`,
		runs:   []run{{args: "lmp -in {source} -log none", romio: true}},
	},
	{
		name: "p4est", packages: "libp4est-dev", source: "p4est.c", mpis: one,
		build:  cc + "-lp4est -lsc",
		result: checksum,
		// The rank that writes takes its exclusive lock before the others have unlocked.
		runs: []run{{romio: true, finds: []string{"OBJ002 MPI_Comm_create_keyval", "LOCK008 MPI_Win_lock"}, through: "libsc"}},
	},
	{
		name: "SuperLU_DIST", packages: "libsuperlu-dist-dev", source: "superlu.c", mpis: one,
		build:  cc + "-I/usr/include/superlu-dist -lsuperlu_dist -lm",
		result: checksum,
		runs:   []run{{env: []string{"OMP_NUM_THREADS=1"}, may: []string{"MSG010 MPI_Recv", "RACE006 MPI_Wait"}, through: "libsuperlu_dist"}},
	},
	{
		name: "PT-SCOTCH", packages: "libptscotch-dev", source: "ptscotch.c", mpis: one,
		build:  cc + "-I/usr/include/scotch-int32 -lptscotch -lscotch -lptscotcherr -lm",
		result: checksum,
		runs:   []run{{}},
	},
	{
		name: "ScaLAPACK", packages: "libscalapack-openmpi-dev libscalapack-mpich-dev", source: "scalapack.f90", mpis: both,
		ranks: 4,
		build: "suffix=so; [ {mpi} = openmpi ] || suffix=so.2.2; mpif90.{mpi} -g -O1 -o {bin} {source}" +
			" -l:libscalapack-{mpi}.$suffix -llapack -lblas",
		result: checksum,
		runs:   []run{{finds: []string{"RACE003 MPI_Send"}, may: []string{"MSG010 MPI_Recv"}, faulty: "fill", through: "libscalapack"}},
	},
	{
		name: "MUMPS", packages: "libmumps-dev", source: "mumps.c", mpis: one,
		build:  cc + "-ldmumps -lm",
		result: checksum,
		runs:   []run{{env: []string{"OMP_NUM_THREADS=1"}, may: []string{"MSG010 MPI_Recv"}, through: "mumps"}},
	},
	{
		name: "hypre", packages: "libhypre-dev", source: "hypre.c", mpis: one,
		build:  cc + "-I/usr/include/hypre -lHYPRE -lm",
		result: checksum,
		runs:   []run{{env: []string{"OMP_NUM_THREADS=1"}, may: []string{"MSG010 MPI_Recv"}, through: "libHYPRE"}},
	},
	{
		name: "FFTW", packages: "libfftw3-mpi-dev", source: "fftw.c", mpis: one,
		build:  cc + "-lfftw3_mpi -lfftw3 -lm",
		result: checksum,
		runs:   []run{{}},
	},
	{
		name: "Boost.MPI", packages: "libboost-mpi-dev", source: "boost.cpp", mpis: one,
		build:  "mpicxx.{mpi} -g -O1 -Wall -Wextra -Werror -o {bin} {source} -lboost_mpi -lboost_serialization",
		result: checksum,
		runs:   []run{{}},
	},
	{
		name: "mpi4py.futures", packages: "python3-mpi4py", source: "futures.py", mpis: one,
		result: checksum,
		runs:   []run{{args: "/usr/bin/python3 {source}"}},
	},
	{
		name: "HPC Challenge", packages: "hpcc", source: "hpcc.txt", mpis: one,
		ranks:  4,
		result: `tests completed .*|^Success=\d|^.*_Errors=.*|Found \d+ errors|Node\(s\) with error \d+`,
		runs: []run{{
			args: "sh {folder}/hpcc.sh {source}", may: []string{"HANG004 MPI_Send", "MSG010 MPI_Irecv"},
		}},
	},
	{
		name: "Quantum ESPRESSO", packages: "quantum-espresso quantum-espresso-data", source: "silicon.pw", mpis: one,
		result: `^! +total energy += +(-\d+\.\d{6})`,
		runs: []run{{
			args: "pw.x -in {source}", env: []string{"OMP_NUM_THREADS=1"},
			finds: []string{"OBJ002 MPI_Comm_split", "OBJ002 MPI_Comm_create", "OBJ002 MPI_Comm_dup"},
		}},
	},
	{
		name: "GROMACS", packages: "gromacs", source: "spce.mdp", mpis: one,
		ranks: 4,
		build: "cp {folder}/spce.top . && gmx -quiet solvate -cs spc216 -box 2.5 2.5 2.5 -p spce.top -o box.gro" +
			" && gmx -quiet grompp -f {source} -c box.gro -p spce.top -o {bin} -maxwarn 2",
		result: `^ +(?:-?\d\.\d{5}e[+-]\d\d *){2,5}$`,
		runs: []run{{
			args:  "sh {folder}/prints.sh md.log gmx_mpi mdrun -s {bin}.tpr -ntomp 1 -pin off -nb cpu -dlb no -reprod",
			finds: []string{"OBJ002 MPI_Comm_split", "OBJ002 MPI_Type_contiguous"},
		}},
	},
}

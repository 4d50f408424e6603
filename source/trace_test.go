package source

import "testing"

func TestOwnerOf(t *testing.T) {
	const exe = "/home/ada/build/app"
	for _, c := range []struct {
		path, exe string
		want      owner
	}{
		{exe, exe, user},
		{exe + deletedMark, exe + deletedMark, user},
		{"/home/ada/build/libsolver.so", exe, user},
		{"/home/ada/build/lib/libsolver.so", exe, user},
		{"/home/ada/petsc/lib/libpetsc.so", exe, local},
		{"/usr/lib/x86_64-linux-gnu/libhdf5.so.103", exe, system},
		{"/opt/cray/lib/libhdf5.so", exe, system},
		{"/home/ada/venv/lib/python3.11/site-packages/mpi4py/MPI.cpython-311-x86_64-linux-gnu.so", exe, system},
		{"/home/ada/spack/opt/linux/hdf5/lib/libhdf5.so", exe, system},
		{"/usr/bin/lmp", "/usr/bin/lmp", user},
		{"/usr/bin/python3.11", "/usr/bin/python3.11", system},
		{"[vdso]", exe, system},
		{"/home/ada/build2/lib.so", exe, local},
		{"/home/ada/lib.so", "", local},
	} {
		if got := ownerOf(c.path, c.exe); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.path, c.exe, got, c.want)
		}
	}
}

func TestOwnerOfScript(t *testing.T) {
	for file, want := range map[string]owner{
		"/home/ada/heat.py":                    user,
		"/home/ada/mpi4py/test/test_rma.py":    user,
		"/home/ada/lib/python/heat.py":         user,
		"/usr/src/app/heat.py":                 local,
		"/opt/app/heat.py":                     local,
		"<string>":                             local,
		"/usr/lib/python3.11/unittest/case.py": packaged,
		"/usr/lib64/python3.9/threading.py":    packaged,
		"/home/ada/.pyenv/versions/3.12.1/lib/python3.12/unittest/case.py": packaged,
		"/home/ada/venv/lib/python3.11/site-packages/_pytest/python.py":    packaged,
		"/usr/lib/python3/dist-packages/h5py/_hl/files.py":                 packaged,
		"<frozen runpy>": system,
	} {
		if got := ownerOfScript(file); got != want {
			t.Errorf("%s: %d, want %d", file, got, want)
		}
	}
}

func TestTrace(t *testing.T) {
	modules := NewMap([]Module{
		{Start: 0x1000, End: 0x2000, Path: "/none/build/app"},
		{Start: 0x3000, End: 0x4000, Path: "/usr/lib/libnone.so"},
		{Start: 0x5000, End: 0x6000, Path: "/none/petsc/libpetsc.so"},
	})
	find := func(pc uint64) *Module {
		m, _ := modules.Find(pc)
		return m
	}
	runner := Caller{File: "/usr/lib/python3.11/unittest/case.py", Line: 579, Func: "TestCase.run"}
	executed := Caller{File: "<string>", Line: 1, Func: "<module>"}
	script := Caller{File: "/home/ada/heat.py", Line: 5, Func: "exchange"}
	for name, c := range map[string]struct {
		pc      uint64
		callers []Caller
		want    int
	}{
		"program":             {0x1100, nil, 0},
		"library":             {0x3100, nil, -1},
		"library of program":  {0x3100, []Caller{{PC: 0x3200}, {PC: 0x1100}, {PC: 0x1200}}, 2},
		"local library":       {0x3100, []Caller{{PC: 0x5200}}, 1},
		"program before that": {0x3100, []Caller{{PC: 0x5200}, {PC: 0x1100}}, 2},
		"unknown":             {0x9000, []Caller{{PC: 0x1100}}, 1},
		"script":              {0x3100, []Caller{{PC: 0x3200}, script}, 2},
		"package":             {0x3100, []Caller{{File: "/usr/lib/python3/dist-packages/h5py/x.py", Line: 1}, script}, 2},
		"package alone":       {0x3100, []Caller{{PC: 0x3200}, runner, runner}, 2},
		"executed":            {0x3100, []Caller{executed, runner, script}, 3},
		"executed alone":      {0x3100, []Caller{runner, executed, runner}, 2},
	} {
		got := (&Resolver{}).Trace("/none/build/app", find, c.pc, c.callers)
		if got.User != c.want || len(got.Places) != 1+len(c.callers) {
			t.Errorf("%s: place %d of %d, want %d", name, got.User, len(got.Places), c.want)
		}
	}
}

func TestModuleName(t *testing.T) {
	for path, want := range map[string]string{
		"/usr/lib/libm.so.6": "libm.so.6",
		"/usr/lib/python3/dist-packages/mpi4py/MPI.cpython-311-x86_64-linux-gnu.so": "mpi4py.MPI",
	} {
		m := Module{Path: path}
		if got := m.Name(); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

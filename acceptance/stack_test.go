//go:build mpi

package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// buildGrid builds the program and its library, each in a folder of its own.
func buildGrid(t *testing.T, m *MPI, root string) (bin string) {
	t.Helper()
	dir := t.TempDir()
	lib := filepath.Join(dir, "lib", "libgrid.so")
	bin = filepath.Join(dir, "bin", "app")
	for _, f := range []string{lib, bin} {
		require.NoError(t, os.Mkdir(filepath.Dir(f), 0o700))
	}
	source := func(name string) string { return filepath.Join(root, "acceptance", "testdata", "stack", name) }
	out, err := Compiler(m.cc, "-O1", "-fPIC", "-shared", "-o", lib, source("grid.c")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, m.Compile(source("main.c"), bin, lib, "-Wl,-rpath,"+filepath.Dir(lib)))
	return bin
}

// TestLibrary: for a fault inside a library there is a finding for each line of the program that called the library;
// the finding names the library and the line. Objects that a library leaves are a note, also while the program runs.
func TestLibrary(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	p, err := Load(filepath.Join(root, "acceptance", "testdata", "stack", "main.c"))
	require.NoError(t, err)
	require.Len(t, p.Wants, 5)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			dir, bin := t.TempDir(), buildGrid(t, m, root)
			o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			log := filepath.Join(dir, "run.log")
			r, _, err := ReadReport(gomarmot, log)
			require.NoError(t, err)
			require.Empty(t, p.Compare(r))
			assert.Regexp(t, `rank 1: note OBJ002 at main\.c:\d+ through libgrid\.so`, o.Output)
			for _, f := range r.Findings {
				if f.RuleID == "OBJ002" {
					assert.Equal(t, rules.Note, f.Severity)
					assert.Equal(t, "grid_begin", f.Sites[0].Through.Func)
					continue
				}
				own := strings.Contains(f.Message, "byte 32") // the program's own call
				for _, s := range f.Sites {
					if own {
						assert.Empty(t, s.Through.Module)
						continue
					}
					assert.Equal(t, "libgrid.so", s.Through.Module)
					assert.Equal(t, "grid_write", s.Through.Entry)
					assert.Equal(t, "put", s.Through.Func)
				}
			}
			text, _ := exec.Command(gomarmot, "report", "--color", "never", log).CombinedOutput()
			assert.Contains(t, strings.Join(strings.Fields(string(text)), " "), "MPI_Put in libgrid.so (grid_write > put), called from")

			o = m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Env: []string{"GOMARMOT_STACKS=0"}, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			r, _, err = ReadReport(gomarmot, log)
			require.NoError(t, err)
			require.Len(t, r.Findings, 3, "without stacks: two in the library, one in the program")
		})
	}
}

// TestManyPlaces: the program calls a library in more places, always at the same depth of the stack, than traces are
// kept. Each place has a stack of its own, the same each time.
func TestManyPlaces(t *testing.T) {
	ofRecorder(t)
	_, preload, _ := setup(t)
	const places, rounds = 1500, 3
	dir := t.TempDir()
	source := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	library := source("twins.c", "#include <mpi.h>\nvoid twin(void) { MPI_Comm c; MPI_Comm_dup(MPI_COMM_SELF, &c); MPI_Comm_free(&c); }\n")
	main := source("main.c", "#include <mpi.h>\nvoid twin(void);\nint main(int argc, char **argv) {\nMPI_Init(&argc, &argv);\n"+
		fmt.Sprintf("for (int i = 0; i < %d; i++) {\n", rounds)+strings.Repeat("twin();\n", places)+"}\nMPI_Finalize();\nreturn 0;\n}\n")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin, lib, at := filepath.Join(dir, m.Name), filepath.Join(dir, "lib"+m.Name+".so"), t.TempDir()
			require.NoError(t, compiles(library, m.cc, "-O1", "-fPIC", "-shared", "-o", lib, library))
			require.NoError(t, m.Compile(main, bin, lib))
			o := m.Run(Launch{Binary: bin, Ranks: 1, Dir: at, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			var pcs []uint64
			eachEvent(t, filepath.Join(at, logdir.Default), 0, func(e *event.Event) {
				if e.Kind == calls.CommDup && e.Phase == event.Enter {
					pcs = append(pcs, e.PC)
				}
			})
			require.Len(t, pcs, places*rounds)
			first := pcs[:places]
			for k := range rounds {
				require.Equal(t, first, pcs[k*places:(k+1)*places])
			}
			slices.Sort(first)
			require.Len(t, slices.Compact(first), places)
		})
	}
}

// TestCPlusPlus: findings name functions as the source does.
func TestCPlusPlus(t *testing.T) {
	t.Parallel()
	cxxProgram(t, MPIs, "halo.cpp", "heat::Halo<double>::send", "-O0", "-O2")
}

// TestCPlusPlusBindings: Open MPI's C++ bindings are inline in its headers, or
// in a library; each call is recorded once, with the line of the program.
func TestCPlusPlusBindings(t *testing.T) {
	t.Parallel()
	cxxProgram(t, []MPI{openMPI}, "bindings.cpp", "send", "-O0", "-O2")
}

func cxxProgram(t *testing.T, ms []MPI, name, function string, levels ...string) {
	root, preload, gomarmot := setup(t)
	p, err := Load(filepath.Join(root, "acceptance", "testdata", "cxx", name))
	require.NoError(t, err)
	require.NotEmpty(t, p.Wants)
	for _, m := range ms {
		for _, level := range levels {
			t.Run(m.Name+level, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				bin := filepath.Join(dir, "app")
				out, err := Compiler(strings.Replace(m.cc, "mpicc", "mpicxx", 1), "-g", level, "-o", bin, p.Path).CombinedOutput()
				require.NoError(t, err, "%s", out)
				o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
				require.Zero(t, o.Exit, o.Output)
				r, _, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
				require.NoError(t, err)
				require.Empty(t, p.Compare(r))
				require.True(t, r.Complete)
				for _, s := range r.Findings[0].Sites {
					assert.Equal(t, function, s.Func)
				}
				require.Equal(t, int64(len(r.Findings[0].Ranks)), r.Findings[0].Count, "each call once")
			})
		}
	}
}

// TestCoroutines: a library may call MPI on any stack.
func TestCoroutines(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	testdata := filepath.Join(root, "acceptance", "testdata")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			bin, plugin := filepath.Join(t.TempDir(), "coroutine"), filepath.Join(t.TempDir(), "plugin.so")
			require.NoError(t, m.Compile(filepath.Join(testdata, "coroutine.c"), bin, "-ldl"))
			require.NoError(t, m.Compile(filepath.Join(testdata, "plugin.c"), plugin, "-shared", "-fPIC"))
			l := Launch{Binary: bin, Args: []string{plugin}, Dir: t.TempDir()}
			without, with := inPair(t, m, l, preload)
			require.Equal(t, "done\n", without.stdout)
			assert.Equal(t, without, with)
			r, _, err := ReadReport(gomarmot, filepath.Join(l.Dir, "run.log"))
			require.NoError(t, err)
			assert.True(t, r.Complete)
			assert.Empty(t, r.Findings)
		})
	}
}

// TestCallers: with gomarmot run --callers, a finding in a function through which the program calls MPI names the
// callers of that function, each once.
func TestCallers(t *testing.T) {
	ofRecorder(t)
	for i := range MPIs {
		for source, want := range map[string][]string{
			"wrapped.c":   {"wrapped.c:6 in my_send, from testdata/wrapped.c:11 in edges, from testdata/wrapped.c:26 in main", "wrapped.c:6 in my_send, from testdata/wrapped.c:28 in main"},
			"wrapped.f90": {"wrapped.f90:7 in my_send, from testdata/wrapped.f90:13 in edges, from testdata/wrapped.f90:24 in wrapped", "wrapped.f90:7 in my_send, from testdata/wrapped.f90:25 in wrapped"},
		} {
			t.Run(MPIs[i].Name+"/"+source, func(t *testing.T) {
				w := compiled(t, &MPIs[i], "acceptance", "testdata", source)
				e := w.run(w.mpiexec([]string{"--color", "never", "--callers"}, 1)...)
				text := strings.Join(strings.Fields(e.err), " ")
				for _, place := range want {
					assert.Contains(t, text, place)
				}
				assert.Equal(t, len(want), strings.Count(text, "MPI_Send, "), e.err)
				assert.Contains(t, text, "count 6 times")

				text = strings.Join(strings.Fields(w.run(w.mpiexec([]string{"--color", "never"}, 1)...).err), " ")
				if strings.HasSuffix(source, ".c") {
					assert.Contains(t, text, want[0], "inlined functions have callers in any case")
				} else {
					assert.NotContains(t, text, "from testdata")
				}
			})
		}
	}
}

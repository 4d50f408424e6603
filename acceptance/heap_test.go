package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// allocator is a library with a malloc of its own, beside that of the C library.
type allocator struct{ name, file string }

// allocators are the allocators that the tests run with; make deps-heap installs them.
var allocators = []allocator{{"glibc", ""}, {"jemalloc", "libjemalloc.so.2"}, {"tcmalloc", "libtcmalloc_minimal.so.4"}}

// preloads returns the value of LD_PRELOAD with which the heap of this allocator is watched.
func (a allocator) preloads(t *testing.T, preload string) string {
	t.Helper()
	libraries := []string{heapLibrary(preload)}
	if a.file != "" {
		path := filepath.Join("/usr/lib/x86_64-linux-gnu", a.file)
		require.FileExists(t, path, "make deps-heap installs it")
		libraries = append(libraries, path)
	}
	return strings.Join(append(libraries, preload), ":")
}

// forAllocators runs f with each allocator under each MPI.
func forAllocators(t *testing.T, f func(t *testing.T, m *MPI, preload string)) {
	_, preload, _ := setup(t)
	for i := range MPIs {
		for _, a := range allocators {
			t.Run(MPIs[i].Name+"/"+a.name, func(t *testing.T) { f(t, &MPIs[i], a.preloads(t, preload)) })
		}
	}
}

// findings runs a program and returns the findings of the report.
func findings(t *testing.T, m *MPI, bin, preload string, env ...string) (list []string, output string) {
	t.Helper()
	o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: t.TempDir(), Preload: preload, Timeout: time.Minute, Env: env})
	require.Zero(t, o.Exit, o.Output)
	r, err := judge(filepath.Join(o.Dir, "run.log"))
	require.NoError(t, err, o.Output)
	for _, f := range r.Findings {
		list = append(list, f.RuleID+" "+f.Message)
	}
	return list, o.Output
}

// heapProgram compiles a program for an MPI.
func heapProgram(t *testing.T, m *MPI, path ...string) string {
	t.Helper()
	root, _, _ := setup(t)
	bin := filepath.Join(t.TempDir(), "app")
	require.NoError(t, m.Compile(filepath.Join(append([]string{root}, path...)...), bin))
	return bin
}

// TestHeapAllocators: the findings do not depend on the allocator.
func TestHeapAllocators(t *testing.T) {
	ofRecorder(t)
	forAllocators(t, func(t *testing.T, m *MPI, preload string) {
		for name, want := range map[string]string{
			"buggy/OBJ009/bug_part.c":  "OBJ009 buffer of MPI_Bcast takes 200 bytes from byte 204 on of a heap block of 400 bytes: it ends 4 bytes beyond the block",
			"buggy/RACE006/bug_free.c": "RACE006 this free gives back 400 bytes of buf of the pending MPI_Isend, which reads them until its request is complete",
			"buggy/WIN014/bug_heap.c":  "WIN014 this free gives back memory of the window before MPI_Win_free",
		} {
			list, output := findings(t, m, heapProgram(t, m, "examples", name), preload)
			assert.Equal(t, []string{want}, list, "%s printed:\n%s", name, output)
		}
		for _, name := range []string{"OBJ009_allocated_again.c", "OBJ009_not_the_heap.c", "RACE006_freed_afterwards.c", "WIN014_freed_elsewhere.c"} {
			list, output := findings(t, m, heapProgram(t, m, "examples", "silent", name), preload)
			assert.Empty(t, list, "%s printed:\n%s", name, output)
		}
	})
}

// TestHeapLate: destructors that free memory after MPI_Finalize, threads that MPI does not know, a forked child and
// operator new that fails: the program computes the same, and nothing is reported.
func TestHeapLate(t *testing.T) {
	ofRecorder(t)
	results := regexp.MustCompile(`(?m)^rank [01]: .*$`)
	forAllocators(t, func(t *testing.T, m *MPI, preload string) {
		bin := heapProgram(t, m, "acceptance", "testdata", "heap", "late.cpp")
		plain := m.Run(Launch{Binary: bin, Ranks: 2, Dir: t.TempDir(), Timeout: time.Minute})
		require.Zero(t, plain.Exit, plain.Output)
		want := results.FindAllString(plain.Output, -1)
		require.Len(t, want, 2, plain.Output)
		list, output := findings(t, m, bin, preload)
		assert.Empty(t, list, output)
		assert.ElementsMatch(t, want, results.FindAllString(output, -1))
	})
}

// TestHeapWithoutMPI: a program without MPI runs as without gomarmot.
func TestHeapWithoutMPI(t *testing.T) {
	root, preload, _ := setup(t)
	bin := filepath.Join(t.TempDir(), "app")
	require.NoError(t, compiles("plain.cpp", "g++", "-std=c++17", "-O1", "-Wno-alloc-size-larger-than", "-o", bin,
		filepath.Join(root, "acceptance", "testdata", "heap", "plain.cpp"), "-lpthread"))
	for _, a := range allocators {
		t.Run(a.name, func(t *testing.T) {
			for _, command := range [][]string{{bin}, {"/usr/bin/python3", "-c", "import ctypes, json; print(len(json.dumps(list(range(10000)))))"}, {"/bin/ls", "/"}} {
				want, err := exec.Command(command[0], command[1:]...).CombinedOutput()
				require.NoError(t, err, "%s", want)
				cmd := exec.Command(command[0], command[1:]...)
				cmd.Env = append(os.Environ(), "LD_PRELOAD="+a.preloads(t, preload))
				got, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", got)
				assert.Equal(t, string(want), string(got))
			}
		})
	}
}

// TestHeapRun: gomarmot run --heap preloads the library, before all other libraries.
func TestHeapRun(t *testing.T) {
	_, _, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := heapProgram(t, m, "examples", "buggy", "OBJ009", "bug_part.c")
			launcher := append(append([]string{}, m.Mpiexec...), "-n", "2", bin)
			for name, c := range map[string]struct {
				flags, env []string
				found      bool
			}{
				"off":       {nil, nil, false},
				"flag":      {[]string{"--heap"}, nil, true},
				"variable":  {nil, []string{"GOMARMOT_HEAP=1"}, true},
				"flag off":  {[]string{"--heap=false"}, []string{"GOMARMOT_HEAP=1"}, false},
				"allocator": {[]string{"--heap"}, []string{"LD_PRELOAD=/usr/lib/x86_64-linux-gnu/" + allocators[1].file}, true},
			} {
				cmd := exec.Command(gomarmot, append(append(append([]string{"run"}, c.flags...), "--"), launcher...)...)
				cmd.Dir = t.TempDir()
				cmd.Env = append(append(os.Environ(), m.Env...), c.env...)
				out, err := cmd.CombinedOutput()
				if c.found {
					assert.Error(t, err, "%s: %s", name, out)
					assert.Contains(t, string(out), "OBJ009", name)
				} else {
					assert.NoError(t, err, "%s: %s", name, out)
					assert.NotContains(t, string(out), "OBJ009", name)
				}
			}
		})
	}
}

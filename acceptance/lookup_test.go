package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lookupWays lists how lookup.h finds the functions of MPI.
var lookupWays = []string{"handle", "deep", "program", "default", "next"}

// lookups is a program that looks up the MPI functions that it calls: bin is linked with MPI; library is loaded by host,
// and MPI with it.
type lookups struct {
	bin, library, host string
	source             string
}

func compileLookups(t *testing.T, m *MPI, folder string) lookups {
	t.Helper()
	dir := t.TempDir()
	l := lookups{bin: filepath.Join(dir, "app"), library: filepath.Join(dir, "app.so"), host: filepath.Join(dir, "host"),
		source: filepath.Join(folder, "app.c")}
	looksUp := []string{"-include", filepath.Join(folder, "lookup.h")}
	require.NoError(t, m.Compile(l.source, l.bin, looksUp...))
	require.NoError(t, m.Compile(l.source, l.library, append(looksUp, "-shared", "-fPIC", "-Dmain=plugin_main")...))
	require.NoError(t, m.Compile(filepath.Join(folder, "host.c"), l.host))
	return l
}

// TestLookups: functions that a program looks up in the MPI library are watched like those that it calls by name.
func TestLookups(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	folder := filepath.Join(root, "acceptance", "testdata", "tools")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			l := compileLookups(t, m, folder)
			for _, way := range lookupWays {
				watched := &toolRun{mpi: m, bin: l.bin, gomarmot: gomarmot, marks: l.source, preload: preload, env: []string{"LOOKUP=" + way}}
				rep := watched.run(t)
				require.NotNil(t, rep, "%s: %s", way, watched.outcome.Output)
				assert.Empty(t, rep.Findings, way)
				watched.args = []string{"put"}
				watched.wantFaults(t, map[string]string{"RMA009": "// put"})

				watched.bin, watched.args = l.host, []string{l.library, "local", "put"}
				watched.wantFaults(t, map[string]string{"RMA009": "// put"})
			}
		})
	}
}

// TestLookupsApart: a library loaded with RTLD_DEEPBIND, with MPI behind it, looks up functions by the C library's own
// dlsym. Nothing is recorded, and one line says so.
func TestLookupsApart(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			l := compileLookups(t, m, filepath.Join(root, "acceptance", "testdata", "tools"))
			r := &toolRun{mpi: m, bin: l.host, args: []string{l.library, "deep"}, gomarmot: gomarmot, preload: preload,
				env: []string{"LOOKUP=handle"}}
			require.Nil(t, r.run(t), r.outcome.Output)
			require.Equal(t, 1, strings.Count(r.outcome.Output, "gomarmot: nothing was recorded: MPI was initialized by a call"),
				r.outcome.Output)
		})
	}
}

// TestLookupsInterposed: an interposer of dlsym in front of gomarmot or behind it sees each lookup once, behind it also that of
// gomarmot itself, and gomarmot sees the calls.
func TestLookupsInterposed(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	folder := filepath.Join(root, "acceptance", "testdata", "tools")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			l := compileLookups(t, m, folder)
			interposer := filepath.Join(t.TempDir(), "libinterposer.so")
			require.NoError(t, m.Compile(filepath.Join(folder, "dlsym.c"), interposer, "-shared", "-fPIC"))
			for place, lookups := range map[string]string{"in front": "interposer: 2\n", "behind": "interposer: "} {
				r := &toolRun{mpi: m, bin: l.bin, tool: interposer, place: place, gomarmot: gomarmot, marks: l.source,
					preload: preload, args: []string{"put"}, env: []string{"LOOKUP=handle"}}
				r.wantFaults(t, map[string]string{"RMA009": "// put"})
				assert.Equal(t, 2, strings.Count(r.outcome.Output, lookups), "%s: %s", place, r.outcome.Output)
			}
		})
	}
}

// TestLookupsWithoutMPI: in a program without MPI, no MPI function is found, although gomarmot has them all.
func TestLookupsWithoutMPI(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	bin := filepath.Join(t.TempDir(), "probe")
	out, err := exec.Command("cc", "-o", bin, filepath.Join(root, "acceptance", "testdata", "tools", "probe.c"), "-ldl").CombinedOutput()
	require.NoError(t, err, string(out))
	for _, preloaded := range []string{"", preload} {
		cmd := exec.Command(bin)
		cmd.Env = append(os.Environ(), "LD_PRELOAD="+preloaded)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err)
		assert.Equal(t, "default 0, program 0, error 1, puts 1\n", string(out), preloaded)
	}
}

// TestTrampoline: a program whose MPI functions are those of a trampoline, with handles of its own, runs as usual, and
// unwatched.
func TestTrampoline(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "tools", "trampoline.c")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin, library, wrapper := filepath.Join(dir, "app"), filepath.Join(dir, "libtrampoline.so"), filepath.Join(dir, "libwrapper.so")
			for _, args := range [][]string{
				{"-shared", "-fPIC", source, "-o", library, "-ldl"},
				{"-DAPP", source, "-o", bin, library},
			} {
				out, err := exec.Command("cc", args...).CombinedOutput()
				require.NoError(t, err, string(out))
			}
			require.NoError(t, m.Compile(source, wrapper, "-DWRAPPER", "-shared", "-fPIC"))
			r := &toolRun{mpi: m, bin: bin, gomarmot: gomarmot, preload: preload, env: []string{"TRAMPOLINE_LIB=" + wrapper}}
			require.Nil(t, r.run(t), r.outcome.Output)
			for _, text := range []string{"rank 0 has 42\n", "rank 1 has 42\n", "gomarmot: libtrampoline.so passes MPI calls on to "} {
				assert.Contains(t, r.outcome.Output, text)
			}
		})
	}
}

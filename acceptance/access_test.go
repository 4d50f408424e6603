package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// accessOrCall finds in the text of an event what kind of access it is, how much
// memory it is about, and where; or which call has been entered.
var accessOrCall = regexp.MustCompile(`(?:(?:atomic )?(?:load|store) of \d+ bytes|memory fence|MPI_\w+\()`)

// between are the accesses of a rank, and the calls of testdata/access.c around them.
func between(t *testing.T, gomarmot, log string, rank int) []string {
	t.Helper()
	out, err := exec.Command(gomarmot, "log", "events", "--count", "400", "--rank", strconv.Itoa(rank), log).CombinedOutput()
	require.NoError(t, err, "%s", out)
	text := regexp.MustCompile(`\s+`).ReplaceAllString(string(out), " ")
	text = regexp.MustCompile(` at 0x[0-9a-f]+(?: at|,)`).ReplaceAllString(text, "")
	var all []string
	for _, found := range regexp.MustCompile(accessOrCall.String()+`(?: \d+ times, -?\d+ bytes apart)?`).FindAllString(text, -1) {
		all = append(all, strings.TrimSuffix(found, "("))
	}
	return all
}

// accesses returns the accesses of each rank between its calls. From the first window on that processes share there may
// be a fence before and after them that hooks do not show.
func accesses(rank int) []string {
	middle := []string{"memory fence", "store of 4 bytes", "memory fence", "atomic store of 4 bytes", "memory fence"}
	if rank == 1 {
		middle = []string{"memory fence", "atomic load of 4 bytes", "memory fence", "load of 4 bytes", "memory fence"}
	}
	all := []string{"MPI_Init_thread", "MPI_Comm_rank",
		"MPI_Win_create", "MPI_Win_fence", "store of 4 bytes 256 times, 16 bytes apart", "MPI_Barrier", "store of 32 bytes", "MPI_Barrier",
		"load of 32 bytes", "MPI_Win_fence", "MPI_Win_free",
		"MPI_Win_allocate_shared", "MPI_Win_shared_query", "MPI_Win_lock_all"}
	return append(append(all, middle...), "MPI_Win_unlock_all", "MPI_Win_free",
		"MPI_Type_vector", "MPI_Type_commit", "MPI_Irecv", "MPI_Isend", "memory fence", "store of 8 bytes 10 times, 40 bytes apart",
		"memory fence", "MPI_Waitany", "MPI_Waitany", "MPI_Type_free", "MPI_Finalize")
}

// TestAccess: the log has the loads and stores of the program that matter, each between
// the calls where it happened, and no others.
func TestAccess(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "app")
			name, args := m.compilation(filepath.Join(root, "acceptance", "testdata", "access.c"), bin)
			args = append([]string{"cc", "--how", "hooks", "--", name}, args...)
			require.NoError(t, compiles("access.c", gomarmot, args...))

			plain := m.Run(Launch{Binary: bin, Ranks: 2, Dir: t.TempDir(), Timeout: time.Minute})
			o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, plain.Exit, plain.Output)
			require.Zero(t, o.Exit, o.Output)
			for _, result := range []string{"rank 0: 5", "rank 1: 12"} {
				assert.Contains(t, plain.Output, result)
				assert.Contains(t, o.Output, result)
			}
			for rank := range 2 {
				assert.Equal(t, accesses(rank), between(t, gomarmot, filepath.Join(dir, "run.log"), rank), "rank %d", rank)
			}

			off := m.Run(Launch{Binary: bin, Ranks: 2, Dir: t.TempDir(), Preload: preload, Timeout: time.Minute, Env: []string{"GOMARMOT_ACCESS=0"}})
			require.Zero(t, off.Exit, off.Output)
			for _, event := range between(t, gomarmot, filepath.Join(off.Dir, "run.log"), 0) {
				assert.Regexp(t, "^MPI_", event)
			}
		})
	}
}

// TestBeforeMain: functions of the program that a library calls in its initialization, before
// libgomarmot-access.so is initialized, work as without gomarmot cc.
func TestBeforeMain(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "early.cpp")
	dir := t.TempDir()
	for _, args := range [][]string{ // one of them behind another one, so it is initialized first
		{"-DLIBRARY", "-o", "libdeep.so", source},
		{"-Wl,--no-as-needed", "-L.", "-ldeep", "-Wl,-rpath," + dir, "-o", "libearly.so", "-x", "c++", os.DevNull},
	} {
		cmd := Compiler("g++", append([]string{"-shared", "-fPIC"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	for i := range MPIs {
		m := &MPIs[i]
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(m.Name+"/"+level, func(t *testing.T) {
				bin := filepath.Join(t.TempDir(), "app")
				name, args := m.compilation(source, bin, level, "-Wno-cast-function-type", "-Wl,--no-as-needed", "-L"+dir, "-learly", "-Wl,-rpath,"+dir, "-Wl,-rpath-link,"+dir)
				require.NoError(t, compiles("early.cpp", gomarmot, append([]string{"cc", "--", name}, args...)...))
				for _, preload := range []string{"", preload} {
					o := m.Run(Launch{Binary: bin, Ranks: 1, Dir: t.TempDir(), Preload: preload, Timeout: time.Minute})
					assert.Zero(t, o.Exit, o.Output)
					assert.Contains(t, o.Output, "registered: 2\n")
				}
			})
		}
	}
}

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// operations counts system calls on the directory of the log, by the state of the program, the caller ("program" or
// "gomarmot") and the kind ("name", "data" or "map").
type operations map[string]int

// slowRun runs a program whose log is on a file system on which each operation takes a
// millisecond, and returns the operations of each rank.
func slowRun(t *testing.T, m *MPI, ranks int) (log string, of []operations) {
	t.Helper()
	root, preload, _ := setup(t)
	dir := t.TempDir()
	bin, slow, disk := filepath.Join(dir, "phases"), filepath.Join(dir, "slowfs"), filepath.Join(dir, "disk")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "phases.c"), bin))
	require.NoError(t, compiles("slowfs.c", "cc", "-O1", "-Wall", "-o", slow, filepath.Join(root, "acceptance", "testdata", "slowfs.c")))
	require.NoError(t, os.Mkdir(disk, 0o700))
	log = filepath.Join(disk, "run.log")
	script := fmt.Sprintf("exec %s %s 1000 %s/calls.${OMPI_COMM_WORLD_RANK:-$PMI_RANK} %s", slow, disk, dir, bin)
	o := m.Run(Launch{Binary: "/bin/sh", Args: []string{"-c", script}, Ranks: ranks, Dir: dir, Timeout: 2 * time.Minute,
		Env: []string{"TRACE_PRELOAD=" + preload, "GOMARMOT_LOG=" + log}})
	require.Zero(t, o.Exit, o.Output)
	for rank := range ranks {
		f, err := os.Open(filepath.Join(dir, fmt.Sprint("calls.", rank)))
		require.NoError(t, err)
		calls := operations{}
		for {
			var at, who, kind string
			var n int
			if _, err := fmt.Fscanln(f, &at, &who, &kind, &n); err != nil {
				break
			}
			calls[at+" "+who+" "+kind] = n
		}
		require.NoError(t, f.Close())
		of = append(of, calls)
	}
	return log, of
}

// mostAtBegin bounds the operations of a rank in MPI_Init. A rank makes 18 to 70, and up to 113 beside other tests:
// ranks look for the place of the log until a rank has chosen it.
const mostAtBegin = 200

// TestSlowDisk: no thread of the program calls the system for the log on a slow file system between MPI_Init and
// MPI_Finalize. The operations of a rank do not grow with the number of ranks.
func TestSlowDisk(t *testing.T) {
	ofRecorder(t)
	_, _, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			for _, ranks := range []int{2, 6} {
				log, of := slowRun(t, m, ranks)
				for rank, calls := range of {
					for _, kind := range []string{"name", "data", "map"} {
						require.Zero(t, calls["run program "+kind], "rank %d of %d: %v", rank, ranks, calls)
					}
					require.NotZero(t, calls["run gomarmot data"], "what is counted?")
					begin := calls["start program name"] + calls["start program data"] + calls["start gomarmot name"]
					require.LessOrEqual(t, begin, mostAtBegin, "rank %d of %d: %v", rank, ranks, calls)
				}
				r, code, err := ReadReport(gomarmot, log)
				require.NoError(t, err)
				require.Zero(t, code)
				require.True(t, r.Complete)
			}
		})
	}
}

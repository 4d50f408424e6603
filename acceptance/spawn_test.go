package acceptance

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// TestSpawnedLog: processes that MPI_Comm_spawn starts have a log beside that
// of their parents. An MPI that cannot spawn fails as it does without gomarmot.
func TestSpawnedLog(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "spawn")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "spawn.c"), bin))
			dir := t.TempDir()
			l := Launch{Binary: bin, Ranks: 2, Dir: dir, Timeout: time.Minute}
			without := m.Run(l)
			l.Preload = preload
			o := m.Run(l)
			require.Equal(t, without.Exit, o.Exit, o.Output)
			if o.Exit != 0 {
				r, _, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
				require.NoError(t, err)
				require.True(t, slices.ContainsFunc(r.Ends, func(e report.RankEnd) bool { return e.In != nil && e.In.Call == "MPI_Comm_spawn" }),
					"this MPI can spawn, but something else fails:\n%s", o.Output)
				return
			}
			logs := logsIn(t, dir)
			require.Len(t, logs, 2)
			require.True(t, strings.HasPrefix(filepath.Base(logs[0]), "run.log-spawned-"), logs[0])
			for _, log := range logs {
				complete(t, gomarmot, log)
			}
		})
	}
}

// complete checks the log of a correct program with 2 ranks.
func complete(t *testing.T, gomarmot, log string) {
	t.Helper()
	r, code, err := ReadReport(gomarmot, log)
	require.NoError(t, err)
	require.Zero(t, code)
	require.True(t, r.Complete, log)
	require.Equal(t, 2, r.Ranks)
	require.Empty(t, r.Findings)
	require.Greater(t, r.Records, int64(20), "the window is in the log")
}

// TestSessionLog: a program that knows sessions only has a log, where the MPI
// has sessions: of the two, MPICH.
func TestSessionLog(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	m := &MPIs[1]
	dir := t.TempDir()
	bin := filepath.Join(t.TempDir(), "spawn")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "spawn.c"), bin))
	for range 2 {
		o := m.Run(Launch{Binary: bin, Args: []string{"session"}, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
		require.Zero(t, o.Exit, o.Output)
		require.NotContains(t, o.Output, "no sessions")
	}
	logs := logsIn(t, dir)
	require.Len(t, logs, 2, "the earlier log is kept")
	for _, log := range logs {
		complete(t, gomarmot, log)
	}
}

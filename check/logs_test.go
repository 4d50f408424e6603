package check_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// logsEnv names a folder with logs, at any depth, for TestCoresOfLogs.
const logsEnv = "GOMARMOT_TEST_LOGS"

// TestCoresOfLogs: real logs, as many as somebody has gathered, give the same
// result on any number of cores.
func TestCoresOfLogs(t *testing.T) {
	root := os.Getenv(logsEnv)
	if root == "" {
		return // nobody has gathered any
	}
	n := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "run.log" {
			n++
			sameLog(t, path)
		}
		return err
	}))
	require.NotZero(t, n, "no run.log in %s", root)
	t.Logf("%d logs", n)
}

// sameLog checks one log on several numbers of cores.
func sameLog(t *testing.T, path string) {
	t.Helper()
	var want *check.Job
	for _, cores := range []int{1, 2, 4} {
		j, err := check.LogWith(path, rules.Select(true), check.Options{Cores: cores})
		if err != nil {
			return // no log that can be read, on any number of cores
		}
		require.NoError(t, j.Log.Close(), path)
		if want == nil {
			want = j
			continue
		}
		require.Equal(t, want.Findings, j.Findings, "%s on %d cores", path, cores)
		require.Equal(t, want.Ends, j.Ends, "%s on %d cores", path, cores)
		require.Equal(t, want.Records, j.Records, "%s on %d cores", path, cores)
		require.Equal(t, want.Coverage, j.Coverage, "%s on %d cores", path, cores)
	}
}

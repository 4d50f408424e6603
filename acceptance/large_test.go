package acceptance

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLargeCounts: counts above 2^31 are right in records and messages. Open
// MPI 4.1 has no functions for them.
func TestLargeCounts(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	m := MPIs[1]
	require.Equal(t, "mpich", m.Name)
	t.Run("bug", func(t *testing.T) {
		p, err := Load(filepath.Join(root, "acceptance", "testdata", "large", "bug.c"))
		require.NoError(t, err)
		j := launch(t, &m, p)
		require.Zero(t, j.Exit, j.Output)
		require.Empty(t, p.Compare(j.report))
	})
	t.Run("fixed", func(t *testing.T) {
		dir := t.TempDir()
		bin := filepath.Join(dir, "app")
		require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "large", "fixed.c"), bin))
		o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
		require.Zero(t, o.Exit, o.Output)
		r, _, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
		require.NoError(t, err)
		require.Empty(t, r.Findings)
		require.True(t, r.Complete)
		out, err := exec.Command(gomarmot, "log", "events", "--count", "100", filepath.Join(dir, "run.log")).CombinedOutput()
		require.NoError(t, err, "%s", out)
		events := strings.Join(strings.Fields(string(out)), " ")
		for _, call := range []string{"MPI_Put_c", "MPI_Get_c", "MPI_Rput_c"} {
			assert.Regexp(t, call+`\([^)]*origin_count=3000000000,[^)]*target_count=3000000000,`, events)
		}
		assert.Contains(t, events, "stride=3000000000,")
	})
}

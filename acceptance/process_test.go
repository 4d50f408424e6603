package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProcess: the properties of a process - limits, priorities, masks, folder, environment, the state of the
// floating-point unit and of the wide registers - are the same with gomarmot, while MPI is in use and afterwards.
func TestProcess(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			bin := filepath.Join(dir, "process")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "process.c"), bin))
			// Go would raise a limit of open files that is below the hard limit.
			l := Launch{Binary: "/bin/sh", Args: []string{"-c", `ulimit -S -n 900; exec "$@"`, "sh", bin}, Dir: dir}
			without, with := inPair(t, m, l, preload)
			require.Zero(t, without.exit, without.stderr)
			require.Contains(t, without.stdout, "after MPI_Finalize: limit 7: 900 ")
			one, other := strings.Split(without.stdout, "\n"), strings.Split(with.stdout, "\n")
			require.Len(t, other, len(one))
			for i := range one {
				assert.Equal(t, one[i], other[i])
			}
			assert.Zero(t, with.exit)
			assert.Equal(t, normal(without.stderr), normal(with.stderr))
		})
	}
}

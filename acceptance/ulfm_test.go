//go:build mpi

package acceptance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSurvives: a job that survives the death of a rank by ULFM is checked to its end. Open MPI has ULFM from 5.0 on, so
// make test-newer runs the test.
func TestSurvives(t *testing.T) {
	t.Parallel()
	m := &MPIs[0]
	for _, c := range []struct {
		args, want []string
		code       int
	}{
		{nil, []string{"TOOL003"}, 0},
		{[]string{"bug"}, []string{"COLL004", "MSG006", "TOOL003"}, 1},
	} {
		w := compiled(t, m, "acceptance", "testdata", "ulfm.c")
		if out := w.run("run", "--", "./app").out; out == "no ULFM\n" {
			t.Skip("this MPI has no ULFM")
		}
		command := append(append([]string{}, m.Mpiexec...), "--with-ft", "ulfm", "-n", "4", "./app")
		e := w.run(append(append([]string{"run", "-o", "report.json", "--"}, command...), c.args...)...)
		assert.Equal(t, c.code, e.code, e.err)
		var r struct{ Findings []struct{ Rule string } }
		text, err := os.ReadFile(filepath.Join(w.dir, "report.json"))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &r))
		var found []string
		for _, f := range r.Findings {
			found = append(found, f.Rule)
		}
		assert.Equal(t, c.want, found, e.err)
	}
}

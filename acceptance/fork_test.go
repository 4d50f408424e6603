package acceptance

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestForks: processes, libraries and threads come and go as without gomarmot,
// and none of them disturbs the log.
func TestForks(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	testdata := filepath.Join(root, "acceptance", "testdata")
	for i := range MPIs {
		m := &MPIs[i]
		bin, plugin := filepath.Join(t.TempDir(), "forks"), filepath.Join(t.TempDir(), "plugin.so")
		require.NoError(t, m.Compile(filepath.Join(testdata, "fork.c"), bin, "-ldl"))
		require.NoError(t, m.Compile(filepath.Join(testdata, "plugin.c"), plugin, "-shared", "-fPIC"))
		for _, exec := range []bool{false, true} {
			name := m.Name + "/finalize"
			args := []string{plugin}
			if exec {
				name, args = m.Name+"/exec", []string{plugin, "exec"}
			}
			t.Run(name, func(t *testing.T) {
				l := Launch{Binary: bin, Args: args, Dir: t.TempDir()}
				without, with := inPair(t, m, l, preload)
				require.Contains(t, without.stdout, "in callback: 1\n")
				assert.Equal(t, without, with)
				r, _, err := ReadReport(gomarmot, filepath.Join(l.Dir, "run.log"))
				require.NoError(t, err)
				assert.Equal(t, !exec, r.Complete)
				for _, f := range r.Findings {
					assert.Equal(t, "TOOL003", f.RuleID, f.Message)
				}
			})
		}
	}
}

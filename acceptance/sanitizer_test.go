package acceptance

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSanitizers: a program built with a sanitizer gives both reports, the
// sanitizer's and gomarmot's.
func TestSanitizers(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		for _, c := range []struct {
			name, says string
			env        []string
		}{
			{"address", "heap-buffer-overflow", nil},
			{"undefined", "runtime error: signed integer overflow", nil},
			// MPICH's UCX replaces mmap in a way that ThreadSanitizer crashes on.
			{"thread", "WARNING: ThreadSanitizer: data race", []string{"UCX_MEM_MMAP_HOOK_MODE=none"}},
		} {
			t.Run(m.Name+"/"+c.name, func(t *testing.T) {
				dir := t.TempDir()
				bin := filepath.Join(dir, "app")
				source := filepath.Join(root, "acceptance", "testdata", "sanitizer.c")
				require.NoError(t, m.Compile(source, bin, "-fsanitize="+c.name))
				o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Env: c.env, Preload: preload, Timeout: 3 * time.Minute})
				assert.False(t, o.TimedOut)
				assert.Contains(t, o.Output, c.says)
				r, code, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
				require.NoError(t, err, o.Output)
				assert.Equal(t, 1, code)
				assert.True(t, r.Complete)
				require.Len(t, r.Findings, 1)
				assert.Equal(t, "RMA005", r.Findings[0].RuleID)
				assert.Equal(t, "sanitizer.c", filepath.Base(r.Findings[0].Sites[0].File))
			})
		}
	}
}

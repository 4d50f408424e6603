package wrappertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// A fault inside the checker switches it off; the program runs to its end.
func TestFaultInsideTheChecker(t *testing.T) {
	dir := t.TempDir()
	library, err := os.ReadFile(built(t, "libgomarmot.so"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "libgomarmot.so"), library, 0o600))
	run(t, exec.Command("go", "build", "-tags", "faulty", "-buildmode=c-shared",
		"-o", filepath.Join(dir, "libgomarmot-core.so"), "../../runtime"))
	program := compileStub(t, "fault.c")
	for kind, says := range map[string]string{
		"1001": "sabotage",
		"1002": "nil pointer",
		"1003": "divide by zero",
		"1004": "index out of range",
	} {
		t.Run(says, func(t *testing.T) {
			work := t.TempDir()
			r := launch(t, work, []string{
				"LD_PRELOAD=" + filepath.Join(dir, "libgomarmot.so"), "GOMARMOT_LIVE=0", "GOMARMOT_SUMMARY=0",
			}, program, kind)
			assert.Zero(t, r.exit)
			assert.Equal(t, "done\n", r.stdout)
			assert.Contains(t, r.stderr, says)
			assert.Contains(t, r.stderr, "further calls are missing from the log, the program goes on")
			assert.Equal(t, 1, strings.Count(r.stderr, "\n"), "one line: %s", r.stderr)
			_, end := events(t, work, 0)
			assert.Equal(t, segment.Off, end.State)
		})
	}
}

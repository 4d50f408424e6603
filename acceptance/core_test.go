//go:build mpi

package acceptance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCoreHasNoPage: the library in the program's ranks contains no code of the
// HTML report, and the command does.
func TestCoreHasNoPage(t *testing.T) {
	_, preload, gomarmot := setup(t)
	for file, want := range map[string]bool{filepath.Join(filepath.Dir(preload), "libgomarmot-core.so"): false, gomarmot: true} {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, text := range []string{"html/template.(*Template).Execute", "<!DOCTYPE html>"} {
			assert.Equal(t, want, bytes.Contains(data, []byte(text)), "%s: %s", file, text)
		}
	}
}

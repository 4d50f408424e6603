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

// TestCoreHasNoPage: the library in the program's ranks shares the package that
// writes reports, but not what only a page needs.
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

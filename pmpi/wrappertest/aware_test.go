package wrappertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAware: whether gomarmot believes that an MPI library cannot access memory of accelerators.
func TestAware(t *testing.T) {
	program := withSources(t, "cc", "aware_asks.c", []string{"../loaded/cancel.c", "../loaded/text.c"})
	r := launch(t, t.TempDir(), nil, program)
	require.Zero(t, r.exit, r.stderr+r.signal)
	assert.Equal(t, "done\n", r.stdout)
	assert.Empty(t, r.stderr)
}

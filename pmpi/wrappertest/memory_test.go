package wrappertest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
)

// gomarmot keeps nothing in the program's heap, which a faulty program damages.
func TestKeepsNothingInHeap(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "memory")
			run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-fno-builtin", "-o", program, filepath.Join("testdata", "memory.c")))
			args := append(append([]string{}, mpi.run...), program)
			r := launch(t, t.TempDir(), append(preload(t), mpi.env...), args...)
			require.Zero(t, r.exit, r.stderr)
			assert.Contains(t, r.stdout, "0 blocks kept, code at a known place")
		})
	}
}

//go:build mpi

package acceptance

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// usesOfGPU runs a program on the test GPU, and returns how its work uses memory, by the bytes of a row.
func usesOfGPU(t *testing.T, m *MPI, source string) map[int64]event.GPUUse {
	t.Helper()
	root, preload, _ := setup(t)
	compileGPU(t, m, root)
	app := filepath.Join(t.TempDir(), "app")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "gpu", source), app,
		append(gpuFlags(root, m), "-l:libgputest.so")...))
	o := m.Run(onGPU(root, m, Launch{Binary: app, Ranks: 1, Dir: t.TempDir(), Preload: preload,
		Timeout: time.Minute}))
	require.Zero(t, o.Exit, o.Output)
	l, err := logdir.Open(filepath.Join(o.Dir, "run.log"))
	require.NoError(t, err)
	defer l.Close()
	uses := map[int64]event.GPUUse{}
	for _, r := range l.Ranks() {
		require.NoError(t, r.Each(func(e *event.Event) bool {
			if e.Kind == event.GPUMemory {
				uses[e.A[1]] = event.GPUUse(e.A[4])
			}
			return true
		}))
	}
	return uses
}

// TestGPUOutside: records tell memory to which only recorded work stores from memory that the processor, another
// process or work before MPI_Init may have stored to. Mapped memory, that of another process, and variables of modules
// are memory of the GPU until they are given back.
func TestGPUOutside(t *testing.T) {
	t.Parallel()
	const outside = event.GPUWrites | event.GPUOutside
	want := map[int64]event.GPUUse{100: event.GPUWrites, 200: event.GPUWrites, 900: outside | event.GPUPageable}
	for _, width := range []int64{201, 300, 400, 500, 600, 700, 800} {
		want[width] = outside
	}
	want[4096] = event.GPUWrites // memory that is given back
	assert.Equal(t, want, usesOfGPU(t, &MPIs[0], "outside.c"))
}

// TestManyKernels: the memory that a kernel uses is known, however many kernels the program has launched before.
func TestManyKernels(t *testing.T) {
	t.Parallel()
	want := map[int64]event.GPUUse{}
	for i := range 5000 {
		want[int64(8192-i)] = event.GPUMay
	}
	assert.Equal(t, want, usesOfGPU(t, &MPIs[0], "kernels.c"))
}

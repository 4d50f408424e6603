//go:build mpi && hip

package acceptance

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCompiledHIP: kernels that clang has compiled for two of AMD's GPUs, and launches with <<<>>>, are known by name and
// parameters. The test GPU does not run them.
func TestCompiledHIP(t *testing.T) {
	root, _, _ := setup(t)
	m := &MPIs[0]
	w := gpuWork(t, m)
	before, after, ok := wrapped(m.cc)
	require.True(t, ok)
	args := []string{"-x", "hip", "--offload-arch=gfx906", "--offload-arch=gfx90a", "-nogpuinc", "-nogpulib", "-g", "-O1",
		filepath.Join(root, "acceptance", "testdata", "gpu", "compiled.hip"), "-o", filepath.Join(w.dir, "app")}
	args = append(args, gpuFlags(root, m)...)
	out, err := Compiler("clang++-16", slices.Concat(before[1:], args, after)...).CombinedOutput()
	require.NoError(t, err, string(out))

	r := w.run(w.mpiexec([]string{"--gpu"}, 2)...)
	text := oneLine(r.out + r.err)
	assert.Contains(t, text, "while the kernel fill(double*, int, double) on stream 1 may still be running, which may write it")
	assert.Contains(t, text, "the kernel void copy<field>(field, double const*) on stream 1 may use ")
	r = w.run(w.mpiexec([]string{"--gpu"}, 2, "waits")...)
	require.Zero(t, r.code, r.out+r.err)
	assert.Contains(t, r.err, "no rule broken")
}

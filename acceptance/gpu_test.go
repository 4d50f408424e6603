package acceptance

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testGPU is the GPU of gputest, compiled for one MPI.
type testGPU struct {
	library string // libcuda.so.1
	aware   string // the library that makes MPI GPU-aware, to be preloaded behind gomarmot
}

func compileGPU(t *testing.T, m *MPI, root string) testGPU {
	t.Helper()
	require.NoError(t, buildGPU(root, m))
	return testGPU{library: filepath.Join(gpuDir(root, m), "libcuda.so.1"), aware: filepath.Join(gpuDir(root, m), "libaware.so")}
}

// gpuWork is a folder for a program that uses the test GPU.
func gpuWork(t *testing.T, m *MPI) work {
	t.Helper()
	root, _, gomarmot := setup(t)
	gpu := compileGPU(t, m, root)
	return work{m: m, dir: t.TempDir(), gomarmot: gomarmot, env: gpu.env()}
}

// env lets programs find the library of the GPU.
func (g *testGPU) env(more ...string) []string {
	return append(more, "LD_LIBRARY_PATH="+filepath.Dir(g.library))
}

// TestDeviceMemory: memory of a GPU is left alone. A correct program has no findings, with the heap watched, too, and
// its results are right.
func TestDeviceMemory(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	heap := filepath.Join(filepath.Dir(preload), "libgomarmot-heap.so")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			gpu, bin := compileGPU(t, m, root), filepath.Join(t.TempDir(), "buffers")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "gpu", "buffers.c"), bin))
			for _, how := range []string{"device", "managed", "late"} {
				for _, first := range []string{preload, preload + ":" + heap} {
					o := m.Run(Launch{Binary: bin, Args: []string{how}, Env: gpu.env("GOMARMOT_DIGEST=1M"), Ranks: 2,
						Dir: t.TempDir(), Preload: first + ":" + gpu.aware, Timeout: time.Minute})
					require.Zero(t, o.Exit, o.Output)
					assert.Contains(t, o.Output, "rank 0 is done")
					rep, _, err := ReadReport(gomarmot, filepath.Join(o.Dir, "run.log"))
					require.NoError(t, err)
					assert.True(t, rep.Complete)
					assert.Empty(t, rep.Findings, "%s: %s", how, o.Output)
				}
			}
		})
	}
}

// TestDeviceMemoryUnaware: where an MPI library that is not GPU-aware dies of device memory, no finding says that the
// program's address is wrong.
func TestDeviceMemoryUnaware(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			gpu, bin := compileGPU(t, m, root), filepath.Join(t.TempDir(), "unaware")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "gpu", "unaware.c"), bin, gpu.library))
			o := m.Run(Launch{Binary: bin, Env: gpu.env(), Ranks: 2, Dir: t.TempDir(), Preload: preload, Timeout: time.Minute})
			require.NotZero(t, o.Exit, o.Output)
			rep, _, err := ReadReport(gomarmot, filepath.Join(o.Dir, "run.log"))
			require.NoError(t, err)
			require.NotEmpty(t, rep.Findings)
			for _, f := range rep.Findings {
				assert.Contains(t, []string{"GPU001", "TOOL003", "COLL001", "HANG001"}, f.RuleID, f.Message)
			}
		})
	}
}

//go:build mpi

package acceptance

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withHIP returns a folder with a program that uses HIP: linked to HIP itself, or as a plugin.
func withHIP(t *testing.T, m *MPI, plugin bool) work {
	t.Helper()
	root, _, _ := setup(t)
	w := gpuWork(t, m)
	source, flags := filepath.Join(root, "acceptance", "testdata", "gpu", "work_hip.c"), gpuFlags(root, m)
	app := filepath.Join(w.dir, "app")
	if !plugin {
		require.NoError(t, m.Compile(source, app, flags...))
		return w
	}
	require.NoError(t, m.Compile(source, filepath.Join(w.dir, "plugin.so"), append([]string{"-fPIC", "-shared"}, flags...)...))
	require.NoError(t, m.Compile(source, app, "-DPLUGIN", "-I", filepath.Join(root, "gputest"), "-ldl"))
	return w
}

// TestRunHIP: gomarmot's library is in front of HIP's on all ranks, whether the program or one of its plugins is linked to
// HIP, and the advice names HIP's functions. The program's last error is its own.
func TestRunHIP(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			for _, plugin := range []bool{false, true} {
				w := withHIP(t, m, plugin)
				r := w.run(w.mpiexec([]string{"--gpu"}, 2, "late")...)
				require.Equal(t, 1, r.code, r.out+r.err)
				assert.Contains(t, r.err, "GPU002")
				assert.Contains(t, oneLine(r.err), "call hipStreamSynchronize before MPI_Bcast")
				assert.NotContains(t, r.err, "call cuda")
				r = w.run(w.mpiexec([]string{"--gpu"}, 2, "copy")...)
				require.Zero(t, r.code, r.out+r.err)
				assert.NotContains(t, r.out+r.err, "last error")
				assert.NotContains(t, r.err, "no work on GPUs")
			}
		})
	}
}

// TestDoctorHIP: doctor --gpu says whether work on GPUs with HIP is recorded, or what prevents that.
func TestDoctorHIP(t *testing.T) {
	t.Parallel()
	w := withHIP(t, &MPIs[0], false)
	assert.Contains(t, w.inGPU(t, 0, "copy"), "ok GPU 4 records of work on GPUs with HIP ")
	const none = "warning GPU no work on GPUs was recorded: "
	for _, how := range [][]string{nil, {"allocate"}} {
		assert.Contains(t, w.inGPU(t, 0, how...), none+"the program has put none on a stream between MPI_Init and MPI_Finalize, "+
			"or has got HIP's functions from dlsym or hipGetProcAddress Fix: give the program more time, with --time; link "+
			"libamdhip64.so to the program or to the library that uses it")
	}
	w.env = append(w.env, "LD_LIBRARY_PATH=")
	assert.Contains(t, w.inGPU(t, 1), "problem program ./app needs HIP, which cannot be found: libamdhip64.so.6 "+
		"Fix: load the environment module of ROCm, or set LD_LIBRARY_PATH")
}

//go:build mpi

package acceptance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// onTestGPU returns a folder with a program that uses the GPU of gputest.
func onTestGPU(t *testing.T, m *MPI) work {
	t.Helper()
	root, _, _ := setup(t)
	w := gpuWork(t, m)
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "gpu", "work.c"), filepath.Join(w.dir, "app"),
		gpuFlags(root, m)...))
	return w
}

// inGPU calls doctor --gpu on the program, and returns what it says, without line breaks.
func (w *work) inGPU(t *testing.T, code int, args ...string) string {
	t.Helper()
	r := w.run(append([]string{"doctor", "--gpu", "--"}, w.start(2, args...)...)...)
	require.Equal(t, code, r.code, r.out+r.err)
	return oneLine(r.out)
}

// TestRunGPU: CUDA loads gomarmot's library on all ranks of both launchers. The report says so if nothing was recorded.
func TestRunGPU(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	library := filepath.Join(root, "build", "libgomarmot-cuda.so")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			w := onTestGPU(t, m)
			r := w.run(w.mpiexec([]string{"--gpu", "--print"}, 2, "late")...)
			require.Zero(t, r.code, r.out+r.err)
			flag := map[string]string{"openmpi": " -x CUDA_INJECTION64_PATH=", "mpich": " -genv CUDA_INJECTION64_PATH "}[m.Name]
			assert.Contains(t, r.out, flag+library+" ")

			r = w.run(w.mpiexec([]string{"--gpu"}, 2, "late")...)
			require.Equal(t, 1, r.code, r.out+r.err)
			assert.Contains(t, r.err, "GPU002")
			assert.NotContains(t, r.err, "no work on GPUs")
			r = w.run(w.mpiexec([]string{"--gpu"}, 2, "copy")...)
			require.Zero(t, r.code, r.out+r.err)
			r = w.run(w.mpiexec(nil, 2, "late")...)
			require.Zero(t, r.code, r.out+r.err)
			assert.NotContains(t, r.err, "no work on GPUs")

			r = w.run(w.mpiexec([]string{"--gpu"}, 2)...)
			require.Zero(t, r.code, r.out+r.err)
			text := oneLine(r.err)
			assert.Contains(t, text, "--gpu: no work on GPUs was recorded; to find out why, run gomarmot doctor --gpu -- "+m.Mpiexec[0])

			w.env = append(w.env, "CUDA_INJECTION64_PATH=/opt/profiler.so")
			r = w.run(w.mpiexec([]string{"--gpu"}, 2, "late")...)
			require.Equal(t, 1, r.code, r.out+r.err)
			assert.Contains(t, r.err, "gomarmot: --gpu: CUDA loads only one tool, and not /opt/profiler.so, which CUDA_INJECTION64_PATH names\n")
		})
	}
}

// TestRunGPUMissing: without the library, gomarmot does not run the program.
func TestRunGPUMissing(t *testing.T) {
	t.Parallel()
	w := onTestGPU(t, &MPIs[0])
	w.env = append(w.env, "GOMARMOT_LIB="+withoutCUDA(t))
	r := w.run(w.mpiexec([]string{"--gpu"}, 2, "late")...)
	require.Equal(t, 2, r.code)
	assert.Contains(t, r.err, "libgomarmot-cuda.so is missing beside ")
}

// withoutCUDA returns a folder with gomarmot's libraries except the one that CUDA loads.
func withoutCUDA(t *testing.T) string {
	t.Helper()
	_, preload, _ := setup(t)
	dir := t.TempDir()
	for _, name := range []string{"libgomarmot.so", "libgomarmot-core.so"} {
		require.NoError(t, os.Symlink(filepath.Join(filepath.Dir(preload), name), filepath.Join(dir, name)))
	}
	return dir
}

// TestDoctorGPU: doctor --gpu says whether work on GPUs is recorded, or what prevents that.
func TestDoctorGPU(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			w := onTestGPU(t, m)
			text := w.inGPU(t, 0, "copy")
			assert.Regexp(t, "ok GPU /[^ ]*/libgomarmot-cuda.so loads, and so does libgomarmot-hip.so beside it ", text)
			assert.Contains(t, text, "ok GPU 4 records of work on GPUs ")
			assert.Contains(t, text, "gomarmot: all is well.")

			const none = "warning GPU no work on GPUs was recorded: "
			text = w.inGPU(t, 0)
			assert.Contains(t, text, none+"the driver of CUDA has not loaded libgomarmot-cuda.so Fix: check that the program calls CUDA, "+
				"and that CUDA_INJECTION64_PATH reaches the ranks: set it to /")
			for _, how := range []string{"allocate", "early"} {
				assert.Contains(t, w.inGPU(t, 0, how), none+"the program has put none on a stream between MPI_Init and MPI_Finalize "+
					"Fix: give the program more time, with --time", how)
			}

			text = w.inGPU(t, 1, "profiler")
			assert.Contains(t, text, "problem GPU the ranks reported: cannot use CUPTI: another tool uses it in this process, "+
				"such as a profiler; what the GPU does is not recorded Fix: run without the profiler")
			assert.NotContains(t, text, "no work on GPUs")
			w.env = append(w.env, "GPUTEST_CUPTI=999")
			assert.Contains(t, w.inGPU(t, 1, "copy"), "problem GPU the ranks reported: cannot use CUPTI: CUPTI_ERROR_UNKNOWN; "+
				"what the GPU does is not recorded Fix: use the libcupti.so that belongs to the driver's version of CUDA")
		})
	}
}

// TestDoctorNoCUPTI: CUPTI is found where CUDA_HOME or CUDA_PATH says, and doctor --gpu says so if it is nowhere.
func TestDoctorNoCUPTI(t *testing.T) {
	t.Parallel()
	w := onTestGPU(t, &MPIs[0])
	root, _, _ := setup(t)
	gpu, alone, cuda := compileGPU(t, w.m, root), t.TempDir(), t.TempDir()
	require.NoError(t, os.Symlink(gpu.library, filepath.Join(alone, "libcuda.so.1")))
	w.env = []string{"LD_LIBRARY_PATH=" + alone, "CUDA_HOME=", "CUDA_PATH=" + cuda}
	text := w.inGPU(t, 1, "copy")
	assert.Contains(t, text, "problem GPU the ranks reported: cannot load libcupti.so: add the folder extras/CUPTI/lib64 of CUDA "+
		"to LD_LIBRARY_PATH, or set CUDA_HOME; what the GPU does is not recorded Fix: load the environment module of CUDA's toolkit")
	assert.NotContains(t, text, "no work on GPUs")
	require.NoError(t, os.MkdirAll(filepath.Join(cuda, "extras", "CUPTI", "lib64"), 0o700))
	require.NoError(t, os.Symlink(gpu.library, filepath.Join(cuda, "extras", "CUPTI", "lib64", "libcupti.so")))
	assert.Contains(t, w.inGPU(t, 0, "copy"), "ok GPU 4 records of work on GPUs ")
}

// TestDoctorGPUInstallation: doctor --gpu reports faults of the installation before the program runs.
func TestDoctorGPUInstallation(t *testing.T) {
	t.Parallel()
	w := onTestGPU(t, &MPIs[0])
	usual := w.env
	doctor := func(code int, env ...string) string {
		t.Helper()
		w.env = env
		r := w.run(append([]string{"doctor", "--gpu", "--no-run", "--"}, w.start(2)...)...)
		require.Equal(t, code, r.code, r.out+r.err)
		return oneLine(r.out)
	}
	assert.Contains(t, doctor(0, append(usual, "CUDA_INJECTION64_PATH=/opt/profiler.so")...),
		"warning GPU CUDA_INJECTION64_PATH names /opt/profiler.so, which CUDA does not load under gomarmot run --gpu "+
			"Fix: use that tool in another run, and unset CUDA_INJECTION64_PATH")
	dir := withoutCUDA(t)
	assert.Regexp(t, "problem GPU libgomarmot-cuda.so is missing beside [^ ]*; both must come from the same build "+
		"Fix: run make build, or make install", doctor(1, append(usual, "GOMARMOT_LIB="+dir)...))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "libgomarmot-cuda.so"), []byte("x"), 0o700))
	assert.Regexp(t, "problem GPU [^ ]*/libgomarmot-cuda.so does not load: .*file too short.* Fix: build gomarmot on this machine",
		doctor(1, append(usual, "GOMARMOT_LIB="+dir)...))
	assert.Contains(t, doctor(1, "LD_LIBRARY_PATH="), "problem program ./app needs CUDA's driver, which cannot be found: libcuda.so.1 "+
		"Fix: run on a machine with an NVIDIA GPU and its driver")

	plain := compiled(t, &MPIs[0], "examples", "demo", "heat.c")
	assert.Contains(t, plain.inGPU(t, 0), "warning GPU no work on GPUs was recorded: no rank has loaded libcuda.so, the driver of CUDA, "+
		"or libamdhip64.so, HIP Fix: check that the ranks run on a machine with the driver (nvidia-smi, rocm-smi) and that the "+
		"program uses CUDA or HIP")
}

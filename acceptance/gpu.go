package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// gpuDir is where the GPU of gputest is built for an MPI.
func gpuDir(root string, m *MPI) string { return filepath.Join(root, "build", "gputest", m.cc) }

// gpuBuilt are the results of building it, by folder.
var gpuBuilt sync.Map

// gpuSources are the files that the GPU is built of.
func gpuSources(root string) []string {
	var all []string
	for _, pattern := range []string{"*.[ch]", "hip/*.h", "*.map"} {
		sources, _ := filepath.Glob(filepath.Join(root, "gputest", pattern)) // the pattern is well-formed
		all = append(all, sources...)
	}
	return all
}

// gpuInputs returns the files whose change makes recorded GPU logs outdated.
func gpuInputs(root string) []string {
	return append(gpuSources(root), filepath.Join(root, "build", "libgomarmot-cuda.so"),
		filepath.Join(root, "build", "libgomarmot-hip.so"))
}

// gpuFlags returns the compiler flags for programs that use the test GPU.
func gpuFlags(root string, m *MPI) []string {
	return []string{"-I", filepath.Join(root, "gputest"), "-L", gpuDir(root, m), "-Wl,--push-state,--as-needed",
		"-l:libcuda.so.1", "-l:libamdhip64.so.6", "-Wl,--pop-state"}
}

// gpuLibrary is a library of the GPU.
type gpuLibrary struct {
	name    string
	sources []string // files of gputest, without suffix
	options []string
}

// gpuLibraries are CUDA's driver and runtime, AMD's, and the device below both.
func gpuLibraries(root string) []gpuLibrary {
	return []gpuLibrary{
		{name: "libgputest.so", sources: []string{"memory", "stream", "tasks"}},
		{name: "libcuda.so.1", sources: []string{"cuda", "driver", "trace"}, options: []string{"-l:libgputest.so"}},
		{name: "libhsa-runtime64.so.1", sources: []string{"hsa"}, options: []string{"-l:libgputest.so"}},
		{name: "libamdhip64.so.6", sources: []string{"code", "hip"}, options: []string{"-l:libgputest.so",
			"-Wl,--no-as-needed", "-l:libhsa-runtime64.so.1",
			"-Wl,--version-script=" + filepath.Join(root, "gputest", "hip.map")}},
	}
}

// buildGPU builds the test GPU and the library that makes an MPI GPU-aware, unless they are up to date.
func buildGPU(root string, m *MPI) error {
	build, _ := gpuBuilt.LoadOrStore(gpuDir(root, m), sync.OnceValue(func() error {
		return buildGPUIn(gpuDir(root, m), root, m)
	}))
	return build.(func() error)()
}

func buildGPUIn(dir, root string, m *MPI) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("build the GPU: %w", err)
	}
	aware := filepath.Join(dir, "libaware.so")
	if newest(gpuSources(root)) < newest([]string{aware}) && newest([]string{filepath.Join(dir, "libcupti.so")}) > 0 {
		return nil
	}
	for _, l := range gpuLibraries(root) {
		if err := l.build(dir, root); err != nil {
			return err
		}
	}
	made := fmt.Sprintf("%s.%d", aware, os.Getpid())
	err := m.Compile(filepath.Join(root, "gputest", "mpi.c"), made, "-fPIC", "-shared", "-L", dir, "-l:libgputest.so")
	if err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(dir, "libcupti.so"))
	if err := os.Symlink("libcuda.so.1", filepath.Join(dir, "libcupti.so")); err != nil {
		return fmt.Errorf("build the GPU: %w", err)
	}
	if err := os.Rename(made, aware); err != nil {
		return fmt.Errorf("build the GPU: %w", err)
	}
	return nil
}

// build compiles and links a library. The libraries of the GPU find each other.
func (l *gpuLibrary) build(dir, root string) error {
	made := fmt.Sprintf("%s.%d", filepath.Join(dir, l.name), os.Getpid())
	args := []string{"-Wall", "-Wextra", "-Werror", "-O1", "-g", "-fPIC", "-shared", "-Wl,-soname," + l.name,
		"-Wl,-rpath," + dir, "-L", dir, "-o", made}
	for _, name := range l.sources {
		args = append(args, filepath.Join(root, "gputest", name+".c"))
	}
	args = append(append(args, l.options...), "-ldl", "-lpthread")
	if err := compiles("gputest", "cc", args...); err != nil {
		return err
	}
	if err := os.Rename(made, filepath.Join(dir, l.name)); err != nil {
		return fmt.Errorf("build the GPU: %w", err)
	}
	return nil
}

// newest returns the latest modification time of the files; 0 if one is missing.
func newest(paths []string) (at int64) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		at = max(at, info.ModTime().UnixNano())
	}
	return at
}

// onGPU lets a program find the GPU, and gomarmot see what it does there.
func onGPU(root string, m *MPI, l Launch) Launch {
	dir := gpuDir(root, m)
	l.Preload = filepath.Join(root, "build", "libgomarmot-hip.so") + ":" + l.Preload + ":" +
		filepath.Join(dir, "libaware.so")
	l.Env = append([]string{"LD_LIBRARY_PATH=" + dir,
		"CUDA_INJECTION64_PATH=" + filepath.Join(root, "build", "libgomarmot-cuda.so")}, l.Env...)
	return l
}

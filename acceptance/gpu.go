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
	sources, _ := filepath.Glob(filepath.Join(root, "gputest", "*.[ch]")) // the pattern is well-formed
	return sources
}

// gpuInputs are the files that what is recorded of a GPU depends on.
func gpuInputs(root string) []string {
	return append(gpuSources(root), filepath.Join(root, "build", "libgomarmot-cuda.so"))
}

// gpuFlags are what a program that uses the GPU is compiled with.
func gpuFlags(root string, m *MPI) []string {
	return []string{"-I", filepath.Join(root, "gputest"), "-L", gpuDir(root, m), "-l:libcuda.so.1"}
}

// buildGPU builds the GPU and what makes an MPI aware of it, once, if that is not there yet.
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
	driver, aware := filepath.Join(dir, "libcuda.so.1"), filepath.Join(dir, "libaware.so")
	if newest(gpuSources(root)) < newest([]string{aware}) && newest([]string{driver}) > 0 {
		return nil
	}
	source := func(name string) string { return filepath.Join(root, "gputest", name+".c") }
	made := fmt.Sprintf("%s.%d", driver, os.Getpid())
	args := []string{"-Wall", "-Wextra", "-Werror", "-O1", "-g", "-fPIC", "-shared", "-Wl,-soname,libcuda.so.1",
		"-o", made}
	for _, name := range []string{"cuda", "driver", "memory", "stream", "trace"} {
		args = append(args, source(name))
	}
	if err := compiles("gputest", "cc", append(args, "-ldl", "-lpthread")...); err != nil {
		return err
	}
	if err := os.Rename(made, driver); err != nil {
		return fmt.Errorf("build the GPU: %w", err)
	}
	made = fmt.Sprintf("%s.%d", aware, os.Getpid())
	if err := m.Compile(source("mpi"), made, "-fPIC", "-shared", driver); err != nil {
		return err
	}
	if err := os.Rename(made, aware); err != nil {
		return fmt.Errorf("build the GPU: %w", err)
	}
	_ = os.Remove(filepath.Join(dir, "libcupti.so"))
	return os.Symlink("libcuda.so.1", filepath.Join(dir, "libcupti.so"))
}

// newest is when the last of some files was changed; 0: one is missing.
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
	l.Preload += ":" + filepath.Join(dir, "libaware.so")
	l.Env = append([]string{"LD_LIBRARY_PATH=" + dir,
		"CUDA_INJECTION64_PATH=" + filepath.Join(root, "build", "libgomarmot-cuda.so")}, l.Env...)
	return l
}

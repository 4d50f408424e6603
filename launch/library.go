package launch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The libraries. All of them are in the same directory.
const (
	LibraryName = "libgomarmot.so"        // preloaded
	CoreName    = "libgomarmot-core.so"   // loaded by LibraryName
	AccessName  = "libgomarmot-access.so" // linked with programs that gomarmot cc compiles
	HeapName    = "libgomarmot-heap.so"   // preloaded, too, to watch the heap
	CUDAName    = "libgomarmot-cuda.so"   // loaded by CUDA, to watch work on GPUs
	HIPName     = "libgomarmot-hip.so"    // preloaded, too, to watch work on GPUs with HIP
)

// CUDAVar names the library that CUDA loads when a program first uses it.
const CUDAVar = "CUDA_INJECTION64_PATH"

// Beside returns the path of another library of gomarmot, which must be in the folder of the library to preload.
func Beside(library, name string) (string, error) {
	path := filepath.Join(filepath.Dir(library), name)
	if !isFile(path) {
		return "", fmt.Errorf("%s is missing beside %s; both must come from the same build", name, library)
	}
	return path, nil
}

// With returns the value of LD_PRELOAD for library and the named other libraries of gomarmot: the paths of the others,
// each followed by a colon, and library.
func With(library string, names ...string) (string, error) {
	all := ""
	for _, name := range names {
		path, err := Beside(library, name)
		if err != nil {
			return "", err
		}
		all += path + ":"
	}
	return all + library, nil
}

// LibraryVar is the environment variable with the library's path if the library is not beside the command.
const LibraryVar = "GOMARMOT_LIB"

// FindLibrary returns the absolute path of the library to preload. named is
// the value of $GOMARMOT_LIB: the library or its directory. If it is empty, the
// library is beside the executable, in ../lib or ../lib64 as in an installation,
// or in build/ of the source tree.
func FindLibrary(executable, named string) (string, error) {
	if named != "" {
		return namedLibrary(named)
	}
	if real, err := filepath.EvalSymlinks(executable); err == nil {
		executable = real
	}
	bin := filepath.Dir(executable)
	dirs := []string{bin, filepath.Join(bin, "..", "lib"), filepath.Join(bin, "..", "lib64"),
		filepath.Join(bin, "build"), filepath.Join(bin, "..", "build")}
	for _, dir := range dirs {
		if path := filepath.Join(dir, LibraryName); isFile(path) {
			return usable(filepath.Clean(path))
		}
	}
	return "", fmt.Errorf("%s is neither in %s nor in %s; set %s to its path, or install gomarmot as a whole (make "+
		"install)",
		LibraryName, bin, filepath.Clean(dirs[1]), LibraryVar)
}

func namedLibrary(named string) (string, error) {
	path, err := filepath.Abs(named)
	if err != nil {
		return "", fmt.Errorf("%s: %w", LibraryVar, err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, LibraryName)
	}
	if !isFile(path) {
		return "", fmt.Errorf("%s names %s, but there is no such file", LibraryVar, path)
	}
	return usable(path)
}

// usable rejects a path that LD_PRELOAD cannot contain, and a library without its core.
func usable(path string) (string, error) {
	if strings.ContainsAny(path, ": ") {
		return "", fmt.Errorf("the path %q has a blank or a colon, which LD_PRELOAD cannot contain; move the library "+
			"or set %s",
			path, LibraryVar)
	}
	if core := filepath.Join(filepath.Dir(path), CoreName); !isFile(core) {
		return "", fmt.Errorf("%s is missing beside %s; both must come from the same build", CoreName, path)
	}
	return path, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// reason removes the path from an error, for messages that already have it.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	if u := errors.Unwrap(err); u != nil {
		return u
	}
	return err
}

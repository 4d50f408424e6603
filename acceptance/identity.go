package acceptance

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// recorders are the folders of the Go code that determines the contents of a log; judges are the other imports of
// package runtime, which only check the contents.
var (
	recorders = []string{"runtime", "pmpi/calls", "pmpi/event", "foreign", "words"}
	judges    = []string{"tracker", "machine", "rules", "rankcheck", "source"}
)

// errStale: the inputs of a log that is recorded now are unknown.
var errStale = errors.New("a source of the libraries is newer than the last make build")

// recorderOf identifies the recorder by a hash of libgomarmot.so, of the build settings of its Go core, and of the
// sources of the core that determine the contents of a log. The bytes of the core do not count, because they contain
// the rules.
func recorderOf(root string) (string, error) {
	library, err := os.ReadFile(filepath.Join(root, "build", "libgomarmot.so"))
	if err != nil {
		return "", err
	}
	core, err := buildinfo.ReadFile(filepath.Join(root, "build", "libgomarmot-core.so"))
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(library)
	heap, err := os.ReadFile(filepath.Join(root, "build", "libgomarmot-heap.so"))
	if err != nil {
		return "", err
	}
	h.Write(heap)
	fmt.Fprintln(h, core.GoVersion)
	for _, d := range core.Deps {
		fmt.Fprintln(h, d.Path, d.Version, d.Sum)
	}
	for _, s := range core.Settings {
		if !strings.HasPrefix(s.Key, "vcs") {
			fmt.Fprintln(h, s.Key, s.Value)
		}
	}
	files, err := recorderSources(root)
	if err != nil {
		return "", err
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, f[len(root):], len(text))
		h.Write(text)
	}
	if newerThanBuild(root, files) {
		return "", errStale
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// recorderSources lists the sources of the Go code that records.
func recorderSources(root string) ([]string, error) {
	var all []string
	for _, dir := range recorders {
		for _, pattern := range []string{"*.go", "*.c", "*/*.go"} {
			found, err := filepath.Glob(filepath.Join(root, dir, pattern))
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return slices.DeleteFunc(all, func(f string) bool { return strings.HasSuffix(f, "_test.go") }), nil
}

// newerThanBuild reports whether a source has changed since the last make build began. It reads the time of the build
// without package os: otherwise the file would be an input of Go's test cache, and it changes with each make.
func newerThanBuild(root string, sources []string) bool {
	var built, source syscall.Stat_t
	if err := syscall.Stat(filepath.Join(root, "build", ".began"), &built); err != nil {
		return true
	}
	for _, f := range sources {
		if err := syscall.Stat(f, &source); err != nil || source.Mtim.Nano() > built.Mtim.Nano() {
			return true
		}
	}
	return false
}

// identity names an installation of MPI and its compilers.
func (m *MPI) identity() string {
	var b strings.Builder
	for _, command := range [][]string{
		{m.cc, "--version"}, {m.fortranCompiler(), "--version"}, {m.Mpiexec[0], "--version"},
		{"/usr/bin/python3", "-c", "import sys, mpi4py; print(sys.version, mpi4py.__version__, mpi4py.__file__)"},
	} {
		// a command that fails is not used, or fails again
		out, _ := exec.Command(command[0], command[1:]...).CombinedOutput()
		fmt.Fprintf(&b, "%s: %s", command[0], out)
		path, _ := exec.LookPath(command[0])
		path, _ = filepath.EvalSymlinks(path)
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintln(&b, path, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// steering are the prefixes of the environment variables by which the caller may change the run of a program.
var steering = []string{"GOMARMOT_", "OMPI_", "PMIX_", "PRTE_", "MPICH_", "MPIR_", "HYDRA_", "UCX_", "FI_", "OMP_",
	"LD_", "MALLOC_", "MPI4PY_"}

// steered are the variables of the environment that steer a program.
func steered() []string {
	var out []string
	for _, e := range os.Environ() {
		ours := strings.HasPrefix(e, "GOMARMOT_TEST_")
		if !ours && slices.ContainsFunc(steering, func(s string) bool { return strings.HasPrefix(e, s) }) {
			out = append(out, e)
		}
	}
	slices.Sort(out)
	return out
}

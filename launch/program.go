package launch

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/source"
)

// Program describes an executable file.
type Program struct {
	Path    string
	Machine elf.Machine
	Class   elf.Class
	// Loader is the path of the dynamic loader; if empty, the program is linked statically, and no library can be
	// preloaded.
	Loader string
	// Privileged: the program is set-user-ID or set-group-ID, or has capabilities, so that the loader ignores
	// LD_PRELOAD.
	Privileged bool
	// OwnMPI: MPI functions are in the executable itself, where no library can
	// intercept the calls.
	OwnMPI bool
	Debug  bool     // the program has line numbers
	MPI    []string // paths of the MPI libraries that it is linked to
	Absent []string // libraries that it needs and the loader does not find
	// Tracked are the program's objects that gomarmot cc has compiled.
	Tracked []source.Tracked
	// Untracked are source files of the program's other objects, if some are Tracked.
	Untracked []string
}

// FindProgram returns the path of the MPI program in a command. With launcher, the program is the first word after the
// launcher that names an ELF executable; otherwise it must be the first word. "" if there is none, for example because
// a script starts the program.
func FindProgram(command []string, launcher bool) string {
	words := command
	if launcher {
		words = command[1:]
	}
	for i, w := range words {
		if strings.HasPrefix(w, "-") {
			continue
		}
		if path, err := exec.LookPath(w); err == nil && isELF(path) {
			return path
		}
		if !launcher && i == 0 {
			return ""
		}
	}
	return ""
}

func isELF(path string) bool {
	f, err := foreign.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // only read
	var magic [4]byte
	n, _ := f.Read(magic[:])
	return n == 4 && string(magic[:]) == elf.ELFMAG
}

// Inspect reads an executable file, and asks its loader for its libraries.
func Inspect(path string) (*Program, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("inspect the program: %w", err)
	}
	file, err := foreign.Open(path)
	if err != nil {
		return nil, fmt.Errorf("inspect the program %s: %w", path, foreign.Reason(err))
	}
	defer file.Close() // only read
	f, err := elf.NewFile(file)
	if err != nil {
		return nil, fmt.Errorf("inspect the program %s: %w", path, err)
	}
	p := &Program{Path: path, Machine: f.Machine, Class: f.Class}
	p.Privileged = info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 || hasCapabilities(path)
	for _, s := range f.Sections {
		p.Debug = p.Debug || s.Name == ".debug_line" || s.Name == ".zdebug_line" || s.Name == ".gnu_debuglink"
	}
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP {
			text := make([]byte, prog.Filesz)
			if _, err := prog.ReadAt(text, 0); err == nil {
				p.Loader = string(bytes.TrimRight(text, "\x00"))
			}
		}
	}
	if p.Tracked = source.TrackedObjects(f); p.Tracked != nil {
		p.Untracked = source.UntrackedSources(f)
	}
	symbols, _ := f.Symbols() // nil if the program is stripped
	p.OwnMPI = slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Name == "PMPI_Init" && s.Section != elf.SHN_UNDEF
	})
	if p.Loader != "" && !p.Privileged {
		p.libraries()
	}
	return p, nil
}

func hasCapabilities(path string) bool {
	n, err := unix.Getxattr(path, "security.capability", nil)
	return err == nil && n > 0
}

// listTime is how long a loader may take to list libraries.
const listTime = 20 * time.Second

var (
	mpiLibrary = regexp.MustCompile(`^lib(mpi|mpich|mpi_cray|mpi_gnu|mpi_abi|mpitrampoline)([_-][\w-]*)?\.so`)
	mpiLayer   = regexp.MustCompile(`^libmpi(fort|cxx|_mpifh|_usempi\w*|_cxx|chfort|chcxx|f08\w*|java)`)
)

// libraries fills in MPI and Absent, by asking the loader as ldd does.
func (p *Program) libraries() {
	ctx, cancel := context.WithTimeout(context.Background(), listTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Loader, p.Path)
	cmd.WaitDelay = time.Second
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, Preload+"=") })
	cmd.Env = append(cmd.Env, "LD_TRACE_LOADED_OBJECTS=1") // the loader lists libraries and does not start the program
	out, _ := cmd.Output()                                 // an incomplete list is good enough
	for line := range strings.Lines(string(out)) {
		name, at, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		if strings.HasPrefix(at, "not found") {
			p.Absent = append(p.Absent, name)
			continue
		}
		at, _, _ = strings.Cut(at, " ")
		if base := filepath.Base(name); mpiLibrary.MatchString(base) && !mpiLayer.MatchString(base) {
			if real, err := filepath.EvalSymlinks(at); err == nil {
				at = real
			}
			p.MPI = append(p.MPI, at)
		}
	}
}

// Family returns the kind of launcher that fits an MPI library, by the library's file name; false if the name does not
// tell.
func Family(library string) (Kind, bool) {
	switch base := filepath.Base(library); {
	case strings.HasPrefix(base, "libmpich"), strings.HasPrefix(base, "libmpi.so.12"),
		strings.HasPrefix(base, "libmpi_cray"):
		return hydra, true
	case strings.HasPrefix(base, "libmpi.so.40"), strings.HasPrefix(base, "libmpi.so.20"):
		return openMPI, true
	}
	return environment, false
}

// Loads preloads the library into /bin/true, and returns the loader's error message; "" if the library loads.
func Loads(library string) string {
	for _, path := range []string{"/bin/true", "/usr/bin/true"} {
		if !isELF(path) {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), listTime)
		defer cancel()
		cmd := exec.CommandContext(ctx, path)
		cmd.WaitDelay = time.Second
		cmd.Env = append(os.Environ(), Preload+"="+library, "LD_BIND_NOW=1")
		out, err := cmd.CombinedOutput()
		text := strings.TrimSpace(string(out))
		if text == "" && err != nil {
			text = err.Error()
		}
		return text
	}
	return ""
}

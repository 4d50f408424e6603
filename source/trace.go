package source

import (
	"path/filepath"
	"slices"
	"strings"
)

// owner says whose code a function is.
type owner uint8

// The owners, ordered by how likely their code is to contain the fault, least likely first.
const (
	system   owner = iota // libraries in system directories and in Python packages
	packaged              // Python functions of packages; they have lines
	local                 // other libraries, Python code without a file
	user                  // the program, libraries in its directory, Python scripts
)

// systemFolders have installed libraries, which users did not write.
var systemFolders = []string{"/usr/", "/lib/", "/lib32/", "/lib64/", "/opt/", "/nix/", "/gnu/", "/cvmfs/"}

// packageFolders hold installed packages of Python or of Spack.
var packageFolders = []string{"/site-packages/", "/dist-packages/", "/spack/opt/"}

// pythonLibraries are prefixes of the directories of Python's standard library.
var pythonLibraries = []string{"/lib/python", "/lib64/python"}

func installed(path string) bool {
	for _, dir := range systemFolders {
		if strings.HasPrefix(path, dir) {
			return true
		}
	}
	return inPackages(path)
}

// inPackages reports whether a file lies in a directory of installed packages, or
// of Python's standard library.
func inPackages(path string) bool {
	for _, dir := range packageFolders {
		if strings.Contains(path, dir) {
			return true
		}
	}
	for _, library := range pythonLibraries {
		if _, version, ok := strings.Cut(path, library); ok && version != "" && version[0] >= '0' && version[0] <= '9' {
			return true
		}
	}
	return false
}

// ownerOf returns the owner of the file of a module, in a program that was started from exe.
func ownerOf(path, exe string) owner {
	path = strings.TrimSuffix(path, deletedMark)
	exe = strings.TrimSuffix(exe, deletedMark)
	folder := strings.TrimSuffix(filepath.Dir(exe), "/") + "/"
	switch {
	case exe != "" && path == exe:
		if strings.HasPrefix(baseName(exe), "python") {
			return system // the interpreter; its scripts are the user's
		}
		return user
	case strings.HasPrefix(path, "[") || path == "" || installed(path):
		return system
	case exe != "" && strings.HasPrefix(path, folder):
		return user
	}
	return local
}

// ownerOfScript returns whose code a Python source file is. Code without a file, run by exec, is local: the script
// that called exec is a better place to show. Scripts in system directories are local, too: they may be the user's.
func ownerOfScript(file string) owner {
	switch {
	case strings.HasPrefix(file, "<frozen "):
		return system
	case inPackages(file):
		return packaged
	case strings.HasPrefix(file, "<") || installed(file):
		return local
	}
	return user
}

// Caller is a function on the stack of a call: a return address, or file, line and name of a Python function; then
// PC is 0.
type Caller struct {
	PC   uint64
	File string
	Line int
	Func string
}

// Trace is the stack of a call: the place of the call, then the places in its callers, also in inlined functions.
type Trace struct {
	Places []Place
	// User is the index of the innermost place in the user's code; if there is none, of the innermost place in
	// local code, or else in a Python package, such as a test runner; -1: all places are in system code.
	User int
}

// Trace finds the places of a call that returns to pc and of its callers. exe is the path of the program; find
// returns the module of an address, or nil.
func (r *Resolver) Trace(exe string, find func(pc uint64) *Module, pc uint64, callers []Caller) Trace {
	t := Trace{User: -1}
	best := system
	add := func(p Place, o owner) {
		if o > best {
			best, t.User = o, len(t.Places)
		}
		t.Places = append(t.Places, p)
	}
	for _, c := range append([]Caller{{PC: pc}}, callers...) {
		if c.PC == 0 {
			add(Place{File: c.File, Line: c.Line, Func: c.Func}, ownerOfScript(c.File))
			continue
		}
		m, owner := find(c.PC), system
		if m != nil {
			owner = ownerOf(m.Path, exe)
		}
		for _, p := range r.inlined(m, c.PC) {
			if owner > system && (installed(p.File) || isWrapper(p.Func)) {
				add(p, system) // code of a header or a tool
			} else {
				add(p, owner)
			}
		}
	}
	return t
}

// isWrapper reports whether a function replaces an MPI function, as in a tool or
// in the program's own profiling.
func isWrapper(function string) bool {
	return strings.HasPrefix(function, "MPI_") || strings.HasPrefix(function, "mpi_")
}

// Own returns where the program has made the call, or has called the library that made it.
func (t Trace) Own() Place { return t.Places[max(t.User, 0)] }

// InLibrary reports whether a library made the call for the user's code.
func (t Trace) InLibrary() bool {
	return t.User > 0 && slices.ContainsFunc(t.Places[:t.User], isLibrary)
}

// isLibrary reports whether a place between the user's code and MPI is neither in the interpreter nor in mpi4py,
// which passes calls of Python on.
func isLibrary(p Place) bool { return !p.inPython() && !strings.HasPrefix(p.Module, "mpi4py.") }

// inPython reports whether a place is in the interpreter of a Python program.
func (p Place) inPython() bool {
	return strings.HasPrefix(p.Module, "python") || strings.HasPrefix(p.Module, "libpython")
}

// Entry is the function of a library that the user's code called to reach MPI, not
// counting the interpreter of a Python program; "" if none has a name.
func (t Trace) Entry() string {
	for _, p := range slices.Backward(t.Places[:max(t.User, 0)]) {
		if p.Func != "" && !p.inPython() {
			return p.Func
		}
	}
	return ""
}

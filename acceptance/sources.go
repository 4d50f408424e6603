package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// includeRE finds the files that C and Fortran sources include by a name in quotes.
var includeRE = regexp.MustCompile(`(?im)^\s*(?:#\s*include\s*"([^"\n]+)"|include\s+['"]([^'"\n]+)['"])`)

// sourceSuffixes are the suffixes of files that may include others.
var sourceSuffixes = []string{".c", ".h", ".cpp", ".f", ".f90", ".F90"}

// Compiler is exec.Command for a command that compiles or links. Go's test cache knows the files that a test opens, not
// the files that its commands open: so Compiler opens the files that the command will read. It starts the compiler
// itself instead of an MPI's compiler wrapper, which would take a sixth of the time.
func Compiler(name string, args ...string) *exec.Cmd {
	inputs(args...)
	if before, after, ok := wrapped(name); ok {
		name, args = before[0], slices.Concat(before[1:], args, after)
	}
	return exec.Command(name, args...)
}

// wrappers are the answers of wrapped.
var wrappers sync.Map

// wrapped asks an MPI's wrapper of a compiler, once, for the command that it runs: the words before the wrapper's own
// arguments and those after them. ok is false for other commands, and for wrappers that do not answer.
func wrapped(name string) (before, after []string, ok bool) {
	if !strings.HasPrefix(name, "mpi") {
		return nil, nil, false
	}
	const arguments = "ARGUMENTS"
	ask := func() []string {
		out, _ := exec.Command(name, "-show", arguments).Output() // fails for a wrapper that does not answer
		return strings.Fields(string(out))
	}
	get, _ := wrappers.LoadOrStore(name, sync.OnceValue(ask))
	words := get.(func() []string)()
	i := slices.Index(words, arguments)
	if i < 1 {
		return nil, nil, false
	}
	return words[:i:i], words[i+1:], true
}

// inputs opens the files that a compiler reads for the given arguments, and returns their names: the files among the
// arguments, and the files that these include by a name in quotes. Headers of the system are not among them. Missing
// files are left out; the compiler reports them.
func inputs(args ...string) []string {
	var found, dirs []string
	for i, a := range args {
		switch {
		case a == "-I" && i+1 < len(args):
			dirs = append(dirs, args[i+1])
		case strings.HasPrefix(a, "-I"):
			dirs = append(dirs, a[len("-I"):])
		}
	}
	for i, a := range args {
		if i == 0 || args[i-1] != "-o" {
			found = follow(found, a, dirs)
		}
	}
	return found
}

// follow adds a file, and the files that it includes, to found.
func follow(found []string, file string, dirs []string) []string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || slices.Contains(found, file) {
		return found
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return found
	}
	found = append(found, file)
	if !slices.Contains(sourceSuffixes, filepath.Ext(file)) {
		return found
	}
	for _, m := range includeRE.FindAllStringSubmatch(string(text), -1) {
		for _, dir := range append([]string{filepath.Dir(file)}, dirs...) {
			path := filepath.Join(dir, m[1]+m[2])
			if _, err := os.Stat(path); err == nil {
				found = follow(found, path, dirs)
				break
			}
		}
	}
	return found
}

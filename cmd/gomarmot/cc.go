package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/launch"
)

const ccHelp = `Runs a compiler so that the program's own loads and stores can be recorded: they
are then compared with RMA operations and with pending communication. Put it in
front of the compiler, of C, C++ or Fortran, that compiles and links the
program:

  gomarmot cc -- mpicc -O2 -c x.c
  make CC="gomarmot cc -- mpicc"

Build systems that want options instead get them from --flags, for compiling,
and --ldflags, for linking.

The program runs as before, only slower. To record it, run it with gomarmot run
or preload libgomarmot.so as usual.

Ways to compile (--how):
`

// ccFlags are the flags of the command cc.
type ccFlags struct {
	how            string
	flags, ldflags bool
}

func (f *ccFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.how, "how", "auto", "`WAY` to compile: auto, or one of the above")
	flags.BoolVar(&f.flags, "flags", false,
		"print the options for compiling (of mpicc, if no compiler\nis named), and exit")
	flags.BoolVar(&f.ldflags, "ldflags", false, "print the options for linking, and exit")
}

// way is a way to have loads and stores seen.
type way struct {
	name string
	what string // for the help
	// fits says why the compiler cannot compile in this way; nil if it can.
	fits func(c *compiler) error
	// compile and link are the options that the compiler gets in addition.
	compile, link func(c *compiler) []string
	// notes: the compiler itself leaves a note in each object.
	notes bool
}

// ways lists the ways to record accesses, best first. Each has a file of its own.
var ways = []*way{pluginWay, llvmWay, hooksWay}

// compiler is the command that gomarmot cc runs.
type compiler struct {
	argv []string
	// banner is the output of the compiler's --version.
	banner string
	// libraries is the directory of libgomarmot-access.so.
	libraries string
}

// isClang reports whether it is clang, or a compiler derived from it.
func (c *compiler) isClang() bool { return strings.Contains(c.banner, "clang") }

// isFlang reports whether it is LLVM's compiler for Fortran, which compiles nothing else.
func (c *compiler) isFlang() bool { return strings.Contains(c.banner, "flang") }

// isGCC reports whether it is a compiler of GCC.
func (c *compiler) isGCC() bool { return strings.Contains(c.banner, "Free Software Foundation") }

func (a *app) ccCommand() *cobra.Command {
	var f ccFlags
	help := ccHelp
	for _, w := range ways {
		help += fmt.Sprintf("  %-7s %s\n", w.name, w.what)
	}
	c := &cobra.Command{
		Use:   "cc [flags] [--] COMPILER [ARGUMENT]...",
		Short: "compile a program so that its loads and stores are recorded",
		Long:  strings.TrimSuffix(help, "\n"),
		Example: `  gomarmot cc -- mpif90 -O2 -o app app.f90
  cmake -DCMAKE_C_COMPILER=mpicc -DCMAKE_C_FLAGS="$(gomarmot cc --flags mpicc)" ...`,
		DisableFlagsInUseLine: true,
		Args:                  cobra.ArbitraryArgs,
		RunE:                  func(_ *cobra.Command, args []string) error { return a.compile(args, &f) },
	}
	c.Flags().SetInterspersed(false) // the rest are the compiler's own flags
	f.add(c.Flags())
	return c
}

func (a *app) compile(args []string, f *ccFlags) error {
	if len(args) == 0 {
		if !f.flags && !f.ldflags {
			return errors.New("cc needs a compiler, such as mpicc")
		}
		args = []string{"mpicc"}
	}
	c, err := newCompiler(args)
	if err != nil {
		return err
	}
	w, err := c.way(f.how)
	if err != nil {
		return err
	}
	switch {
	case f.flags:
		_, err := fmt.Fprintln(a.out, launch.Quote(nil, w.compile(c)))
		return err
	case f.ldflags:
		_, err := fmt.Fprintln(a.out, launch.Quote(nil, c.linking(w)))
		return err
	}
	return a.runCompiler(c, w)
}

func newCompiler(args []string) (*compiler, error) {
	library, err := libraryFor(args[0])
	if err != nil {
		return nil, err
	}
	c := &compiler{argv: args, libraries: filepath.Dir(library)}
	if _, err := os.Stat(filepath.Join(c.libraries, launch.AccessName)); err != nil {
		return nil, fmt.Errorf("%s is missing beside %s; it is built on x86-64 only", launch.AccessName, library)
	}
	out, _ := exec.Command(args[0], "--version").Output() // whoever says nothing is of no known family
	c.banner = string(out)
	return c, nil
}

// way chooses how to compile.
func (c *compiler) way(name string) (*way, error) {
	var doubts, names []string
	for _, w := range ways {
		names = append(names, w.name)
		if name != w.name && name != "auto" {
			continue
		}
		err := w.fits(c)
		if err == nil {
			return w, nil
		}
		doubts = append(doubts, err.Error())
	}
	if doubts == nil {
		return nil, fmt.Errorf("--how: there is no way %q; there are auto, %s", name, strings.Join(names, ", "))
	}
	return nil, errors.New(strings.Join(doubts, "; "))
}

// linking are the options for linking a program that was compiled in this way.
// -z now: resolving a function at its first call would change registers that
// inline tests expect to keep.
func (c *compiler) linking(w *way) []string {
	return append(w.link(c), "-L"+c.libraries, "-Wl,--push-state,--no-as-needed", "-lgomarmot-access",
		"-Wl,--pop-state", "-Wl,-rpath,"+c.libraries, "-Wl,-z,now")
}

// placed adds the options for linking to a command. Of functions that gfortran's library and libgomarmot-access.so both
// have (access/fortran.c), the linker takes the first: so libgomarmot-access.so stands first. gfortran adds its own
// library last, but before a -lm.
func placed(argv, linking []string) []string {
	isStatic := false
	at := len(argv)
	for i, arg := range argv {
		switch {
		case slices.Contains([]string{"-static", "-static-pie", "-static-libgfortran"}, arg),
			strings.Contains(arg, "-Bstatic"), strings.HasSuffix(arg, "libgfortran.a"):
			isStatic = true
		case arg == "-lm", arg == "-lgfortran", strings.HasPrefix(filepath.Base(arg), "libgfortran.so"):
			at = min(at, i)
		}
	}
	if !isStatic {
		return slices.Insert(argv, at, linking...)
	}
	// libgomarmot-access.so would look for gfortran's functions in a library that is not there: so the static library
	// has to be first.
	if slices.Contains(argv, "-static-libgfortran") {
		argv = append(argv, "-lm")
	}
	return append(argv, linking...)
}

// task is the work that a compiler's command line asks for.
type task struct {
	sources []string
	output  string // of -o
	object  bool   // -c
	links   bool
}

// notLinking are options with which a compiler does not link; -r joins several objects into a single object.
var notLinking = []string{"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r"}

// sourceSuffixes are the suffixes of files that are compiled.
var sourceSuffixes = []string{".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".i", ".ii", ".f", ".for",
	".ftn", ".fpp", ".F", ".FOR", ".FTN", ".FPP", ".f90", ".f95", ".f03", ".f08", ".F90", ".F95", ".F03", ".F08"}

// task reads the compiler's arguments.
func (c *compiler) task() task {
	t := task{links: true}
	inputs := false
	for i := 1; i < len(c.argv); i++ {
		arg := c.argv[i]
		switch {
		case arg == "-o" && i+1 < len(c.argv):
			i++
			t.output = c.argv[i]
		case slices.Contains(notLinking, arg):
			t.links = false
			t.object = t.object || arg == "-c"
		case !strings.HasPrefix(arg, "-"):
			inputs = true
			if slices.Contains(sourceSuffixes, filepath.Ext(arg)) {
				t.sources = append(t.sources, arg)
			}
		}
	}
	t.links = t.links && inputs
	return t
}

// objectFile is the object that the compilation of a single source writes.
func (t *task) objectFile() string {
	if t.output != "" {
		return t.output
	}
	base := filepath.Base(t.sources[0])
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".o"
}

// runCompiler compiles, links, or both.
func (a *app) runCompiler(c *compiler, w *way) error {
	t := c.task()
	argv := slices.Clone(c.argv)
	if len(t.sources) > 0 || t.links {
		argv = append(argv, w.compile(c)...)
	}
	if t.links {
		argv = placed(argv, c.linking(w))
	}
	notes, err := w.notesOf(&t)
	if err != nil {
		return err
	}
	defer notes.remove()
	if t.links {
		argv = slices.Insert(argv, 1, notes.source()...) // clang warns of a language after the last file
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, a.out, a.err
	if v := versionName(); plainVersion.MatchString(v) {
		cmd.Env = append(os.Environ(), versionVar+"="+v)
	}
	err = cmd.Run()
	var status *exec.ExitError
	switch {
	case errors.As(err, &status):
		a.code = max(1, status.ExitCode())
		return nil
	case err != nil:
		return err
	}
	if t.object && len(t.sources) == 1 {
		notes.add(t.objectFile())
	}
	return nil
}

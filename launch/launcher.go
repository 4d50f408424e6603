package launch

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/foreign"
)

// Kind says how a launcher passes variables to the ranks.
type Kind int

// The kinds.
const (
	environment Kind = iota // the ranks inherit the launcher's environment: no launcher at all, or an unknown one
	openMPI                 // -x NAME=VALUE, for each part of an MPMD command line
	hydra                   // -genv NAME VALUE
	slurm                   // --export=ALL,NAME=VALUE, for each part of a command line with colons
	flux                    // flux run --env=NAME=VALUE
	jsrun                   // --env NAME=VALUE
	aprun                   // -e NAME=VALUE
)

// Launcher is the launcher that the first word of a command names.
type Launcher struct {
	Kind Kind
	Name string // "mpiexec of Open MPI"; empty if the command is not a known launcher
}

// names are the launchers that a file name identifies for certain.
var names = map[string]Launcher{
	"orterun":        ompi,
	"prterun":        ompi,
	"mpiexec.orte":   ompi,
	"mpirun.openmpi": ompi, "mpiexec.openmpi": ompi,
	"mpiexec.hydra": mpich, "mpiexec.mpich": mpich, "mpirun.mpich": mpich,
	"srun":        {slurm, "srun of Slurm"},
	"flux":        {flux, "flux"},
	"jsrun":       {jsrun, "jsrun"},
	"aprun":       {aprun, "aprun"},
	"mpiexec_mpt": {environment, "mpiexec of HPE MPT"},
}

var (
	ompi  = Launcher{openMPI, "mpiexec of Open MPI"}
	mpich = Launcher{hydra, "mpiexec of MPICH (Hydra)"}
)

// versions are words in the output of a launcher's --version.
var versions = []struct {
	word string
	is   Launcher
}{
	{"open mpi", ompi},
	{"spectrum mpi", Launcher{openMPI, "mpirun of IBM Spectrum MPI"}},
	{"openrte", ompi},
	{"prrte", ompi},
	{"hydra", mpich},
	{"intel(r) mpi", Launcher{hydra, "mpiexec of Intel MPI (Hydra)"}},
	{"slurm", names["srun"]},
}

// Detect identifies the launcher that the first word of a command, program, names: by program's name, by the name
// of the file that its links lead to, and, if it is called mpiexec or mpirun, by its output for --version. version
// runs a file with that flag.
func Detect(program string, version func(path string) string) Launcher {
	given := filepath.Base(program)
	if l, ok := names[given]; ok {
		return l
	}
	if !Generic(given) {
		return Launcher{} // do not run program: it may be the MPI program
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return Launcher{}
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		if l, ok := names[filepath.Base(real)]; ok {
			return l
		}
		if slices.Contains(strings.Split(real, "/"), "pals") { // /opt/cray/pals/VERSION/bin
			return Launcher{environment, "mpiexec of HPE Cray PALS"}
		}
	}
	said := strings.ToLower(version(path))
	for _, v := range versions {
		if strings.Contains(said, v.word) {
			return v.is
		}
	}
	return Launcher{}
}

// Doubt returns a sentence on why the ranks may not get their variables; "" if, as far as the command line shows,
// they get them.
func (l Launcher) Doubt(command []string) string {
	if l.Name == "" && Generic(command[0]) {
		return fmt.Sprintf("cannot tell which MPI %s belongs to: the ranks get the library only if it passes on its "+
			"environment", command[0])
	}
	if l.Kind == flux {
		return fluxDoubt(command)
	}
	return ""
}

// Generic reports whether several MPIs have a launcher with this name.
func Generic(program string) bool {
	name := filepath.Base(program)
	return strings.HasPrefix(name, "mpiexec") || strings.HasPrefix(name, "mpirun")
}

// versionTime is how long a launcher may take to print its version.
const versionTime = 10 * time.Second

// Version returns the output of a launcher's --version; "" if it fails.
func Version(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		return ""
	}
	return string(out)
}

// Var is a variable for the ranks.
type Var struct{ Name, Value string }

// Preload is the variable that preloads the library.
const Preload = "LD_PRELOAD"

// Command returns a command that starts the ranks with vars and with library preloaded, and the variables that the
// launcher's environment must have. getenv reads this process's environment. Libraries that the user preloads, in
// LD_PRELOAD or on the launcher's command line, stay and come first.
func (l Launcher) Command(command []string, getenv func(string) string, library string,
	vars []Var) (argv []string, env []Var) {
	preload := Var{Preload, join(getenv(Preload), library)}
	switch l.Kind {
	case openMPI:
		return openMPICommand(command, preload, library, vars), nil
	case hydra:
		return hydraCommand(command, preload, library, vars), nil
	case slurm:
		return slurmCommand(command, getenv(exportVar), preload, library, vars), vars
	case flux:
		if argv := fluxCommand(command, append([]Var{preload}, vars...)); argv != nil {
			return argv, nil
		}
	case jsrun:
		return settingCommand(command, []string{"--env", "-E"}, preload, library, vars), nil
	case aprun:
		return settingCommand(command, []string{"-e", "--environment-override"}, preload, library, vars), nil
	}
	return command, append([]Var{preload}, vars...)
}

// NeedsVars reports whether the ranks get only variables that the launcher's command line names.
func (l Launcher) NeedsVars() bool { return l.Kind != environment }

// Interrupts returns the number of SIGINT after which the launcher ends its job. srun prints the state of its job at
// the first SIGINT, and ends the job at a second SIGINT within a second.
func (l Launcher) Interrupts() int {
	if l.Kind == slurm {
		return 2
	}
	return 1
}

// openMPICommand adds -x to each part of an MPMD command line. To Open MPI, two values of the same variable are an
// error, so the library is added to the user's -x LD_PRELOAD=....
func openMPICommand(command []string, preload Var, library string, vars []Var) []string {
	out := command[:1:1]
	for i, part := range split(command[1:]) {
		if i > 0 {
			out = append(out, ":")
		}
		given := false
		for k := 1; k < len(part); k++ {
			if mine, ok := strings.CutPrefix(part[k], Preload+"="); ok && (part[k-1] == "-x" || part[k-1] == "--x") {
				part[k], given = Preload+"="+join(mine, library), true
			}
		}
		if !given {
			out = append(out, "-x", preload.Name+"="+preload.Value)
		}
		for _, v := range vars {
			out = append(out, "-x", v.Name+"="+v.Value)
		}
		out = append(out, part...)
	}
	return out
}

// hydraCommand puts -genv first. A later -genv LD_PRELOAD of the user overrides it, so the library is added to the
// user's value, too.
func hydraCommand(command []string, preload Var, library string, vars []Var) []string {
	out := append(command[:1:1], "-genv", preload.Name, preload.Value)
	for _, v := range vars {
		out = append(out, "-genv", v.Name, v.Value)
	}
	rest := slices.Clone(command[1:])
	for k := 1; k < len(rest); k++ {
		if !slices.Contains([]string{"-genv", "--genv", "-env", "--env"}, rest[k-1]) {
			continue
		}
		if mine, ok := strings.CutPrefix(rest[k], Preload+"="); ok {
			rest[k] = Preload + "=" + join(mine, library)
		} else if rest[k] == Preload && k+1 < len(rest) {
			rest[k+1] = join(rest[k+1], library)
		}
	}
	return append(out, rest...)
}

// split cuts an MPMD command line at its colons.
func split(args []string) [][]string {
	var out [][]string
	for {
		i := slices.Index(args, ":")
		if i < 0 {
			return append(out, slices.Clone(args))
		}
		out, args = append(out, slices.Clone(args[:i])), args[i+1:]
	}
}

// join appends libraries to a list for LD_PRELOAD, and removes any other gomarmot library from the list. libraries are
// the result of With: a library that watches the heap becomes the first of the list, before other libraries that have
// a malloc.
func join(list, libraries string) string {
	libs := strings.FieldsFunc(list, func(r rune) bool { return r == ':' || r == ' ' })
	libs = slices.DeleteFunc(libs, func(l string) bool {
		return slices.Contains([]string{LibraryName, HeapName, HIPName}, filepath.Base(l))
	})
	for l := range strings.SplitSeq(libraries, ":") {
		if filepath.Base(l) == HeapName {
			libs = slices.Insert(libs, 0, l)
		} else {
			libs = append(libs, l)
		}
	}
	return strings.Join(libs, ":")
}

// Quote writes a command with its variables for a POSIX shell.
func Quote(env []Var, argv []string) string {
	var words []string
	for _, v := range env {
		words = append(words, v.Name+"="+foreign.Shell(v.Value))
	}
	for _, a := range argv {
		words = append(words, foreign.Shell(a))
	}
	return strings.Join(words, " ")
}

// LookUp returns the path of a program. The error for a missing launcher advises to load an MPI.
func LookUp(program string) (string, error) {
	path, err := exec.LookPath(program)
	switch _, known := names[program]; {
	case err == nil:
		return path, nil
	case errors.Is(err, exec.ErrNotFound) && (known || Generic(program)) && filepath.Base(program) == program:
		return "", fmt.Errorf("cannot start %s: it is not in the PATH; load the environment module of the MPI, "+
			"or install one", program)
	}
	return "", fmt.Errorf("cannot start %s: %w", program, reason(err))
}

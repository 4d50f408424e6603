// Package launched finds out whether a launcher started several processes, although MPI tells each of them that it
// is a job by itself: then the launcher belongs to another MPI than the program.
package launched

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// variables are the environment variables by which launchers tell a process how many processes they have started,
// and its rank: Open MPI's mpiexec; the mpiexec of MPICH and its kin, and srun with PMI-2.
var variables = []variable{
	{size: "OMPI_COMM_WORLD_SIZE", rank: "OMPI_COMM_WORLD_RANK"},
	{size: "PMI_SIZE", rank: "PMI_RANK"},
}

// ofStep are the variables of srun. The daemons of an mpiexec are tasks of a Slurm step themselves, so the
// variables of mpiexec come first. A shell that srun --pty has started is not a rank.
var ofStep = variable{size: "SLURM_STEP_NUM_TASKS", rank: "SLURM_PROCID"}

const ofTerminal = "SLURM_PTY_PORT"

type variable struct{ size, rank string }

// launchers are the beginnings of the names of processes that start ranks.
var launchers = []string{
	"mpiexec", "mpirun", "orterun", "orted", "prterun", "prted", "hydra_", "pmi_proxy", "mpispawn", "slurmstepd",
	"palsd",
}

// mpiLibrary matches a line of maps that names an MPI library.
var mpiLibrary = regexp.MustCompile(`/lib(mpi|mpich)([_-][\w-]*)?\.so`)

// generations is how many processes there may be between a launcher and a rank.
const generations = 8

// Find returns how a launcher started the process self, which MPI calls rank 0 of 1. It returns nil if no launcher
// claims to have started it among several processes, or if an MPI process started it. proc is the file system
// /proc.
func Find(proc fs.FS, self int) *segment.Launch {
	mine := claimOf(proc, self)
	if mine.size <= 1 {
		return nil
	}
	l := &segment.Launch{Variable: mine.variable.size, Size: mine.size, Rank: mine.rank}
	for pid, n := parent(proc, self), 0; pid > 0 && n < generations; pid, n = parent(proc, pid), n+1 {
		name, same := text(proc, pid, "comm"), claimOf(proc, pid) == mine
		switch {
		case !same && isLauncher(name):
			l.By, l.Parent = name, strconv.Itoa(pid)+" "+started(proc, pid)
			return l
		case !same, mpiLibrary.MatchString(text(proc, pid, "maps")):
			return nil
		case l.Via == "":
			l.Via = name
		}
	}
	return nil
}

// claim is a launcher's statement to a process: how many processes it has started, and the rank of this process.
type claim struct {
	variable   variable
	size, rank int // size 0: no launcher has made a statement
}

// claimOf finds the claim in the environment of a process. If several launchers have started each other and one of
// them has started 1 process, its claim counts.
func claimOf(proc fs.FS, pid int) claim {
	env := environ(proc, pid)
	var c claim
	for _, v := range variables {
		switch n := number(env, v.size); {
		case n == 1:
			return claim{v, n, 0}
		case n > 1 && c.size == 0:
			c = claim{v, n, number(env, v.rank)}
		}
	}
	if n := number(env, ofStep.size); n > 1 && c.size == 0 && value(env, ofTerminal) == "" {
		c = claim{ofStep, n, number(env, ofStep.rank)}
	}
	return c
}

// number is the value of a variable; 0 if the value is not a number.
func number(env []string, name string) int {
	n, _ := strconv.Atoi(value(env, name))
	return n
}

func value(env []string, name string) string {
	for _, v := range env {
		if x, ok := strings.CutPrefix(v, name+"="); ok {
			return x
		}
	}
	return ""
}

func isLauncher(name string) bool {
	return slices.ContainsFunc(launchers, func(l string) bool { return strings.HasPrefix(name, l) })
}

// environ is the environment in which a process began. It is empty if another user owns the process, which may be
// the daemon of a batch system.
func environ(proc fs.FS, pid int) []string { return strings.Split(text(proc, pid, "environ"), "\x00") }

// text is the contents of a file in /proc/pid, "" if the file cannot be read.
func text(proc fs.FS, pid int, file string) string {
	b, err := fs.ReadFile(proc, path.Join(strconv.Itoa(pid), file))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(b), "\n")
}

// stat returns the fields of a process after its name, which may contain anything.
func stat(proc fs.FS, pid int) []string {
	line := text(proc, pid, "stat")
	return strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
}

// Indices in the result of stat.
const (
	parentField  = 1
	startedField = 19
)

// parent is the parent of a process; 0 if there is none.
func parent(proc fs.FS, pid int) int {
	if f := stat(proc, pid); len(f) > parentField {
		n, _ := strconv.Atoi(f[parentField]) // a number
		return n
	}
	return 0
}

// started is when a process began, in the kernel's ticks since the machine booted. It tells processes apart that
// had the same number.
func started(proc fs.FS, pid int) string {
	if f := stat(proc, pid); len(f) > startedField {
		return f[startedField]
	}
	return ""
}

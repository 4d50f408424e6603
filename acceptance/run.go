package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/report"
)

// MPI is an MPI installation.
type MPI struct {
	Name    string
	cc      string
	Mpiexec []string
	Env     []string
}

var versionRE = regexp.MustCompile(`(?i)(?:open(?: mpi|rte)\) |version:\s+)(\d+\.\d+)`)

// Version is the first two numbers of the MPI's version, "" if its mpiexec does
// not report it.
func (m *MPI) Version() string {
	out, _ := exec.Command(m.Mpiexec[0], "--version").Output() // the output counts, not the status
	if v := versionRE.FindSubmatch(out); v != nil {
		return string(v[1])
	}
	return ""
}

var openMPI = MPI{
	Name: "openmpi", cc: "mpicc.openmpi", Mpiexec: []string{"mpiexec.openmpi", "--oversubscribe", "--bind-to", "none"},
	Env: append([]string{"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
		"OMPI_MCA_mpi_yield_when_idle=1", "OMPI_MCA_pml=ob1", noDevices}, versionEnv...),
}

// noDevices: looking for network and other devices, through hwloc, takes about a seventh of
// the processor time of a short program.
const noDevices = "HWLOC_COMPONENTS=-pci,-linuxio"

// versionEnv are the settings that Open MPI's version needs, and romio the
// name of its second I/O component, "" if it has none.
var versionEnv, romio = openMPIVersion()

// openMPIVersion finds out which Open MPI is installed. If there is none, the
// tests fail when they compile with it.
func openMPIVersion() (env []string, romio string) {
	out, _ := exec.Command("mpicc.openmpi", "--showme:version").Output()
	switch version := string(out); {
	case strings.Contains(version, "Open MPI 4."):
		return []string{"OMPI_MCA_osc=sm,pt2pt"}, "romio321"
	case strings.Contains(version, "Open MPI 5."):
		return nil, "romio341"
	default:
		return nil, ""
	}
}

// MPIs are the installations every program runs under.
var MPIs = []MPI{
	openMPI,
	{
		Name: "mpich", cc: "mpicc.mpich", Mpiexec: []string{"mpiexec.mpich"},
		Env: []string{"UCX_RCACHE_ENABLE=n", noDevices},
	},
}

// Romio is Open MPI with its second I/O component; it is for programs with files.
var Romio = MPI{
	Name: "openmpi-romio", cc: openMPI.cc, Mpiexec: openMPI.Mpiexec,
	Env: append(slices.Clone(openMPI.Env), "OMPI_MCA_io="+romio),
}

// abis are both MPIs behind the standard ABI of MPI 5.0: a binary runs under
// either. newer.sh installs them.
var abis = []MPI{
	{
		Name: "abi-openmpi", cc: "mpicc.abi", Mpiexec: openMPI.Mpiexec,
		Env: append(slices.Clone(openMPI.Env), "LD_LIBRARY_PATH=/opt/abi-openmpi"),
	},
	{
		Name: "abi-mpich", cc: "mpicc.abi", Mpiexec: []string{"mpiexec.mpich"},
		Env: []string{"UCX_RCACHE_ENABLE=n", "LD_LIBRARY_PATH=/opt/abi-mpich"},
	},
}

// Root returns the repository's root: the folder with go.mod above the
// working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, e := os.Stat(filepath.Join(dir, "go.mod")); e == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			err = errors.New("acceptance: no go.mod above the working directory")
		}
		dir = up
	}
	return "", err
}

// Compile builds a C, C++ or Fortran program for the MPI; extra flags come last.
func (m *MPI) Compile(source, binary string, flags ...string) error {
	compiler, args := m.compilation(source, binary, flags...)
	return compiles(source, compiler, args...)
}

// compiles runs a compiler, which has nothing to say about the source.
func compiles(source, compiler string, args ...string) error {
	out, err := Compiler(compiler, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", compiler, source, err, out)
	}
	if len(out) > 0 {
		return fmt.Errorf("%s %s: warnings:\n%s", compiler, source, out)
	}
	return nil
}

// cFlags are the flags of each C program. MPICH's header makes GCC 12 warn
// of an overflow wherever a program passes MPI_STATUSES_IGNORE.
var cFlags = []string{"-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Wno-stringop-overflow"}

// compilation is the command that Compile runs.
func (m *MPI) compilation(source, binary string, flags ...string) (compiler string, args []string) {
	compiler, args = m.cc, append(slices.Clone(cFlags), "-o", binary, source, "-lm", "-lpthread")
	switch {
	case isFortran(source):
		compiler, args = m.fortran(source, binary)
	case filepath.Ext(source) == ".cpp":
		compiler, args = strings.Replace(m.cc, "mpicc", "mpicxx", 1),
			[]string{"-std=c++17", "-g", "-O1", "-Wall", "-Wextra", "-o", binary, source, "-lpthread"}
	}
	return compiler, append(args, flags...)
}

// Launch is a run of a program.
type Launch struct {
	Binary  string
	Args    []string
	Ranks   int
	Dir     string   // working directory; run.log lands here
	Env     []string // in addition
	Preload string   // library to preload, "" for none
	Timeout time.Duration
	Still   time.Duration // end it when it has made no progress for this long; 0: never
	GPU     bool          // it uses the GPU of gputest
}

// Outcome is how a run ended.
type Outcome struct {
	Exit     int    // of mpiexec
	TimedOut bool   // or made no progress
	Output   string // stdout and stderr
	Dir      string // it ran there
	Wall     time.Duration
}

// OpenInput is a standard input that never ends, as a terminal's. MPICH's launcher
// passes the end of its input on to the ranks; on a busy machine, SIGPIPE kills the
// launcher if they have ended by then, in 8 of 100 short runs, with gomarmot or not.
var OpenInput = inputPipe[0]

var inputPipe = func() (ends [2]*os.File) {
	var err error
	if ends[0], ends[1], err = os.Pipe(); err != nil {
		panic(err) // nothing can be started
	}
	return ends
}()

// Run starts the program the way the README says and waits for its end. A
// run that exceeds its time is killed as timeout -k would.
func (m *MPI) Run(l Launch) Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), l.Timeout)
	defer cancel()
	args := append(append([]string{}, m.Mpiexec[1:]...), "-n", fmt.Sprint(l.Ranks), l.Binary)
	cmd := exec.CommandContext(ctx, m.Mpiexec[0], append(args, l.Args...)...)
	cmd.Dir = l.Dir
	cmd.Env = append(append(os.Environ(), m.Env...), l.Env...)
	if l.Preload != "" {
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+l.Preload)
	}
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = OpenInput, &out, &out
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 3 * time.Second
	start := time.Now()
	if l.Still > 0 {
		go l.endWhenStill(ctx, cancel)
	}
	err := cmd.Run()
	o := Outcome{Dir: l.Dir, Output: out.String(), TimedOut: ctx.Err() != nil, Wall: time.Since(start)}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		o.Exit = exit.ExitCode()
	case err != nil:
		o.Exit = -1
	}
	if err != nil && strings.HasPrefix(l.Dir, os.TempDir()) { // a folder of its own
		endLeft(l.Dir)
	}
	return o
}

// endLeft kills the ranks that a launcher has left behind in a folder: mpiexec of MPICH 4.2 leaves a spinning rank
// behind of each job that an error ends.
func endLeft(dir string) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cwd") // fails for malformed patterns only
	for _, path := range paths {
		at, err := os.Readlink(path)
		pid, wrong := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && wrong == nil && at == dir && pid != os.Getpid() {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone by now
		}
	}
}

// killedByAnother reports whether every rank with a finding of the rule was
// killed, as launchers do once another rank has ended by an error.
func killedByAnother(r *report.Report, rule string) bool {
	killed, culprit := map[int]bool{}, false
	for _, e := range r.Ends {
		killed[e.Rank] = e.How == report.Killed
		culprit = culprit || slices.Contains([]report.End{report.Failed, report.Aborted, report.Exited}, e.How)
	}
	for _, f := range r.Findings {
		if f.RuleID == rule && slices.ContainsFunc(f.Ranks, func(rank int) bool { return !killed[rank] }) {
			return false
		}
	}
	return culprit
}

// ReadReport runs "gomarmot report --format json --pedantic" on a log, or on
// its folders collected from several nodes. Further flags may come with them.
func ReadReport(gomarmot string, logs ...string) (*report.Report, int, error) {
	var out, stderr bytes.Buffer
	cmd := exec.Command(gomarmot, append([]string{"report", "--format", "json", "--pedantic"}, logs...)...)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	code := cmd.ProcessState.ExitCode()
	if code != 0 && code != 1 && out.Len() == 0 { // 2 with a report: MPI calls are missing
		return nil, code, fmt.Errorf("gomarmot report: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	r := &report.Report{}
	if err := json.Unmarshal(out.Bytes(), r); err != nil {
		return nil, code, fmt.Errorf("gomarmot report: %w in %q", err, out.String())
	}
	return r, code, nil
}

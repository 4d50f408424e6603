package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

// Exit codes specific to run, the same as the exit codes of timeout and of shells.
const (
	exitTimeout = 124
	exitSignal  = 128 // plus the number of the signal
)

// grace is the time in which a job must end after SIGTERM.
const grace = 10 * time.Second

const runHelp = `Runs a command with libgomarmot.so preloaded in its MPI processes, and only
there, then prints the report of the run to the error stream. The command's
input and output are untouched. The library is passed with -x to Open MPI's
mpiexec, with -genv to MPICH's, with --export to srun, with --env to flux run
and jsrun, with -e to aprun, and through the environment to programs started
without a launcher.

With --heap, libgomarmot-heap.so is preloaded as well, before all other
libraries: it knows the blocks that the program has allocated. With --gpu, CUDA
loads libgomarmot-cuda.so ($CUDA_INJECTION64_PATH), and libgomarmot-hip.so is
preloaded as well, which record what the program does on GPUs: no profiler of
CUDA can be used in the same run. With --callers, findings in functions of the
program through which it calls MPI say who called these functions.

The library is found beside gomarmot, in ../lib or ../lib64, or where
$GOMARMOT_LIB says.

Ctrl-C goes to the launcher; a second one kills the job, a third one with srun,
which itself takes two. The report is printed in any case.

Exit code: that of the command if it is not 0; then 1 if there is a finding at
or above the level of --fail-on, else 0; 2 if nothing could be run or checked,
or MPI calls are missing from the log (0 with --allow-incomplete); 124 if the
time of --timeout was up; 130 if the job was interrupted by Ctrl-C (128 plus
the signal number for any other signal).`

// runFlags are the flags of the command run.
type runFlags struct {
	reportFlags
	log                         string
	print, quiet, heap, callers bool
	gpu, live                   bool
	timeout, hangAfter          time.Duration
}

func (f *runFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.log, "log", "", "write the log to `PATH`\n(default: $GOMARMOT_LOG, or "+logdir.Default+")")
	flags.BoolVar(&f.print, "print", false, "print the command that would run, and exit")
	flags.BoolVar(&f.heap, "heap", settings.On(os.Getenv(settings.Heap)),
		"watch the program's heap: buffers that end beyond\ntheir block, blocks freed while MPI uses them")
	flags.BoolVar(&f.gpu, "gpu", false,
		"watch GPUs (CUDA, HIP): buffers given to MPI while\na kernel or a copy uses them")
	flags.BoolVar(&f.callers, "callers", false, "say who called the function of the program that\ncalls MPI")
	flags.DurationVar(&f.timeout, "timeout", 0, "end the job after `DURATION`, such as 90s or 10m")
	flags.DurationVar(&f.hangAfter, "hang-after", 0,
		"if the job makes no progress for `DURATION`, report\nwhere its ranks are; the job goes on")
	flags.BoolVar(&f.live, "live", false,
		"compare the ranks while they run, on a core of\nthis machine, and print findings at once")
	flags.BoolVar(&f.quiet, "no-progress", false, "do not use the last row of a terminal to show how\nthe job is doing")
	f.reportFlags.add(flags)
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run [flags] [--] COMMAND [ARGUMENT]...",
		Short: "run an MPI program, record it and print the report",
		Long:  runHelp,
		Example: `  gomarmot run mpiexec -n 4 ./app
  gomarmot run --timeout 10m --hang-after 1m -o run.html -- srun -n 64 ./app`,
		DisableFlagsInUseLine: true,
		Args:                  someArgs,
		RunE:                  func(_ *cobra.Command, args []string) error { return a.runJob(args, &f) },
	}
	c.Flags().SetInterspersed(false) // the rest are the command's own flags
	f.add(c.Flags())
	return c
}

// someArgs requires a command.
func someArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s needs a command, such as mpiexec -n 4 ./app", c.Name())
	}
	return nil
}

// notNegative is the error of a flag whose duration is negative.
func notNegative(flag string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("--%s must be a positive duration, such as 90s, not %v", flag, d)
	}
	return nil
}

// runJob runs a command and reports on it.
func (a *app) runJob(command []string, f *runFlags) error {
	if err := notNegative("timeout", f.timeout); err != nil {
		return err
	}
	f.still = f.hangAfter
	p, err := f.prepare()
	if err != nil {
		return err
	}
	p.command, p.gpu = command, f.gpu
	log, err := logPath(f.log)
	if err != nil {
		return err
	}
	record := launch.NewRecord(log)
	vars := []launch.Var{{Name: settings.Log, Value: log}}
	if !f.print { // the name differs each time
		vars = append(vars, launch.Var{Name: settings.Job, Value: record.Job})
	}
	if _, set := os.LookupEnv(settings.Pedantic); f.pedantic || set {
		vars = append(vars, launch.Var{Name: settings.Pedantic, Value: settings.Switch(f.pedantic)})
	}
	if _, set := os.LookupEnv(settings.Heap); f.heap || set {
		vars = append(vars, launch.Var{Name: settings.Heap, Value: settings.Switch(f.heap)})
	}
	if f.callers {
		vars = append(vars, launch.Var{Name: settings.Stacks, Value: settings.AllStacks})
	}
	job, err := a.job(command, vars, f)
	if err != nil {
		return err
	}
	if f.print {
		_, err := fmt.Fprintln(a.out, launch.Quote(job.Env, job.Argv))
		return err
	}
	if err := launch.AwaitLog(log); err != nil {
		return err
	}
	job.Timeout = f.timeout
	stop, clear := a.watch(record, f.hangAfter, p), func() {}
	if !f.quiet {
		clear = a.progress(record)
	}
	unfollow := func() {}
	if f.live {
		unfollow = a.follow(record, p.opt.Rules)
	}
	outcome, err := job.Run()
	unfollow()
	stop()
	clear()
	if err != nil {
		return err
	}
	return a.afterwards(command, record, outcome, p)
}

// job builds the launcher's command line.
func (a *app) job(command []string, vars []launch.Var, f *runFlags) (*launch.Job, error) {
	library, err := libraryFor(command[0])
	if err != nil {
		return nil, err
	}
	var more []string
	if f.heap {
		more = append(more, launch.HeapName)
	}
	if f.gpu {
		if vars, err = a.withGPU(vars, library); err != nil {
			return nil, err
		}
		more = append(more, launch.HIPName)
	}
	if library, err = launch.With(library, more...); err != nil {
		return nil, err
	}
	l := launch.Detect(command[0], launch.Version)
	if doubt := l.Doubt(command); doubt != "" {
		a.note("%s", doubt)
	}
	job := &launch.Job{Grace: grace, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Note: func(s string) {
		a.note("%s", s)
	}}
	job.Argv, job.Env = l.Command(command, os.Getenv, library, rankVars(l, vars))
	job.Interrupts = l.Interrupts()
	return job, nil
}

// libraryFor returns the path of libgomarmot.so, after checking that the command exists.
func libraryFor(command string) (string, error) {
	if _, err := launch.LookUp(command); err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find gomarmot's own executable: %w", err)
	}
	return launch.FindLibrary(self, os.Getenv(launch.LibraryVar))
}

// rankVars are the settings that the ranks must have, the given settings first. A launcher that does not pass on its
// environment gets all settings that the user made.
func rankVars(l launch.Launcher, out []launch.Var) []launch.Var {
	if _, set := os.LookupEnv(settings.Summary); !set {
		out = append(out, launch.Var{Name: settings.Summary, Value: "0"}) // gomarmot run prints the report itself
	}
	for _, s := range settings.All {
		given := slices.ContainsFunc(out, func(v launch.Var) bool { return v.Name == s.Name })
		if v, set := os.LookupEnv(s.Name); set && l.NeedsVars() && !given && s.Name != settings.Job {
			out = append(out, launch.Var{Name: s.Name, Value: v})
		}
	}
	return out
}

// logPath returns the absolute path of the log. If the user names no path
// and another file has the default name, it returns the second default.
func logPath(flag string) (string, error) {
	if flag == "" {
		flag = os.Getenv(settings.Log)
	}
	if flag == "" {
		flag = logdir.Default
		if logdir.Taken(flag) {
			flag = logdir.Second
		}
	}
	path, err := filepath.Abs(flag)
	if err != nil {
		return "", fmt.Errorf("--log: %w", err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--log: there is no directory %s", filepath.Dir(path))
	}
	return path, nil
}

// nearPath shortens a path below the current directory.
func nearPath(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// afterwards prints the report and settles the exit code.
func (a *app) afterwards(command []string, record *launch.Record, o launch.Outcome, p *reporting) error {
	var err error
	if log := record.Path(); log == "" {
		err = noLog(command, o)
		if earlier := record.Earlier(); earlier != "" {
			err = fmt.Errorf("%w; %s is the log of an earlier run", err, foreign.Line(nearPath(earlier)))
		}
	} else {
		if p.format.Name == report.Formats[0].Name {
			fmt.Fprintln(a.err) // separates the report from the launcher's output
		}
		if text := longCheck(logdir.Records(logdir.Dir(log)), nearPath(log)); text != "" {
			a.note("%s", text)
		}
		p.others = record.Others()
		p.failed = o.Code > 0 && o.Code < exitSignal && !o.TimedOut && o.Interrupted == 0
		err = a.tell(a.err, nearPath(log), p)
	}
	code := programCode(o)
	if code == 0 {
		return err
	}
	if err != nil {
		a.fail(err.Error())
	}
	a.code = code
	if !o.TimedOut && !o.Stopped && o.Interrupted == 0 {
		a.note("exit status %d is from %s", code, filepath.Base(command[0]))
	}
	return nil
}

// noLog explains why a run left no log, if the reason is known without running it again.
func noLog(command []string, o launch.Outcome) error {
	d := &doctor{}
	d.installation()
	d.settings(os.Environ())
	if d.library != "" {
		d.command(command)
	}
	for _, f := range d.found {
		if f.grade == problem {
			return fmt.Errorf("the run left no log: %s; %s", f.text, f.fix)
		}
	}
	doctor := launch.Quote(nil, command)
	switch {
	case o.TimedOut || o.Interrupted != 0:
		return fmt.Errorf("the run left no log: no MPI_Init had returned when the run was ended; "+
			"MPI_Init waits for all ranks of the job; to find out why, run gomarmot doctor -- %s", doctor)
	case o.Code != 0:
		return fmt.Errorf("the run left no log: the command failed before any MPI_Init had returned; "+
			"to find out why, run gomarmot doctor -- %s", doctor)
	}
	return fmt.Errorf("the run left no log; to find out why, run gomarmot doctor -- %s", doctor)
}

// programCode is the exit code determined by how the job ended, whatever the
// report says; 0 if it succeeded.
func programCode(o launch.Outcome) int {
	switch {
	case o.TimedOut, o.Stopped:
		return exitTimeout
	case o.Interrupted != 0:
		return exitSignal + int(o.Interrupted)
	}
	return o.Code
}

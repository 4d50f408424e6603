package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/provoke"
)

const provokeHelp = `Runs a command twice untouched, reads from its log where MPI had a choice, then
runs it again and again, and each time makes MPI do another thing that the
standard allows: complete a send only when its message is received, take the
message of another rank, complete another request first, do operations on a
window at the last moment. Each run is compared with the untouched ones: whether
it hangs or crashes (PROV001), which rules it breaks (PROV002), and what it prints
(PROV003). Nothing is recompiled.

The report is that of the untouched run, and these findings. Each names the
choice, and says that the standard allows it. --again N repeats run number N.
A warning that the run got through only because MPI buffered (HANG004), or of a
message race (MSG010), says whether it was confirmed.

The command has to end with exit status 0 when it is untouched, and it must not
change its own input: --setup restores it before each run. Its input is empty, and
its output goes to files in the directory of --dir, which is emptied first.

Exit code: 1 if there is a finding at or above the level of --fail-on, else 0; 2
if nothing could be run, tried or compared, the untouched runs fail, or the plan of
--again is damaged; 130 if Ctrl-C ended it, after the report on the runs so far.`

// Defaults of gomarmot provoke.
const (
	provokeRuns = 60
	provokeTime = 10 * time.Minute
	provokeDir  = "provoke.d"
)

// provokeFlags are the flags of the command provoke.
type provokeFlags struct {
	reportFlags
	dir, only, setup string
	runs, again      int
	jobs             int
	time             time.Duration
	tolerance        float64
	list             bool
}

func (f *provokeFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&f.runs, "runs", provokeRuns, "make at most `N` runs besides the untouched ones")
	flags.IntVar(&f.jobs, "jobs", 1, "make `N` runs beside each other; they share the working\ndirectory, so not "+
		"for programs that write files")
	flags.DurationVar(&f.time, "time", provokeTime, "begin no run after `DURATION`")
	flags.StringVar(&f.only, "only", "", "force only choices of these `KINDS`, separated by\ncommas; --list shows them")
	flags.BoolVar(&f.list, "list", false, "list the choices of an untouched run, and force none")
	flags.IntVar(&f.again, "again", -1, "repeat run number `N`, and report on it")
	flags.Lookup("again").DefValue = "0" // help shows no default
	flags.StringVar(&f.setup, "setup", "", "run `COMMAND` in a shell before each run")
	flags.StringVar(&f.dir, "dir", provokeDir, "keep plans, logs and output in `DIR`")
	flags.Float64Var(&f.tolerance, "tolerance", 1e-6, "numbers in the output may differ by this part of\ntheir value")
	f.reportFlags.add(flags)
}

func (a *app) provokeCommand() *cobra.Command {
	var f provokeFlags
	c := &cobra.Command{
		Use:   "provoke [flags] [--] COMMAND [ARGUMENT]...",
		Short: "bring about what MPI allows and a plain run does not show",
		Long:  provokeHelp,
		Example: `  gomarmot provoke mpiexec -n 4 ./app
  gomarmot provoke --only match,order --runs 20 -o report.html -- mpiexec -n 4 ./app
  gomarmot provoke --again 7 -- mpiexec -n 4 ./app`,
		DisableFlagsInUseLine: true,
		Args:                  someArgs,
		RunE:                  func(_ *cobra.Command, args []string) error { return a.provoke(args, &f) },
	}
	c.Flags().SetInterspersed(false) // the rest are the command's own flags
	f.add(c.Flags())
	return c
}

// check returns an error that names the flag with an impossible value.
func (f *provokeFlags) check() error {
	switch {
	case f.runs < 0:
		return fmt.Errorf("--runs must be a number of runs, 0 or more, not %d", f.runs)
	case f.jobs < 1:
		return fmt.Errorf("--jobs must be a number of runs, 1 or more, not %d", f.jobs)
	case f.jobs > 1 && f.setup != "":
		return errors.New("--jobs and --setup do not go together: the command of --setup would change the input of " +
			"runs under way")
	case f.time <= 0:
		return fmt.Errorf("--time must be a positive duration, such as 90s, not %v", f.time)
	case f.tolerance < 0 || math.IsNaN(f.tolerance):
		return fmt.Errorf("--tolerance must be a number from 0 on, such as 1e-6, not %v", f.tolerance)
	}
	return nil
}

// provokeMark is the file that marks a directory of gomarmot provoke.
const provokeMark = "gomarmot-provoke"

// emptied is the directory for plans, logs and output, without the files of an earlier session.
func emptied(dir string) (string, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("--dir: %w", err)
	}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("--dir: %w", err)
	}
	if _, err := os.Stat(filepath.Join(path, provokeMark)); len(entries) > 0 && err != nil {
		return "", fmt.Errorf("--dir: %s is not empty, and gomarmot provoke has not made it; choose another directory",
			dir)
	}
	if err := os.RemoveAll(path); err != nil {
		return "", fmt.Errorf("--dir: %w", err)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return "", fmt.Errorf("--dir: %w", err)
	}
	return path, os.WriteFile(filepath.Join(path, provokeMark), nil, 0o666)
}

// provoke runs the command untouched, then forces its choices in turn, and reports.
func (a *app) provoke(command []string, f *provokeFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	kinds, err := provoke.KindsByName(f.only)
	if err != nil {
		return fmt.Errorf("--only: %w", err)
	}
	p, err := f.prepare()
	if err != nil {
		return err
	}
	s := &session{app: a, command: command, flags: f, kinds: kinds, reporting: p, began: time.Now()}
	if f.again >= 0 {
		return s.repeat()
	}
	if s.dir, err = emptied(f.dir); err != nil {
		return err
	}
	if err := s.untouched(); err != nil {
		return err
	}
	if f.list {
		return s.list()
	}
	if err := s.search(); err != nil {
		return err
	}
	return s.report()
}

// list prints the choices of the untouched run.
func (s *session) list() error {
	w := tabwriter.NewWriter(s.app.out, 0, 8, 2, ' ', 0)
	search := provoke.NewSearch(s.survey, s.kinds)
	for t, ok := search.Next(); ok; t, ok = search.Next() {
		c := t.Last()
		fmt.Fprintf(w, "%s\t%s\t%s\n", c.Kind, s.placeOf(c), c.Choice.String())
	}
	return w.Flush()
}

package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

const watchHelp = `Shows how a running job is doing, such as one that a batch system has
started: how many ranks have told something, how many records they write in a
second, how many findings there are so far, and which ranks have been in one MPI
call for more than ten seconds, or have told nothing for long. The job does not
notice.

PATH is the job's run.log, its directory run.log.d, or the directory they are
in. Ranks that log to a disk of their own node can only be watched there.

On a terminal one line is kept up to date; elsewhere a line is printed every ten
seconds. It ends when the job has ended.

Exit code: 0 if the job has ended, or with --once; 2 if there is no such log.`

// Between two looks, and between two lines where there is no terminal.
const (
	watchEvery = time.Second
	watchLines = 10 * time.Second
)

func (a *app) watchCommand() *cobra.Command {
	once := false
	c := &cobra.Command{
		Use:   "watch [flags] PATH",
		Short: "show how a running job is doing",
		Long:  watchHelp,
		Example: `  gomarmot watch run.log
  gomarmot watch --once /scratch/job-4711`,
		DisableFlagsInUseLine: true,
		Args:                  oneArg("the log of a running job"),
		RunE:                  func(_ *cobra.Command, args []string) error { return a.watchJob(args[0], once) },
	}
	c.Flags().BoolVar(&once, "once", false, "print one line, and exit")
	return c
}

// watchJob prints how a job is doing until it has ended.
func (a *app) watchJob(path string, once bool) error {
	log, dir, err := logdir.Find(path)
	if err != nil {
		return err
	}
	start := time.Now()
	p := launch.NewProgress(func() string { return dir })
	terminal := terminalOf(a.out)
	for last := (time.Time{}); ; time.Sleep(watchEvery) {
		now := time.Now()
		s := p.Look(now)
		ended := ended(s, log) && (s.Heard > 0 || once || now.Sub(start) > logdir.PulseEvery(s.Size)+watchLines)
		switch {
		case terminal != nil:
			fmt.Fprint(terminal, "\r\x1b[K"+cut(s.String(), terminal))
		case once || ended || now.Sub(last) >= watchLines:
			fmt.Fprintln(a.out, s)
			last = now
		}
		if once || ended {
			if terminal != nil {
				fmt.Fprintln(a.out)
			}
			if ended {
				a.note("the job has ended; gomarmot report %s shows what it did", nearPath(log))
			}
			return nil
		}
	}
}

// ended reports whether no rank of the job lives any more, as far as can be told: all
// have said so, or no process holds the log's directory and none has told anything
// for long.
func ended(s launch.Sight, log string) bool {
	alive := s.Heard - s.Ended - len(s.Silent)
	return alive == 0 && !launch.Held(log)
}

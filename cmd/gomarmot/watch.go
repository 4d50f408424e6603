package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

const watchHelp = `Shows how a running job is doing, such as one that a batch system has
started: how many ranks have told something, how many records they write in a
second, how many findings there are so far; and which ranks are in which MPI
call at which line, and since when: the odd one out first. The job does not
notice.

PATH is the job's run.log, its directory run.log.d, or the directory they are
in; all hosts of the job must log there. Ranks that log to a disk of their own
node can only be watched there: a line says how.

When all ranks wait in MPI calls, the log is checked; if ranks wait forever, the
explanation follows that gomarmot run --hang-after gives, without a time limit.

On a terminal the table is kept up to date; elsewhere it is printed every ten
seconds. It ends when the job has ended. --json prints an object for each
roll-call, a line each, instead of the table and the explanation.

Exit code: 0 if the job has ended, or with --once; 1 if --until-standstill, and
ranks wait forever; 2 if there is no such log.`

// The times between two looks, between two looks with --once, and between two lines if there is no terminal.
const (
	watchEvery = time.Second
	watchOnce  = 200 * time.Millisecond
	watchLines = 10 * time.Second
)

func (a *app) watchCommand() *cobra.Command {
	var how watchFlags
	c := &cobra.Command{
		Use:   "watch [flags] PATH",
		Short: "show how a running job is doing",
		Long:  watchHelp,
		Example: `  gomarmot watch run.log
  gomarmot watch --once /scratch/job-4711`,
		DisableFlagsInUseLine: true,
		Args:                  oneArg("the log of a running job"),
		RunE:                  func(_ *cobra.Command, args []string) error { return a.watchJob(args[0], how) },
	}
	c.Flags().BoolVar(&how.once, "once", false, "print the table once each rank has told what it does, and exit")
	c.Flags().BoolVar(&how.until, "until-standstill", false, "end when ranks wait forever, with exit code 1")
	c.Flags().BoolVar(&how.json, "json", false, "print roll-calls as JSON, "+watchSchema)
	return c
}

// watchFlags are the flags of the command watch.
type watchFlags struct {
	once  bool
	until bool // end at a standstill
	json  bool
}

// watching is a job whose progress is shown.
type watching struct {
	*app
	watchFlags
	log      string
	progress *launch.Progress
	spots    *spots
	stands   *standstill
	start    time.Time
	terminal *os.File // nil: the output is not a terminal
	lines    int      // shown on the terminal
	told     bool     // the way to watch absent ranks was explained
}

// watchJob prints how a job is doing until it has ended.
func (a *app) watchJob(path string, how watchFlags) error {
	log, dir, err := logdir.Find(path)
	if err != nil {
		return err
	}
	stands, err := newStandstill()
	if err != nil {
		return err
	}
	w := &watching{app: a, watchFlags: how, log: log, stands: stands,
		progress: launch.NewProgress(func() string { return dir }),
		spots:    newSpots(dir), start: time.Now(), terminal: terminalOf(a.out)}
	if how.json {
		w.terminal = nil
	}
	if how.once {
		w.progress.Patience = oncePatience
		w.lookOnce()
	} else {
		w.follow()
	}
	return nil
}

// oncePatience is the number of pulses that a rank may miss with --once.
const oncePatience = 2

// lookOnce prints a roll-call when each rank has reported twice, or is silent. If the job seems to stand still, it
// first waits for the check whether ranks wait forever.
func (w *watching) lookOnce() {
	for ; ; time.Sleep(watchOnce) {
		now := time.Now()
		s := w.progress.Look(now)
		ended := ended(s, w.log)
		why, still := w.stands.look(w.log, w.progress, s, now)
		if why == nil && w.stands.found != nil {
			continue // the check will decide soon
		}
		tried := now.Sub(w.start) > (oncePatience+1)*logdir.PulseEvery(s.Size)
		if why != nil || ended || tried ||
			w.progress.Settled() && s.Heard >= s.Size && w.progress.AllWait(s, now) == 0 {
			w.print(s, now, why, ended)
			w.tellStandstill(why, still)
			w.tellAbsent(s, ended)
			w.tellEnd(ended)
			return
		}
	}
}

// follow shows the job until it has ended, or, if asked for, until it stands still.
func (w *watching) follow() {
	for last := (time.Time{}); ; time.Sleep(watchEvery) {
		now := time.Now()
		s := w.progress.Look(now)
		ended := ended(s, w.log) && (s.Heard > 0 || now.Sub(w.start) > logdir.PulseEvery(s.Size)+watchLines)
		why, still := w.stands.look(w.log, w.progress, s, now)
		switch {
		case w.terminal != nil:
			w.draw(s, now)
		case ended || why != nil || now.Sub(last) >= watchLines:
			w.print(s, now, why, ended)
			last = now
		}
		w.tellStandstill(why, still)
		if now.Sub(w.start) > logdir.PulseEvery(s.Size)+watchLines {
			w.tellAbsent(s, ended)
		}
		w.tellEnd(ended)
		if ended || why != nil && w.until {
			return
		}
	}
}

// tellStandstill explains a standstill; nil: there is none to explain.
func (w *watching) tellStandstill(why *report.Report, still time.Duration) {
	if why == nil {
		return
	}
	if !w.json {
		w.explainStandstill(why, w.stands.with, w.out, still)
		w.lines = 0 // the table continues below
	}
	if w.until {
		w.code = exitFindings
	}
}

// rows returns what is shown: a line on the job, and the roll-call with at most so many groups.
func (w *watching) rows(s launch.Sight, now time.Time, most int) []string {
	rows := []string{s.Head()}
	if still := w.progress.AllWait(s, now); still > 0 {
		rows[0] += ", no progress for " + still.Round(time.Second).String()
	}
	groups := w.progress.RollCall(s, now, w.spots.name)
	if len(groups) == 1 && (groups[0].State == launch.Calling || groups[0].State == launch.Ended) {
		return rows
	}
	return append(rows, rollCall(groups, most)...)
}

// mostGroups bounds the groups that are printed if there is no terminal.
const mostGroups = 30

// print prints a roll-call. why explains a standstill that begins with it; nil: none does.
func (w *watching) print(s launch.Sight, now time.Time, why *report.Report, over bool) {
	if w.json {
		w.writeRecord(s, now, why, over)
		return
	}
	if s.Heard == 0 && over {
		return // the job has not begun, or has ended
	}
	for _, row := range w.rows(s, now, mostGroups) {
		fmt.Fprintln(w.out, foreign.Line(row))
	}
}

// draw replaces what is shown on the terminal.
func (w *watching) draw(s launch.Sight, now time.Time) {
	_, height, err := term.GetSize(int(w.terminal.Fd()))
	if err != nil || height < fewestRows {
		height = fewestRows
	}
	var b strings.Builder
	if w.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", w.lines)
	}
	b.WriteString("\r\x1b[J")
	rows := w.rows(s, now, height-3) // a row each for the job, further groups and the cursor
	for _, row := range rows {
		b.WriteString(cut(foreign.Line(row), w.terminal) + "\n")
	}
	w.lines = len(rows)
	fmt.Fprint(w.terminal, b.String())
}

// tellAbsent explains, once, how to watch ranks that have reported nothing here.
func (w *watching) tellAbsent(s launch.Sight, ended bool) {
	if s.Heard == 0 || s.Heard >= s.Size || ended || w.told {
		return
	}
	w.told = true
	log, err := filepath.Abs(w.log)
	if err != nil {
		log = w.log
	}
	command, there := "gomarmot watch --once "+foreign.Argument(log), "run there: "
	if job := logdir.SlurmJob(logdir.Dir(w.log)); job != "" {
		there, command = "run: ", fmt.Sprintf("srun --jobid=%s --overlap --ntasks-per-node=1 %s", job, command)
	}
	w.note("some ranks have told nothing in %s; if they log to disks of their nodes, %s%s", nearPath(logdir.Dir(w.log)),
		there, command)
}

func (w *watching) tellEnd(ended bool) {
	if ended {
		w.note("the job has ended; gomarmot report %s shows what it did", nearPath(w.log))
	}
}

// ended reports whether all ranks of the job have ended, as far as gomarmot can know: all
// have reported their end, or no process holds the log's directory and none has reported
// for long.
func ended(s launch.Sight, log string) bool {
	alive := s.Heard - s.Ended - len(s.Silent)
	return alive == 0 && !launch.Held(log)
}

package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

const logHelp = `Shows what the log of a run holds: info describes the run and its ranks, events
lists the recorded calls of one rank, export writes the calls of all ranks for
other programs.

PATH is run.log or the directory run.log.d beside it.`

func (a *app) logCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "log",
		Short: "show what a log holds",
		Long:  logHelp,
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.logInfoCommand(), a.logEventsCommand(), a.logExportCommand())
	return c
}

// eachEvent calls f with the records of a rank until f asks it to stop. A
// terminal shows the progress.
func eachEvent(r *logdir.RankLog, f func(*event.Event) bool) error {
	b := newBar(os.Stderr)
	defer b.clear()
	n := 0
	return r.Each(func(e *event.Event) bool {
		if n%4096 == 0 {
			b.at(r.Read())
		}
		n++
		return f(e)
	})
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

const logSalvageHelp = `Completes the log of a job in which all ranks of a node shared one file and were
killed: their last records are still in a directory on the node. Run it on each such
node, for example with srun -N 2 --ntasks-per-node 1. Nothing is lost if it runs
twice, or while the job is running.`

func (a *app) logSalvageCommand() *cobra.Command {
	var ended bool
	cmd := &cobra.Command{
		Use:     "salvage PATH",
		Short:   "add the last records of killed ranks of this node",
		Long:    logSalvageHelp,
		Example: "  gomarmot log salvage run.log",
		Args:    oneArg("the path of run.log or run.log.d"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.logSalvage(args[0], ended) },
	}
	cmd.Flags().BoolVar(&ended, "ended", false, "the job has ended: ranks that ran in another container are not running")
	return cmd
}

func (a *app) logSalvage(path string, ended bool) error {
	_, dir, err := logdir.Find(path)
	if err != nil {
		return err
	}
	saved, running, err := logdir.Salvage(dir, ended)
	if err != nil {
		return err
	}
	switch {
	case saved > 0:
		fmt.Fprintf(a.out, "the records of %s of this node were added to the log\n", words.Count(saved, "killed thread"))
	case running:
		fmt.Fprintln(a.out, "nothing to add now: ranks of this node are running, or ran in another container; if the job has ended, add --ended")
	default:
		fmt.Fprintln(a.out, "nothing to add: no rank of this log has left records on this node")
	}
	return nil
}

package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
)

const reportHelp = `Reads the log of a run, finished or not, and prints each broken rule with the
ranks, the source lines and the earlier calls it conflicts with.

PATH is run.log or the folder run.log.d beside it.

Exit code: 0 no finding at or above the level of --fail-on, 1 there are some,
2 the log could not be checked.`

func (a *app) reportCommand() *cobra.Command {
	var format, failOn string
	c := &cobra.Command{
		Use:   "report PATH",
		Short: "print what the run at PATH did wrong",
		Long:  reportHelp,
		Args:  oneArg("the path of run.log or run.log.d"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.report(args[0], format, failOn)
		},
	}
	var names []string
	for _, f := range report.Formats {
		names = append(names, f.Name)
	}
	c.Flags().StringVar(&format, "format", names[0], "`FORMAT`: "+strings.Join(names, ", "))
	c.Flags().StringVar(&failOn, "fail-on", failLevels[0].name, "`LEVEL`: "+levelNames(", "))
	return c
}

// report checks one log and prints the result.
func (a *app) report(path, format, failOn string) error {
	f, err := report.FormatByName(format)
	if err != nil {
		return err
	}
	least, err := failLevel(failOn)
	if err != nil {
		return err
	}
	r, err := a.check(path)
	if err != nil {
		return err
	}
	dir, _ := os.Getwd() // without it, paths are shown whole
	if err := f.Write(a.out, r, report.Options{Dir: dir}); err != nil {
		return err
	}
	a.code = exitCode(r, least)
	return nil
}

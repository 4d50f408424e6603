package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

const baselineHelp = `Writes the findings of a run to a file. With gomarmot report --baseline FILE,
only findings that are not in FILE count. Suppressed findings are left out.

PATH is run.log or the directory run.log.d beside it. Without -o the baseline
goes to standard output.

Exit code: 0, or 2 if the log could not be checked or the file not written.`

func (a *app) baselineCommand() *cobra.Command {
	var f sourceFlags
	var file string
	c := &cobra.Command{
		Use:     "baseline PATH",
		Short:   "record the findings of the run at PATH as known",
		Long:    baselineHelp,
		Example: "  gomarmot baseline run.log -o base.json\n  gomarmot report --baseline base.json run.log",
		Args:    oneArg("the path of run.log or run.log.d"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.baseline(args[0], file, &f) },
	}
	c.Flags().StringVarP(&file, "output", "o", "", "write to `FILE`")
	f.add(c.Flags())
	return c
}

// baseline checks a log and records its findings.
func (a *app) baseline(path, file string, f *sourceFlags) error {
	gate, err := newGate(f, "")
	if err != nil {
		return err
	}
	var r *report.Report
	spawned := logdir.SpawnedBy(path)
	for _, log := range append([]string{path}, spawned...) {
		var opt check.Options
		if r == nil {
			opt.Others = logdir.MayBeSpawnedBy(path)
		}
		one, err := a.check([]string{log}, f.rules(), opt)
		if err != nil {
			return err
		}
		gate.apply(one)
		if r == nil {
			r = one
		} else {
			r.Findings = append(r.Findings, one.Findings...)
		}
	}
	base := report.NewBaseline(r, gate.root)
	if file == "" {
		return base.Write(a.out)
	}
	var b bytes.Buffer
	if err := base.Write(&b); err != nil {
		return err
	}
	if err := writeFile(file, b.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "gomarmot: %s recorded as known in %s%s.\n",
		words.Count(len(base.Findings), "finding"), foreign.Line(file), report.Lacking(r))
	return err
}

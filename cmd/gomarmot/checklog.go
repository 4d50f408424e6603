package main

import (
	"os"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// checkLog reads a log, or the directories of one run from several nodes, and
// applies rules; if timed, it gathers the timeline too. A terminal shows the
// progress.
func checkLog(paths []string, set []*rules.Rule, timed bool) (*report.Report, error) {
	b := newBar(os.Stderr)
	defer b.clear()
	return checkWith(paths[0], set, check.Options{More: paths[1:], Timed: timed, Progress: b.at})
}

// checkRunning is checkLog for a job that is still running.
func checkRunning(path string, set []*rules.Rule) (*report.Report, error) {
	return checkWith(path, set, check.Options{Running: true})
}

func checkWith(path string, set []*rules.Rule, opt check.Options) (*report.Report, error) {
	j, err := check.LogWith(path, set, opt)
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

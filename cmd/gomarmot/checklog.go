package main

import (
	"os"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// checkLog reads the log at path and applies the rules; timed: it gathers the
// timeline too. A terminal is shown how far it is.
func checkLog(path string, timed bool) (*report.Report, error) {
	b := newBar(os.Stderr)
	defer b.clear()
	return checkWith(path, check.Options{Timed: timed, Progress: b.at})
}

// checkRunning is checkLog for a job that has not ended.
func checkRunning(path string) (*report.Report, error) {
	return checkWith(path, check.Options{Running: true})
}

func checkWith(path string, opt check.Options) (*report.Report, error) {
	j, err := check.LogWith(path, rules.All, opt)
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

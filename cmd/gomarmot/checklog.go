package main

import (
	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// checkLog reads the log at path and applies the rules; timed: it gathers the
// timeline too.
func checkLog(path string, timed bool) (*report.Report, error) {
	read := check.Log
	if timed {
		read = check.LogTimed
	}
	j, err := read(path, rules.All)
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

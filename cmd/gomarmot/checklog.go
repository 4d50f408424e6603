package main

import (
	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// checkLog reads the log at path and applies the rules.
func checkLog(path string) (*report.Report, error) {
	j, err := check.Log(path, rules.All)
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

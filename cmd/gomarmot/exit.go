package main

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// The exit codes.
const (
	exitClean    = 0 // no finding at or above the level of --fail-on
	exitFindings = 1 // at least one finding
	exitFailed   = 2 // the log could not be checked, or only in part; or the command line is wrong
)

// failLevels are the values of --fail-on and the least severity that makes
// the exit code exitFindings.
var failLevels = []struct {
	name  string
	least rules.Severity
}{
	{"error", rules.Error},
	{"warning", rules.Warning},
	{"note", rules.Note},
	{"never", rules.Error + 1},
}

// failLevel finds the severity for a value of --fail-on.
func failLevel(name string) (rules.Severity, error) {
	for _, l := range failLevels {
		if l.name == name {
			return l.least, nil
		}
	}
	return 0, fmt.Errorf("unknown level %q for --fail-on; choose one of %s", name, levelNames(", "))
}

func levelNames(sep string) string {
	var names []string
	for _, l := range failLevels {
		names = append(names, l.name)
	}
	return strings.Join(names, sep)
}

// exitCode is the code for a report. If evidence is missing it is never
// exitClean: the missing calls might have broken a rule.
func exitCode(r *report.Report, opt report.Options) int {
	switch {
	case r.Worst() >= opt.FailOn:
		return exitFindings
	case len(r.Unseen) > 0 && !opt.AllowIncomplete:
		return exitFailed
	}
	return exitClean
}

package main

import (
	"fmt"
	"os"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// checkLog reads a log, or the directories of a run from several nodes, and applies rules. A terminal shows the
// progress.
func checkLog(paths []string, set []*rules.Rule, opt check.Options) (*report.Report, error) {
	b := newBar(os.Stderr)
	defer b.clear()
	opt.More, opt.Progress = paths[1:], b.at
	return checkWith(paths[0], set, opt)
}

// checkRunning is checkLog for a job that is still running. still is for how long no rank has made progress; 0:
// unknown.
func checkRunning(path string, set []*rules.Rule, still time.Duration) (*report.Report, error) {
	return checkWith(path, set, check.Options{Running: true, Still: still})
}

func checkWith(path string, set []*rules.Rule, opt check.Options) (*report.Report, error) {
	useHugePages()
	j, err := check.Log(path, set, opt)
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

// A check of fewer records than mostSilent takes less than half a minute; checkRate records take about a second.
const (
	mostSilent = 30_000_000
	checkRate  = 1_500_000
)

// longCheck says, before the check of a log begins, that it takes long; "" if it does not.
func longCheck(records uint64, log string) string {
	if records < mostSilent {
		return ""
	}
	minutes := int((records/checkRate + 59) / 60)
	return fmt.Sprintf("checking %s records takes about %s; Ctrl-C ends the check, and gomarmot report %s begins it "+
		"again", words.Thousands(int64(records)), words.Count(minutes, "minute"), foreign.Argument(log))
}

package check

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// Plausible reports whether the readers of logs take an event.
var Plausible = plausible

// InputsOf are the inputs of a log.
func InputsOf(l *logdir.Log) []Input {
	return (&Job{Log: l, byRank: map[int]*logdir.RankLog{}, streams: map[int]*checkedStream{}, shift: shifts(l)}).inputs()
}

// SetCrowd sets for one test how many ranks are a crowd.
func SetCrowd(t *testing.T, ranks int) {
	before := crowd
	crowd = ranks
	t.Cleanup(func() { crowd = before })
}

// InBlocks sets how much the judges that work beside the matching get at once; 0: a sensible amount.
func InBlocks(o Options, n int) Options {
	o.block = n
	return o
}

// Linked returns the jobs that a job was compared with, each as "name at T" with the time of the call by which it was
// found.
func Linked(j *Job, seconds func(at uint64) float64) (out []string) {
	for _, s := range j.linked {
		out = append(out, fmt.Sprintf("%s at %g", filepath.Base(s.Log.Path), seconds(s.by.entered.at)))
	}
	return out
}

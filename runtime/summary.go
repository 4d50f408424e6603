package main

import (
	"time"

	"go.uber.org/zap"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// summaryMax is the largest log, in records, that rank 0 checks at MPI_Finalize:
// about a second's work.
const summaryMax = 3_000_000

// summarize runs on rank 0 at MPI_Finalize, when the segments of all ranks are
// complete or the wait for them is over: the job's rules, and a short summary
// with the command that shows the rest.
func summarize(p *process, j *journal) {
	command := "gomarmot report " + foreign.Argument(p.log)
	if n := recorded(p); n > summaryMax {
		note("%d calls recorded, too many to check here; run: %s", n, command)
		return
	}
	start := time.Now()
	job, err := check.Log(p.dir, ruleSet(), check.Options{})
	if err != nil {
		note("%v", err)
		return
	}
	defer job.Log.Close() // only read
	r := report.FromJob(job)
	j.logger().Info("summary", zap.Int("findings", len(r.Findings)), zap.Int64("records", r.Records),
		zap.Bool("complete", r.Complete), zap.Duration("seconds", time.Since(start)))
	for _, line := range report.Summary(r) {
		note("%s", line)
	}
	note("details: %s", command)
}

// recorded counts the events of all segments.
func recorded(p *process) uint64 {
	if p.node != "" {
		_, n := logdir.Progress(p.dir)
		return n
	}
	n := uint64(0)
	for rank := range p.size {
		r, err := segment.Open(logdir.SegmentName(p.dir, rank))
		if err != nil {
			continue // the check will report it
		}
		n += r.Records()
		_ = r.Close() // only read
	}
	return n
}

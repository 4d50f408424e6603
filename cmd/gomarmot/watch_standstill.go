package main

import (
	"time"

	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// standstill tracks whether a running job stands still, and the finding that explains it.
type standstill struct {
	with *reporting

	next    time.Time      // when the log may be checked again
	found   *report.Report // the report that explains why ranks wait forever; nil: none does so far
	checked time.Time      // when found was made
	told    bool
}

// newStandstill reads the files that the checks need.
func newStandstill() (*standstill, error) {
	var f reportFlags
	f.add(pflag.NewFlagSet("", pflag.ContinueOnError)) // sets the defaults
	with, err := f.prepare()
	return &standstill{with: with}, err
}

// After a check that does not explain the standstill, the next check waits at least recheckLeast, and
// recheckFactor times as long as the check has taken.
const (
	recheckLeast  = 5 * time.Second
	recheckFactor = 10
)

// look checks the log of a job whose ranks all wait according to s. It returns the report and the duration of the
// standstill, once for each standstill: when a finding explains why ranks wait forever, and no rank has made progress
// since the log was read.
func (x *standstill) look(log string, p *launch.Progress, s launch.Sight,
	now time.Time) (*report.Report, time.Duration) {
	still := p.AllWait(s, now)
	switch {
	case still == 0:
		x.found, x.told = nil, false
	case x.told, x.found == nil && now.Before(x.next):
	case x.found == nil && p.Written():
		x.check(log, still)
	case x.found != nil && now.Sub(x.checked) > settle(s.Size):
		x.told = true
		return x.found, still
	}
	return nil, 0
}

// settle returns the time after which the pulses show whether a job of this size has made progress.
func settle(size int) time.Duration { return 2*logdir.PulseEvery(size) + time.Second }

// check reads and checks the log.
func (x *standstill) check(log string, still time.Duration) {
	begun := time.Now()
	r, err := checkRunning(nearPath(log), x.with.opt.Rules, still*9/10)
	x.checked = time.Now()
	x.next = x.checked.Add(max(recheckLeast, recheckFactor*x.checked.Sub(begun)))
	if err != nil {
		return // the table says that the job stands still
	}
	if x.with.gate.apply(r); r.Hung() {
		x.found = r
	}
}

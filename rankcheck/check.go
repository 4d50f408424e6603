package rankcheck

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Check checks a rank. It belongs to a single goroutine.
type Check struct {
	checker *rules.Checker
	rank    *rank.Rank
}

// New returns a Check that applies the rules of set that need a single rank's calls only. It calls found once for
// each finding.
func New(c reading.Config, set []*rules.Rule, found func(*rules.Finding)) *Check {
	out := &Check{checker: rules.NewSet(rules.Live(set)).Checker(), rank: rank.NewRank(c)}
	out.checker.OnNew = found
	return out
}

// Event takes the next event of the rank.
func (c *Check) Event(e *event.Event) {
	call, m := c.rank.Feed(e)
	if m == record.NoCall {
		if x := c.rank.Other(e, nil); x != nil {
			c.checker.Program(c.rank, x)
		}
		return
	}
	c.checker.Call(c.rank, call, m)
	c.rank.Apply(call, m, nil)
}

// Finish runs the rules on the end of the rank, after the last event.
func (c *Check) Finish() { c.checker.Finish(c.rank) }

package check

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// Live checks one rank while it runs: the rules that need one rank's calls
// only. It is used by one goroutine.
type Live struct {
	checker *rules.Checker
	rank    *state.Rank
}

// NewLive returns a live check by those of the rules that need one rank's calls
// only; found is called once for each finding.
func NewLive(c state.Config, set []*rules.Rule, found func(*rules.Finding)) *Live {
	l := &Live{checker: rules.NewSet(rules.Live(set)).Checker(), rank: state.NewRank(c)}
	l.checker.OnNew = found
	return l
}

// Event takes the next event of the rank.
func (l *Live) Event(e *event.Event) {
	c, m := l.rank.Feed(e)
	if m == state.NoCall {
		if x := l.rank.Other(e, nil); x != nil {
			l.checker.Program(l.rank, x)
		}
		return
	}
	l.checker.Call(l.rank, c, m)
	l.rank.Apply(c, m, nil)
}

// Finish runs the rules that look at the end of the rank.
func (l *Live) Finish() { l.checker.Finish(l.rank) }

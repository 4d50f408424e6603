package check

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker"
)

// Live checks one rank while it runs: the rules that need one rank's calls
// only. It is used by one goroutine.
type Live struct {
	checker *rules.Checker
	rank    *tracker.Rank
}

// NewLive returns a live check by those of the rules that one rank's calls
// tell; found sees each finding once.
func NewLive(c tracker.RankConfig, set []*rules.Rule, found func(*rules.Finding)) *Live {
	l := &Live{checker: rules.NewChecker(rules.Live(set)), rank: tracker.NewRank(c)}
	l.checker.OnNew = found
	return l
}

// Event takes the next event of the rank.
func (l *Live) Event(e *event.Event) {
	c, m := l.rank.Feed(e)
	if m == tracker.NoCall {
		return
	}
	l.checker.Call(l.rank, c, m)
	l.rank.Apply(c, m)
}

// Finish runs the rules that look at the end of the rank.
func (l *Live) Finish() { l.checker.Finish(l.rank) }

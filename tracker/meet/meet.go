package meet

import (
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// Meet matches the ops of all ranks. A single goroutine uses it.
type Meet struct {
	*common
	*collectives
	*gathers
	*opens
	*targets
	*pscw
	*messages
	matchers []matcher
}

// New returns the matchers of a job. They pass waits of calls for each other to the judge that strict makes.
func New(c Config, strict func(wait.Messages) *wait.Judge) *Meet {
	m := &Meet{common: newCommon(c)}
	m.messages = newMessages(m.common)
	waits := strict(m.messages)
	m.messages.strict = waits
	m.collectives, m.gathers = newCollectives(m.common, waits), newGathers(m.common)
	m.opens, m.targets = newOpens(m.common, m.collectives), newTargets(m.common, m.collectives)
	m.pscw = newPSCW(m.common, m.targets, waits)
	// In this order they take an op and report at the end: the clocks advance by collective calls first.
	m.matchers = []matcher{m.collectives, m.messages, m.gathers, newFoundings(m.common), m.opens, m.pscw, m.targets}
	return m
}

// Routes has the matchers take ops.
func (m *Meet) Routes(k *op.Kinds) {
	for _, x := range m.matchers {
		x.Routes(k)
	}
}

// Lose ends the matching with a rank whose records are incomplete: the position of its later calls in any order is
// unknown. Earlier calls go on, for ranks that are fed later.
func (m *Meet) Lose(rank int32) {
	for _, x := range m.matchers {
		x.lose(rank)
	}
	m.loses(rank)
}

// Gone forgets an object that its last rank has freed.
func (m *Meet) Gone(on *op.Place) {
	for _, x := range m.matchers {
		x.gone(on)
	}
}

// Finish reports the unmatched calls at the end of the run.
func (m *Meet) Finish(run *end.Run) {
	for _, x := range m.matchers {
		x.finish(run)
	}
}

// Stamp determines the part of the window that an access goes to, the earliest time at which it takes effect, and its
// epoch.
func (m *Meet) Stamp(a *stamp.Access) {
	a.Part = m.target(a.On, a.Target)
	m.pscw.stamp(a)
}

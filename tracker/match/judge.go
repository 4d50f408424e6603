package match

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// lockJudge gives the judge of locks the ops that it needs, as a matcher.
type lockJudge struct {
	unmoved
	*lock.Judge
}

func newLockJudge(j *Job) *lockJudge {
	return &lockJudge{Judge: lock.New(lock.Config{
		Size:    j.Size,
		NoCheck: j.Flavour.ModeNoCheck,
		Clocks:  j.order,
		Signals: &j.races.spots,
		Emit:    func(f fact.Fact) { j.emit(f) }, // Finish listens to it
	})}
}

func (m *lockJudge) routes() map[state.What]route {
	routes := map[state.What]route{}
	for _, what := range lock.Takes() {
		routes[what] = m.Take
	}
	return routes
}

func (m *lockJudge) gone(on *state.Place) { m.Gone(on) }

func (m *lockJudge) finish(*standings) { m.Finish() }

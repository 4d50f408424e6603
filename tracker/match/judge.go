package match

import (
	"github.com/gomarmot/gomarmot/tracker/agree"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/race/files"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// judge reads ops, asks the clocks how far their ranks knew the past of others, and emits facts. It neither matches ops
// nor advances clocks.
type judge interface {
	// Routes adds the judge to those who take ops, after the matchers that come before it.
	Routes(k *op.Kinds)
	// Gone forgets an object that its last rank has freed.
	Gone(on *op.Place)
	// Finish reports the faults that are known only at the end of the run.
	Finish()
}

// seated is a judge in its place among the matchers.
type seated struct {
	unmoved
	judge
}

func (x seated) routes(k *op.Kinds) { x.Routes(k) }

func (x seated) gone(on *op.Place) { x.Gone(on) }

func (x seated) finish(*end.Run) { x.Finish() }

// emitFact emits a fact of a judge. Judges do not get emit itself, which changes while the job finishes.
func (j *Job) emitFact(f fact.Fact) { j.emit(f) }

// newLocks returns the judge of locks.
func (j *Job) newLocks() *lock.Judge {
	return lock.New(lock.Config{Size: j.Size, NoCheck: j.Flavour.ModeNoCheck,
		Clocks: j.order, Signals: &j.races.spots, Emit: j.emitFact})
}

// newFiles returns the judge of conflicting accesses to files.
func (j *Job) newFiles() *files.Judge {
	return files.New(files.Config{Size: j.Size, Flavour: j.Flavour, Hosts: j.Hosts,
		Clocks: j.order, Signals: &j.races.spots, Emit: j.emitFact,
		Between: func(a, b *race.Access) func() fact.Between { return j.betweens.of(a, b).says }})
}

// newAgree returns the judge of arguments and amounts.
func (j *Job) newAgree() *agree.Judge {
	return agree.New(agree.Config{Flavour: j.Flavour, Lost: j.anyLost, Emit: j.emitFact})
}

// newStrict returns the judge of deadlocks that did not happen.
func (j *Job) newStrict() *wait.Judge {
	return wait.NewJudge(wait.Config{Size: j.Size, Messages: j.messages, Lost: j.anyLost,
		Absent: func(rank int32) bool { return !j.present(rank) }, Emit: j.emitFact,
		Passes: func(d *wait.Need, n int64) {
			if j.locks.Asks() {
				j.locks.Waited(d.Stamp(n))
			}
		}})
}

// replayed is the judge of deadlocks that did not happen in its place among the matchers.
type replayed struct {
	unmoved
	*wait.Judge
}

func (x replayed) routes(k *op.Kinds) { x.Routes(k) }

func (x replayed) lose(rank int32) { x.Lose(rank) }

func (x replayed) finish(run *end.Run) { x.Finish(run) }

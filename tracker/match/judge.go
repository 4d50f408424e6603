package match

import (
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/relay"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// judge reads ops, asks the clocks how far their ranks knew the past of others, and emits facts. It neither matches ops
// nor advances clocks.
type judge interface {
	// Routes has the judge take ops, after the matchers that come before it.
	Routes(k *op.Kinds)
	// Gone forgets an object that its last rank has freed.
	Gone(on *op.Place)
	// Finish reports the faults that are known only at the end of the run.
	Finish()
}

// seated is a judge in its place among the matchers.
type seated struct{ judge }

func (x seated) gone(on *op.Place) { x.Gone(on) }

func (x seated) finish(*end.Run) { x.Finish() }

func (x seated) lose(rank int32) {
	if l, ok := x.judge.(interface{ Lose(rank int32) }); ok {
		l.Lose(rank)
	}
}

// relayed is a judge in its place among the matchers that may have a goroutine of its own.
type relayed struct {
	seated
	by *relay.Relay // nil: it has none
}

func (x relayed) Routes(k *op.Kinds) {
	if x.by == nil {
		x.seated.Routes(k)
		return
	}
	var own op.Kinds
	x.seated.Routes(&own)
	k.Hand(&own, x.by)
}

// replayed is the judge of deadlocks that did not happen in its place among the matchers.
type replayed struct {
	unmoved
	*wait.Judge
}

func (x replayed) lose(rank int32) { x.Lose(rank) }

func (x replayed) finish(run *end.Run) { x.Finish(run) }

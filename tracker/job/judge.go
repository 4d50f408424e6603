package job

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/relay"
)

// judge reads ops, asks the clocks how far their ranks knew the past of others, and emits facts. It neither matches ops
// nor advances clocks. A judge that compares calls of ranks has a method Lose, too, which ends the comparison with a
// rank whose records are incomplete.
type judge interface {
	// Routes has the judge take ops, after the matchers and the judges before it.
	Routes(k *op.Kinds)
	// Gone forgets an object that its last rank has freed.
	Gone(on *op.Place)
	// Finish reports the faults that are known only at the end of the run.
	Finish()
}

// relayed is a judge that may work beside the matchers.
type relayed struct {
	judge
	by *relay.Relay // nil: it works at once
}

func (x relayed) Routes(k *op.Kinds) {
	if x.by == nil {
		x.judge.Routes(k)
		return
	}
	var own op.Kinds
	x.judge.Routes(&own)
	k.Hand(&own, x.by)
}

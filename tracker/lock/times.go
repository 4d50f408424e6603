package lock

import "github.com/gomarmot/gomarmot/tracker/order"

// times answers questions about the time of locks.
type times struct {
	clocks  Clocks
	signals Signals
}

// mayKnow reports whether either rank may have known at its call that the lock or exposure epoch of the other call had
// ended. aEnd and bEnd are records of their ranks; 0: not yet.
func (t *times) mayKnow(a *order.Point, aEnd int64, b *order.Point, bEnd int64) bool {
	return t.vague(a, b) || aEnd > 0 && aEnd <= b.MayKnow(a.Rank) || bEnd > 0 && bEnd <= a.MayKnow(b.Rank)
}

// mayOrder is mayKnow by the values that ranks have left for each other in windows.
func (t *times) mayOrder(a *order.Point, aEnd int64, b *order.Point, bEnd int64) bool {
	return t.vague(a, b) || aEnd > 0 && t.signals.MayLead(*a, aEnd, *b) || bEnd > 0 && t.signals.MayLead(*b, bEnd, *a)
}

// vague reports whether the rank of either call may have known anything.
func (t *times) vague(a, b *order.Point) bool { return t.clocks.Vague(*a) || t.clocks.Vague(*b) }

// Clocks say how much ranks know of each other. The judge reads them, and never writes them.
type Clocks interface {
	Watching() bool
	At(rank int32, n int64) order.Point
	Vague(p order.Point) bool
	Relate(a, b *order.Point) order.Relation
}

// Signals say whether values in windows may have told a rank of another. The judge asks when it decides, never before.
type Signals interface {
	// MayLead reports whether the program may have ordered b after the time when the rank of a had n records. That
	// is after a.
	MayLead(a order.Point, n int64, b order.Point) bool
}

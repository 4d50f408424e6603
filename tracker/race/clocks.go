package race

import "github.com/gomarmot/gomarmot/tracker/order"

// Clocks say how far a rank knows the past of other ranks, as order.View does. Judges read them, and never write them.
type Clocks interface {
	Watching() bool
	At(rank int32, n int64) order.Point
	Vague(order.Point) bool
	Known(rank, of int32) int64
	Floor(ranks []int32) order.Snapshot
}

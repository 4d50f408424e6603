package meet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Config describes the job whose ops a Meet takes.
type Config struct {
	Size    int // processes of MPI_COMM_WORLD
	Flavour *calls.Flavour
	Hosts   []string // of each rank; nil: unknown
	Present []bool   // whether the rank has left a log; nil: all have
	Gaps    []bool   // whether calls of the rank may be missing from the start; nil: of none
	Mute    []bool   // whether messages of the rank are not recorded; nil: of none
	// Late: the clocks start only when a matcher or judge needs them: clocks take time, and ranks that wait for
	// others take memory.
	Late   bool
	Clocks *order.Clocks
	Emit   func(fact.Fact)
	Note   func(stamp.Stamp)  // reports matches to judges
	Retire func(on *op.Place) // an object that all of its ranks have freed
}

// common is the part that all matchers share.
type common struct {
	Config
	holds
	order    *order.Clocks
	lossy    []bool // records of the rank are missing
	anyLossy bool
}

func newCommon(c Config) *common {
	x := &common{Config: c, holds: make(holds, c.Size), order: c.Clocks, lossy: make([]bool, c.Size)}
	copy(x.lossy, c.Gaps)
	x.anyLossy = slices.Contains(x.lossy, true)
	if !c.Late {
		x.order.Watch()
	}
	if x.anyLossy || slices.Contains(c.Mute, true) || slices.Contains(c.Present, false) {
		x.order.Blind() // ranks may learn of other ranks by unrecorded messages
	}
	return x
}

// loses notes that records of a rank are missing from here on.
func (c *common) loses(rank int32) {
	c.holds[rank] = nil
	c.lossy[rank], c.anyLossy = true, true
	c.order.Blind()
}

// AnyLost reports whether records of any of the ranks are missing.
func (c *common) AnyLost(members []int32) bool {
	return c.anyLossy && slices.ContainsFunc(members, c.IsLossy)
}

// IsLossy reports whether records of the rank are missing.
func (c *common) IsLossy(rank int32) bool {
	return rank >= 0 && int(rank) < len(c.lossy) && c.lossy[rank]
}

// IsPresent reports whether the rank has left a log.
func (c *common) IsPresent(rank int32) bool {
	return rank >= 0 && int(rank) < c.Size && (c.Present == nil || c.Present[rank])
}

// hear takes a call by which a rank may have learned of other ranks.
func (c *common) hear(rank int32, x *op.Head) {
	if c.order.Watching() {
		c.order.Heard(rank, x.N)
	}
}

// blur takes a call by which a rank has learned of other ranks, it is unknown how much.
func (c *common) blur(rank int32, x *op.Head) {
	if c.order.Watching() {
		c.order.Blur(rank, x.N)
	}
}

// matcher matches the calls of a family.
type matcher interface {
	// Routes registers the matcher for the ops that it takes.
	Routes(k *op.Kinds)
	// lose ends the comparison of the rank with others: records are missing.
	lose(rank int32)
	// gone forgets an object that its last rank has freed.
	gone(on *op.Place)
	// finish reports the unmatched calls at the end of the run.
	finish(*end.Run)
}

// unmoved implements the methods lose, gone and finish for matchers that have nothing to do there.
type unmoved struct{}

func (unmoved) lose(int32) {}

func (unmoved) gone(*op.Place) {}

func (unmoved) finish(*end.Run) {}

// sortedBy gives the values of a map in an order that does not change
// from run to run.
func sortedBy[T any](m map[uint64]T, label func(T) string) (out []T) {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b uint64) int {
		return cmp.Or(strings.Compare(label(m[a]), label(m[b])), cmp.Compare(a, b))
	})
	for _, k := range keys {
		out = append(out, m[k])
	}
	return out
}

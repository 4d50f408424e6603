package objects

import (
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
)

// The number of objects that are kept one by one is bounded, and the total is not lost.
func TestPilesAreBounded(t *testing.T) {
	const n = 8 * manyObjects
	o := objectsOf()
	for i := range int64(n) {
		c := ranktest.Numbered(creating(t, calls.InfoCreate, 1000+i), int(i))
		old := o.Replaced(c)
		o.NewInfo(c)
		o.Keep(c, old)
	}
	known := 0
	o.Infos.All(func(int64, *Info) { known++ })
	if known > manyObjects+1 || len(o.ledger.held) != known {
		t.Errorf("%d objects are known, %d held", known, len(o.ledger.held))
	}
	left := o.Left()
	if len(left) != 1 || left[0].Left != n || left[0].Made != n {
		t.Errorf("left: %+v", left)
	}
	o.Release(freeing(t, calls.InfoFree, 1000), nil) // the first object, which is forgotten
	if left := o.Left(); left[0].Left != n-1 {
		t.Errorf("after a free: %+v", left)
	}
}

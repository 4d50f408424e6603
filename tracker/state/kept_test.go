package state

import (
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// What is kept of objects that pile up is bounded, and their number is not lost.
func TestPilesAreBounded(t *testing.T) {
	const n = 8 * manyObjects
	o := objectsOf()
	for i := range int64(n) {
		c := numbered(creating(t, calls.InfoCreate, 1000+i), int(i))
		old := o.replaced(c)
		o.newInfo(c)
		o.keep(c, old)
	}
	known := 0
	o.infos.All(func(int64, *Info) { known++ })
	if known > manyObjects+1 || len(o.ledger.held) != known {
		t.Errorf("%d objects are known, %d held", known, len(o.ledger.held))
	}
	left := o.left()
	if len(left) != 1 || left[0].Left != n || left[0].Made != n {
		t.Errorf("left: %+v", left)
	}
	o.release(freeing(t, calls.InfoFree, 1000), nil) // the first one, which is forgotten
	if left := o.left(); left[0].Left != n-1 {
		t.Errorf("after a free: %+v", left)
	}
}

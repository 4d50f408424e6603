package state

import (
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// What is kept of objects that pile up is bounded, and their number is not lost.
func TestPilesAreBounded(t *testing.T) {
	const n = 8 * manyObjects
	r := NewRank(Config{Size: 1})
	for i := range int64(n) {
		r.applyReturn(&Call{recorded: recorded{Kind: calls.InfoCreate, Sem: calls.Of(calls.InfoCreate), Out: []int64{1000 + i},
			Site: tracker.Site{Call: calls.InfoCreate, Seq: uint32(i), PC: 1}}})
	}
	known := 0
	r.objects.infos.All(func(int64, *Info) { known++ })
	if known > manyObjects+1 || len(r.objects.ledger.held) != known {
		t.Errorf("%d objects are known, %d held", known, len(r.objects.ledger.held))
	}
	left := r.objects.left()
	if len(left) != 1 || left[0].Left != n || left[0].Made != n {
		t.Errorf("left: %+v", left)
	}
	free := &Call{recorded: recorded{Kind: calls.InfoFree, Sem: calls.Of(calls.InfoFree), Time: 1}}
	free.In[0] = 1000 // the first one, which is forgotten
	r.applyReturn(free)
	if left := r.objects.left(); left[0].Left != n-1 {
		t.Errorf("after a free: %+v", left)
	}
}

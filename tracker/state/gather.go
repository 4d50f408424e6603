package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// gathers adds a call that meets those of the ranks that it names, by its tag:
// MPI_Comm_create_group, and MPI_Intercomm_create on the two leaders. Where threads
// may make such calls at the same time, their order tells nothing.
func (o teller) gathers(r *Rank, c *Call) {
	ranks, on := r.gathering(c)
	if on == nil {
		return
	}
	x := o.Gathers(r.head(c, on))
	x.Ranks, x.Tag = o.KeepRanks(ranks), c.Arg("tag")
}

// gathering returns the ranks that a call meets by its tag, and the communicator on which; nil where it is not
// known what meets what.
func (r *Rank) gathering(c *Call) ([]int32, *op.Place) {
	ranks, on := r.gathered(c)
	if len(ranks) < 2 || r.Gaps() || r.ThreadLevel == threadMultiple || slices.Contains(ranks, -1) {
		return nil, nil
	}
	return ranks, on
}

// gathered returns the ranks that a call meets by its tag, and the communicator on
// which; nil for other calls.
func (r *Rank) gathered(c *Call) ([]int32, *op.Place) {
	switch {
	case c.Comm == nil:
	case c.Kind == calls.CommCreateGroup:
		if g := r.objects.group(c.In[c.Sem.Group]); g != nil && g.Alive() {
			return g.Members, c.Comm.Place()
		}
	case c.Kind == calls.IntercommCreate && c.Arg("local_leader") == int64(c.Comm.MyRank):
		peer, remote := r.objects.commOf(c.Arg("peer_comm")), c.Arg("remote_leader")
		if peer.Place() == nil || peer.Inter || remote < 0 || remote >= int64(len(peer.Members)) {
			return nil, nil
		}
		ranks := []int32{int32(r.World), peer.Members[remote]}
		slices.Sort(ranks)
		return ranks, peer.Place()
	}
	return nil, nil
}

package rank

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// gathers emits a call that names the ranks that it meets, and is matched by its tag: MPI_Comm_create_group,
// MPI_Comm_create_from_group, and MPI_Intercomm_create on the two leaders.
func (o teller) gathers(r *Rank, c *call.Call) {
	ranks, on := r.gathering(c)
	if on == nil {
		return
	}
	x := o.Gathers(r.head(c, on))
	x.Ranks, x.Text = o.KeepRanks(ranks), stringTag(c)
	if x.Text == "" {
		x.Tag = c.Arg("tag")
	}
}

// stringTag returns the string tag of a call from a group; "" for other calls.
func stringTag(c *call.Call) string {
	if c.Kind != calls.CommCreateFromGroup {
		return ""
	}
	if list := event.Strings(c.InBlob); len(list) > 0 {
		return list[0]
	}
	return ""
}

// gathering returns the ranks that a call meets by its tag, and the communicator over which they meet; nil if the ranks
// are unknown, or several threads may make such calls at the same time.
func (r *Rank) gathering(c *call.Call) ([]int32, *op.Place) {
	ranks, on := r.gathered(c)
	if len(ranks) < 2 || r.Gaps() || r.ThreadLevel == reading.ThreadMultiple || slices.Contains(ranks, -1) {
		return nil, nil
	}
	return ranks, on
}

// gathered returns the ranks that a call meets by its tag, and the communicator over which they meet; nil for other
// calls.
func (r *Rank) gathered(c *call.Call) ([]int32, *op.Place) {
	switch {
	case c.Kind == calls.CommCreateFromGroup:
		if g := r.Objects.Group(c.Arg("group")); g != nil && g.Alive() && stringTag(c) != "" {
			return g.Members, r.Objects.World().Place()
		}
	case c.Comm == nil:
	case c.Kind == calls.CommCreateGroup:
		if g := r.Objects.Group(c.In[c.Sem.Group]); g != nil && g.Alive() {
			return g.Members, c.Comm.Place()
		}
	case c.Kind == calls.IntercommCreate && c.Arg("local_leader") == int64(c.Comm.MyRank):
		peer, remote := r.Objects.CommOf(c.Arg("peer_comm")), c.Arg("remote_leader")
		if peer.Place() == nil || peer.Inter || remote < 0 || remote >= int64(len(peer.Members)) {
			return nil, nil
		}
		ranks := []int32{int32(r.World), peer.Members[remote]}
		slices.Sort(ranks)
		return ranks, peer.Place()
	}
	return nil, nil
}

package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// others lists the operations that keep a call from returning, messages aside.
func (m *messages) others(st *standings, c *state.OpenCall) (out []fact.Other) {
	for i := range c.Others {
		p := &c.Others[i]
		v, ranks := m.judgeOther(c.Site.Rank, p)
		if v == met {
			continue
		}
		x := fact.Other{Made: p.Made, Parts: p.Partitioned && !p.Sends, Started: p.Partitioned && p.Sends || calls.Of(p.Made.Call).Persistent && !p.Partitioned}
		for _, r := range ranks {
			x.For = append(x.For, st.stand(r))
		}
		out = append(out, x)
	}
	return out
}

// judgeOther says what became of an operation of a request of a rank, and for which ranks it waits where it is
// unmet.
func (j *Job) judgeOther(rank int32, p *state.Pending) (verdict, []int32) {
	switch {
	case p.Partitioned:
		return j.judgeParts(rank, p)
	case p.On == nil:
		return unsettled, nil
	}
	x, ok := j.strict.rows[joining{rank, p.Count}]
	if !ok || x.row.Broken() || j.anyLost(p.On.All) {
		return unsettled, nil
	}
	if absent := x.row.Absent(p.On.All); len(absent) > 0 {
		return unmet, absent
	}
	return met, nil
}

func (j *Job) judgeParts(rank int32, p *state.Pending) (verdict, []int32) {
	e := j.strict.parts[partsKey{rank, p.Count}]
	if e == nil || e.lost || j.messages.isUnseen(rank) || j.messages.isUnseen(p.Peer) || e.peer != nil && e.peer.lost {
		return unsettled, nil
	}
	if e.peer != nil {
		if s := e.peer.starts[p.Round]; s != nil && s.row != nil && (p.Sends || s.left == 0) {
			return met, nil
		}
	}
	return unmet, []int32{p.Peer}
}

// gathering lists the ranks that a call still lacks which meets those of others by its tag. Of MPI_Intercomm_create
// it is asked when all ranks of the local group have come; what its leader lacks, all of them do.
func (j *Job) gathering(st *standings, c *state.OpenCall) []int32 {
	if c.Leader >= 0 && c.Leader != c.Site.Rank {
		if c = st.open(c.Leader, c.Site.Call); c == nil {
			return nil
		}
	}
	if c.Gathers == nil {
		return nil
	}
	missing := j.gathers.missing(c)
	if len(missing) > 0 || c.Leader < 0 {
		return missing
	}
	for _, r := range c.Gathers.Ranks { // the leaders have met: what the other one lacks of its own group, this one does, too
		if o := st.open(r, c.Site.Call); r != c.Site.Rank && o != nil && o.On != nil {
			return j.notInRow(o)
		}
	}
	return nil
}

// open returns the open call of a kind that a rank is in, nil if there is none.
func (st *standings) open(rank int32, k calls.Kind) *state.OpenCall {
	if rank < 0 || int(rank) >= len(st.rests) || st.rests[rank] == nil {
		return nil
	}
	open := st.rests[rank].Open
	if i := slices.IndexFunc(open, func(c state.OpenCall) bool { return c.Site.Call == k }); i >= 0 {
		return &open[i]
	}
	return nil
}

// missing lists the ranks that have not made a call which a rank has made with them.
func (m *gathers) missing(c *state.OpenCall) (out []int32) {
	g := m.of[gathering{c.Gathers.On.ID, c.Site.Call, hashRanks(c.Gathers.Ranks)}]
	if g == nil || g.over {
		return nil
	}
	for i, r := range g.members {
		if g.rows[i].Len() == 0 && m.present(r) {
			out = append(out, r)
		}
	}
	return out
}

// undelivered lists the buffered messages of a rank that no receive has been posted for.
func (m *messages) undelivered(rank int32) (out []state.Wanted) {
	for _, c := range m.leftover() {
		if c.key.from != rank || c.key.kind == partitioned || c.unsure {
			continue
		}
		for i := c.receives.Len() + m.wildFor(c); i < c.sends.Len(); i++ {
			if s := c.sends.At(i); s.end.Mode == calls.SendBuffered {
				out = append(out, state.Wanted{Site: s.end.Site, On: &op.Place{Object: c.comm}, Send: true, Mode: calls.SendStandard,
					Peer: c.key.to, Tag: c.key.tag, ID: s.id})
			}
		}
	}
	return out
}

// drained adds what the calls wait for that empty the buffer of their rank.
func (j *Job) drained(rests []*state.Rest) {
	for _, r := range rests {
		if r == nil {
			continue
		}
		for i := range r.Open {
			if c := &r.Open[i]; c.Drains {
				c.Wants = j.messages.undelivered(c.Site.Rank)
			}
		}
	}
}

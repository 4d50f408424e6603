package job_test

import (
	"slices"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// bridge is an intercommunicator between one side, which is rank 0 or a group, and all other ranks.
type bridge struct {
	handle int64
	sides  [2][]int
}

func (b *bridge) side(me int) int {
	if slices.Contains(b.sides[1], me) {
		return 1
	}
	return 0
}

// certain returns the ranks that have come when a rank leaves a call: the ranks of its own side if the call creates the
// bridge or merges it, the ranks of the other side in a barrier across the bridge.
func (b *bridge) certain(kind string, me int) []int {
	side := b.side(me)
	if kind == "barrier across" {
		side = 1 - side
	}
	return b.sides[side]
}

// across makes a turn a call on the bridge, or the call that creates the bridge.
func (d *drama) across(x *turn) {
	x.comm, x.kind = d.comms[0], "MPI_Intercomm_merge"
	switch {
	case d.bridge == nil:
		d.bridge = &bridge{handle: d.j.Handle(), sides: [2][]int{{0}, {1}}}
		if d.n > 2 {
			d.bridge.sides[0] = d.comms[1].members
			d.bridge.sides[1] = slices.DeleteFunc(slices.Clone(d.comms[0].members), func(r int) bool { return slices.Contains(d.comms[1].members, r) })
		}
		x.kind = "MPI_Intercomm_create"
	case d.rng.IntN(2) == 0:
		x.kind = "barrier across"
	}
	x.across = d.bridge
}

// creates reports whether the call creates a communicator, so that ranks need not wait for all others.
func (x *turn) creates() bool {
	return slices.Contains([]string{"MPI_Comm_create_group", "MPI_Intercomm_create", "MPI_Intercomm_merge"}, x.kind)
}

func words(ranks []int) (out []int64) {
	for _, r := range ranks {
		out = append(out, int64(r))
	}
	return out
}

// create makes a call on several groups.
func (d *drama) create(a *actor, x *turn) {
	all := words(x.comm.members)
	switch x.kind {
	case "MPI_Comm_create_group":
		g := a.groupOf(x.comm.members)
		d.callWith(a, replay.Words(all), x.kind, replay.World, g, 7, x.handle, 0, int64(slices.Index(x.comm.members, a.me)))
	case "MPI_Intercomm_merge":
		d.callWith(a, replay.Words(all), x.kind, d.bridge.handle, 0, x.handle, 0, int64(a.me))
	case "barrier across":
		d.call(a, "MPI_Barrier", d.bridge.handle)
	default:
		side := d.bridge.side(a.me)
		mine, others := words(d.bridge.sides[side]), words(d.bridge.sides[1-side])
		comm := int64(replay.Self)
		if len(mine) > 1 {
			comm = d.comms[1].handle
		}
		d.callWith(a, replay.Words(mine, others), x.kind, comm, 0, replay.World, others[0], 7, d.bridge.handle, 1, int64(slices.Index(mine, int64(a.me))))
	}
}

// pair is a partitioned message, with four partitions at its sender and two at its receiver.
type pair struct {
	from, to    int
	send, recv  int64 // requests
	sending     bool
	receiving   bool
	sent, taken int      // how often the operation was started
	ready       [][]when // by start, then by partition
}

func (d *drama) newPair() *pair {
	p := &pair{from: d.rng.IntN(d.n), send: d.j.Handle(), recv: d.j.Handle()}
	p.to = (p.from + 1) % d.n
	d.call(d.actors[p.from], "MPI_Psend_init", 0x5000, 4, 2, replay.Type("MPI_INT"), int64(p.to), 9, replay.World, replay.InfoNull, p.send)
	d.call(d.actors[p.to], "MPI_Precv_init", 0x6000, 2, 4, replay.Type("MPI_INT"), int64(p.from), 9, replay.World, replay.InfoNull, p.recv)
	return p
}

// part makes the next call of the partitioned message.
func (d *drama) part(a *actor) {
	switch a.me {
	case d.pair.from:
		d.pair.sends(d, a)
	case d.pair.to:
		d.pair.receives(d, a)
	}
}

func (p *pair) sends(d *drama, a *actor) {
	if !p.sending {
		a.enters()
		d.call(a, "MPI_Start", p.send)
		a.enters()
		p.sending, p.ready, p.sent = true, append(p.ready, make([]when, 4)), p.sent+1
		return
	}
	now := p.ready[p.sent-1]
	i := slices.IndexFunc(now, func(w when) bool { return w == nil })
	at := a.enters()
	switch {
	case i < 0:
		d.call(a, "MPI_Wait", p.send)
		p.sending = false
	case i < 3 && now[i+1] == nil && d.rng.IntN(2) == 0:
		d.call(a, "MPI_Pready_range", int64(i), int64(i+1), p.send)
		now[i], now[i+1] = at, at
	case now[3] == nil && d.rng.IntN(2) == 0:
		d.call(a, "MPI_Pready", 3, p.send)
		now[3] = at
	default:
		d.call(a, "MPI_Pready", int64(i), p.send)
		now[i] = at
	}
	a.enters()
}

// there reports whether partitions of the sender are ready; the receiver then knows that.
func (p *pair) there(a *actor, from, to int) bool {
	if len(p.ready) < p.taken || slices.ContainsFunc(p.ready[p.taken-1][from:to], func(w when) bool { return w == nil }) {
		return false
	}
	for _, at := range p.ready[p.taken-1][from:to] {
		a.now.join(at)
	}
	return true
}

func (p *pair) receives(d *drama, a *actor) {
	a.enters()
	switch i := d.rng.IntN(3); {
	case !p.receiving:
		d.call(a, "MPI_Start", p.recv)
		p.receiving, p.taken = true, p.taken+1
	case i < 2 && p.there(a, 2*i, 2*i+2):
		d.call(a, "MPI_Parrived", p.recv, int64(i), 1)
	case i < 2:
		d.call(a, "MPI_Parrived", p.recv, int64(i), 0)
	case p.there(a, 0, 4):
		d.call(a, "MPI_Wait", p.recv)
		p.receiving = false
	}
	a.enters()
}

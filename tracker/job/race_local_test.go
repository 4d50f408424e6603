package job_test

import "slices"

// buffer returns the address of a call's data, mostly outside of windows.
func (d *drama) buffer() int64 {
	if len(d.wins) == 0 || d.rng.IntN(4) > 0 {
		return 0x5000
	}
	return d.wins[d.rng.IntN(len(d.wins))].base + 4*d.rng.Int64N(4)
}

// loads makes a collective call that loads some ints, and stores ints somewhere else.
func (d *drama) loads(a *actor, loads, stores int64, call func(from, to int64) (uint32, uint64)) {
	from, to := d.buffer(), d.buffer()
	seq, pc := call(from, to)
	a.buffers = append(d.touch(a, seq, pc, from, 4*loads, false), d.touch(a, seq, pc, to, 4*stores, true)...)
}

// arrives turns a rank's loads for a broadcast into stores, unless the rank is the root.
func (d *drama) arrives(a *actor, x *turn) {
	for _, e := range a.buffers {
		if e.writes = a.me != x.root; !e.writes {
			e.cast = x
		}
		e.open = e.writes
	}
}

// touch adds a load or a store of n bytes by the call that was just made; nil if the bytes are in no window.
func (d *drama) touch(a *actor, seq uint32, pc uint64, at, n int64, writes bool) []*deed {
	if at == 0x5000 || n == 0 {
		return nil
	}
	e := &deed{rank: a.me, target: a.me, seq: seq, pc: pc, name: "buffer", local: true, lo: at, bytes: map[int64]bool{}, writes: writes,
		open: writes, issued: a.now[a.me], at: slices.Clone(a.now), guards: d.guards(a)}
	for i := range n {
		e.bytes[at+i] = true
	}
	d.deeds = append(d.deeds, e)
	return []*deed{e}
}

// guards returns the locks that a rank holds.
func (d *drama) guards(a *actor) (out []guard) {
	for _, v := range d.wins {
		for t := range d.n {
			if exclusive, held := v.locks[[2]int{a.me, t}]; held {
				out = append(out, guard{v, t, exclusive})
			}
			if v.all[a.me] {
				out = append(out, guard{v, t, false})
			}
		}
	}
	return out
}

// received says that the stores of a receive begin only after the message was sent.
func received(list []*deed, at when) {
	for _, e := range list {
		if e.writes {
			e.at.join(at)
		}
	}
}

// ended ends the accesses of a call, or of its operation.
func (a *actor) ended(list *[]*deed) {
	for _, e := range *list {
		e.open = false
		e.done = append(e.done, moment{a.me, a.now[a.me]})
	}
	*list = nil
}

// freed ends the buffer accesses of an access that is complete at its own rank.
func (e *deed) freed(a *actor) {
	for _, x := range e.buffers {
		x.done = append(x.done, moment{a.me, a.now[a.me]})
	}
}

// heard reports whether the rank of b has got the value that e loaded, and no later news of the rank of e, before b. Of a
// broadcast, it must know that all ranks have got the value.
func (e *deed) heard(b *deed) bool {
	return e.local && !e.writes && b.at[e.rank] == e.issued && (e.cast == nil || e.cast.toAll(b))
}

// toAll reports whether the rank of b may know that all ranks have received what a broadcast sends.
func (x *turn) toAll(b *deed) bool {
	return !slices.ContainsFunc(x.comm.members, func(r int) bool {
		return r != x.root && r != b.rank && (x.left[r] == 0 || x.left[r] > b.at[len(b.at)/2+r])
	})
}

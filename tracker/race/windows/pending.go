package windows

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// pending is the accesses of an origin to a target that are not complete at the target: at most one for each call
// and the bytes that it accesses, as a program may go on for millions of calls before it completes them.
type pending struct {
	list []*race.Access
	here int // how many of these, from the first, are complete at the origin
}

func (p *pending) add(a *race.Access) {
	if p.list == nil {
		p.list = make([]*race.Access, 0, 4)
	}
	a.Slot = len(p.list)
	p.list = append(p.list, a)
}

// replaced removes an access that another access has replaced, unless something else still asks when it is
// complete.
func (p *pending) replaced(a *race.Access) {
	if a == nil || a.Told || a.AtOrigin == 0 && len(a.Buffers) > 0 {
		return
	}
	i, last := a.Slot, len(p.list)-1
	if i > last || p.list[i] != a {
		return // it is complete
	}
	if i < p.here {
		p.here--
		p.swap(i, p.here)
		i = p.here
	}
	p.swap(i, last)
	p.list[last] = nil
	p.list = p.list[:last]
}

func (p *pending) swap(i, k int) {
	p.list[i], p.list[k] = p.list[k], p.list[i]
	p.list[i].Slot, p.list[k].Slot = i, k
}

// completeAtOrigin takes all as complete at the origin.
func (p *pending) completeAtOrigin(n int64, by tracker.Site) {
	for _, a := range p.list[p.here:] {
		completeAtOrigin(a, n, by)
	}
	p.here = len(p.list)
}

// complete takes all as complete at the target, when the origin has n records.
func (p *pending) complete(n int64) {
	for _, a := range p.list {
		if a.Done == 0 {
			a.Done = n
		}
		a.Settled = true
		endBuffers(a, n)
	}
	clear(p.list)
	p.list, p.here = p.list[:0], 0
}

// forget drops the accesses that are no longer compared with others.
func (p *pending) forget() {
	kept, here := p.list[:0], 0
	for i, a := range p.list {
		if a.Forgotten() {
			continue
		}
		if i < p.here {
			here++
		}
		a.Slot = len(kept)
		kept = append(kept, a)
	}
	clear(p.list[len(kept):])
	p.list, p.here = kept, here
}

// take returns all, and leaves none.
func (p *pending) take() []*race.Access {
	list := p.list
	p.list, p.here = nil, 0
	return list
}

func completeAtOrigin(a *race.Access, n int64, by tracker.Site) {
	if a.AtOrigin == 0 {
		a.AtOrigin, a.AtOriginBy = n, by
	}
	if a.Done == 0 && a.Fetching() {
		a.Done = n
	}
	endBuffers(a, n)
}

// endBuffers ends the loads and stores of the origin's buffers when their access is complete at its own rank.
func endBuffers(a *race.Access, n int64) {
	for _, b := range a.Buffers {
		if b.Done == 0 {
			b.Done = n
		}
	}
	a.Buffers = nil
}

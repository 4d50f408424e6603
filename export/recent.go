package export

import (
	"sort"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// How many calls' times are kept: for all ranks together, and at most and at least for a ring.
const (
	maxMoments  = 1 << 21
	mostMoments = 1 << 16
	fewMoments  = 1 << 9
)

// moment has the times of a call, in ticks; 0: not known yet.
type moment struct {
	seq, thread       uint32
	entered, returned uint64
	done              uint64 // when its operation was complete
	doneThread        uint32 // the thread of the call that completed it
	doneEntered       uint64 // when that call was entered
	doneCall          calls.Kind
}

// recent keeps the moments of the last calls of a ring, ascending by seq.
type recent struct {
	list []moment
	next int // index of the oldest moment, once list is full
	most int
}

func newRecent(ranks int) *recent {
	return &recent{most: max(fewMoments, min(mostMoments, maxMoments/max(ranks, 1)))}
}

// add takes the next call of the ring.
func (r *recent) add(m moment) {
	if len(r.list) < r.most {
		r.list = append(r.list, m)
		return
	}
	r.list[r.next] = m
	r.next = (r.next + 1) % r.most
}

// at returns the moment of a call; nil: it was not kept.
func (r *recent) at(seq uint32) *moment {
	n := len(r.list)
	of := func(i int) *moment { return &r.list[(r.next+i)%n] }
	i := sort.Search(n, func(i int) bool { return of(i).seq >= seq })
	if i == n || of(i).seq != seq {
		return nil
	}
	return of(i)
}

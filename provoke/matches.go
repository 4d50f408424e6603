package provoke

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// receive is a receive or a probe of a rank. The receives of a rank are listed in the order of their calls.
type receive struct {
	call         *seen
	comm         int64
	source, tag  int64 // as the program passed them
	from, with   int64 // of the message that it took; only if known is true
	index        int64 // of the request, in the array of MPI_Startall
	known, probe bool
}

// receives follows which messages the receives of a rank took.
type receives struct {
	flavour *calls.Flavour
	all     []*receive
	posted  map[int64]*receive // by request
	inits   map[int64]*receive // persistent receives, by request
}

func newReceives(f *calls.Flavour) *receives {
	return &receives{flavour: f, posted: map[int64]*receive{}, inits: map[int64]*receive{}}
}

// posts notes a receive or a probe that has returned.
func (x *receives) posts(r returned, s *calls.Sem) {
	if s.Source < 0 || s.RecvTag < 0 || s.Comm < 0 || r.failed {
		return
	}
	v := &receive{call: r.seen, comm: r.args[s.Comm], source: r.args[s.Source], tag: r.args[s.RecvTag],
		probe: s.Match == calls.MatchProbe}
	if v.source == x.flavour.ProcNull || s.Flag >= 0 && r.words[s.Flag] == 0 {
		return
	}
	if s.Persistent {
		x.inits[r.words[s.StartsOut]] = v
		return
	}
	x.all = append(x.all, v)
	switch {
	case s.StartsOut >= 0:
		x.posted[r.words[s.StartsOut]] = v
	case s.Status >= 0:
		v.took(r.words[s.Status], r.words[s.Status+1])
	}
}

// starts notes the persistent receives that a call has started.
func (x *receives) starts(r returned, s *calls.Sem) {
	if r.failed {
		return
	}
	requests := r.array
	if s.Requests < 0 {
		requests = r.args[s.Request : s.Request+1]
	}
	for i, request := range requests {
		if like := x.inits[request]; like != nil {
			v := *like
			v.call, v.index = r.seen, int64(i)
			x.all = append(x.all, &v)
			x.posted[request] = &v
		}
	}
}

func (v *receive) took(source, tag int64) { v.from, v.with, v.known = source, tag, true }

// completes notes which messages a call that completes requests has received.
func (x *receives) completes(r returned, s *calls.Sem) {
	if r.failed {
		return
	}
	switch s.Completes {
	case calls.CompletesOne:
		if s.Flag < 0 || r.words[s.Flag] != 0 {
			x.done(r.args[s.Request], r.words[s.Status:])
		}
	case calls.CompletesAny:
		if i := r.words[s.Index]; (s.Flag < 0 || r.words[s.Flag] != 0) && i >= 0 && int(i) < len(r.array) {
			x.done(r.array[i], r.words[s.Status:])
		}
	case calls.CompletesAll:
		if s.Flag < 0 || r.words[s.Flag] != 0 {
			x.several(r, nil)
		}
	case calls.CompletesSome:
		if len(r.arrays) > 1 {
			x.several(r, r.arrays[0])
		}
	}
}

func (x *receives) done(request int64, status []int64) {
	if v := x.posted[request]; v != nil {
		v.took(status[0], status[1])
		delete(x.posted, request)
	}
}

// several takes the completed receives of a call with an array of statuses, the last array of the blob: each status has
// two words, with source and tag in the halves of the first.
func (x *receives) several(r returned, indices []int64) {
	if len(r.arrays) == 0 {
		return
	}
	statuses := r.arrays[len(r.arrays)-1]
	for i := 0; 2*i+1 < len(statuses); i++ {
		k := i
		if indices != nil {
			if i >= len(indices) {
				return
			}
			k = int(indices[i])
		}
		if k >= 0 && k < len(r.array) {
			w := statuses[2*i]
			x.done(r.array[k], []int64{w >> 32, int64(int32(w))})
		}
	}
}

// mostOthers bounds the other sources that are tried for a receive.
const mostOthers = 4

// others returns the sources whose messages the i-th receive could have taken: later receives took them. If a message
// is sent only after this receive is complete, the run that waits for the message shows it.
func (x *receives) others(i int) []int64 {
	v := x.all[i]
	var out []int64
	if v.source != x.flavour.AnySource || !v.known {
		return nil
	}
	tried := map[int64]bool{v.from: true}
	for _, l := range x.all[i+1:] {
		fits := l.known && l.comm == v.comm && (v.tag == x.flavour.AnyTag || v.tag == l.with)
		if !fits || tried[l.from] {
			continue
		}
		tried[l.from] = true
		if out = append(out, l.from); len(out) == mostOthers {
			break
		}
	}
	return out
}

package timeline

import "sort"

// moment is the tick at which a thread entered the call with number seq.
type moment struct {
	seq  uint32
	tick uint64
}

// index finds the times of a thread's calls: exactly for the latest call and for recent calls other than RMA
// operations, otherwise from a sample, which is thinned out when it is full.
type index struct {
	limit  int
	stride uint32
	calls  uint32 // calls so far
	sample []moment
	recent [256]moment
	next   int
	latest moment
}

// note takes the next call. keep says that its exact time may be needed soon.
func (x *index) note(seq uint32, tick uint64, keep bool) {
	x.latest = moment{seq, tick}
	if keep {
		x.recent[x.next] = x.latest
		x.next = (x.next + 1) % len(x.recent)
	}
	if x.calls%x.stride == 0 {
		if len(x.sample) == x.limit {
			x.thin()
		}
		if x.calls%x.stride == 0 {
			x.sample = append(x.sample, x.latest)
		}
	}
	x.calls++
}

// thin keeps every other call of the sample.
func (x *index) thin() {
	n := 0
	for i := 0; i < len(x.sample); i += 2 {
		x.sample[n] = x.sample[i]
		n++
	}
	x.sample = x.sample[:n]
	x.stride *= 2
}

// at returns the tick of a call; if it was not kept, the tick of the last kept call before it.
func (x *index) at(seq uint32) (uint64, bool) {
	if x.latest.seq == seq {
		return x.latest.tick, x.calls > 0
	}
	for i := range x.recent {
		if m := x.recent[i]; m.seq == seq && m.tick != 0 {
			return m.tick, true
		}
	}
	i := sort.Search(len(x.sample), func(i int) bool { return x.sample[i].seq > seq })
	if i == 0 {
		return 0, false
	}
	return x.sample[i-1].tick, true
}

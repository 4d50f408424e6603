package call

import (
	"bytes"
	"hash/maphash"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

const NotKept = -1

// mostSlotBlob bounds the arrays, in bytes, that a slot keeps.
const mostSlotBlob = 4 << 10

// Steady says for each kind whether its calls leave all objects of the rank unchanged.
var Steady = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		t[s.Kind] = isSteady(s)
	}
	return &t
}()

func isSteady(s *calls.Sem) bool {
	switch {
	case s.Makes != 0, s.Frees != 0, s.HandsOut != 0, s.Attr != 0,
		s.Starts == calls.StartsMakeComm, s.Starts == calls.StartsGeneral:
		return false
	case s.IO.Data:
		return s.IO.Half == 0
	}
	return s.RMA != calls.NoRMA || s.Epoch != calls.NoEpochStep || s.Match.OfMessage() ||
		s.Exchange != calls.NoExchange || s.Kind == calls.Barrier || s.Kind == calls.Ibarrier ||
		s.Completes != calls.CompletesNone || s.Step == calls.RequestActivate
}

// SteadyRecord reports whether a record that belongs to no call leaves all objects as they are.
func SteadyRecord(k calls.Kind) bool {
	switch k {
	case event.Access, event.AccessBits, event.Memory, event.Changed, event.Value, event.Fetched, event.Stack,
		event.Python, event.Polls, event.GPU, event.GPUMemory, event.GPUName,
		event.Code, event.Created:
		return true
	}
	return false
}

// Slotted says for each kind whether its calls have slots: not if they are given requests, messages or files, which
// change with each call.
var Slotted = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for k, is := range Steady {
		s := calls.Of(calls.Kind(k))
		given := s.Request >= 0 || s.Requests >= 0 || s.Message >= 0 || s.File >= 0
		t[k] = is && (s.Win >= 0 || s.Comm >= 0) && !given && !s.Partitioned
	}
	return &t
}()

// varying holds the words of a call that are taken from each record.
var varying = func() *[calls.MaxKind]uint16 {
	var t [calls.MaxKind]uint16
	for i := range calls.Table {
		row := &calls.Table[i]
		s := calls.Of(row.Kind)
		if !Slotted[row.Kind] {
			continue
		}
		for at, a := range row.Params(false) {
			if a.Dir == calls.Out && a.Pointer() {
				t[row.Kind] |= 1 << at
			}
		}
		for _, b := range s.Buffers {
			t[row.Kind] |= 1 << b.Addr
		}
		for _, at := range [4]int8{s.Origin.Addr, s.Result.Addr, s.Remote.Addr, s.Compare} {
			if s.RMA != calls.NoRMA && at >= 0 {
				t[row.Kind] |= 1 << at
			}
		}
	}
	return &t
}()

// shapeOf packs the kind, phase, size and word count of a record.
func shapeOf(e *event.Event) uint64 {
	h := uint64(e.Kind) | uint64(e.N)<<16 | uint64(e.Phase)<<24
	if e.Large {
		h |= 1 << 32
	}
	return h
}

// is reports whether a record belongs to the slot, and which words have moved.
func (x *slot) is(e *event.Event, shape uint64) (moved uint16, ok bool) {
	if x.shape != shape || x.Site.PC != e.PC || len(x.InBlob) != len(e.Blob) {
		return 0, false
	}
	n := int(e.N) & 15
	for i := range n {
		if x.In[i] != e.A[i] {
			moved |= 1 << i
		}
	}
	return moved, moved&^x.vary == 0 && (len(e.Blob) == 0 || bytes.Equal(x.InBlob, e.Blob))
}

// Slots are the slots of a thread.
type Slots struct {
	last  *slot   // the slot of the last record that has a slot
	table []*slot // a hash table with linear probing, at most half full
	n     int
	spare []*slot // slots from before the table was emptied, to be reused
}

var slotSeed = maphash.MakeSeed()

// hashOf hashes what all calls of a slot have in common.
func hashOf(e *event.Event, shape uint64, vary uint16) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := (shape ^ e.PC) * odd
	for i, w := range e.A[:e.N] {
		if vary>>i&1 == 0 {
			h = (h ^ h>>29 ^ uint64(w)) * odd
		}
	}
	if len(e.Blob) > 0 {
		h ^= maphash.Bytes(slotSeed, e.Blob)
	}
	return h >> 32
}

// Of returns the slot of a record, and which words have moved; nil: it has none. It creates a slot if none is found,
// reusing old slots once there are most.
func (s *Slots) Of(e *event.Event, most int) (x *slot, moved uint16) {
	shape, before := shapeOf(e), s.last
	if before == nil {
		x, moved = s.search(e, shape, most)
		s.last = x
		return x, moved
	}
	if x = before.next[0]; x != nil {
		if moved, ok := x.is(e, shape); ok {
			s.last = x
			return x, moved
		}
	}
	if x = before.next[1]; x != nil {
		if moved, ok := x.is(e, shape); ok {
			before.next[0], before.next[1], s.last = x, before.next[0], x
			return x, moved
		}
	}
	if x, moved = s.search(e, shape, most); x != nil {
		before.next[0], before.next[1], s.last = x, before.next[0], x
	}
	return x, moved
}

// search finds a slot by its hash, or creates it.
func (s *Slots) search(e *event.Event, shape uint64, most int) (x *slot, moved uint16) {
	hash := hashOf(e, shape, varying[e.Kind])
	if 2*s.n >= len(s.table) {
		s.grow(most)
	}
	i := s.home(hash)
	for ; s.table[i] != nil; i = (i + 1) % len(s.table) {
		if x = s.table[i]; x.hash == hash {
			if moved, ok := x.is(e, shape); ok {
				return x, moved
			}
		}
	}
	if len(e.Blob) > mostSlotBlob {
		return nil, 0
	}
	x = s.make()
	x.shape, x.hash, x.vary, x.Changes, x.next = shape, hash, varying[e.Kind], NotKept, [2]*slot{}
	s.table[i] = x
	s.n++
	return x, 0
}

func (s *Slots) home(hash uint64) int { return int(hash % uint64(len(s.table))) }

// make returns an unused slot.
func (s *Slots) make() *slot {
	for n := len(s.spare); n > 0; n-- {
		x := s.spare[n-1]
		if s.spare = s.spare[:n-1]; !x.Busy {
			return x
		}
	}
	x := &slot{}
	x.Slot = x
	return x
}

// grow makes room for more slots. Once there are most, it drops them all: the program has either gone on to other
// calls, or makes too many distinct calls.
func (s *Slots) grow(most int) {
	old := s.table
	if s.n < most {
		s.table = make([]*slot, max(4*reading.FewSlots, 2*len(old)))
	} else {
		s.table, s.n = make([]*slot, len(old)), 0
	}
	for _, x := range old {
		switch {
		case x == nil:
		case s.n == 0:
			s.spare = append(s.spare, x)
		default:
			i := s.home(x.hash)
			for s.table[i] != nil {
				i = (i + 1) % len(s.table)
			}
			s.table[i] = x
		}
	}
}

// Ordinary reports whether no special case applies to the call: the rank has one thread, which is in no other call, no
// split collective operation is active, there are no declarations, and no record has found a fault in the call's
// memory.
func (c *Call) Ordinary() bool { return c.Calm && c.Alone && len(c.Heap) == 0 && c.Null == 0 }

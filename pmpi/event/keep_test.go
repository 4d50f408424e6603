package event

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// aligned returns the slots of events, as a ring has them.
func aligned(events []Event) []byte {
	var b []byte
	for i := range events {
		b = Put(b, &events[i])
	}
	words := make([]uint64, len(b)/8)
	slots := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(b))
	copy(slots, b)
	return slots
}

// of returns the events of a thread.
func of(thread uint16, events []Event) []Event {
	return slices.DeleteFunc(events, func(e Event) bool { return e.Thread != thread })
}

// keepAll encodes slots by Keep as far as Keep goes, and otherwise by Append.
func keepAll(t *testing.T, slots []byte, thread uint16) (out []byte, kept int) {
	x, end := NewEncoder(), len(slots)
	out = make([]byte, 0, 1<<20)
	for at := 0; at < end; {
		more, size, n, _ := x.Keep(out, slots[at:], thread, ^uint64(0))
		out, at, kept = more, at+size, kept+n
		if at == end {
			break
		}
		var e Event
		used, err := Parse(slots[at:], &e)
		require.NoError(t, err)
		e.Thread = thread
		out, at = x.Append(out, &e), at+used
	}
	return out, kept
}

// TestKeepIsAppend: Keep moves records from the ring into a frame with the same result as Append of their events.
func TestKeepIsAppend(t *testing.T) {
	for name, events := range map[string][]Event{
		"put and flush": putFlush(500), "halo": of(1, halo(400, 2)), "scatter": scatter(300),
	} {
		t.Run(name, func(t *testing.T) {
			x, want := NewEncoder(), []byte{}
			for i := range events {
				want = x.Append(want, &events[i])
			}
			got, kept := keepAll(t, aligned(events), events[0].Thread)
			assert.Equal(t, want, got)
			assert.Greater(t, kept, len(events)/2)
		})
	}
}

// TestKeptIsParse: Kept reads a kept record as Parse does, whatever was read before.
func TestKeptIsParse(t *testing.T) {
	events := append(scatter(100), halo(100, 1)...)
	for i := range events {
		events[i].N, events[i].Blob = uint8(i%(MaxWords+1)), nil
	}
	slots := aligned(events)
	var want, got Event
	for i := range events {
		size, err := Parse(slots, &want)
		require.NoError(t, err)
		want.Thread = events[i].Thread
		require.Equal(t, size, Kept(slots, want.Thread, &got))
		require.Equal(t, want, got)
		slots = slots[size:]
	}
}

// TestKeepOnly: Keep leaves out records that a reader must look at before they are in the log, and keeps records of
// accesses.
func TestKeepOnly(t *testing.T) {
	for kind, kept := range map[calls.Kind]int{calls.Put: 5, Access: 5, Polls: 5, Stack: 0, Thread: 0, Lost: 0, End: 0, Blob: 0, Pad: 0} {
		events := make([]Event, 6)
		for i := range events {
			events[i] = Event{Kind: kind, N: 4, Seq: uint32(i), Time: uint64(i)}
		}
		x := NewEncoder()
		out := x.Append(make([]byte, 0, 1<<12), &events[0])
		_, _, n, _ := x.Keep(out, aligned(events[1:]), 0, ^uint64(0))
		assert.Equal(t, kept, n, kind)
	}
}

// TestKeepStops: Keep stops at a record that a reader must look at, and then changes nothing.
func TestKeepStops(t *testing.T) {
	events := putFlush(10)
	slots := aligned(events)
	known := func() (*Encoder, []byte) {
		x, out := NewEncoder(), make([]byte, 0, 1<<16)
		for i := range events[:3] {
			out = x.Append(out, &events[i])
		}
		return x, out
	}
	var e Event
	first := 0
	for range 3 {
		n, err := Parse(slots[first:], &e)
		require.NoError(t, err)
		first += n
	}
	stops := func(what string, n int, change func(b []byte) []byte, dst int, until uint64) {
		t.Helper()
		x, out := known()
		before := slices.Clone(out)
		b := aligned(events)[first:]
		out, size, got, _ := x.Keep(out[:len(out):len(out)+dst], change(b), 0, until)
		assert.Equal(t, n, got, what)
		assert.Zero(t, size%SlotSize, what)
		assert.Equal(t, before, out[:len(before)], what)
		if n == 0 {
			assert.Equal(t, before, out, what)
		}
	}
	same := func(b []byte) []byte { return b }
	const room = 1 << 14
	stops("nothing", len(events)-3, same, room, ^uint64(0))
	stops("no capacity", 0, same, maxRecord-1, ^uint64(0))
	stops("later", 2, same, room, events[4].Time)
	stops("not a call", 0, func(b []byte) []byte { b[1] = 4; return b }, room, ^uint64(0))
	stops("nothing but zeros", 0, func(b []byte) []byte { clear(b); return b }, room, ^uint64(0))
	stops("another call site", 0, func(b []byte) []byte { b[16]++; return b }, room, ^uint64(0))
	stops("past the end", 0, func(b []byte) []byte { return b[:SlotSize] }, room, ^uint64(0))
	stops("too many words", 0, func(b []byte) []byte { b[3] = 1; return b }, room, ^uint64(0))
	stops("no slots", 0, func(b []byte) []byte { b[3] = 0; return b }, room, ^uint64(0))
}

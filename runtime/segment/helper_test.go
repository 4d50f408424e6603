package segment

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

func testHeader() Header {
	return Header{
		Run: "r1", Gomarmot: "0.1.0", Rank: 3, Size: 4, Host: "node1", PID: 4711, Exe: "/bin/app",
		Args: []string{"app", "-n", "3"}, Flavour: "openmpi", Library: "Open MPI v4", Standard: "3.1",
		ThreadLevel: "MPI_THREAD_SINGLE", Start: time.Unix(1700000000, 0).UTC(),
		Ticks: Calibration{Tick0: 1000, Unix0: 1700000000e9, PerSecond: 2.5e9},
	}
}

// loop creates n events of one thread: puts, flushes and now and then a blob.
func loop(thread uint16, first, n int) []event.Event {
	var out []event.Event
	for i := first; i < first+n; i++ {
		e := event.Event{
			Kind: calls.Put, N: 8, Thread: thread, Seq: uint32(i), PC: 0x401000,
			Time: uint64(i*1000 + int(thread)*10),
			A:    [event.MaxWords]int64{int64(0x7000 + i*8), 1, 2, int64(i % 3), int64(i), 1, 2, 9},
		}
		if i%7 == 6 {
			e.Kind, e.N, e.A, e.PC = calls.CommDup, 1, [event.MaxWords]int64{5}, 0x401100
			e.Blob = []byte{2, 0, 0, 0, 0, 0, 0, 0, byte(i), 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0}
		}
		out = append(out, e)
	}
	return out
}

// writeSegment writes the events, a frame for every perFrame of them.
func writeSegment(t testing.TB, path string, events []event.Event, perFrame int) {
	t.Helper()
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	for i := range events {
		require.NoError(t, w.Append(&events[i]))
		if i%perFrame == perFrame-1 {
			require.NoError(t, w.Sync())
		}
	}
	require.NoError(t, w.SetState(Finalized))
	require.EqualValues(t, len(events), w.Records())
	require.NoError(t, w.Close())
}

// readAll reads all events of a segment or stream.
func readAll(t testing.TB, r interface{ Next(*event.Event) error }) []event.Event {
	t.Helper()
	out := []event.Event{}
	for {
		var e event.Event
		err := r.Next(&e)
		if err == io.EOF {
			return out
		}
		require.NoError(t, err)
		out = append(out, clone(&e))
	}
}

// clone returns an event with a blob of its own.
func clone(e *event.Event) event.Event {
	out := *e
	out.Blob = append([]byte(nil), e.Blob...)
	return out
}

// withoutGaps removes the Lost events that readers insert, and counts them.
func withoutGaps(events []event.Event) (rest []event.Event, gaps int) {
	for _, e := range events {
		if e.Gap() {
			gaps++
		} else {
			rest = append(rest, e)
		}
	}
	return rest, gaps
}

// ringMemory is a ring with room for slots, as its thread would create it.
type ringMemory struct {
	mem  []byte
	ring *Ring // view for atomic access
}

func newRingMemory(t testing.TB, thread, slots int) *ringMemory {
	t.Helper()
	mem := alignedBytes(RingHeaderSize + slots*event.SlotSize)
	copy(mem, RingMagic)
	le.PutUint32(mem[ringVersion:], RingVersion)
	le.PutUint32(mem[ringSlots:], uint32(slots))
	le.PutUint32(mem[ringRank:], 3)
	le.PutUint32(mem[ringThread:], uint32(thread))
	le.PutUint32(mem[ringPID:], 4711)
	le.PutUint32(mem[ringTID:], uint32(4711+thread))
	le.PutUint32(mem[ringState:], 1)
	r, err := RingFromMemory(mem)
	require.NoError(t, err)
	return &ringMemory{mem, r}
}

// put writes an event as the wrappers do; false if there is no room.
func (m *ringMemory) put(e *event.Event) bool {
	b := event.Put(nil, e)
	for len(b) > 0 {
		n := int(b[3]) * event.SlotSize
		if !m.publish(b[:n]) {
			return false
		}
		b = b[n:]
	}
	return true
}

// publish writes one record, with padding before it where it would wrap.
func (m *ringMemory) publish(rec []byte) bool {
	head, size := m.ring.Head(), uint64(m.ring.Slots())
	n := uint64(len(rec)) / event.SlotSize
	pad := uint64(0)
	if left := size - head%size; left < n {
		pad = left
	}
	if head+pad+n-m.ring.Tail() > size {
		return false
	}
	m.ring.store(ringReserve, head+pad+n)
	slots := m.mem[RingHeaderSize:]
	if pad > 0 {
		copy(slots[head%size*event.SlotSize:], event.PutPad(nil, int(pad)))
		head += pad
	}
	copy(slots[head%size*event.SlotSize:], rec)
	m.ring.store(ringHead, head+n)
	return true
}

func (m *ringMemory) save(t testing.TB, path string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, m.mem, 0o600))
}

func tempFile(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(t.TempDir(), name)
}

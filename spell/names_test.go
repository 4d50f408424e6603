package spell

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

func wordsOf(all ...int64) []byte {
	var b []byte
	for _, w := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	return b
}

// TestMessages: the line of a call that completes requests names the messages that it has completed.
func TestMessages(t *testing.T) {
	f := calls.FlavourByName("openmpi")
	n := &Names{flavour: f, handles: map[handleKey]string{{calls.ClassRequest, 7}: "MPI_REQUEST_NULL"}}
	status := func(source, tag, bytes int64) []int64 { return []int64{source<<32 | int64(uint32(tag)), bytes} }
	wait := event.Event{Kind: calls.Waitall, Phase: event.Enter, N: 3, Blob: wordsOf(2, 7, 0x55)}
	copy(wait.A[:], []int64{2, 0x10, 0x20})
	assert.Equal(t, "MPI_Waitall(count=2, array_of_requests=[MPI_REQUEST_NULL 0x55], array_of_statuses=0x20)", n.Line(&wait))
	blob := append([]int64{6}, slices.Concat(status(3, 5, 40), status(f.AnySource, f.AnyTag, 0), status(1, 2, -1))...)
	assert.Equal(t, "MPI_Waitall returned statuses=[source=3 tag=5 bytes=40, empty, cancelled]",
		n.Line(&event.Event{Kind: calls.Waitall, Phase: event.Leave, N: 1, Blob: wordsOf(blob...)}))
	assert.Equal(t, "MPI_Waitall returned", n.Line(&event.Event{Kind: calls.Waitall, Phase: event.Leave, N: 1, Blob: wordsOf(0)}))
	many := []int64{20}
	for range 10 {
		many = append(many, status(1, 1, 4)...)
	}
	text := n.Line(&event.Event{Kind: calls.Waitall, Phase: event.Leave, N: 1, Blob: wordsOf(many...)})
	assert.Equal(t, maxElements, strings.Count(text, "source=1"))
	assert.Contains(t, text, ", and 2 more]")
	some := event.Event{Kind: calls.Waitsome, Phase: event.Leave, N: 2, Blob: wordsOf(append([]int64{1, 4, 2}, status(2, 9, 8)...)...)}
	some.A[1] = 1
	assert.Equal(t, "MPI_Waitsome returned outcount=1 array_of_indices=[4] statuses=[source=2 tag=9 bytes=8]", n.Line(&some))
	probe := event.Event{Kind: calls.Iprobe, Phase: event.Leave, N: 5}
	assert.Equal(t, "MPI_Iprobe returned flag=0", n.Line(&probe))
	copy(probe.A[1:], []int64{1, 3, 5, 40})
	assert.Equal(t, "MPI_Iprobe returned flag=1 source=3 tag=5 bytes=40", n.Line(&probe))
	polls := event.Event{Kind: event.Polls, N: 1}
	polls.A[0] = 999
	assert.Equal(t, "999 more tests that found nothing", n.Line(&polls))
	for want, words := range map[string][]int64{
		"memory fence":              {0, 0, 0, 0, int64(event.AccessFence)},
		"load of 8 bytes at 0x1000": {0x1000, 8, 1, 0, 0},
		"store of 4 bytes at 0x1000, 3 times, -16 bytes apart":   {0x1000, 4, 3, -16, int64(event.AccessWrites)},
		"atomic store of 4 bytes at 0x1000":                      {0x1000, 4, 1, 0, int64(event.AccessWrites | event.AccessAtomic)},
		"atomic load of 1 byte at 0x1000, 2 times, 1 byte apart": {0x1000, 1, 2, 1, int64(event.AccessAtomic)},
	} {
		e := event.Event{Kind: event.Access, N: uint8(len(words))}
		copy(e.A[:], words)
		assert.Equal(t, want, n.Line(&e))
	}
	bitmap := event.Event{Kind: event.AccessBits, N: 5, A: [event.MaxWords]int64{0x2000, 8, int64(event.AccessWrites), 5, -1}}
	assert.Equal(t, "store of 66 units of 8 bytes from 0x2000 on", n.Line(&bitmap))
	for want, words := range map[string][6]int64{
		"buffer from 0x1008 to 0x1048 ends beyond the block of 16 bytes at 0x1000": {int64(event.MemoryBeyond), 0, 0x1008, 0x1048, 0x1000, 16},
		"buffer at 0x1008 lies in a freed block of 16 bytes at 0x1000":             {int64(event.MemoryFreed), 0, 0x1008, 0x1010, 0x1000, 16},
		"buffer at 0x1008 lies in an accelerator's block of 16 bytes at 0x1000":    {int64(event.MemoryDevice), 0, 0x1008, 0x1010, 0x1000, 16},
		"NULL where the next call needs the address of a result":                   {int64(event.MemoryNone), 2},
		"functions with local variables from 0x1000 to 0x1010 have returned":       {int64(event.MemoryReturned), 12, 0x1000, 0x1010, 0x1000, 16},
		"block of 16 bytes at 0x1000 is freed while MPI uses it":                   {int64(event.MemoryGivenBack), 0, 0x1000, 0x1010, 0x1000, 16},
	} {
		e := event.Event{Kind: event.Memory, N: 6}
		copy(e.A[:], words[:])
		assert.Equal(t, want, n.Line(&e))
	}
	changed := event.Event{Kind: event.Changed, N: 6, A: [event.MaxWords]int64{int64(calls.ClassRequest), 5, -1, 0x3000, 0x3000, 0x3010}}
	assert.Equal(t, "what is sent from 0x3000 has changed since the operation began", n.Line(&changed))
}

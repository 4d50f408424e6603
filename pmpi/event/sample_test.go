package event

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// feed returns a steady stream of records for tests and benchmarks.
type feed struct {
	events []Event
	time   uint64
	seq    map[uint16]uint32
	rnd    *rand.Rand
}

func newFeed() *feed {
	return &feed{time: 1 << 40, seq: map[uint16]uint32{}, rnd: rand.New(rand.NewPCG(1, 2))}
}

func (f *feed) add(thread uint16, k calls.Kind, ph Phase, pc uint64, words ...int64) {
	f.time += 300 + f.rnd.Uint64N(4000)
	e := Event{Kind: k, Phase: ph, N: uint8(len(words)), Thread: thread, Seq: f.seq[thread], Time: f.time, PC: pc}
	copy(e.A[:], words)
	f.seq[thread]++
	f.events = append(f.events, e)
}

const testWin, testType = 0x55d0c0de1000, 0x7f00deadbe00

// putFlush is the loop of an application that puts and flushes.
func putFlush(loops int) []Event {
	f := newFeed()
	for i := range loops {
		addr := int64(0x7ffd00000000 + i%512*4096)
		f.add(0, calls.Put, Once, 0x401234, addr, 512, testType, 1, int64(i%512*512), 512, testType, testWin)
		f.add(0, calls.WinFlush, Enter, 0x401250, 1, testWin)
		f.add(0, calls.WinFlush, Leave, 0x401250, 0)
	}
	return f.events
}

// halo is the loop of a two-dimensional halo exchange between two fences, on
// several threads in turn.
func halo(loops, threads int) []Event {
	f := newFeed()
	for i := range loops {
		th := uint16(i % threads)
		for n := range int64(4) {
			f.add(th, calls.Put, Once, 0x402000, 0x600000000000+n*65536, 1024, testType+n%2*64, 3+n*n, n*1024, 1, testType, testWin)
		}
		f.add(th, calls.WinFence, Enter, 0x402050, 0, testWin)
		f.add(th, calls.WinFence, Leave, 0x402050, 0)
	}
	return f.events
}

// scatter puts random lengths to random ranks at random places: the worst case.
func scatter(loops int) []Event {
	f := newFeed()
	for range loops {
		n := f.rnd.Int64N(1000)
		f.add(0, calls.Put, Once, 0x403000, 0x600000000000+f.rnd.Int64N(1<<24), n, testType, f.rnd.Int64N(4096), f.rnd.Int64N(1<<20), n, testType, testWin)
	}
	return f.events
}

// members is the blob of the record of a new group of n processes.
func members(n int) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(n))
	for i := range n {
		b = binary.LittleEndian.AppendUint64(b, uint64(i))
	}
	return b
}

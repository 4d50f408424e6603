package main

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Programs that send messages.
var (
	exchange  = &program{name: "messages", make: scriptExchange, messages: true}
	sums      = &program{name: "all-reduce", make: scriptSums, messages: true}
	farm      = &program{name: "farm", make: scriptFarm, messages: true, notes: true}
	stuckRing = &program{name: "stuck ring", make: scriptStuck, messages: true, stuck: true}
)

const anySource = -2 // in MPICH

func (s *script) send(line uint64, to, tag int64) {
	s.call(calls.Send, line, []int64{0x7f2000000000, 64, typeDouble, to, tag, commWorld})
}

func (s *script) receive(line uint64, from, source, tag int64) {
	s.call(calls.Recv, line, []int64{0x7f3000000000, 64, typeDouble, from, tag, commWorld, 1}, source, tag, 512)
}

// scriptExchange exchanges messages with both neighbors on a ring, and adds up a residual now and then.
func scriptExchange(s *script) {
	n := int64(s.size)
	left, right := (int64(s.rank)+n-1)%n, (int64(s.rank)+1)%n
	s.into = &s.body
	for range 8 {
		for i, from := range []int64{left, right} {
			request := int64(0x98000000 + i)
			s.call(calls.Irecv, uint64(30+i), []int64{0x7f3000000000 + int64(i)<<16, 64, typeDouble, from, int64(i),
				commWorld,
				0x7ffe0040 + int64(8*i)}, request)
		}
		s.send(32, right, 0)
		s.send(33, left, 1)
		for i, from := range []int64{left, right} {
			s.call(calls.Wait, uint64(34+i), []int64{int64(0x98000000 + i), 1}, 0x2c000000, from, int64(i), 512)
		}
	}
	s.sum()
	s.into = &s.end
}

func (s *script) sum() {
	s.call(calls.Allreduce, 36, []int64{0x7ffe0020, 0x7ffe0028, 1, typeDouble, opSum, commWorld})
}

func scriptSums(s *script) {
	s.into = &s.body
	s.sum()
	s.into = &s.end
}

// teamSize is how many ranks of a farm share a master.
const teamSize = 20

// scriptFarm: every twentieth rank is a master, which receives results from the next 19 ranks by MPI_ANY_SOURCE,
// and answers each with work.
func scriptFarm(s *script) {
	master := s.rank - s.rank%teamSize
	s.into, s.pace = &s.body, 8 // masters have half of all records
	if s.rank != master {
		s.send(40, int64(master), 1)
		s.receive(41, int64(master), int64(master), 2)
	}
	for k := master + 1; s.rank == master && k < min(master+teamSize, s.size); k++ {
		s.receive(42, anySource, int64(k), 1)
		s.send(43, int64(k), 2)
	}
	s.into = &s.end
}

// scriptStuck ends in a receive that never returns.
func scriptStuck(s *script) {
	s.into = &s.body
	s.sum()
	s.into = &s.end
	s.event(event.Event{Kind: calls.Recv, Phase: event.Enter, PC: 0x55d0a0001000},
		[]int64{0x7f3000000000, 64, typeDouble, int64((s.rank + s.size - 1) % s.size), 0, commWorld, 1})
}

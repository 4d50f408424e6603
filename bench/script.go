package main

import (
	"encoding/binary"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Handles of the synthetic programs, with MPICH's values.
const (
	commWorld  = 0x44000000
	groupWorld = 0x88000000
	groupPeers = 0x88000001
	infoNull   = 0x1c000000
	opSum      = 0x58000003
	typeDouble = 0x4c00080b
	window     = 0xa0000000

	windowSize = 1 << 20
)

// script has the events of a rank of a correct program: a beginning, a body that is repeated, an end.
type script struct {
	rank, size       int
	begin, body, end []event.Event
	into             *[]event.Event // the part being written
	pace             int            // mean records of a round over all ranks, if ranks differ; 0: the length of body
}

// program is a synthetic program.
type program struct {
	name string
	make func(s *script)
	// messages: it has no window. notes: it has findings of severity note. stuck: its ranks do not get to the end.
	messages, notes, stuck bool
}

var (
	putFlush = &program{name: "put+flush", make: scriptPutFlush}
	halo     = &program{name: "halo by PSCW", make: scriptHalo}
	hammer   = &program{name: "hammer", make: scriptHammer}
)

// newScript returns the script of a rank.
func newScript(p program, rank, size int) *script {
	s := &script{rank: rank, size: size}
	s.into = &s.begin
	s.predefine()
	s.call(calls.Init, 1, []int64{0, 0})
	p.make(s)
	if p.stuck {
		return s
	}
	if !p.messages {
		s.call(calls.WinFree, 90, []int64{window, -1}, 0)
	}
	s.call(calls.Finalize, 91, nil)
	s.event(event.Event{Kind: event.End}, []int64{int64(event.EndFinalized)})
	return s
}

// predefine adds the records of predefined handles, with which each rank begins.
func (s *script) predefine() {
	for i := range calls.Predefs {
		p := &calls.Predefs[i]
		w := []int64{int64(p.Class), int64(p.MPICH), int64(p.ID)}
		if p.Class == calls.ClassDatatype {
			n := int64(p.MPICH >> 8 & 0xff) // MPICH keeps the size in the handle
			w = append(w, n, 0, n, 0, n)
		}
		s.event(event.Event{Kind: event.Predef}, w)
	}
}

func (s *script) event(e event.Event, words []int64) {
	e.N = uint8(copy(e.A[:], words))
	*s.into = append(*s.into, e)
}

// call adds a blocking call that returns the given scalar results.
func (s *script) call(k calls.Kind, line uint64, args []int64, results ...int64) {
	pc := 0x55d0a0001000 + 32*line
	s.event(event.Event{Kind: k, Phase: event.Enter, PC: pc}, args)
	s.event(event.Event{Kind: k, Phase: event.Leave, PC: pc}, append([]int64{0}, results...))
}

// members attaches to the last call the members of the group that it created, as event.AppendRanks writes them.
func (s *script) members(blob []byte) {
	all := *s.into
	all[len(all)-1].Blob = blob
}

// everyone is a group of all n processes, as a single run of ranks: it may have 100,000 members in each of 100,000
// segments.
func everyone(n int64) (blob []byte) {
	for _, word := range []int64{-1, 0, 1, n} {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(word))
	}
	return blob
}

func (s *script) allocate(size int64) {
	s.call(calls.WinAllocate, 2, []int64{size, 8, infoNull, commWorld, 0x7ffe0000, 0}, 0x7f0000000000, window)
}

// put sends 64 doubles; place numbers the puts of a round, which have different addresses.
func (s *script) put(line uint64, target, place int64) {
	s.event(event.Event{Kind: calls.Put, PC: 0x55d0a0001000 + 32*line},
		[]int64{0x7f1000000000 + place<<16, 64, typeDouble, target, place << 16, 64, typeDouble, window})
}

func scriptPutFlush(s *script) {
	peer := int64(s.rank+1) % int64(s.size)
	s.allocate(windowSize)
	s.call(calls.WinLockAll, 10, []int64{0, window})
	s.into = &s.body
	s.put(11, peer, 0)
	s.call(calls.WinFlush, 12, []int64{peer, window})
	s.into = &s.end
	s.call(calls.WinUnlockAll, 13, []int64{window})
}

// tries is the number of times that a rank of hammer adds and puts between two barriers.
const tries = 64

// scriptHammer adds to a counter in the window of rank 0, and puts into the rank's own part of this window.
func scriptHammer(s *script) {
	part := int64(tries * (8 + steps))
	s.allocate(8 * part * int64(s.size+1))
	s.call(calls.WinLockAll, 10, []int64{0, window})
	s.into = &s.body
	for k := range int64(tries) {
		s.event(event.Event{Kind: calls.FetchAndOp, PC: 0x55d0a0001000 + 32*14},
			[]int64{0x7ffe0020, 0x7ffe0028, typeDouble, 0, 0, opSum, window})
		s.event(event.Event{Kind: calls.Put, PC: 0x55d0a0001000 + 32*11},
			[]int64{0x7f1000000000, 8, typeDouble, 0, part*int64(s.rank+1) + 8*k, 8, typeDouble, window})
		s.call(calls.WinFlush, 12, []int64{0, window})
	}
	s.call(calls.Barrier, 15, []int64{commWorld})
	s.into = &s.end
	s.call(calls.WinUnlockAll, 13, []int64{window})
}

// scriptHalo exchanges with the neighbors on a ring of ranks and reduces a
// residual, as an iterative solver does.
func scriptHalo(s *script) {
	n := int64(s.size)
	left, right := (int64(s.rank)+n-1)%n, (int64(s.rank)+1)%n
	peers := []int64{left, right}
	if left == right {
		peers = peers[:1]
	}
	s.allocate(windowSize)
	s.call(calls.CommGroup, 20, []int64{commWorld, 0}, groupWorld)
	s.members(everyone(n))
	s.call(calls.GroupIncl, 21, []int64{groupWorld, int64(len(peers)), 0x7ffe0010, 0}, groupPeers)
	s.members(event.AppendRanks(nil, peers))
	s.into = &s.body
	s.call(calls.WinPost, 22, []int64{groupPeers, 0, window})
	s.call(calls.WinStart, 23, []int64{groupPeers, 0, window})
	s.put(24, left, 0)
	s.put(25, right, 1)
	s.call(calls.WinComplete, 26, []int64{window})
	s.call(calls.WinWait, 27, []int64{window})
	s.call(calls.Allreduce, 28, []int64{0x7ffe0020, 0x7ffe0028, 1, typeDouble, opSum, commWorld})
	s.into = &s.end
	s.call(calls.GroupFree, 29, []int64{groupPeers})
	s.call(calls.GroupFree, 30, []int64{groupWorld})
}

// player plays a script: it repeats the body with times and addresses as in a real loop. The array that is sent
// moves on, and rounds differ in length.
type player struct {
	*script
	rounds int // of the body, still to come
	round  int64
	part   []event.Event
	ended  bool
	seq    uint32
	now    uint64
	noise  uint64
}

// steps is the number of rounds after which the addresses of a loop repeat.
const steps = 64

func newPlayer(s *script, rounds int) *player {
	return &player{script: s, rounds: rounds, part: s.begin, now: 1 << 40, noise: 88172645463325252 + uint64(s.rank)}
}

// records is the number of events that next will return.
func (p *player) records() int { return len(p.begin) + p.rounds*len(p.body) + len(p.end) }

// next returns the next event in e, and reports whether there was one.
func (p *player) next(e *event.Event) bool {
	for len(p.part) == 0 {
		switch {
		case p.rounds > 0:
			p.part = p.body
			p.rounds--
			p.round = (p.round + 1) % steps
		case !p.ended:
			p.part, p.ended = p.script.end, true
		default:
			return false
		}
	}
	*e, p.part = p.part[0], p.part[1:]
	p.noise ^= p.noise << 13
	p.noise ^= p.noise >> 7
	p.noise ^= p.noise << 17
	p.now += 300 + p.noise%4000
	e.Time, e.Seq = p.now, p.seq
	p.seq++
	if e.Kind == calls.Put {
		e.A[0] += p.round * 512
		e.A[4] += p.round * 64
	}
	return true
}

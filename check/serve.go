package check

import (
	"encoding/binary"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// serve is the part of the other processes: they read ranks, and send their batches.
type serve struct {
	Peers
	job   *Job // nil in tests
	in    []Input
	set   *rules.Set
	ranks []*served
	of    map[int]*served

	mu     sync.Mutex
	wake   sync.Cond
	at     int     // the rank whose turn it is
	wanted *served // the rank that the first process waits for; nil: none
	over   bool
}

// served is a rank that this process reads.
type served struct {
	rank  int
	feed  *feed // nil before and after the rank is read
	ops   *op.Writer
	found []*rules.Finding
	room  int  // number of messages that may be sent
	short bool // the rank ends in its first message, or its length is unknown: read at once, it needs no memory later
	busy  bool
	ended bool
}

// Bounds of reading ahead.
const (
	messagesAhead = 2       // of each rank
	mostMessages  = 64      // of all ranks that a process reads, if they are few
	eventsAhead   = 1 << 18 // of all ranks of the job, in a message of each
	longMessage   = 1 << 11 // events
	shortMessage  = 1 << 7
)

// eventsOf returns the number of events in a message.
func eventsOf(ranks int) int { return max(shortMessage, min(longMessage, eventsAhead/ranks)) }

// longLetter is the number of bytes from which on a letter is sent. Sending a letter for each rank would take the
// couriers as long as reading the rank.
const longLetter = 1 << 15

// letter is a message of a worker: the messages of some ranks, which are busy until it is sent.
type letter struct {
	text []byte
	of   []*served
}

// Serve reads the ranks of this process and sends their batches to the first process, until that process
// needs no more batches. Faults of the log are sent too.
func Serve(path string, set []*rules.Rule, opt Options) error {
	s := logSeen{Host: hostName()}
	j, in, err := open(path, opt)
	if err != nil {
		s.Err = err.Error()
	} else {
		defer j.Log.Close() // only read
		s = j.seen()
	}
	c := writer([]byte{msgSees})
	wire.Whole(c.Coder, &s, c, (*coder).logSeen)
	if err := opt.Peers.Send(0, c.Out); err != nil {
		return err
	}
	if j == nil {
		return waitEnd(opt.Peers)
	}
	return serveRanks(opt.Peers, j, in, set)
}

// waitEnd waits until the first process has ended.
func waitEnd(p Peers) error {
	for {
		if _, m, err := p.Receive(); err != nil || m[0] == msgEnd {
			return err
		}
	}
}

// serveRanks reads the ranks of this process. j is nil in tests.
func serveRanks(p Peers, j *Job, in []Input, set []*rules.Rule) error {
	s := &serve{Peers: p, job: j, in: in, set: rules.NewSet(set), of: map[int]*served{}}
	s.wake.L = &s.mu
	for rank, owner := range readersOf(present(in), hostsOf(in), p.Size()) {
		if owner == p.Rank() {
			s.of[int(rank)] = &served{rank: int(rank)}
		} else if j != nil {
			j.leave(int(rank))
		}
	}
	for _, rank := range slices.Sorted(maps.Keys(s.of)) {
		s.ranks = append(s.ranks, s.of[rank])
	}
	for _, x := range s.ranks {
		x.room = max(messagesAhead, mostMessages/len(s.ranks))
		if l, ok := in[x.rank].Stream.(interface{ Kept() uint64 }); ok && len(in) >= crowd {
			x.short = l.Kept() < uint64(x.room*eventsOf(len(in)))
		}
	}
	var group sync.WaitGroup
	defer group.Wait()
	defer s.stop()
	for {
		_, m, err := p.Receive()
		if err != nil || m[0] == msgEnd {
			return err
		}
		switch m[0] {
		case msgStart:
			for range runtime.GOMAXPROCS(0) {
				group.Go(s.work)
			}
		case msgRoom, msgWants:
			s.told(m)
		}
	}
}

func (s *serve) stop() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.wake.Broadcast()
}

// told notes which ranks have room for messages, or which rank the first process waits for.
func (s *serve) told(m []byte) {
	s.mu.Lock()
	for in := m[1:]; len(in) > 0; {
		var rank uint64
		rank, in = number(in)
		switch x := s.of[int(rank)]; {
		case x == nil:
		case m[0] == msgWants:
			s.wanted = x
		default:
			x.room++
		}
	}
	s.mu.Unlock()
	s.wake.Broadcast()
}

// next returns a rank with room for messages, the number of messages to read, whether the rank will then not be read
// for a while, and whether the first process waits for a rank. nil: no rank has room; if wait is true, none will.
func (s *serve) next(wait bool) (x *served, messages int, rest, haste bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over {
		haste = s.wanted != nil
		if x := s.ready(); x != nil {
			if messages = 1; x.short {
				messages = x.room
			}
			x.busy = true
			x.room -= messages
			return x, messages, x.room == 0, haste
		}
		if !wait {
			break
		}
		s.wake.Wait()
	}
	return nil, 0, false, false
}

func (s *serve) ready() *served {
	if x := s.wanted; x != nil && x.ready() {
		s.wanted = nil
		return x
	}
	for range s.ranks {
		x := s.ranks[s.at]
		s.at = (s.at + 1) % len(s.ranks)
		if x.ready() {
			return x
		}
	}
	return nil
}

func (x *served) ready() bool { return !x.busy && !x.ended && x.room > 0 }

// work reads ranks until no work is left.
func (s *serve) work() {
	b := &batch{ops: &op.Ops{}}
	var l letter
	for {
		x, messages, rest, haste := s.next(len(l.of) == 0)
		switch {
		case x != nil:
			l.of = append(l.of, x)
			for ; messages > 0 && !x.ended; messages-- {
				s.add(&l, x, b)
			}
			if rest && !x.ended {
				x.feed.rest()
			}
			if haste || len(l.text) >= longLetter {
				s.post(&l)
			}
		case len(l.of) > 0:
			s.post(&l)
		default:
			return
		}
	}
}

// post sends a letter.
func (s *serve) post(l *letter) {
	err := s.Send(0, l.text)
	again := false
	s.mu.Lock()
	for _, x := range l.of {
		x.busy = false
		again = again || x.ready()
	}
	s.over = s.over || err != nil // Receive returns the reason
	s.mu.Unlock()
	if again {
		s.wake.Signal()
	}
	l.text, l.of = nil, l.of[:0]
}

// add adds the next message of a rank to a letter.
func (s *serve) add(l *letter, x *served, b *batch) {
	if x.feed == nil {
		f := newFeed(s.in[x.rank], len(s.in), 1)
		f.rank, f.checker = rank.NewRank(f.in.Config), s.set.Checker()
		x.feed, x.ops = f, op.NewWriter()
	}
	if l.text == nil {
		l.text = append(make([]byte, 0, longLetter+longLetter/4), msgBatches)
	}
	out := binary.AppendUvarint(l.text, uint64(x.rank))
	out = binary.LittleEndian.AppendUint32(out, 0) // the length is not known yet
	begin := len(out)
	for n := 0; n < eventsOf(len(s.in)) && !x.ended; n += x.feed.quantum {
		b.ops.Reset()
		b.found, b.err, b.fault, b.last = nil, nil, nil, false
		x.feed.fillGuarded(b)
		x.found = append(x.found, b.found...)
		o := outcomeOf(b)
		if b.last && b.fault == nil {
			o.Tail = s.tail(x)
		}
		if o.plain() {
			out = append(out, 0)
		} else {
			c := writer(append(out, 1))
			wire.Whole(c.Coder, &o, c, (*coder).outcome)
			out = c.Out
			x.ended = o.Last
		}
		out = x.ops.Write(out, b.ops)
	}
	if x.ended {
		x.feed, x.ops, x.found = nil, nil, nil
		s.in[x.rank] = Input{}
		if s.job != nil {
			s.job.leave(x.rank)
		}
	}
	binary.LittleEndian.PutUint32(out[begin-4:], uint32(len(out)-begin))
	l.text = out
}

// tail ends a rank.
func (s *serve) tail(x *served) *tail {
	t := x.feed.tail()
	for _, f := range append(x.found, t.Found...) {
		t.Counts = append(t.Counts, f.Count)
	}
	if s.job != nil {
		t.Evidence = s.job.evidence(x.rank)
	}
	return t
}

func hostName() string {
	h, err := os.Hostname()
	if err != nil {
		return "an unknown host"
	}
	return h
}

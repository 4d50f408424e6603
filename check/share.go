package check

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// Peers are the processes that share the work of checking a log. The first process matches the batches
// that the others read.
type Peers interface {
	// Rank is the number of this process, Size the number of processes.
	Rank() int
	Size() int
	// Send may be called by any goroutine. It may keep the message.
	Send(to int, message []byte) error
	// Receive waits for the next message. An error means that a process has died.
	Receive() (from int, message []byte, err error)
}

// errPeers: the processes cannot check the log together.
var errPeers = errors.New("the processes of gomarmot report cannot check the log together")

// errLost: another process has died; share.err names it.
var errLost = errors.New("another process has died")

// peersError is an errPeers with its own sentence.
type peersError struct{ text string }

func (e *peersError) Error() string        { return e.text }
func (e *peersError) Is(target error) bool { return target == errPeers }

// share is the first process's part.
type share struct {
	Peers
	lists  *reading.Lists
	owners []int // by rank
	remote []*remote
	said   op.Ops        // calls that the op being matched refers to, of a rank whose ops are read late
	lost   chan struct{} // closed when a process has died
	err    error

	mu   sync.Mutex
	room [][]int32 // by process: ranks with room for a message that the process has not been told about
}

// remote are the batches of a rank that another process reads.
type remote struct {
	*share
	rank int
	feed *feed

	queue struct {
		sync.Mutex
		list [][]byte // messages
	}
	late   bool         // ops are read as they are matched, not before
	unread atomic.Int32 // messages that are not read to their ends
	in     []byte       // the rest of the message that is being read
	ops    *op.Reader
	found  []*rules.Finding
	tail   *tail
}

// readersOf assigns ranks to the processes that read them: each process but the first reads a block of ranks. A
// block ends at the end of a host, if that is near.
func readersOf(ranks []int32, hosts []string, processes int) map[int32]int {
	out := map[int32]int{}
	readers := processes - 1
	var from int
	for k := range readers {
		to := (k + 1) * len(ranks) / readers
		if k < readers-1 {
			to = hostEnd(ranks, hosts, to, len(ranks)/readers/4)
		}
		for ; from < to; from++ {
			out[ranks[from]] = k + 1
		}
	}
	return out
}

// hostEnd returns the index near i before which a host's ranks end, or i.
func hostEnd(ranks []int32, hosts []string, i, near int) int {
	host := func(k int) string {
		if r := int(ranks[k]); r < len(hosts) {
			return hosts[r]
		}
		return ""
	}
	for d := 0; d <= near; d++ {
		for _, k := range []int{i - d, i + d} {
			if k > 0 && k < len(ranks) && host(k-1) != host(k) {
				return k
			}
		}
	}
	return i
}

// present returns the ranks that have left a log.
func present(in []Input) (out []int32) {
	for i := range in {
		if in[i].Stream != nil {
			out = append(out, int32(i))
		}
	}
	return out
}

func hostsOf(in []Input) []string {
	for i := range in {
		if in[i].Stream != nil {
			return in[i].Config.Hosts
		}
	}
	return nil
}

// runWithPeers is Run together with other processes.
func (j *Job) runWithPeers(in []Input, set []*rules.Rule, opt Options) (*Result, error) {
	if err := agree(opt.Peers, j.seen()); err != nil {
		return nil, err
	}
	return runShared(opt.Peers, j, in, set, opt)
}

// runShared is Run on several processes, for the first of them.
func runShared(p Peers, j *Job, in []Input, set []*rules.Rule, opt Options) (res *Result, err error) {
	s := &share{Peers: p, lists: listsOf(in), lost: make(chan struct{}), remote: make([]*remote, len(in)),
		owners: make([]int, len(in)), room: make([][]int32, p.Size())}
	in = slices.Clone(in)
	for rank, owner := range readersOf(present(in), hostsOf(in), p.Size()) {
		r := &remote{share: s, rank: int(rank), ops: op.NewReader(s.lists.Share), late: len(in) >= crowd}
		s.owners[rank], s.remote[rank] = owner, r
		in[rank].remote, in[rank].Stream = r, nil
		if j != nil {
			j.leave(r.rank)
		}
	}
	for k := 1; k < p.Size(); k++ {
		if err := p.Send(k, []byte{msgStart}); err != nil {
			return nil, &peersError{err.Error()}
		}
	}
	defer func() {
		if x := recover(); x != nil {
			if x != errLost {
				panic(x)
			}
			res, err = nil, &peersError{s.err.Error()}
		}
	}()
	opt.begin = func() { go s.receive() }
	res, err = Run(in, set, opt, nil)
	if j != nil {
		for _, r := range s.remote {
			if r != nil && r.tail != nil && r.tail.Evidence != nil {
				j.tell(r.rank, r.tail.Evidence)
			}
		}
	}
	return res, err
}

// receive takes batches in until a process dies, or this process ends.
func (s *share) receive() {
	for {
		_, m, err := s.Receive()
		if err != nil {
			s.err = err
			close(s.lost)
			return
		}
		if m[0] == msgBatches {
			s.open(m[1:])
		}
	}
}

// open distributes the messages of a letter to their ranks.
func (s *share) open(letter []byte) {
	for len(letter) > 0 {
		var rank uint64
		rank, letter = number(letter)
		r := s.remote[rank]
		n := binary.LittleEndian.Uint32(letter)
		r.queue.Lock()
		r.queue.list = append(r.queue.list, letter[4:4+n])
		r.queue.Unlock()
		r.unread.Add(1)
		letter = letter[4+n:]
		if r.feed.waiting.Load() {
			r.feed.claim(false)
		}
	}
}

// fill fills a batch, without its ops if these are read late.
func (r *remote) fill(b *batch) {
	if len(r.in) == 0 {
		r.queue.Lock()
		r.in, r.queue.list[0] = r.queue.list[0], nil
		r.queue.list = r.queue.list[1:]
		r.queue.Unlock()
	}
	ends, in := number(r.in)
	if ends != 0 {
		var o outcome
		c := reader(in, r.lists.Share)
		wire.Whole(c.Coder, &o, c, (*coder).outcome)
		in = c.Left()
		o.into(b)
		r.found = append(r.found, o.Found...)
		if r.tail = o.Tail; r.tail != nil {
			r.found = append(r.found, r.tail.Found...)
			for i, n := range r.tail.Counts {
				r.found[i].Count = n
			}
			r.found = nil
		}
	}
	r.in = r.ops.Begin(in)
	if b.ops != nil {
		for r.ops.Left() > 0 {
			r.in = r.ops.Next(r.in, b.ops)
		}
	}
	r.hasRead(b)
}

// next reads the next op of a batch; nil: there is none. In a crowd most ranks wait for others in the middle of a
// batch, and its ops would take much memory meanwhile.
func (r *remote) next(b *batch) *op.Ops {
	if r.ops.Left() == 0 {
		return nil
	}
	r.said.Reset()
	r.in = r.ops.Next(r.in, &r.said)
	r.hasRead(b)
	return &r.said
}

// hasRead makes room for another message of the rank if the batch was the last of a message.
func (r *remote) hasRead(b *batch) {
	if r.ops.Left() > 0 || len(r.in) > 0 {
		return
	}
	r.in = nil
	r.unread.Add(-1)
	if !b.last {
		r.taken()
	}
}

// sameCall reports whether the op last returned by next and the op after it are of the same call.
func (r *remote) sameCall() bool { return r.ops.SameCall(r.in) }

// atOnce bounds the ranks that a message about room names.
const atOnce = 16

// taken records that there is room for another message of the rank.
func (r *remote) taken() {
	owner := r.owners[r.rank]
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.room[owner] = append(r.room[owner], int32(r.rank)); len(r.room[owner]) >= atOnce {
		r.tellRoom(owner)
	}
}

// tellRoom tells a process which of its ranks have room. If it has died, receive finds out.
func (s *share) tellRoom(owner int) {
	m := []byte{msgRoom}
	for _, rank := range s.room[owner] {
		m = binary.AppendUvarint(m, uint64(rank))
	}
	s.room[owner] = s.room[owner][:0]
	_ = s.Send(owner, m)
}

// want asks for batches of the rank, unless there are some: nothing else is left to do.
func (r *remote) want() {
	if r.feed.claim(false) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for owner, ranks := range r.room {
		if len(ranks) > 0 {
			r.tellRoom(owner)
		}
	}
	_ = r.Send(r.owners[r.rank], binary.AppendUvarint([]byte{msgWants}, uint64(r.rank))) // as in tellRoom
}

// seen describes the log as this process sees it.
func (j *Job) seen() logSeen {
	s := logSeen{Host: hostName()}
	if h := j.Header; h != nil {
		s.Run = fmt.Sprint(h.Run)
	}
	for _, r := range j.Log.Ranks() {
		s.Ranks = append(s.Ranks, int32(r.Rank))
	}
	return s
}

// agree waits until all processes have described the log; the descriptions must be equal.
func agree(p Peers, own logSeen) error {
	all := make([]*logSeen, p.Size())
	for n := 1; n < p.Size(); {
		from, m, err := p.Receive()
		if err != nil {
			return &peersError{err.Error()}
		}
		if m[0] != msgSees {
			continue
		}
		c := reader(m[1:], nil)
		all[from] = &logSeen{}
		wire.Whole(c.Coder, all[from], c, (*coder).logSeen)
		n++
	}
	for k, s := range all {
		switch {
		case s == nil:
		case s.Err != "":
			return &peersError{fmt.Sprintf("process %d of gomarmot report, on %s, cannot read the log: %s; "+
				"all its processes must see all of the log: put it in a file system that all of these hosts have, "+
				"or run gomarmot report without mpiexec", k, s.Host, s.Err)}
		case s.Run != own.Run || !slices.Equal(s.Ranks, own.Ranks):
			return &peersError{fmt.Sprintf("process %d of gomarmot report, on %s, sees another log at this path "+
				"than process 0 on %s: put the log in a file system that all of these hosts have, "+
				"or run gomarmot report without mpiexec", k, s.Host, own.Host)}
		}
	}
	return nil
}

package match

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/queue"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// strict tells the replay of the run, in which every call waits as long as the standard allows,
// what calls wait for. What meets what it learns from the other matchers.
type strict struct {
	*Job
	unmoved
	replay *wait.Replay
	sends  []map[int64]*wait.Need // by rank, then by Op.Count: of nonblocking ones that are not complete
	rows   map[joining]joined     // nonblocking collective calls that are not complete
	inits  map[joining]*initiated // persistent collective operations
	agains int                    // how many there have been
	unmet  map[*again]bool        // those that some ranks have started more often than others
	parts  map[partsKey]*partEnd  // partitioned operations
	// founded are communicators that some ranks of a group have created.
	founded map[uint64]*foundedRow
	// buffered are the buffered sends of each rank which a call would wait for that empties its buffer.
	buffered []queue.Queue[*wait.Need]
	copied   bool            // some rank has sent a message of which it is not known when it is received
	told     map[uint64]bool // places of the cycles reported so far
}

// joining names a nonblocking collective call by its place among the records of its rank.
type joining struct {
	rank int32
	n    int64
}

type joined struct {
	row  *wait.Row
	what fact.What
	why  fact.Why
}

func newStrict(j *Job) *strict {
	m := &strict{Job: j, sends: make([]map[int64]*wait.Need, j.Size), rows: map[joining]joined{}, told: map[uint64]bool{},
		inits: map[joining]*initiated{}, unmet: map[*again]bool{}, parts: map[partsKey]*partEnd{}, founded: map[uint64]*foundedRow{}, buffered: make([]queue.Queue[*wait.Need], j.Size)}
	m.replay = wait.New(j.Size, m.stuck, func(d *wait.Need, n int64) { m.locks.Waited(d, n) })
	return m
}

func (m *strict) routes() map[op.What]route {
	return map[op.What]route{op.Sent: m.sent, op.Joins: m.joins, op.Restarts: m.restart, op.Founds: m.founds, op.Drains: m.drains,
		op.RestartsParts: m.restartParts, op.Readies: m.readies, op.HasArrived: m.partsArrived}
}

func (m *strict) lose(rank int32) {
	m.loseAgain(rank)
	m.loseParts(rank)
	m.loseFounded(rank)
}

// polls is Polled where the program would have gone on without what a call has found.
func polls(site *tracker.Site, why fact.Why) fact.Why {
	s := calls.Of(site.Call)
	if s.Polls || s.Completes == calls.CompletesAny || s.Completes == calls.CompletesSome {
		return fact.Polled
	}
	return why
}

// sending returns what a send waits for: nil if that is nothing, or a partitioned receive.
func (m *strict) sending(rank int32, x *op.Op) *wait.Need {
	why := fact.Allowed
	switch {
	case x.Partitioned:
		return nil
	case x.Mode == calls.SendBuffered:
		return m.buffers(rank, x)
	case x.Mode == calls.SendReady:
		m.copied = true
		return nil
	case x.Mode == calls.SendSynchronous:
		why = fact.Always
	}
	d := m.newSend(why, x)
	if calls.Of(x.Site.Call).Blocks != calls.BlocksOnMessage {
		if m.sends[rank] == nil {
			m.sends[rank] = map[int64]*wait.Need{}
		}
		m.sends[rank][x.Count] = d
	}
	return d
}

func (m *strict) newSend(why fact.Why, x *op.Op) *wait.Need {
	d := m.replay.NewNeed(fact.Receive, why, x.On)
	d.Begun, d.Since, d.Peer, d.Tag, d.Bytes = x.Site, x.N, x.Peer, x.Tag, x.Data.Bytes()
	return d
}

// maxBuffered bounds the buffered sends of a rank that are kept for a call which empties its buffer.
const maxBuffered = 1 << 16

// buffers returns what a call that empties the buffer waits for because of a buffered send.
func (m *strict) buffers(rank int32, x *op.Op) *wait.Need {
	q := &m.buffered[rank]
	for q.Len() > 0 && ((*q.At(0)).Met() || q.Len() == maxBuffered) {
		m.copied = m.copied || !(*q.At(0)).Met()
		m.replay.Forget(*q.At(0))
		q.Pop()
	}
	d := m.newSend(fact.Allowed, x)
	q.Push(d)
	return d
}

// drains has a call wait until all buffered messages are received.
func (m *strict) drains(rank int32, x *op.Op) {
	for q := &m.buffered[rank]; q.Len() > 0; q.Pop() {
		m.replay.Wait(*q.At(0), &x.Site, x.N)
	}
}

// sendWaits has a blocking send wait.
func (m *strict) sendWaits(d *wait.Need, x *op.Op) {
	if calls.Of(x.Site.Call).Blocks == calls.BlocksOnMessage {
		m.replay.Wait(d, &x.Site, x.N)
	}
}

// sent has the call wait that completes a nonblocking send.
func (m *strict) sent(rank int32, x *op.Op) {
	d := m.sends[rank][x.Count]
	if d == nil {
		m.partsSent(rank, x)
		return
	}
	delete(m.sends[rank], x.Count)
	if x.Unsure {
		m.replay.Forget(d)
		return
	}
	d.Why = polls(&x.Site, d.Why)
	m.replay.Wait(d, &x.Site, x.N)
}

// receiving returns what the completion of a receive waits for.
func (m *strict) receiving(p *posted, x *op.Op) *wait.Need {
	if x.Failed || x.Unsure || p.kind == partitioned {
		return nil
	}
	d := m.replay.NewNeed(fact.Send, polls(&x.Site, fact.Always), x.On)
	d.Begun, d.Since, d.Peer, d.Tag, d.Chose = p.end.Site, p.since.N, x.Peer, x.Tag, p.from == op.AnySource
	d.Site, d.AnyTag = x.Site, p.tag == op.AnyTag
	if d.Chose && d.Begun != x.Site && !p.on.recent.alone(p) { // one that was posted later may have taken what this one would have
		d.Why = fact.Polled
	}
	return d
}

// probing returns what a probe waits for.
func (m *strict) probing(x *op.Op) *wait.Need {
	d := m.replay.NewNeed(fact.Send, polls(&x.Site, fact.Always), x.On)
	d.Begun, d.Since, d.Peer, d.Tag, d.Chose = x.Site, x.N, x.Peer, x.Tag, x.Unsure
	d.AnyTag = true // or not: that is not known
	return d
}

// met says what the ends of a message wait for.
func (m *strict) met(c *channel, s *sent, p *posted, sure bool) {
	m.accepted(c, s, p, sure)
	if d := p.need; d != nil {
		p.need = nil
		if sure {
			m.replay.Meets(d, s.end.Site, s.at.N)
		} else {
			m.replay.Drop(d)
		}
	}
}

// accepted says which receive a send waits for.
func (m *strict) accepted(c *channel, s *sent, p *posted, sure bool) {
	if d := s.need; d != nil {
		s.need = nil
		d.Chose, d.Rival = m.messages.mayHaveMet(c, s, p)
		if sure && p.began > 0 {
			m.replay.Meets(d, p.end.Site, p.began)
		} else {
			m.copied = m.copied || s.end.Mode == calls.SendBuffered
			m.replay.Drop(d)
		}
	}
}

// drop ends what a send or receive waits for: what it meets will not be known.
func (m *strict) drop(d **wait.Need) {
	if *d != nil {
		m.copied = m.copied || (*d).What == fact.Receive
		m.replay.Drop(*d)
		*d = nil
	}
}

// enter adds a rank's part in a collective call.
func (m *strict) enter(rw *orderRow, rank int32, x *op.Op, size int) {
	if rw.strict == nil {
		rw.strict = m.replay.NewRow(size)
	}
	row := rw.strict
	m.replay.Enter(row, &x.Site, x.N)
	why := fact.Allowed
	if x.Sync {
		why = fact.Always
	}
	sem := calls.Of(x.Site.Call)
	if sem.Persistent { // the call that creates the operation need not be local, but orders nothing
		m.initiates(rw, rank, x, why)
		why = fact.Allowed
	}
	switch {
	case !sem.Persistent && sem.Starts != calls.NoOperation:
		m.rows[joining{rank, x.N}] = joined{row, fact.Collective, why}
	default:
		d := m.replay.NewNeed(fact.Collective, why, x.On)
		d.Begun = x.Site
		m.replay.Joins(d, row)
		m.replay.Wait(d, &x.Site, x.N)
	}
}

// joins has the call wait that completes a nonblocking collective one.
func (m *strict) joins(rank int32, x *op.Op) {
	k := joining{rank, x.Count}
	j, ok := m.rows[k]
	if !ok {
		return
	}
	delete(m.rows, k)
	d := m.replay.NewNeed(j.what, polls(&x.Site, j.why), x.On)
	d.Begun = x.Site
	m.replay.Joins(d, j.row)
	m.replay.Wait(d, &x.Site, x.N)
}

// over says that not all ranks will come to a row.
func (m *strict) over(rw *orderRow) {
	if rw.strict != nil {
		m.replay.Break(rw.strict)
		rw.strict = nil
	}
	if rw.again != nil {
		m.breakAgain(rw.again)
	}
}

// other reports whether a message or receive might have met another one than it did, if all calls had
// waited.
func (m *strict) other(d *wait.Need) bool {
	switch {
	case d.What == fact.Receive:
		return d.Chose && (d.Rival == 0 || m.replay.Reached(&d.Other, d.Rival)) || m.takenBefore(d)
	case d.What == fact.Send && d.Chose:
		return m.couldTake(d)
	}
	return false
}

// takenBefore reports whether a receive from any source has been posted that might take a message first.
func (m *strict) takenBefore(d *wait.Need) bool {
	if r := m.messages.receivers[receiverKey{d.On.ID, d.Peer}]; r != nil && len(r.wild) > 0 {
		return true
	}
	return m.replay.Any(int(d.Peer), func(r *wait.Need) bool {
		by := calls.Of(r.Begun.Call)
		takes := by.Match != calls.MatchProbe || by.Makes == calls.ClassMessage
		return r.What == fact.Send && r.Chose && takes && r.On.ID == d.On.ID && (r.AnyTag || r.Tag == d.Tag) && !r.Met() && m.replay.Reached(&r.Begun, r.Since)
	})
}

// couldTake reports whether a receive or probe could have taken a message of another rank: one that has
// been sent, and has not met its receive.
func (m *strict) couldTake(d *wait.Need) bool {
	if m.copied || slices.Contains(m.messages.unseen, true) {
		return true
	}
	could := func(s *wait.Need) bool {
		return s.What == fact.Receive && s.Peer == d.Site.Rank && s.On.ID == d.On.ID && (d.AnyTag || d.Tag == s.Tag) && s.Begun.Rank != d.Peer && !s.Met() &&
			m.replay.Reached(&s.Begun, s.Since)
	}
	for r := range m.sends {
		for _, s := range m.sends[r] {
			if could(s) {
				return true
			}
		}
		if m.replay.Any(r, could) || slices.ContainsFunc(m.buffered[r].All(), could) {
			return true
		}
	}
	return false
}

// maxPlaces bounds the places of cycles that are remembered.
const maxPlaces = 1 << 12

// stuck reports a cycle, once for the same places in the program, if it is certain.
func (m *strict) stuck(c []*wait.Need) bool {
	k := placesOf(c)
	if m.told[k] {
		return true
	}
	if len(m.told) == maxPlaces || slices.ContainsFunc(c, m.other) {
		return false
	}
	m.told[k] = true
	f := &fact.Cycle{}
	for _, d := range c {
		f.Waits = append(f.Waits, &d.Need)
	}
	m.emit(f)
	return true
}

// placesOf names the calls of a cycle as they stand in the program.
func placesOf(c []*wait.Need) uint64 {
	places := make([]uint64, len(c))
	for i, d := range c {
		places[i] = uint64(d.Site.Call)<<48 ^ d.Site.PC
	}
	slices.Sort(places)
	h := fnv.New64a()
	for _, p := range slices.Compact(places) {
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, p)) // never fails
	}
	return h.Sum64()
}

package wait

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/queue"
)

// Config describes the job that a Judge judges.
type Config struct {
	Size     int // processes of MPI_COMM_WORLD
	Messages Messages
	Lost     func(ranks []int32) bool // reports whether records of any of the ranks are missing
	Absent   func(rank int32) bool    // reports whether the rank has left no log
	Emit     func(fact.Fact)
	Passes   func(d *Need, n int64) // takes each need that has been met, see New
}

// Messages answers questions about the messages so far.
type Messages interface {
	// Unseen reports whether messages of the rank are missing, AnyUnseen whether messages of any rank are.
	Unseen(rank int32) bool
	AnyUnseen() bool
	// Choosing reports whether the rank has an incomplete receive that may take several messages.
	Choosing(comm uint64, rank int32) bool
}

// Judge finds the deadlocks that a run might have had. It feeds the replay, in which every call waits as long as
// the standard allows, with the needs of calls. The matchers say which calls meet.
type Judge struct {
	*Replay
	Config
	sends []map[int64]*Need // by rank, then by number: nonblocking sends that are not complete
	joins joins
	again agains
	parts parts
	// founded are communicators that some ranks of a group have created.
	founded map[uint64]*foundedRow
	// buffered holds the buffered sends of each rank; calls that empty the rank's buffer wait for them.
	buffered []queue.Queue[*Need]
	copied   bool            // it is unknown when some buffered message is received
	told     map[uint64]bool // places of the cycles reported so far
}

// foundedRow is a communicator that the ranks of one or two groups create.
type foundedRow struct {
	members []int32
	row     *Row
	n       int // ranks that have entered the call
}

// NewJudge returns the judge of a job.
func NewJudge(c Config) *Judge {
	m := &Judge{Config: c, sends: make([]map[int64]*Need, c.Size), told: map[uint64]bool{},
		founded:  map[uint64]*foundedRow{},
		buffered: make([]queue.Queue[*Need], c.Size)}
	m.Replay = New(c.Size, m.stuck, c.Passes)
	m.joins = joins{m.Replay, map[key]joined{}}
	m.again = agains{joins: &m.joins, inits: map[key]*initiated{}, unmet: map[*again]bool{}}
	m.parts = parts{m.Replay, map[key]*partEnd{}}
	return m
}

// Routes registers the judge for its kinds of ops.
func (m *Judge) Routes(k *op.Kinds) {
	k.Sent.To(m.sent)
	k.Joins.To(m.joins.complete)
	k.Restarts.To(m.again.restart)
	k.Founds.To(m.founds)
	k.Drains.To(m.drains)
	k.RestartsParts.To(m.parts.restart)
	k.Readies.To(m.parts.readies)
	k.HasArrived.To(m.parts.arrived)
}

// Lose ends the replay of all calls that depend on a rank whose records are incomplete from here on.
func (m *Judge) Lose(rank int32) {
	m.again.lose(rank)
	m.parts.lose(rank)
	for id, f := range m.founded {
		if slices.Contains(f.members, rank) {
			m.breakUp(f.row)
			delete(m.founded, id)
		}
	}
}

// Finish replays the remaining steps, and reports the persistent collective operations that not all ranks have
// started.
func (m *Judge) Finish(ends Ends) {
	m.Replay.Finish()
	for _, f := range m.again.unfinished(ends, m.Messages.Unseen) {
		m.Emit(f)
	}
}

// Sending returns the need of a send: nil if it waits for nothing, or for a partitioned receive.
func (m *Judge) Sending(rank int32, x *op.Send) *Need {
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
			m.sends[rank] = map[int64]*Need{}
		}
		m.sends[rank][x.Message] = d
	}
	return d
}

func (m *Judge) newSend(why fact.Why, x *op.Send) *Need {
	d := m.NewNeed(fact.Receive, why, x.On)
	d.Begun, d.Since, d.Peer, d.Tag, d.Bytes = x.Site, x.N, x.To, x.Tag, x.Data.Bytes()
	return d
}

// maxBuffered bounds the buffered sends of a rank that are kept for a call which empties its buffer.
const maxBuffered = 1 << 16

// buffers returns the need of a buffered send, for a call that empties the buffer.
func (m *Judge) buffers(rank int32, x *op.Send) *Need {
	q := &m.buffered[rank]
	for q.Len() > 0 && ((*q.At(0)).met() || q.Len() == maxBuffered) {
		m.copied = m.copied || !(*q.At(0)).met()
		m.forget(*q.At(0))
		q.Pop()
	}
	d := m.newSend(fact.Allowed, x)
	q.Push(d)
	return d
}

// drains lets a call wait until all buffered messages are received.
func (m *Judge) drains(rank int32, x *op.Head) {
	for q := &m.buffered[rank]; q.Len() > 0; q.Pop() {
		m.Wait(*q.At(0), &x.Site, x.N)
	}
}

// SendWaits lets a blocking send wait for its need.
func (m *Judge) SendWaits(d *Need, x *op.Head) {
	if calls.Of(x.Site.Call).Blocks == calls.BlocksOnMessage {
		m.Wait(d, &x.Site, x.N)
	}
}

// sent lets a call that completes a nonblocking send wait for the send's need.
func (m *Judge) sent(rank int32, x *op.Sent) {
	d := m.sends[rank][x.Message]
	if d == nil {
		m.parts.sent(rank, x)
		return
	}
	delete(m.sends[rank], x.Message)
	if x.GivenUp {
		m.forget(d)
		return
	}
	d.Why = polls(&x.Site, d.Why)
	m.Wait(d, &x.Site, x.N)
}

// Received is a receive that is complete.
type Received struct {
	Begun  tracker.Site // the call that posted it, when its rank had Since records
	Since  int64
	Chose  bool // the receive takes messages of any source
	AnyTag bool
	Rivals bool // a receive that was posted later may have taken the same messages
}

// Receiving returns the need of the completion of a receive; nil if it waits for nothing, or for a partitioned
// send.
func (m *Judge) Receiving(x Received, o *op.Received) *Need {
	if o.Failed || o.Unsure {
		return nil
	}
	d := m.Need(fact.Send, fact.Always, &o.Head)
	d.Begun, d.Since, d.Peer, d.Tag, d.Chose = x.Begun, x.Since, o.From, o.Tag, x.Chose
	d.Site, d.AnyTag = o.Site, x.AnyTag
	// a receive that was posted later may have taken the message meant for this receive
	if x.Rivals && d.Begun != o.Site {
		d.Why = fact.Polled
	}
	return d
}

// Probing returns the need of a probe.
func (m *Judge) Probing(x *op.Seen) *Need {
	d := m.Need(fact.Send, fact.Always, &x.Head)
	d.Since, d.Peer, d.Tag, d.Chose = x.N, x.From, x.Tag, x.AnySource
	d.AnyTag = true // it is unknown whether the probe asked for any tag
	return d
}

// Found records which send a receive waits for; sure is false if that is uncertain.
func (m *Judge) Found(d **Need, send tracker.Site, n int64, sure bool) {
	switch x := *d; {
	case x == nil:
		return
	case sure:
		m.Meets(x, send, n)
	default:
		m.Replay.Drop(x)
	}
	*d = nil
}

// Accepted records which receive a send waits for; sure is false if that is uncertain.
func (m *Judge) Accepted(d **Need, mode calls.SendMode, receive tracker.Site, n int64, sure bool) {
	m.copied = m.copied || *d != nil && !sure && mode == calls.SendBuffered
	m.Found(d, receive, n, sure)
}

// Unmatch ends the need of a send or receive whose partner will not be known.
func (m *Judge) Unmatch(d **Need) {
	if *d != nil {
		m.copied = m.copied || (*d).What == fact.Receive
		m.Replay.Drop(*d)
		*d = nil
	}
}

// PairParts takes the two ends of a partitioned message, by their ranks and numbers.
func (m *Judge) PairParts(from, to int32, send, receive int64, sure bool) {
	m.parts.pair(key{from, send}, key{to, receive}, sure)
}

// Enter adds a rank's part in a collective call; size is the number of its ranks.
func (m *Judge) Enter(c *Collective, rank int32, x *op.Arrive, size int) {
	if c.row == nil {
		c.row = m.NewRow(size)
	}
	m.Replay.Enter(c.row, &x.Site, x.N)
	why := fact.Allowed
	if x.Sync {
		why = fact.Always
	}
	sem := calls.Of(x.Site.Call)
	if sem.Persistent { // the call that creates the operation need not be local, but orders nothing
		m.again.initiates(c, rank, &x.Head, why)
		why = fact.Allowed
	}
	switch {
	case !sem.Persistent && sem.Starts != calls.NoOperation:
		m.joins.begin(key{rank, x.N}, joined{c.row, fact.Collective, why})
	default:
		m.await(c.row, fact.Collective, why, &x.Head)
	}
}

// Over records that not all ranks will enter a collective call.
func (m *Judge) Over(c *Collective) {
	if c.row != nil {
		m.breakUp(c.row)
		c.row = nil
	}
	if c.again != nil {
		m.again.end(c.again)
	}
}

// founds lets a call that has created a communicator with the ranks of one or two groups wait for these ranks.
func (m *Judge) founds(rank int32, x *op.Head) {
	f := m.founded[x.On.ID]
	if f == nil {
		if m.Lost(x.On.All) || slices.ContainsFunc(x.On.All, m.Absent) {
			return
		}
		f = &foundedRow{members: x.On.All, row: m.NewRow(len(x.On.All))}
		m.founded[x.On.ID] = f
	}
	m.Replay.Enter(f.row, &x.Site, x.N)
	m.await(f.row, fact.Collective, fact.Allowed, x)
	if f.n++; f.n == len(f.members) {
		delete(m.founded, x.On.ID)
	}
}

// other reports whether a message or receive might have met a different partner, if all calls had waited.
func (m *Judge) other(d *Need) bool {
	switch {
	case d.What == fact.Receive:
		return d.Chose && (d.Rival == 0 || m.reached(&d.Other, d.Rival)) || m.takenBefore(d)
	case d.What == fact.Send && d.Chose:
		return m.couldTake(d)
	}
	return false
}

// takenBefore reports whether a receive from any source has been posted that might take a message first.
func (m *Judge) takenBefore(d *Need) bool {
	if m.Messages.Choosing(d.On.ID, d.Peer) {
		return true
	}
	return m.any(int(d.Peer), func(r *Need) bool {
		by := calls.Of(r.Begun.Call)
		takes := by.Match != calls.MatchProbe || by.Makes == calls.ClassMessage
		return r.What == fact.Send && r.Chose && takes && r.On.ID == d.On.ID && (r.AnyTag || r.Tag == d.Tag) &&
			!r.met() && m.reached(&r.Begun, r.Since)
	})
}

// couldTake reports whether a receive or probe could have taken a message of another rank that has been sent, and
// has not met its receive.
func (m *Judge) couldTake(d *Need) bool {
	if m.copied || m.Messages.AnyUnseen() {
		return true
	}
	could := func(s *Need) bool {
		return s.What == fact.Receive && s.Peer == d.Site.Rank && s.On.ID == d.On.ID && (d.AnyTag || d.Tag == s.Tag) &&
			s.Begun.Rank != d.Peer && !s.met() &&
			m.reached(&s.Begun, s.Since)
	}
	for r := range m.sends {
		for _, s := range m.sends[r] {
			if could(s) {
				return true
			}
		}
		if m.any(r, could) || slices.ContainsFunc(m.buffered[r].All(), could) {
			return true
		}
	}
	return false
}

// maxPlaces bounds the places of cycles that are remembered.
const maxPlaces = 1 << 12

// stuck reports a cycle, once for the same places in the program, if it is certain.
func (m *Judge) stuck(c []*Need) bool {
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
	m.Emit(f)
	return true
}

// placesOf returns a digest of the places of the calls of a cycle in the program.
func placesOf(c []*Need) uint64 {
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

package match

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// messages matches messages with receives. On a channel - communicator, source,
// destination, tag - the k-th send meets the k-th receive that took a message of
// this source and tag, in the order in which the receives were posted: messages do
// not overtake each other. What a receive took is known when it is
// complete; until then it keeps back all receives that were posted after it and
// might have taken the same messages.
type messages struct {
	*Job
	unmoved
	channels  map[channelKey]*channel
	receivers map[receiverKey]*receiver
	posted    []map[int64]*posted // by rank in MPI_COMM_WORLD, then by number
	threaded  []bool              // ranks of which several threads send or receive
	unseen    []bool              // ranks of which messages are missing
	unmatched []int               // sends and complete receives of the rank that wait for the other end
	found     fact.Message        // reused
	parts     partitions
	accepted  []map[int64]order.Point // by sender, then by number: the receives of its synchronous sends

	left         map[int32][]*channel // at the end: channels with messages, by receiving rank
	retry        []*channel           // reused
	sweepAt      int                  // how many channels there may be before the idle ones are forgotten
	freeChannels []*channel
	freePosted   []*posted
}

type channelKey struct {
	comm     uint64
	from, to int32 // ranks in MPI_COMM_WORLD
	tag      int32
	kind     channelKind
}

// channelKind tells partitioned operations from other messages: they do not meet.
// It is as wide as a tag, so that keys have no holes and are hashed in one go.
type channelKind int32

const (
	ordinary channelKind = iota
	partitioned
)

func kindOf(isPartitioned bool) channelKind {
	if isPartitioned {
		return partitioned
	}
	return ordinary
}

// channel holds what has not matched yet.
type channel struct {
	key      channelKey
	comm     tracker.Object
	sends    queue.Queue[sent]
	receives queue.Queue[*posted] // in the order in which they were posted
	matched  int64                // messages that have met their receives
	// sender and taker are the threads that use it, plus one. Messages of
	// several threads have no order: -1.
	sender, taker int32
	unsure        bool    // a call on it failed: what meets what is unknown
	lookers       int     // probes that have found a message on it which has not come yet
	blocker       *posted // the wildcard receive that its first receive waits for
	probes        []probe // that have found a message on it which has not come yet
	beyond        int64   // messages that came when mostLeft others were left
}

type sent struct {
	end fact.End
	id  int64
	at  order.Point
	// accepted: what its receiver knew when it posted the receive has come to the sender.
	accepted bool
	need     *wait.Need // what it waits for, as long as that is not known
}

// probe has found the k-th message of a channel.
type probe struct {
	k    int64
	need *wait.Need
}

// posted is a receive that has not met its message.
type posted struct {
	end       fact.End
	id        int64
	from, tag int32 // as posted, perhaps wildcards
	on        *receiver
	at        *channel // nil as long as a wildcard receive is not complete
	done      bool     // it is complete: at is its channel
	failed    bool     // so says the MPI library: the message was too long, or none was taken
	unsure    bool
	bytes     int64
	kind      channelKind
	blocks    []*channel  // of which it is the blocker
	since     order.Point // when it was posted
	ended     int64       // records of its rank up to its completion
	heard     bool        // what the sender knew then has come to the receiver
	need      *wait.Need  // what its completion waits for, as long as that is not known
	began     int64       // when it was begun, in records of its rank: of a matched message when it is received; 0: not yet
}

type receiverKey struct {
	comm uint64
	rank int32 // in MPI_COMM_WORLD
}

// receiver is one rank of a communicator.
type receiver struct {
	key    receiverKey
	comm   tracker.Object
	wild   []*posted // wildcard receives that are not complete, as posted
	posted int       // receives that have not met their messages, these included
	unsure bool      // what a wildcard receive has taken was never known
	wilds  bool      // wildcard receives have been posted
	late   []*posted // of these, complete ones whose messages have not been read
	taken  []taken   // by wildcard receives, the last ones: a ring
	oldest int       // of these
	past   past      // those before
	recent recent
	replies
}

// recent are the receives that a receiver has posted last, wildcard ones and those after which one was not complete: a ring.
type recent struct {
	posted [8]struct {
		id  int64
		tag int32
	}
	n int
}

func (r *recent) add(p *posted) {
	x := &r.posted[r.n%len(r.posted)]
	x.id, x.tag = p.id, p.tag
	r.n++
}

// alone reports whether it is certain that no receive was posted after p which might take the same messages.
func (r *recent) alone(p *posted) bool {
	for i := 1; i <= len(r.posted); i++ {
		switch x := &r.posted[(r.n-i+len(r.posted))%len(r.posted)]; {
		case i > r.n || x.id == p.id:
			return true
		case p.tag == op.AnyTag || x.tag == op.AnyTag || x.tag == p.tag:
			return false
		}
	}
	return false
}

// maxUnmatched is how many sends and complete receives of a rank may wait for the
// other end before the rank is held back.
const maxUnmatched = 1 << 12

// mostLeft is how many messages of a channel are kept that no receive has taken. Further ones are counted: if receives come
// for them, what meets what is unknown.
const mostLeft = 1 << 20

func newMessages(j *Job) *messages {
	m := &messages{Job: j, unseen: make([]bool, j.Size), sweepAt: fewChannels,
		channels: map[channelKey]*channel{}, receivers: map[receiverKey]*receiver{},
		posted: make([]map[int64]*posted, j.Size), accepted: make([]map[int64]order.Point, j.Size), unmatched: make([]int, j.Size), threaded: make([]bool, j.Size)}
	m.parts = partitions{sends: map[partsKey]*partSend{}, receives: map[partsKey]partReceive{}}
	for i := range m.unseen {
		m.unseen[i] = j.lossy[i] || !j.present(int32(i)) || j.Mute != nil && j.Mute[i]
	}
	return m
}

func (m *messages) routes(k *op.Kinds) {
	k.Sends.To(m.send)
	k.Unsends.To(m.unsend)
	k.Doubts.To(m.doubt)
	k.Receives.To(m.receive)
	k.Describes.To(m.describe)
	k.Received.To(m.received)
	k.Withdrawn.To(m.withdrawn)
	k.Sent.To(m.accept)
	k.Sees.To(m.sees)
	k.Learns.To(m.blur)
	k.Readies.To(m.ready)
	k.HasArrived.To(m.partsArrived)
}

// channel returns the channel of a message, nil where records of a rank are missing.
func (m *messages) channel(on *op.Place, from, to, tag int32, kind channelKind) *channel {
	if m.Unseen(from) || m.Unseen(to) {
		return nil
	}
	k := channelKey{on.ID, from, to, tag, kind}
	c := m.channels[k]
	if c == nil {
		if len(m.channels) >= m.sweepAt {
			m.sweep()
		}
		if n := len(m.freeChannels); n > 0 {
			c, m.freeChannels = m.freeChannels[n-1], m.freeChannels[:n-1]
		} else {
			c = &channel{}
		}
		c.key, c.comm = k, on.Object
		m.channels[k] = c
	}
	return c
}

const (
	// fewChannels are kept although nothing waits on them: most are used again.
	fewChannels = 1 << 12
	// maxIdle bounds those that are kept for what they say of threads.
	maxIdle = 1 << 18
)

// Unseen reports whether messages of the rank are missing.
func (m *messages) Unseen(rank int32) bool {
	return rank < 0 || int(rank) >= len(m.unseen) || m.unseen[rank]
}

// AnyUnseen reports whether messages of any rank are missing.
func (m *messages) AnyUnseen() bool { return slices.Contains(m.unseen, true) }

// Choosing reports whether a receive of the rank that may take several messages is not complete.
func (m *messages) Choosing(comm uint64, rank int32) bool {
	r := m.receivers[receiverKey{comm, rank}]
	return r != nil && len(r.wild) > 0
}

// sweep forgets the channels and receivers on which nothing waits: a program may
// use new tags and communicators all the time.
func (m *messages) sweep() {
	many := len(m.channels) >= maxIdle
	for k, c := range m.channels {
		if c.sends.Len() > 0 || c.receives.Len() > 0 || c.unsure || c.lookers > 0 || len(c.probes) > 0 || (m.threaded[k.from] || m.threaded[k.to]) && !many {
			continue
		}
		delete(m.channels, k)
		c.sender, c.taker, c.matched = 0, 0, 0
		m.freeChannels = append(m.freeChannels, c)
	}
	for k, r := range m.receivers {
		if r.posted == 0 && !r.unsure {
			delete(m.receivers, k)
		}
	}
	m.sweepAt = max(fewChannels, 2*len(m.channels))
}

func (m *messages) receiver(on *op.Place, rank int32) *receiver {
	k := receiverKey{on.ID, rank}
	r := m.receivers[k]
	if r == nil {
		r = &receiver{key: k, comm: on.Object}
		m.receivers[k] = r
	}
	return r
}

// usedBy notes the thread that uses an end of a channel.
func (m *messages) usedBy(threads *int32, s *tracker.Site) {
	thread := s.Thread
	m.threaded[s.Rank] = m.threaded[s.Rank] || thread > 0
	switch t := int32(thread) + 1; {
	case *threads == 0:
		*threads = t
	case *threads != t:
		*threads = -1
	}
}

func (m *messages) send(rank int32, x *op.Send) {
	c := m.channel(x.On, rank, x.To, x.Tag, kindOf(x.Partitioned))
	if c == nil {
		return
	}
	m.usedBy(&c.sender, &x.Site)
	if r := m.receivers[receiverKey{x.On.ID, rank}]; r != nil && r.wilds {
		r.sends(x)
	}
	d := m.strict.Sending(rank, x)
	if c.beyond > 0 || c.sends.Len() == mostLeft {
		c.beyond++
		m.strict.Unmatch(&d)
		return
	}
	c.sends.Push(sent{end: fact.End{Site: x.Site, N: x.N, Mode: x.Mode, Data: x.Data, Made: x.Made}, id: x.Message, at: m.order.At(rank, x.N), need: d})
	m.unmatched[rank]++
	m.foresee(c, c.sends.Len()-1)
	m.drain(c)
	if d != nil {
		m.strict.SendWaits(d, &x.Head)
	}
	m.keepUp(rank)
}

// foresee says what the i-th message of a channel and its receive wait for, if they must be each
// other's ends, and tells probes of the message.
func (m *messages) foresee(c *channel, i int) {
	if i >= c.sends.Len() {
		return
	}
	s := c.sends.At(i)
	if s.need != nil && i < c.receives.Len() && c.sure() {
		if p := *c.receives.At(i); p.blocker(&c.key) == nil && !p.unsure && p.began > 0 {
			m.takenBy(c, s, p, true)
		}
	}
	for n := len(c.probes) - 1; n >= 0; n-- {
		if x := &c.probes[n]; x.k == c.matched+int64(i) {
			m.strict.Meets(x.need, s.end.Site, s.at.N)
			c.probes = slices.Delete(c.probes, n, n+1)
		}
	}
}

// keepUp holds a rank back that is far ahead of those at the other ends.
func (m *messages) keepUp(rank int32) {
	if m.holdsBack(rank) {
		m.hold(rank, behind{m, rank})
	}
}

// behind keeps a rank back whose messages pile up.
type behind struct {
	m    *messages
	rank int32
}

func (b behind) holds() bool { return b.m.holdsBack(b.rank) }

func (m *messages) holdsBack(rank int32) bool { return m.unmatched[rank] > maxUnmatched }

// unsend takes back a message that was cancelled.
func (m *messages) unsend(rank int32, x *op.Unsend) {
	c := m.channel(x.On, rank, x.To, x.Tag, ordinary)
	if c == nil {
		return
	}
	for i := range c.sends.Len() {
		if c.sends.At(i).id == x.Message {
			m.strict.Unmatch(&c.sends.At(i).need)
			c.sends.Remove(i)
			m.unmatched[rank]--
			return
		}
	}
	c.unsure = true // it has been matched
}

// doubt ends the matching on a channel: whether a message was sent is unknown.
func (m *messages) doubt(rank int32, x *op.Unsend) {
	if c := m.channel(x.On, rank, x.To, x.Tag, ordinary); c != nil {
		c.unsure = true
	}
}

func (m *messages) receive(rank int32, x *op.Receive) {
	if m.Unseen(rank) {
		return
	}
	p := m.newPosted()
	*p = posted{end: fact.End{Site: x.Site, N: x.N, Data: x.Data, Made: x.Made}, id: x.Message, from: x.From, tag: x.Tag, on: m.receiver(x.On, rank), bytes: -1,
		kind: kindOf(x.Partitioned), blocks: p.blocks, since: m.order.At(rank, x.N)}
	if calls.Of(x.Site.Call).Makes != calls.ClassMessage {
		p.began = x.N
	}
	p.on.posted++
	if p.wild() || len(p.on.wild) > 0 {
		p.on.recent.add(p)
	}
	if m.posted[rank] == nil {
		m.posted[rank] = map[int64]*posted{}
	}
	m.posted[rank][p.id] = p
	if p.wild() {
		p.on.wild = append(p.on.wild, p)
		p.on.wilds = true
		return
	}
	m.place(p, x.On, rank, p.from, p.tag)
}

func (m *messages) newPosted() *posted {
	if n := len(m.freePosted); n > 0 {
		p := m.freePosted[n-1]
		m.freePosted = m.freePosted[:n-1]
		return p
	}
	return &posted{}
}

func (p *posted) wild() bool { return p.from == op.AnySource || p.tag == op.AnyTag }

// takes reports whether the receive could have taken a message of the channel.
func (p *posted) takes(k *channelKey) bool {
	return (p.from == op.AnySource || p.from == k.from) && (p.tag == op.AnyTag || p.tag == k.tag)
}

// place adds a receive to its channel, or forgets it if there is none.
func (m *messages) place(p *posted, on *op.Place, rank, from, tag int32) bool {
	c := m.channel(on, from, rank, tag, p.kind)
	if c == nil {
		m.drop(rank, p)
		return false
	}
	p.at = c
	m.usedBy(&c.taker, &p.end.Site)
	i := c.receives.Len()
	for i > 0 && (*c.receives.At(i - 1)).id > p.id {
		i--
	}
	c.receives.Insert(i, p)
	m.foresee(c, i)
	return true
}

// drop forgets a receive.
func (m *messages) drop(rank int32, p *posted) {
	delete(m.posted[rank], p.id)
	if p.wild() {
		if i := slices.Index(p.on.late, p); i >= 0 {
			p.on.late = slices.Delete(p.on.late, i, i+1)
		}
	}
	p.on.posted--
	if p.done {
		m.unmatched[rank]--
	}
	m.strict.Unmatch(&p.need)
	*p = posted{blocks: p.blocks[:0]}
	m.freePosted = append(m.freePosted, p)
}

// describe adds what a matched receive takes.
func (m *messages) describe(rank int32, x *op.Receive) {
	if p := m.posted[rank][x.Message]; p != nil {
		p.end.Data, p.end.Made, p.end.Site, p.began = x.Data, p.end.Site, x.Site, x.N
	}
}

// received takes a receive that is complete.
func (m *messages) received(rank int32, x *op.Received) {
	p := m.posted[rank][x.Message]
	if p == nil {
		return
	}
	p.done, p.bytes, p.failed, p.ended = true, x.Bytes, x.Failed, x.N
	m.unmatched[rank]++
	d := m.waits(p, x)
	p.need = d
	switch {
	case p.at != nil:
		if x.Unsure && !x.Failed {
			p.at.unsure = true
		}
		p.unsure = !x.Unsure && (x.From != p.from || x.Tag != p.tag)
		m.drain(p.at)
	case x.Unsure: // what it took will never be known, or whether it took anything
		p.on.unsure = true
		m.tame(rank, p, nil)
	default:
		m.tame(rank, p, x)
	}
	if d != nil {
		m.strict.Wait(d, &x.Site, x.N)
	}
	m.hearSender(rank, x)
	m.keepUp(rank)
}

// waits returns what the completion of a receive waits for; nil if that is nothing, or a partitioned send.
func (m *messages) waits(p *posted, x *op.Received) *wait.Need {
	if p.kind == partitioned {
		return nil
	}
	chose := p.from == op.AnySource
	return m.strict.Receiving(wait.Received{Begun: p.end.Site, Since: p.since.N, Chose: chose, AnyTag: p.tag == op.AnyTag,
		Rivals: chose && !p.on.recent.alone(p)}, x)
}

// takenBy says which receive a send waits for.
func (m *messages) takenBy(c *channel, s *sent, p *posted, sure bool) {
	if d := s.need; d != nil {
		d.Chose, d.Rival = m.mayHaveMet(c, s, p)
		m.strict.Accepted(&s.need, s.end.Mode, p.end.Site, p.began, sure && p.began > 0)
	}
}

// withdrawn takes a receive that was cancelled.
func (m *messages) withdrawn(rank int32, x *op.Withdraw) {
	p := m.posted[rank][x.Message]
	if p == nil {
		return
	}
	c := p.at
	if c == nil {
		m.tame(rank, p, nil)
		return
	}
	c.receives.Remove(queue.Index(&c.receives, p))
	m.drop(rank, p)
	m.drain(c)
}

// tame takes a wildcard receive off those that are not complete, and tries the
// channels again that have waited for it. If it is known what it took, op says so.
func (m *messages) tame(rank int32, p *posted, x *op.Received) {
	r := p.on
	if i, ok := slices.BinarySearchFunc(r.wild, p.id, func(w *posted, id int64) int { return cmp.Compare(w.id, id) }); ok {
		r.wild = slices.Delete(r.wild, i, i+1)
	}
	m.retry = append(m.retry[:0], p.blocks...)
	for _, c := range m.retry {
		if c.blocker == p {
			c.blocker = nil
		}
	}
	p.blocks = p.blocks[:0]
	if x == nil {
		m.drop(rank, p)
	} else if m.place(p, x.On, rank, x.From, x.Tag) {
		if m.drain(p.at); m.posted[rank][p.id] == p {
			r.late = append(r.late, p)
		}
	}
	for _, c := range m.retry {
		m.drain(c)
	}
}

// blocker returns a wildcard receive that was posted before p, is not complete,
// and may have taken a message of the channel.
func (p *posted) blocker(k *channelKey) *posted {
	for _, w := range p.on.wild {
		if w.id >= p.id {
			return nil
		}
		if w.takes(k) {
			return w
		}
	}
	return nil
}

// drain matches what can be matched on a channel.
func (m *messages) drain(c *channel) {
	for c.receives.Len() > 0 && c.sends.Len() > 0 {
		p := *c.receives.At(0)
		if !p.done {
			return
		}
		if w := p.blocker(&c.key); w != nil {
			if c.blocker != w {
				c.blocker = w
				w.blocks = append(w.blocks, c)
			}
			return
		}
		m.pair(c, c.sends.At(0), p)
		c.sends.Pop()
		c.receives.Pop()
		c.matched++
		m.unmatched[c.key.from]--
		m.drop(c.key.to, p)
		if c.beyond > 0 && c.sends.Len() == 0 {
			c.unsure, c.beyond = true, 0
		}
	}
}

// pair reports a message that has met its receive.
func (m *messages) pair(c *channel, s *sent, p *posted) {
	threads := c.sender < 0 || c.taker < 0
	if p.failed && !tooLong(s, p) || !p.failed && !threads && otherSize(s, p) {
		c.unsure = true // perhaps it has taken no message, or another one
	}
	m.tell(c, s, p)
	sure := !c.unsure && !threads && !p.unsure && !p.on.unsure && !p.failed
	m.takenBy(c, s, p, sure)
	m.strict.Found(&p.need, s.end.Site, s.at.N, sure)
	f := &m.found
	*f = fact.Message{Comm: c.comm, Send: s.end, Receive: p.end, Tag: c.key.tag, Bytes: p.bytes, Partitions: p.kind == partitioned, Failed: p.failed,
		Unpaired: c.unsure || threads || p.unsure || p.on.unsure}
	if f.Send.Mode == calls.SendReady {
		f.Posted = fact.Order(m.order.Relate(p.readySince(), &s.at))
	}
	m.emit(f)
	if p.kind == ordinary && !f.Unpaired && !p.failed && m.order.Watching() {
		m.mayTakeOther(c, s, p)
	}
}

// otherSize reports whether a receive says that it has taken a message of another size.
func otherSize(s *sent, p *posted) bool {
	n, room := s.end.Data.Bytes(), p.end.Data.Bytes()
	if room >= 0 {
		n = min(n, room)
	}
	return n >= 0 && p.bytes >= 0 && n != p.bytes
}

// tooLong reports whether it is certain that a message does not fit into a receive.
func tooLong(s *sent, p *posted) bool {
	n, room := s.end.Data.Bytes(), p.end.Data.Bytes()
	return n >= 0 && room >= 0 && n > room
}

// lose forgets the channels of a rank whose records are incomplete.
func (m *messages) lose(rank int32) {
	m.unseen[rank] = true
	for k, c := range m.channels {
		if k.from != rank && k.to != rank {
			continue
		}
		m.unmatched[k.from] -= c.sends.Len()
		for i := range c.sends.Len() {
			m.strict.Unmatch(&c.sends.At(i).need)
		}
		for i := range c.probes {
			m.strict.Unmatch(&c.probes[i].need)
		}
		for i := range c.receives.Len() {
			m.drop(k.to, *c.receives.At(i))
		}
		*c = channel{} // a receive may still know it as one that it blocks
		delete(m.channels, k)
	}
	maps.DeleteFunc(m.receivers, func(k receiverKey, _ *receiver) bool { return k.rank == rank })
	m.posted[rank], m.accepted[rank], m.unmatched[rank] = nil, nil, 0
}

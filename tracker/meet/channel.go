package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// messages matches messages with receives. On a channel - communicator, source, destination, tag - the k-th send
// meets the k-th receive that took a message of this source and tag, in the order in which the receives were
// posted: messages do not overtake each other. The message that a wildcard receive took is known when the receive
// is complete; until then it keeps back all receives that were posted after it and might have taken the same
// messages.
type messages struct {
	*common
	strict *wait.Judge
	unmoved
	channels  map[channelKey]*channel
	receivers map[receiverKey]*receiver
	channelOf near[channelKey, channel]   // by sender
	receiving near[receiverKey, receiver] // by receiver
	posted    []numbered[posted]          // by rank in MPI_COMM_WORLD: receives that have not met their messages
	threaded  []bool                      // ranks of which several threads send or receive
	unseen    []bool                      // ranks with unrecorded or lost messages
	revoked   map[uint64]bool             // revoked communicators, see revoke; mostly nil
	unmatched []int                       // sends and complete receives of the rank that wait for the other end
	found     fact.Message                // reused
	delivery  stamp.Delivery              // reused
	parts     partitions
	tags      onlyTags
	accepted  []map[int64]order.Point // by sender, then by number: the receives of its synchronous sends

	left         map[int32][]*channel // at the end: channels with messages, by receiving rank
	leftFrom     map[int32][]*channel // at the end: the same by sending rank
	retry        []*channel           // reused
	sweepAt      int                  // number of channels at which idle channels are forgotten
	freeChannels []*channel
	freePosted   []*posted
}

type channelKey struct {
	comm     uint64
	from, to int32 // ranks in MPI_COMM_WORLD
	tag      int32
	kind     channelKind
}

// channelKind distinguishes partitioned operations from other messages, which they do not match. It is as wide as a
// tag, so that keys have no holes and are hashed as a block.
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

// channel holds sends and receives that have not matched yet.
type channel struct {
	key      channelKey
	comm     tracker.Object
	sends    queue.Queue[sent]
	receives queue.Queue[*posted] // in the order in which they were posted
	matched  int64                // messages that have met their receives
	// sender and taker are the threads that use it, plus one. Messages of
	// several threads have no order: -1.
	sender, taker int32
	unsure        bool    // a call on it failed: its matches are uncertain
	lookers       int     // probes that found a message of this channel whose send has not been read yet
	blocker       *posted // the wildcard receive that its first receive waits for
	probes        []probe // probes that found a message whose send has not been read yet
	beyond        int64   // messages sent while mostLeft earlier messages had not been received
}

type sent struct {
	end fact.End
	id  int64
	at  order.Point
	// accepted: the sender has learned what its receiver knew when it posted the receive.
	accepted bool
	need     *wait.Need // the need of the send, until its receive is known
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
	at        *channel // nil until a wildcard receive is complete
	done      bool     // the receive is complete: at is its channel
	failed    bool     // the MPI library reported an error: the message was too long, or no message was received
	unsure    bool
	ignored   bool // the program ignored the status
	bytes     int64
	kind      channelKind
	blocks    []*channel  // channels whose blocker is this receive
	since     order.Point // when it was posted
	ended     int64       // records of its rank up to its completion
	heard     bool        // the receiver has learned what the sender knew at the send
	need      *wait.Need  // the need of its completion, until its message is known
	probe     seeing      // the probe right before it, of a receive from any source
	began     int64       // in records of its rank; of a matched message when it is received; 0: not yet
}

type receiverKey struct {
	comm uint64
	rank int32 // in MPI_COMM_WORLD
}

// receiver is a rank of a communicator.
type receiver struct {
	key    receiverKey
	comm   tracker.Object
	wild   []*posted // wildcard receives that are not complete, as posted
	posted int       // receives that have not met their messages, these included
	unsure bool      // the message of a wildcard receive was never known
	wilds  bool      // wildcard receives have been posted
	late   []*posted // complete wildcard receives whose messages have not been read
	taken  []taken   // the last messages taken by wildcard receives: a ring
	oldest int       // of these
	misfit misfits
	past   past // the taken messages that have left the ring
	recent recent
	probe  seeing // the last probe, if the rank has posted no receive since
	sizes  sizes
	replies
}

// seeing is a probe that has found a message; n is 0: there is none.
type seeing struct {
	site      tracker.Site
	from, tag int32
	n         int64 // records of its rank up to then
}

// sizes are the receives from any source that follow a probe and have room for exactly the message that it found, by
// their places in the program.
type sizes map[uint64]*size

type size struct {
	bytes  int64 // of the first message
	varies bool  // another message had another length: the room is taken from the probe
}

// recent are the receives that a receiver has posted last, wildcard receives and receives posted while an earlier
// one was not complete: a ring.
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

func (p *posted) wild() bool { return p.from == op.AnySource || p.tag == op.AnyTag }

// takes reports whether the receive could have taken a message of the channel.
func (p *posted) takes(k *channelKey) bool {
	return (p.from == op.AnySource || p.from == k.from) && (p.tag == op.AnyTag || p.tag == k.tag)
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

// otherSize reports whether the status of a receive has a size other than the message's.
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

// Order by messages: a send comes before its receive is complete, and before a probe that finds its message; a
// receive is posted before a synchronous send is complete. The rank that has waited is kept back until the other
// end has been read, so that it learns what the other rank knew then.

// sure reports whether the k-th message of the channel certainly matches its k-th receive.
func (c *channel) sure() bool { return !c.unsure && c.sender >= 0 && c.taker >= 0 }

// taken is a message that a receive from any source has taken.
type taken struct {
	by    posted
	key   channelKey
	send  fact.End
	at    order.Point // of the send
	then  then        // where the rank sent its next message
	asked []int32     // sources of which the first message that it could have taken is known
}

// misfits are the pairs of a receive with any tag and a send whose message would not fit, by their places in the
// program: all channels are looked at for few messages of each pair.
type misfits map[[2]uint64]int

// mostLooks bounds the searches for a pair; a single successful search is enough.
const mostLooks = 16

// first reports whether a pair was found, now or before, by a message that was the first of its source.
func (x *misfits) first(t *taken, s *sent, look func() bool) bool {
	if *x == nil {
		*x = misfits{}
	}
	pair := [2]uint64{t.by.end.Site.PC, s.end.Site.PC}
	if n := (*x)[pair]; n >= 0 && n < mostLooks {
		(*x)[pair]++
		if look() {
			(*x)[pair] = -1
		}
	}
	return (*x)[pair] < 0
}

// past summarizes messages that receives from any source have taken.
type past struct {
	some  bool
	first int64 // when the first of the receives was posted, in records of its rank
	ended int64 // when the last receive was complete
	from  int32 // the source of all messages, op.AnySource if they differ
	tag   int32 // the tag of all receives, as posted, op.AnyTag if they differ
}

// replies say whether a rank answers the messages that it takes from any source: then the program intends any
// order, for example because the rank hands out work.
type replies struct {
	sent   [maxReplies]reply // the last messages that the rank has sent, message k at k % maxReplies
	n      int
	places map[uint64]*replying // by the place of the receive
}

type reply struct {
	to int32
	n  int64 // records of the rank before it
}

// replying counts, for the receives at a place, how many of the rank's next messages went back to the source, and
// tells whether any went to another rank.
type replying struct {
	answered int64
	other    bool
}

// maxReplies bounds the sent messages whose destinations are remembered.
const maxReplies = 64

// then is the destination of the first message that a rank sent after it had received a message.
type then uint8

const (
	unknown then = iota
	answered
	toOther
)

// Order by partitioned messages: a partition is marked as ready before the receiver finds it there, or finds the
// whole message there. The two sides may have divided it into different partitions. The receiver's start orders
// nothing: a send is complete without it.

// partitions are the partitioned operations of a job.
type partitions struct {
	sends    map[partsKey]*partSend
	receives map[partsKey]partReceive
}

// partsKey names a partitioned operation by its rank and Op.Count.
type partsKey struct {
	rank int32
	id   int64
}

// partReceive is a receive that has met its send.
type partReceive struct {
	from partsKey
	sure bool
}

// partSend is the partitions that a sender has marked in each start of the send.
type partSend struct {
	many   bool  // too many partitions to tell apart
	base   int64 // the first time that is kept
	rounds []partRound
}

// partRound has the point at which each partition was marked; N is 0 for an unmarked partition.
type partRound []order.Point

// channel returns the channel of a message, nil where records of a rank are missing.
func (m *messages) channel(on *op.Place, from, to, tag int32, kind channelKind) *channel {
	if m.Unseen(from) || m.Unseen(to) {
		return nil
	}
	k := channelKey{on.ID, from, to, tag, kind}
	if c := m.channelOf.find(from, k); c != nil {
		return c
	}
	c := m.channels[k]
	if c == nil {
		if m.revoked[on.ID] {
			return nil
		}
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
	m.channelOf.keep(from, k, c, m.Size)
	return c
}

const (
	// fewChannels channels are kept although nothing on them is unmatched: most are used again.
	fewChannels = 1 << 12
	// maxIdle bounds the idle channels that are kept to tell which threads use them.
	maxIdle = 1 << 18
)

// Unseen reports whether messages of the rank are missing.
func (m *messages) Unseen(rank int32) bool {
	return rank < 0 || int(rank) >= len(m.unseen) || m.unseen[rank]
}

// AnyUnseen reports whether messages of any rank are missing.
func (m *messages) AnyUnseen() bool { return slices.Contains(m.unseen, true) }

// sweep forgets the channels and receivers without unmatched sends or receives: a program may
// use new tags and communicators all the time.
func (m *messages) sweep() {
	many := len(m.channels) >= maxIdle
	for k, c := range m.channels {
		if c.sends.Len() > 0 || c.receives.Len() > 0 || c.unsure || c.lookers > 0 || len(c.probes) > 0 ||
			(m.threaded[k.from] || m.threaded[k.to]) && !many {
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
	m.forgetNear()
}

// forgetNear empties the caches when channels or receivers are forgotten.
func (m *messages) forgetNear() {
	m.channelOf.forget()
	m.receiving.forget()
}

func (m *messages) receiver(on *op.Place, rank int32) *receiver {
	k := receiverKey{on.ID, rank}
	r := m.known(k)
	if r == nil {
		r = &receiver{key: k, comm: on.Object}
		m.receivers[k] = r
		m.receiving.keep(rank, k, r, m.Size)
	}
	return r
}

// known returns a receiver, nil if the rank has posted no receive.
func (m *messages) known(k receiverKey) *receiver {
	if r := m.receiving.find(k.rank, k); r != nil {
		return r
	}
	r := m.receivers[k]
	if r != nil {
		m.receiving.keep(k.rank, k, r, m.Size)
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

// maxUnmatched bounds the sends and complete receives of a rank that wait for the
// other end; beyond it, the rank is kept back.
const maxUnmatched = 1 << 12

// mostLeft bounds the messages of a channel that are kept until they are received. Further messages are only counted:
// if they are received, the matches are uncertain.
const mostLeft = 1 << 20

package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// message is one end of a message as a call describes it: what is sent, or what
// may be received.
type message struct {
	id   int64 // of the op that told other ranks of it; 0: there is none
	on   *op.Place
	peer int32 // rank in MPI_COMM_WORLD; AnySource
	tag  int32 // AnyTag
	mode calls.SendMode
	data op.Data
	made tracker.Site // of a persistent request: the call that created it
	// partitioned is the id of a partitioned operation; that of a receive takes part in no other matching.
	partitioned int64
	// cancelled: MPI_Cancel was called. What the status of any other message says of that is
	// not defined: in MPICH probes leave it as it was.
	cancelled bool
}

// messageShape says which buffers of a call are sent and received; -1: none.
type messageShape struct{ send, receive int8 }

var messageShapes = func() *[calls.MaxKind]*messageShape {
	var t [calls.MaxKind]*messageShape
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		if s.Match < calls.MatchSend || s.Match > calls.MatchProbe {
			continue
		}
		m := &messageShape{-1, -1}
		for b := range s.Buffers {
			if s.Match != calls.MatchReceive && s.Buffers[b].Reads {
				m.send = int8(b)
			}
			if s.Match != calls.MatchSend && s.Buffers[b].Writes {
				m.receive = int8(b)
			}
		}
		t[s.Kind] = m
	}
	return &t
}()

// decodeMessage fills what the call sends and receives.
func (r *Rank) decodeMessage(m *messageShape, c *Call) {
	c.Sends, c.Receives = r.bufferOf(c, m.send), r.bufferOf(c, m.receive)
}

// messagePart is what a call has to do with messages.
type messagePart uint8

const (
	noPart         messagePart = iota
	postsMessage               // sends or receives, or creates a request that does
	takesMessage               // receives what a matched probe has found
	findsMessage               // a matched probe
	startsMessages             // starts persistent requests
	endsMessages               // completes requests
	seesMessage                // a probe
)

var messageParts = func() *[calls.MaxKind]messagePart {
	var t [calls.MaxKind]messagePart
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		switch {
		case s.Message >= 0 && s.Match == calls.MatchReceive:
			t[s.Kind] = takesMessage
		case s.Makes == calls.ClassMessage && s.Match == calls.MatchProbe:
			t[s.Kind] = findsMessage
		case s.Match.MovesMessage():
			t[s.Kind] = postsMessage
		case s.Match == calls.MatchProbe:
			t[s.Kind] = seesMessage
		case s.Step == calls.RequestActivate:
			t[s.Kind] = startsMessages
		case s.Completes != calls.CompletesNone:
			t[s.Kind] = endsMessages
		}
	}
	return &t
}()

// messagesEntered adds what a call that has been entered sends and receives.
func (o teller) messagesEntered(r *Rank, c *Call) {
	switch messageParts[c.Kind] {
	case postsMessage:
		o.messages(r, c)
	case takesMessage:
		o.takes(r, c)
	case startsMessages:
		o.started(r, c)
	}
}

// messagesReturned adds what a call that has returned has received.
func (o teller) messagesReturned(r *Rank, c *Call) {
	switch messageParts[c.Kind] {
	case postsMessage, takesMessage:
		o.received(r, c)
	case startsMessages:
		if !c.ok() {
			o.notStarted(r, c)
		}
	case seesMessage:
		o.seen(r, c)
	case findsMessage:
		o.probed(r, c)
	case endsMessages:
		o.completes(r, c)
	}
}

// sending returns what a call sends. ok is false where that is nothing, or where it
// cannot be matched.
func (ms *messages) sending(c *recorded, on *op.Place, data op.Data) (m message, ok bool) {
	s := c.Sem
	dest := c.In[s.Dest]
	peers, tag := on.Peers(), c.In[s.SendTag]
	if dest == ms.flavour.ProcNull || dest < 0 || dest >= int64(len(peers)) || tag < 0 {
		return m, false
	}
	return message{on: on, peer: peers[dest], tag: int32(tag), mode: s.Send, data: data}, true
}

// receiving returns what a call receives.
func (ms *messages) receiving(c *recorded, on *op.Place, room op.Data) (m message, ok bool) {
	s := c.Sem
	peer, ok := ms.sourceOf(c.In[s.Source], on)
	tag := c.In[s.RecvTag]
	if !ok || tag < 0 && tag != ms.flavour.AnyTag {
		return m, false
	}
	return message{on: on, peer: peer, tag: ms.tagOf(tag), data: room}, true
}

// sourceOf translates the source of a receive, or of a status.
func (ms *messages) sourceOf(source int64, on *op.Place) (int32, bool) {
	if source == ms.flavour.AnySource {
		return op.AnySource, true
	}
	peers := on.Peers()
	if source == ms.flavour.ProcNull || source < 0 || source >= int64(len(peers)) {
		return 0, false
	}
	return peers[source], true
}

func (ms *messages) tagOf(tag int64) int32 {
	if tag == ms.flavour.AnyTag {
		return op.AnyTag
	}
	return int32(tag)
}

// bufferOf returns what is in a buffer of a call. It does not move if it goes to
// MPI_PROC_NULL alone.
func (r *Rank) bufferOf(c *Call, buffer int8) op.Data {
	if buffer < 0 {
		return op.Data{}
	}
	b := &c.Sem.Buffers[buffer]
	d := op.Data{Disp: c.In[b.Addr], Count: c.In[b.Count], Type: r.Types().Lookup(c.In[b.Type]), Writes: b.Writes}
	d.Moves = !r.messages.toNobody(&c.recorded, b)
	if c.Sem.Partitioned {
		d.Count = datatype.MulSat(d.Count, max(c.In[partitionsArg], 0))
	}
	return d
}

// partitionsArg is the argument with the number of partitions, in both calls.
const partitionsArg = 1

// messages adds what a call that has been entered sends and receives. What a persistent
// request stands for is kept until it is started; partitioned operations are
// matched when they are created.
func (o teller) messages(r *Rank, c *Call) {
	on := c.Comm.Place()
	r.messages.reach(c.Comm)
	if on == nil || c.Once || r.blind.messages {
		return
	}
	s := c.Sem
	if s.Match != calls.MatchReceive {
		if m, ok := r.messages.sending(&c.recorded, on, c.Sends.Signed()); ok {
			c.told.sent = m
			if !s.Persistent || s.Partitioned {
				o.send(r, c, &c.told.sent)
			}
		}
	}
	if s.Match != calls.MatchSend {
		if m, ok := r.messages.receiving(&c.recorded, on, c.Receives.Signed()); ok {
			c.told.received = m
			if !s.Persistent || s.Partitioned {
				o.receive(r, c, &c.told.received)
			}
		}
	}
	if s.Partitioned {
		c.told.sent.partitioned, c.told.received.partitioned, c.told.received.id = c.told.sent.id, c.told.received.id, 0
	}
}

// send adds a message.
func (o teller) send(r *Rank, c *Call, m *message) {
	m.id = r.messages.next()
	x := o.Sends(r.head(c, m.on))
	x.Message, x.To, x.Tag, x.Mode, x.Data = m.id, m.peer, m.tag, m.mode, m.data
	x.Partitioned, x.Made = c.Sem.Partitioned, m.made
}

// receive adds a receive that has been posted. Which message it has taken is told
// when it completes.
func (o teller) receive(r *Rank, c *Call, m *message) {
	m.id = r.messages.next()
	x := o.Receives(r.head(c, m.on))
	x.Message, x.From, x.Tag, x.Data = m.id, m.peer, m.tag, m.data
	x.Partitioned, x.Made = c.Sem.Partitioned, m.made
	if x.Partitioned {
		o.took(r, c, m, outcome{known: true, source: m.peer, tag: m.tag, bytes: -1})
	}
}

// outcome is what became of a receive.
type outcome struct {
	known     bool
	cancelled bool
	failed    bool  // the call returned an error
	source    int32 // rank in MPI_COMM_WORLD
	tag       int32
	bytes     int64
}

// took adds which message a receive has taken.
func (o teller) took(r *Rank, c *Call, m *message, x outcome) {
	switch {
	case m.id == 0:
	case x.cancelled:
		o.Withdrawn(r.head(c, m.on)).Message = m.id
	default:
		told := o.Received(r.head(c, m.on))
		told.Message, told.From, told.Tag, told.Bytes = m.id, x.source, x.tag, x.bytes
		told.Unsure, told.Failed, told.Ignored = !x.known, x.failed, r.ignoresStatus(c)
	}
}

// ignoresStatus reports whether a call was given MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE.
func (r *Rank) ignoresStatus(c *Call) bool {
	i := c.Sem.StatusArg
	return i >= 0 && int(i) < c.NIn && c.In[i] == r.Flavour.StatusIgnore
}

// status reads what a call says of the message that a receive has taken.
func (ms *messages) status(c *recorded, m *message) outcome {
	w := int(c.Sem.Status)
	if w < 0 || !c.ok() {
		return outcome{failed: !c.ok()}
	}
	return ms.outcomeOf(m, c.OutWord(w), c.OutWord(w+1), c.OutWord(w+2))
}

func (ms *messages) outcomeOf(m *message, source, tag, bytes int64) outcome {
	if bytes < 0 && m.cancelled {
		return outcome{known: true, cancelled: true}
	}
	if m.on == nil {
		return outcome{}
	}
	peer, ok := ms.sourceOf(source, m.on)
	return outcome{known: ok && peer != op.AnySource && tag >= 0, source: peer, tag: int32(tag), bytes: bytes}
}

// statusAt reads it from the statuses of an array. They are not recorded as long as no
// receive needs them.
func (ms *messages) statusAt(m *message, statuses event.Array, i int) outcome {
	if 2*i+1 < statuses.Len() {
		w := statuses.At(2 * i)
		return ms.outcomeOf(m, w>>32, int64(int32(w)), statuses.At(2*i+1))
	}
	return m.asPosted()
}

// asPosted is what a receive says by itself of the message that it takes.
func (m *message) asPosted() outcome {
	return outcome{known: !m.anyone(), source: m.peer, tag: m.tag, bytes: -1}
}

// anyone reports whether a receive names no source, or no tag.
func (m *message) anyone() bool { return m.peer == op.AnySource || m.tag == op.AnyTag }

// received adds the end of a receive in which the call itself has waited for the message,
// or which could not be posted.
func (o teller) received(r *Rank, c *Call) {
	switch {
	case c.told.received.id == 0:
	case c.Sem.Starts == calls.NoOperation:
		o.took(r, c, &c.told.received, r.messages.status(&c.recorded, &c.told.received))
		c.told.received.id = 0
	case !c.ok():
		o.took(r, c, &c.told.received, outcome{})
		c.told.received.id = 0
	}
	switch {
	case c.told.sent.id == 0:
	case !c.ok():
		o.doubt(r, c, &c.told.sent)
	case c.Sem.Starts == calls.NoOperation:
		o.accepted(r, c, &c.told.sent)
	}
}

// accepted adds that a send is complete. Of standard sends that were blocking calls, the call says
// so itself; buffered and ready ones tell nothing of the receiver.
func (o teller) accepted(r *Rank, c *Call, m *message) {
	if m.mode == calls.SendSynchronous || m.mode == calls.SendStandard && c.Sem.Completes != calls.CompletesNone {
		o.sent(r, c, m)
	}
}

// givenUp adds that nothing waits for a nonblocking send.
func (o teller) givenUp(r *Rank, c *Call, m *message) {
	if m.id != 0 && (m.mode == calls.SendSynchronous || m.mode == calls.SendStandard) {
		o.sent(r, c, m).GivenUp = true
	}
}

func (o teller) sent(r *Rank, c *Call, m *message) *op.Sent {
	x := o.Sent(r.head(c, m.on))
	x.Message, x.To, x.Tag, x.Mode = m.id, m.peer, m.tag, m.mode
	return x
}

// doubt adds that it is unknown whether a message was sent.
func (o teller) doubt(r *Rank, c *Call, m *message) {
	x := o.Doubts(r.head(c, m.on))
	x.Message, x.To, x.Tag = m.id, m.peer, m.tag
}

// completes adds what became of the messages of the requests that a call completes.
func (o teller) completes(r *Rank, c *Call) {
	s := c.Sem
	var statuses event.Array
	if s.Statuses {
		statuses = event.ArrayOf(c.outBlob, len(s.LeaveBlob)-1)
	}
	for d := r.requests.completed(&c.recorded, &c.asked); d.next(); {
		q := d.request
		o.completed(r, c, q, d.handle.mixed)
		switch {
		case q.Done, q.told.send.on == nil && q.told.receive.on == nil:
		case s.Completes == calls.CompletesFree || !c.ok():
			o.took(r, c, &q.told.receive, outcome{failed: !c.ok()})
		case q.Sem.Match == calls.MatchSendReceive: // MPICH up to 5.0 does not set the status of MPI_Isendrecv
			o.took(r, c, &q.told.receive, q.told.receive.asPosted())
		case s.Statuses:
			o.took(r, c, &q.told.receive, r.messages.statusAt(&q.told.receive, statuses, d.status))
		default:
			o.took(r, c, &q.told.receive, r.messages.status(&c.recorded, &q.told.receive))
		}
		q.told.receive.id = 0
		if q.told.send.id != 0 && !q.Cancelled.IsZero() && !q.Done {
			o.cancelled(r, c, q, statuses, d.status)
		}
	}
}

// cancelled adds what MPI_Cancel of a send has led to, as its status says.
func (o teller) cancelled(r *Rank, c *Call, q *Request, statuses event.Array, i int) {
	s := c.Sem
	bytes := int64(0)
	switch {
	case c.ok() && s.Statuses && 2*i+1 < statuses.Len():
		bytes = statuses.At(2*i + 1)
	case c.ok() && s.Status >= 0:
		bytes = c.OutWord(int(s.Status) + 2)
	default:
		o.doubt(r, c, &q.told.send)
		return
	}
	if bytes < 0 {
		x := o.Unsends(r.head(c, q.told.send.on))
		x.Message, x.To, x.Tag = q.told.send.id, q.told.send.peer, q.told.send.tag
	}
}

// started adds the messages and collective operations of the persistent requests that a call starts.
func (o teller) started(r *Rank, c *Call) {
	if c.Once || r.blind.messages {
		return
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active {
			continue
		}
		if q.told.on != nil || q.Sem.Partitioned {
			o.restarts(r, c, q)
			continue
		}
		if q.told.send.on != nil {
			q.told.send.made = q.Made
			o.send(r, c, &q.told.send)
		}
		if q.told.receive.on != nil {
			q.told.receive.made = q.Made
			o.receive(r, c, &q.told.receive)
		}
	}
}

// restarts adds that a persistent collective operation, or a partitioned one, begins.
func (o teller) restarts(r *Rank, c *Call, q *Request) {
	switch m := q.partitioned(); {
	case q.told.on != nil:
		x := o.Restarts(r.head(c, q.told.on))
		x.Created, x.Failed = q.told.arrived, !c.ok()
	case m.partitioned != 0:
		x := o.RestartsParts(r.head(c, m.on))
		x.Message, x.Mode, x.Failed = m.partitioned, m.mode, !c.ok()
		x.Parts = op.Parts{Round: q.Parts.round + 1, To: q.Parts.N, Of: q.Parts.N}
	}
}

// notStarted adds that it is unknown which operations a failed call has started.
func (o teller) notStarted(r *Rank, c *Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Active {
			continue
		}
		if q.told.on != nil || q.Sem.Partitioned {
			o.restarts(r, c, q)
			continue
		}
		if q.told.send.id != 0 {
			o.doubt(r, c, &q.told.send)
		}
		o.took(r, c, &q.told.receive, outcome{})
		q.told.send.id, q.told.receive.id = 0, 0
	}
}

// probed adds the message that a matched probe has taken out of the queue: it is received as
// if the receive had been posted then.
func (o teller) probed(r *Rank, c *Call) {
	if c.Sem.Flag >= 0 {
		r.threads.of(int(c.Site.Ring)).probesMatched = true
	}
	on := c.Comm.Place()
	if on == nil || c.Once || r.blind.messages || !c.ok() || c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return
	}
	m := message{on: on}
	x := r.messages.status(&c.recorded, &m)
	if !x.known {
		return // MPI_PROC_NULL
	}
	m.peer, m.tag = x.source, x.tag
	o.sees(r, c, &m).Contended = r.threads.contended(c, func(o *Call) bool { return r.messages.mayFind(&o.recorded, &m) })
	o.receive(r, c, &m)
	c.told.received = m
}

// contended reports whether another thread, in a probe that mayFind the same, may have taken an earlier message of
// the same kind by a matched probe that has not returned, as far as the records say. Of those that look for a message
// again and again only the first one leaves a record when it begins.
func (ts *threads) contended(c *Call, mayFind func(*Call) bool) bool {
	for i, t := range ts.list {
		if i == int(c.Site.Ring) {
			continue
		}
		if t.probesMatched {
			return true
		}
		for _, o := range t.stack {
			if messageParts[o.Kind] == findsMessage && o.Comm == c.Comm && mayFind(o) {
				return true
			}
		}
	}
	return false
}

// mayFind reports whether a probe asks for a message like this one.
func (ms *messages) mayFind(c *recorded, m *message) bool {
	source, ok := ms.sourceOf(c.In[c.Sem.Source], m.on)
	return ok && envelope{source, ms.tagOf(c.In[c.Sem.RecvTag])}.covers(envelope{m.peer, m.tag})
}

// seen adds the message that a probe has found.
func (o teller) seen(r *Rank, c *Call) {
	on := c.Comm.Place()
	if on == nil || c.Once || r.blind.messages || !c.ok() || c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return
	}
	m := message{on: on}
	if x := r.messages.status(&c.recorded, &m); x.known {
		m.peer, m.tag = x.source, x.tag
		o.sees(r, c, &m)
	}
}

func (o teller) sees(r *Rank, c *Call, m *message) *op.Seen {
	x := o.Sees(r.head(c, m.on))
	x.From, x.Tag, x.AnySource = m.peer, m.tag, c.In[c.Sem.Source] == r.Flavour.AnySource
	return x
}

// takes adds what is to be received of a message that a matched probe has found.
func (o teller) takes(r *Rank, c *Call) {
	x := r.messages.matched(c.In[c.Sem.Message])
	if x == nil || x.receive.id == 0 || c.Once {
		return
	}
	m := &c.told.received
	*m, x.receive.id = x.receive, 0
	told := o.Describes(r.head(c, m.on))
	told.Message, told.From, told.Tag, told.Data = m.id, m.peer, m.tag, c.Receives.Signed()
}

// Wanted is a message that a rank waits for, or waits to be taken.
type Wanted struct {
	Site  tracker.Site // the call that posted it, or that probes for it
	On    *op.Place
	Send  bool
	Probe bool
	Mode  calls.SendMode
	Peer  int32 // rank in MPI_COMM_WORLD; AnySource
	Tag   int32 // AnyTag
	ID    int64 // number of the message or receive; 0: a probe
}

// wanted are the messages that an open call waits for, and what else its requests stand for.
func (r *Rank) wanted(c *Call) (out []Wanted, others []Pending) {
	add := func(site tracker.Site, m *message, send bool) {
		if m.id != 0 {
			out = append(out, Wanted{Site: site, On: m.on, Send: send, Mode: m.mode, Peer: m.peer, Tag: m.tag, ID: m.id})
		}
	}
	switch s := c.Sem; {
	case s.Match == calls.MatchProbe:
		if on := c.Comm.Place(); on != nil && !r.blind.messages {
			if m, ok := r.messages.receiving(&c.recorded, on, c.Receives.Signed()); ok {
				out = append(out, Wanted{Site: c.Site, On: on, Probe: true, Peer: m.peer, Tag: m.tag})
			}
		}
	case s.Blocks == calls.BlocksOnMessage && messageShapes[c.Kind] != nil:
		add(c.Site, &c.told.sent, true)
		add(c.Site, &c.told.received, false)
	case s.Blocks == calls.BlocksOnRequests, s.Polls && (s.Request >= 0 || s.Requests >= 0):
		seen := map[*Request]bool{}
		for g := c.Given(); g.Next(); {
			q := g.Request
			if q == nil || !q.Pending() || seen[q] {
				continue
			}
			seen[q] = true
			if q.Sem.Starts != calls.StartsMessage || q.Sem.Partitioned {
				others = append(others, q.pending())
				continue
			}
			add(q.Begun, &q.told.send, true)
			add(q.Begun, &q.told.receive, false)
		}
	}
	return out, others
}

// hasSource reports whether a call may receive from another process.
func (ms *messages) hasSource(c *recorded) bool {
	s := c.Sem
	return s.Source < 0 || c.In[s.Source] != ms.flavour.ProcNull
}

// toNobody reports whether a buffer is exchanged with MPI_PROC_NULL alone.
func (ms *messages) toNobody(c *recorded, s *calls.Buffer) bool {
	if c.Sem.Message >= 0 && c.Sem.Match == calls.MatchReceive {
		m := ms.found[c.In[c.Sem.Message]]
		return m != nil && m.nobody
	}
	null := func(arg int8) bool { return arg < 0 || c.In[arg] == ms.flavour.ProcNull }
	return (s.From >= 0 || s.To >= 0) && null(s.From) && null(s.To)
}

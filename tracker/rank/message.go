package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// messages emits the messages that an entered call sends and receives. The message of a persistent request is emitted
// when the request is started, the message of a partitioned request when the request is created, because partitioned
// operations match then.
func (o teller) messages(r *Rank, c *call.Call) {
	on := c.Comm.Place()
	r.Messages.Reach(c.Comm)
	if on == nil || c.Once || r.Blind.Messages {
		return
	}
	s := c.Sem
	if s.Match != calls.MatchReceive {
		if m, ok := r.Messages.Sending(&c.Call, on, c.Sends.Signed()); ok {
			c.Told.Sent = m
			if !s.Persistent || s.Partitioned {
				o.send(r, c, &c.Told.Sent)
			}
		}
	}
	if s.Match != calls.MatchSend {
		if m, ok := r.Messages.Receiving(&c.Call, on, c.Receives.Signed()); ok {
			c.Told.Received = m
			if !s.Persistent || s.Partitioned {
				o.receive(r, c, &c.Told.Received)
			}
		}
	}
	if s.Partitioned {
		c.Told.Sent.Partitioned, c.Told.Received.Partitioned, c.Told.Received.Id = c.Told.Sent.Id, c.Told.Received.Id, 0
	}
}

// send emits the op of a message.
func (o teller) send(r *Rank, c *call.Call, m *messages.Message) {
	m.Id = r.Messages.Next()
	x := o.Sends(r.head(c, m.On))
	x.Message, x.To, x.Tag, x.Mode, x.Data = m.Id, m.Peer, m.Tag, m.Mode, m.Data
	x.Partitioned, x.Made = c.Sem.Partitioned, m.Made
}

// receive emits the op of a posted receive; took later emits which message it received.
func (o teller) receive(r *Rank, c *call.Call, m *messages.Message) {
	m.Id = r.Messages.Next()
	x := o.Receives(r.head(c, m.On))
	x.Message, x.From, x.Tag, x.Data = m.Id, m.Peer, m.Tag, m.Data
	x.Partitioned, x.Made = c.Sem.Partitioned, m.Made
	if x.Partitioned {
		o.took(r, c, m, messages.Outcome{Known: true, Source: m.Peer, Tag: m.Tag, Bytes: -1})
	}
}

// took emits which message a receive has received.
func (o teller) took(r *Rank, c *call.Call, m *messages.Message, x messages.Outcome) {
	switch {
	case m.Id == 0:
	case x.Cancelled:
		o.Withdrawn(r.head(c, m.On)).Message = m.Id
	default:
		told := o.Received(r.head(c, m.On))
		told.Message, told.From, told.Tag, told.Bytes = m.Id, x.Source, x.Tag, x.Bytes
		told.Unsure, told.Failed, told.Ignored = !x.Known, x.Failed, r.IgnoresStatus(c)
	}
}

// IgnoresStatus reports whether a call was given MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE.
func (r *Rank) IgnoresStatus(c *call.Call) bool {
	i := c.Sem.StatusArg
	return i >= 0 && int(i) < c.NIn && c.In[i] == r.Flavour.StatusIgnore
}

// received emits the end of a blocking receive or send, and of a nonblocking call that failed.
func (o teller) received(r *Rank, c *call.Call) {
	switch {
	case c.Told.Received.Id == 0:
	case c.Sem.Starts == calls.NoOperation:
		o.took(r, c, &c.Told.Received, r.Messages.Status(&c.Call, &c.Told.Received))
		c.Told.Received.Id = 0
	case !c.Ok():
		o.took(r, c, &c.Told.Received, messages.Outcome{})
		c.Told.Received.Id = 0
	}
	switch {
	case c.Told.Sent.Id == 0:
	case !c.Ok():
		o.doubt(r, c, &c.Told.Sent)
	case c.Sem.Starts == calls.NoOperation:
		o.accepted(r, c, &c.Told.Sent)
	}
}

// accepted emits that a send is complete. A blocking standard send is complete when it returns; the completion of a
// buffered or ready send proves nothing about the receiver.
func (o teller) accepted(r *Rank, c *call.Call, m *messages.Message) {
	if m.Mode == calls.SendSynchronous || m.Mode == calls.SendStandard && c.Sem.Completes != calls.CompletesNone {
		o.sent(r, c, m)
	}
}

// givenUp emits that the rank no longer waits for a nonblocking send.
func (o teller) givenUp(r *Rank, c *call.Call, m *messages.Message) {
	if m.Id != 0 && (m.Mode == calls.SendSynchronous || m.Mode == calls.SendStandard) {
		o.sent(r, c, m).GivenUp = true
	}
}

func (o teller) sent(r *Rank, c *call.Call, m *messages.Message) *op.Sent {
	x := o.Sent(r.head(c, m.On))
	x.Message, x.To, x.Tag, x.Mode = m.Id, m.Peer, m.Tag, m.Mode
	return x
}

// doubt emits that it is uncertain whether a message was sent.
func (o teller) doubt(r *Rank, c *call.Call, m *messages.Message) {
	x := o.Doubts(r.head(c, m.On))
	x.Message, x.To, x.Tag = m.Id, m.Peer, m.Tag
}

// started emits the messages and collective operations of the persistent requests that a call starts.
func (o teller) started(r *Rank, c *call.Call) {
	if c.Once || r.Blind.Messages {
		return
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active {
			continue
		}
		if q.Told.On != nil || q.Sem.Partitioned {
			o.restarts(r, c, q)
			continue
		}
		if q.Told.Send.On != nil {
			q.Told.Send.Made = q.Made
			o.send(r, c, &q.Told.Send)
		}
		if q.Told.Receive.On != nil {
			q.Told.Receive.Made = q.Made
			o.receive(r, c, &q.Told.Receive)
		}
	}
}

// restarts emits that a persistent collective or partitioned operation begins.
func (o teller) restarts(r *Rank, c *call.Call, q *requests.Request) {
	switch m := q.Partitioned(); {
	case q.Told.On != nil:
		x := o.Restarts(r.head(c, q.Told.On))
		x.Created, x.Failed = q.Told.Arrived, !c.Ok()
	case m.Partitioned != 0:
		x := o.RestartsParts(r.head(c, m.On))
		x.Message, x.Mode, x.Failed = m.Partitioned, m.Mode, !c.Ok()
		x.Parts = op.Parts{Round: q.Parts.Round + 1, To: q.Parts.N, Of: q.Parts.N}
	}
}

// notStarted emits that it is uncertain which operations a failed call has started.
func (o teller) notStarted(r *Rank, c *call.Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Active {
			continue
		}
		if q.Told.On != nil || q.Sem.Partitioned {
			o.restarts(r, c, q)
			continue
		}
		if q.Told.Send.Id != 0 {
			o.doubt(r, c, &q.Told.Send)
		}
		o.took(r, c, &q.Told.Receive, messages.Outcome{})
		q.Told.Send.Id, q.Told.Receive.Id = 0, 0
	}
}

// probed emits the message that a matched probe removed from the queue, as if a receive had been posted then.
func (o teller) probed(r *Rank, c *call.Call) {
	if c.Sem.Flag >= 0 {
		r.Threads.Of(int(c.Site.Ring)).ProbesMatched = true
	}
	on := c.Comm.Place()
	if on == nil || c.Once || r.Blind.Messages || !c.Ok() || c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return
	}
	m := messages.Message{On: on}
	x := r.Messages.Status(&c.Call, &m)
	if !x.Known {
		return // MPI_PROC_NULL
	}
	m.Peer, m.Tag = x.Source, x.Tag
	o.sees(r, c, &m).Contended = r.Threads.Contended(c, func(o *call.Call) bool {
		return r.Messages.MayFind(&o.Call, &m)
	})
	o.receive(r, c, &m)
	c.Told.Received = m
}

// seen emits the message that a probe has found.
func (o teller) seen(r *Rank, c *call.Call) {
	on := c.Comm.Place()
	if on == nil || c.Once || r.Blind.Messages || !c.Ok() || c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return
	}
	m := messages.Message{On: on}
	if x := r.Messages.Status(&c.Call, &m); x.Known {
		m.Peer, m.Tag = x.Source, x.Tag
		o.sees(r, c, &m)
	}
}

func (o teller) sees(r *Rank, c *call.Call, m *messages.Message) *op.Seen {
	x := o.Sees(r.head(c, m.On))
	x.From, x.Tag, x.AnySource = m.Peer, m.Tag, c.In[c.Sem.Source] == r.Flavour.AnySource
	return x
}

// takes emits the buffer into which a message found by a matched probe is received.
func (o teller) takes(r *Rank, c *call.Call) {
	x := r.Messages.Matched(c.In[c.Sem.Message])
	if x == nil || x.Receive.Id == 0 || c.Once {
		return
	}
	m := &c.Told.Received
	*m, x.Receive.Id = x.Receive, 0
	told := o.Describes(r.head(c, m.On))
	told.Message, told.From, told.Tag, told.Data = m.Id, m.Peer, m.Tag, c.Receives.Signed()
}

// Wanted is a message that a rank waits to receive, or waits to have received by another rank.
type Wanted struct {
	Site  tracker.Site // the call that posted or probes for the message
	On    *op.Place
	Send  bool
	Probe bool
	Mode  calls.SendMode
	Peer  int32 // rank in MPI_COMM_WORLD; AnySource
	Tag   int32 // AnyTag
	ID    int64 // number of the message or receive; 0: a probe
}

// wanted returns the messages that an open call waits for, and the other pending operations of its requests.
func (r *Rank) wanted(c *call.Call) (out []Wanted, others []requests.Pending) {
	add := func(site tracker.Site, m *messages.Message, send bool) {
		if m.Id != 0 {
			out = append(out, Wanted{Site: site, On: m.On, Send: send, Mode: m.Mode, Peer: m.Peer, Tag: m.Tag,
				ID: m.Id})
		}
	}
	switch s := c.Sem; {
	case s.Match == calls.MatchProbe:
		if on := c.Comm.Place(); on != nil && !r.Blind.Messages {
			if m, ok := r.Messages.Receiving(&c.Call, on, c.Receives.Signed()); ok {
				out = append(out, Wanted{Site: c.Site, On: on, Probe: true, Peer: m.Peer, Tag: m.Tag})
			}
		}
	case s.Blocks == calls.BlocksOnMessage && messages.MessageShapes[c.Kind] != nil:
		add(c.Site, &c.Told.Sent, true)
		add(c.Site, &c.Told.Received, false)
	case s.Blocks == calls.BlocksOnRequests, s.Polls && (s.Request >= 0 || s.Requests >= 0):
		seen := map[*requests.Request]bool{}
		for g := c.Given(); g.Next(); {
			q := g.Request
			if q == nil || !q.Pending() || seen[q] {
				continue
			}
			seen[q] = true
			if q.Sem.Starts != calls.StartsMessage || q.Sem.Partitioned {
				others = append(others, q.StandsFor())
				continue
			}
			add(q.Begun, &q.Told.Send, true)
			add(q.Begun, &q.Told.Receive, false)
		}
	}
	return out, others
}

package windows

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// local is the loads and stores of window memory by its own rank, through calls that have it as a buffer. A load
// happens at any time from its call on, and so does a load or store by work on a GPU. A store of received data comes
// after the send, of which the rank learns only when the receive is complete. So the store is compared when its rank
// goes on.
type local struct {
	*guards
	mine  []touched             // of the last call on a window that has such buffers
	open  []map[int64][]touched // by rank, then by Touch.Number: touches that have not ended
	late  [][]touched           // by rank: stores that are to be compared
	takes map[takes][]*race.Access
	casts map[takes]*race.Cast // by rank of the root, and its Head.N; without those that all ranks have received
}

// touched is a load or store. target is the rank's part of the window.
type touched struct {
	*race.Access
	target *op.WinMade
	until  op.Until
	by     takes // the receipt that the store waits for; zero: none
}

// takes names a receipt of data: by a message, its number, or by a collective call, its Head.N.
type takes struct {
	rank    int32
	message bool
	n       int64
}

func newLocal(g *guards, ranks int) *local {
	g.now.Times, g.now.Local = 1, true
	return &local{guards: g, open: make([]map[int64][]touched, ranks), late: make([][]touched, ranks),
		takes: map[takes][]*race.Access{}, casts: map[takes]*race.Cast{}}
}

// touch takes a load or store that has begun.
func (m *local) touch(rank int32, x *stamp.Touch) {
	t := x.Part
	b := &m.now
	b.Site, b.Window, b.Target, b.Peer = x.Site, x.On.Object, x.On.Members[x.Rank], x.Rank
	b.At, b.Done = x.At, 0
	b.Atomic, b.Told = x.Atomic, false
	b.Again, b.Cast = nil, m.cast(x)
	b.Memory = datatype.Buffer{Addr: x.Data.Addr, Count: x.Data.Count, Type: x.Data.Type, Writes: x.Data.Writes}
	if x.Rank != x.On.Me {
		b.Memory.Addr += t.Base
	}
	if b.Lo, b.Hi = b.Memory.Hull(); b.Lo >= b.Hi {
		return
	}
	if b.Mode = fact.Reads; x.Data.Writes {
		b.Mode = fact.Writes
	}
	m.protect(b, x.Locks, x.All)
	if x.Until == op.UntilNow {
		b.Done = x.N
		m.program(b, t)
		return
	}
	m.signals.Buffer(&b.Access)
	b = b.Clone()
	e := touched{Access: b, target: t, until: x.Until}
	switch {
	case x.Until == op.UntilSettled:
		if len(m.mine) > 0 && m.mine[0].Site != x.Site {
			m.mine = m.mine[:0] // of a call that accesses nothing
		}
		m.mine = append(m.mine, e)
		return
	case x.Data.Writes && (x.Until == op.UntilComplete || x.Message != 0):
		if e.by = (takes{rank, true, x.Message}); x.Message == 0 {
			e.by = takes{rank, false, x.N}
		}
		m.takes[e.by] = append(m.takes[e.by], b)
	case !x.Data.Writes, x.Until == op.UntilDone:
		m.keepLocal(e)
	}
	if m.open[rank] == nil {
		m.open[rank] = map[int64][]touched{}
	}
	m.open[rank][x.Number] = append(m.open[rank][x.Number], e)
}

// maxCasts bounds the broadcasts that some rank has not received.
const maxCasts = 1 << 12

// cast returns the broadcast of a load; nil: it is of none.
func (m *local) cast(x *stamp.Touch) *race.Cast {
	if x.Cast == nil {
		return nil
	}
	at := takes{rank: x.Site.Rank, n: x.N}
	if m.casts[at] == nil {
		if len(m.casts) == maxCasts { // their ranks have stopped, or what they know is uncertain
			for _, c := range m.casts {
				c.Forget()
			}
			clear(m.casts)
		}
		m.casts[at] = race.NewCast(x.Site.Rank, x.Cast.Members)
	}
	return m.casts[at]
}

// buffersOf takes the loads and stores in window memory by the call of an access: they happen no sooner than the
// target lets the access in.
func (m *local) buffersOf(a *race.Access) (out []*race.Access) {
	mine := m.mine
	if len(mine) == 0 || mine[0].Site != a.Site {
		return nil
	}
	m.mine = mine[:0]
	for _, e := range mine {
		e.At = a.At
		m.keepLocal(e)
		out = append(out, e.Access)
	}
	return out
}

// keepLocal compares a load or store, and keeps it.
func (m *local) keepLocal(e touched) {
	space := m.meet(e.target, e.Access)
	n := space.Len()
	space.Of(e.Access).Add(e.Access)
	if e.Done == 0 && e.until != op.UntilReturn { // a lock outlasts a call
		m.guards.keep(e.Access, e.target)
	}
	m.grown(space.Len()-n, e.Site)
}

// touched takes loads and stores that have ended.
func (m *local) touched(rank int32, x *op.TouchEnd) {
	list := m.open[rank][x.Number]
	delete(m.open[rank], x.Number)
	if x.Bytes >= 0 {
		parts := make([]*race.Access, len(list))
		for i, e := range list {
			parts[i] = e.Access
		}
		shorten(parts, x.Bytes)
	}
	for _, e := range list {
		e.Done, e.Dead, e.AtOriginBy = x.N, e.Dead || x.Unsure, x.Site
		if e.isLate() {
			m.late[rank] = append(m.late[rank], e)
		}
	}
}

// isLate reports whether the access is compared only after it has ended.
func (e *touched) isLate() bool { return e.Memory.Writes && e.until != op.UntilDone }

// catchUp compares the stores of a rank that had ended before record n: by then it is known where the received
// data came from.
func (m *local) catchUp(rank int32, n int64) {
	list := m.late[rank]
	for len(list) > 0 && list[0].Done < n {
		e := list[0]
		list = list[1:]
		delete(m.takes, e.by)
		if now := m.order.At(rank, e.At.N); e.until == op.UntilReturn || m.order.Vague(now) {
			e.At = now
		}
		if !e.Dead {
			m.keepLocal(e)
		}
	}
	m.late[rank] = append(m.late[rank][:0], list...)
}

// delivered notes the knowledge of the senders, certain and possible, of data that a rank receives.
func (m *local) delivered(s *stamp.Delivery) {
	if s.Cast.N > 0 {
		m.received(s)
	}
	list := m.takes[takes{s.Rank, s.Message, s.N}]
	if len(list) == 0 {
		return
	}
	know := s.Know
	if s.Message {
		know = order.After(s.From)
	}
	for _, b := range list {
		b.At = b.At.Knowing(know).Perhaps(s.May)
	}
	if s.Message && s.Bytes >= 0 {
		shorten(list, s.Bytes)
	}
}

// received notes that a rank has received the data of a broadcast.
func (m *local) received(s *stamp.Delivery) {
	cast := takes{rank: s.Cast.Rank, n: s.Cast.N}
	if c := m.casts[cast]; c != nil && c.Receive(s.Rank, s.Got) {
		delete(m.casts, cast)
	}
}

// shorten takes the size of a received message or of a read from a file, which may end before the parts of its buffer
// do.
func shorten(parts []*race.Access, bytes int64) {
	for _, b := range parts {
		size := b.Memory.Type.Size
		if size <= 0 {
			return
		}
		room := b.Memory.Count * size
		if bytes < room {
			b.Memory.Count = (bytes + size - 1) / size
			b.Lo, b.Hi = b.Memory.Hull()
			b.Dead = b.Lo >= b.Hi // nothing has been received
		}
		bytes = max(0, bytes-room)
	}
}

// stores are the stores of a rank that are still to be compared.
func (m *local) stores(rank int32) (out []touched) {
	out = append(out, m.late[rank]...)
	for _, list := range m.open[rank] {
		for _, e := range list {
			if e.isLate() {
				out = append(out, e)
			}
		}
	}
	return out
}

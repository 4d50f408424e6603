package meet

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

func newCollectives(c *common, strict *wait.Judge) *collectives {
	return &collectives{common: c, strict: strict, seqs: map[uint64]*callOrder{}, fams: map[uint64]*family{},
		casting: map[int32]bool{}}
}

func (m *collectives) Routes(k *op.Kinds) {
	k.Revokes.To(m.revoke)
	k.Arrives.To(m.arrive)
	k.Leaves.To(m.leave)
	k.Joins.To(m.completed)
	k.Hears.To(m.hear)
	k.Touches.To(m.touch)
}

// touch notes that a rank broadcasts memory of a window.
func (m *collectives) touch(rank int32, x *op.Touch) {
	if x.Cast != nil {
		m.casting[rank] = true
	}
}

// orderOf returns the order of the calls on an object.
func (m *collectives) orderOf(on *op.Place) *callOrder {
	s := m.seqs[on.ID]
	if s == nil {
		s = m.newOrder(on)
		m.seqs[on.ID] = s
	}
	return s
}

func (m *collectives) newOrder(on *op.Place) *callOrder {
	own := on.Members
	if len(on.Remote) > 0 && slices.Min(on.Remote) < slices.Min(own) { // the same group, whichever rank is read first
		own = on.Remote
	}
	s := &callOrder{group: group{members: on.All}, object: on.Object, fam: on.Family, inter: on.Inter,
		pos: make([]int64, len(on.All)), last: math.MaxInt64, clocks: m.order, strict: m.strict, own: own,
		made: make([]*op.Place, len(on.All))}
	s.all = stamp.Members{Object: on.Object, Inter: on.Inter, Ranks: on.All, Place: s.place, Side: s.side}
	if m.AnyLost(on.All) {
		s.cut(-1)
	}
	return s
}

// arrive adds a rank's collective call to the order of its object.
func (m *collectives) arrive(rank int32, x *op.Arrive) {
	s := m.orderOf(x.On)
	i, ok := s.place(rank)
	if !ok {
		return
	}
	kind := calls.Of(x.Site.Call).As
	if s.made[i] == nil {
		s.made[i] = x.On
	}
	k := s.pos[i]
	s.pos[i]++
	if s.clash != nil && k == s.clash.row {
		m.join(s, x.Site)
	}
	if k > s.last {
		return
	}
	rw := s.row(k, kind)
	if rw.kind != kind {
		m.mismatch(s, k, x.Site)
		return
	}
	rw.arrived[i] = stamp.Arrival(x)
	rw.n++
	if x.Sync {
		rw.sync++
	}
	if sem := calls.Of(kind); m.order.Watching() && !sem.Persistent {
		if sem.Starts != calls.NoOperation {
			m.begin(s, rw, k, i, rank, &x.Head)
		}
		m.pass = stamp.Pass{Site: x.Site, On: &s.group, Row: k, N: x.N, Sync: x.Sync}
		m.Note(&m.pass)
	}
	m.strict.Enter(&rw.strict, rank, x, len(s.members))
	m.interleave(s, rank, &x.Head)
	if rw.n == len(s.members) {
		m.matched(s, k, x.On)
	}
	s.pop()
	if wait := k - slack; s.base <= wait {
		m.hold(rank, ahead{s, wait})
	}
}

// matched takes row k, which is complete.
func (m *collectives) matched(s *callOrder, k int64, on *op.Place) {
	rw := s.rows.At(int(k - s.base))
	m.row = s.collective(rw)
	if s.inter {
		m.row.Groups = [2][]int32{on.Members, on.Remote}
	}
	m.Note(&m.row)
	m.meet(s, k, rw)
	switch {
	case rw.kind == calls.WinFence:
		m.fenced(s, on, rw)
	case calls.Of(rw.kind).Frees == calls.ClassComm:
		m.retireComm(on.ID)
	}
}

// fenced reports a fence that ranks may have left before others entered it.
func (m *collectives) fenced(s *callOrder, on *op.Place, rw *orderRow) {
	var at []order.Point
	if rw.sync < len(s.members) && m.order.Watching() {
		at = slices.Clone(m.entries(s, rw))
	}
	m.Note(&stamp.Fence{On: on, At: at})
}

// leave takes a collective call that has returned. If it failed, how far the rank
// took part is unknown: that ends the matching on the object.
func (m *collectives) leave(rank int32, x *op.Leave) {
	if !x.Failed && !m.order.Watching() { // mostly
		return
	}
	s := m.seqs[x.On.ID]
	switch {
	case x.Failed:
		m.blur(rank, &x.Head)
		m.distrust(s, rank, &x.Head)
	case s == nil || calls.Of(x.Site.Call).Starts != calls.NoOperation:
		m.order.Heard(rank, x.N)
	default:
		if i, ok := s.place(rank); ok {
			m.comeBack(s, rank, i, s.pos[i]-1, x.N, 0)
		}
	}
}

// begin notes a nonblocking call: its row, and the knowledge of its rank.
func (m *collectives) begin(s *callOrder, rw *orderRow, k int64, member int, rank int32, x *op.Head) {
	if rw.entered == nil {
		rw.entered = make([]order.Point, len(s.members))
	}
	rw.entered[member] = m.order.At(rank, x.N)
	if s.begun == nil || len(s.begun) > maxMeetings*len(s.members) {
		s.begun = map[begun]int64{}
	}
	s.begun[begun{member, x.N}] = k
}

// completed takes a nonblocking collective call that is complete.
func (m *collectives) completed(rank int32, x *op.Join) {
	if !m.order.Watching() {
		return
	}
	if s := m.seqs[x.On.ID]; s != nil {
		if i, ok := s.place(rank); ok {
			b := begun{i, x.Arrived}
			if k, ok := s.begun[b]; ok {
				delete(s.begun, b)
				m.comeBack(s, rank, i, k, x.N, x.Arrived)
				return
			}
		}
	}
	m.order.Blur(rank, x.N)
}

func (m *collectives) distrust(s *callOrder, rank int32, x *op.Head) {
	if s == nil {
		return
	}
	if i, ok := s.place(rank); ok {
		s.cut(s.pos[i] - 1)
	}
	if f := m.fams[x.On.Family]; f != nil {
		f.broken = true
	}
}

// revoke ends the matching on a communicator that is revoked, or of which a process has failed: its calls end with an
// error on some ranks, and other ranks need not make them.
func (m *collectives) revoke(_ int32, x *op.Head) {
	s := m.orderOf(x.On)
	s.cut(s.base - 1)
	m.family(s).broken = true
}

// retireComm forgets a communicator that its last rank is freeing. Its family
// lives on with the windows and files created on it.
func (m *collectives) retireComm(id uint64) {
	delete(m.seqs, id)
	if f := m.fams[id]; f != nil {
		f.freed = true
		m.dropFamily(id, f)
	}
}

// created counts an object that was created on a communicator.
func (m *collectives) created(on *op.Place) {
	if f := m.fams[on.Family]; f != nil {
		f.objects++
	}
}

func (m *collectives) gone(on *op.Place) {
	if s := m.seqs[on.ID]; s != nil && s.clash != nil {
		m.settleClash(s)
	}
	delete(m.seqs, on.ID)
	if f := m.fams[on.Family]; f != nil {
		f.objects--
		m.dropFamily(on.Family, f)
	}
}

func (m *collectives) lose(rank int32) {
	for _, s := range m.seqs {
		if i, ok := s.place(rank); ok {
			s.cut(s.pos[i] - 1)
		}
	}
	for _, f := range m.fams {
		if _, ok := f.place(rank); ok {
			f.lose()
		}
	}
}

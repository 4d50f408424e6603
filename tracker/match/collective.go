package match

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/agree"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// collectives matches collective calls: the n-th call of a rank on an object meets
// the n-th call of every other rank of it.
type collectives struct {
	*Job
	seqs map[uint64]*callOrder
	fams map[uint64]*family

	at, from []order.Point // reused, see entries and sources
	seen     []bool        // reused, see sources
}

func newCollectives(j *Job) *collectives {
	return &collectives{Job: j, seqs: map[uint64]*callOrder{}, fams: map[uint64]*family{}}
}

func (m *collectives) routes(k *op.Kinds) {
	k.Arrives.To(m.arrive)
	k.Leaves.To(m.leave)
	k.Joins.To(m.completed)
	k.Hears.To(m.hear)
}

// callOrder is the order of collective calls on one object. Row k holds each
// rank's k-th call; rows leave as soon as all ranks have come.
type callOrder struct {
	group
	object tracker.Object
	fam    uint64
	inter  bool
	pos    []int64 // calls so far, by member
	base   int64   // number of the first row kept
	rows   queue.Queue[orderRow]
	free   []orderRow
	last   int64 // rows after this one are not matched, see cut
	clash  *clash
	clocks *order.Clocks
	strict *wait.Judge
	met    map[int64]*meeting // complete rows from which some rank has not returned
	begun  map[begun]int64    // rows of nonblocking calls that are not complete on a rank
	broken bool               // a mismatch was found, or a call failed: nothing is missing

	own   []int32     // of an intercommunicator one of its two groups
	sides []int8      // by member: 1 in the other one
	made  []*op.Place // by member; nil: it has not come
	agree agree.Group // its ranks, for the judge of arguments and amounts
}

// begun names the nonblocking call of a member by its place among the records of its rank.
type begun struct {
	member int
	n      int64
}

type orderRow struct {
	kind    calls.Kind
	n       int
	sync    int            // of those, how many cannot return before all have arrived
	arrived []fact.Arrival // by member; zero Site: not yet
	left    []leaver       // who returned before all were seen to arrive
	entered []order.Point  // of nonblocking calls: by member
	strict  wait.Collective
}

// slack is how many rows a rank may run ahead before it is held back.
const slack = 64

func (m *collectives) newOrder(on *op.Place) *callOrder {
	own := on.Members
	if len(on.Remote) > 0 && slices.Min(on.Remote) < slices.Min(own) { // whoever comes first
		own = on.Remote
	}
	s := &callOrder{group: group{members: on.All}, object: on.Object, fam: on.Family, inter: on.Inter,
		pos: make([]int64, len(on.All)), last: math.MaxInt64, clocks: m.order, strict: m.strict, own: own, made: make([]*op.Place, len(on.All))}
	s.agree = agree.Group{Object: on.Object, Inter: on.Inter, Members: on.All, Place: s.place, Side: s.side}
	if m.anyLost(on.All) {
		s.cut(-1)
	}
	return s
}

// creations are the calls of the ranks that have come which created the communicator.
func (s *callOrder) creations() (out []tracker.Site) {
	for _, p := range s.made {
		if p != nil {
			out = append(out, p.Made...)
		}
	}
	return out
}

// row returns the row with number k, and adds those up to it.
func (s *callOrder) row(k int64, kind calls.Kind) *orderRow {
	for s.base+int64(s.rows.Len()) <= k {
		var n orderRow
		if l := len(s.free); l > 0 {
			n, s.free = s.free[l-1], s.free[:l-1]
			clear(n.arrived)
			n.n, n.sync, n.left, n.entered, n.strict = 0, 0, n.left[:0], nil, wait.Collective{}
		} else {
			n.arrived = make([]fact.Arrival, len(s.members))
		}
		n.kind = kind
		s.rows.Push(n)
	}
	return s.rows.At(int(k - s.base))
}

// cut ends the matching after row k: what comes later follows from a mismatch
// or is unknown. Rows up to k go on, for ranks that are fed later.
func (s *callOrder) cut(k int64) {
	s.broken = true
	if s.clash != nil && s.clash.row > k+1 {
		s.clash = nil
	}
	s.last = min(s.last, k)
	keep := int(max(s.last-s.base+1, 0))
	for i := keep; i < s.rows.Len(); i++ {
		for _, l := range s.rows.At(i).left {
			s.clocks.Settle(l.rank, l.n)
			s.clocks.Blur(l.rank, l.n)
		}
		s.strict.Over(&s.rows.At(i).strict)
	}
	if keep < s.rows.Len() {
		s.rows.Cut(keep)
	}
}

// pop drops complete rows at the front.
func (s *callOrder) pop() {
	for s.rows.Len() > 0 && s.rows.At(0).n == len(s.members) {
		if len(s.free) < slack {
			s.free = append(s.free, *s.rows.At(0))
		}
		s.rows.Pop()
		s.base++
	}
}

// ahead keeps a rank back that is more than slack rows ahead of others, or that
// has returned from a call whose order with others matters.
type ahead struct {
	seq   *callOrder
	until int64 // as long as this row is not complete
}

func (a ahead) holds() bool { return a.until <= a.seq.last && a.seq.base <= a.until }

// arrive adds a rank's collective call to the order of its object.
func (m *collectives) arrive(rank int32, x *op.Arrive) {
	s := m.seqs[x.On.ID]
	if s == nil {
		s = m.newOrder(x.On)
		m.seqs[x.On.ID] = s
	}
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
	rw.arrived[i] = agree.Arrival(x)
	rw.n++
	if x.Sync {
		rw.sync++
	}
	if sem := calls.Of(kind); m.order.Watching() && !sem.Persistent {
		if sem.Starts != calls.NoOperation {
			m.begin(s, rw, k, i, rank, &x.Head)
		}
		if orders(sem) {
			m.betweens.pass(rank, s, k, x)
		}
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
	judged := s.judged(rw)
	if s.inter {
		judged.Groups = [2][]int32{on.Members, on.Remote}
	}
	m.agree.Complete(&judged)
	m.meet(s, k, rw)
	switch {
	case rw.kind == calls.WinFence:
		m.fenced(s, on, rw)
	case calls.Of(rw.kind).Frees == calls.ClassComm:
		m.retireComm(on.ID)
	}
}

// judged returns a row for the judge of arguments and amounts.
func (s *callOrder) judged(rw *orderRow) agree.Row {
	return agree.Row{Group: &s.agree, Call: rw.kind, Arrived: rw.arrived}
}

// side tells the two groups of an intercommunicator apart.
func (s *callOrder) side(member int) int {
	if s.sides == nil {
		s.sides = make([]int8, len(s.members))
		for i, rank := range s.members {
			if !slices.Contains(s.own, rank) {
				s.sides[i] = 1
			}
		}
	}
	return int(s.sides[member])
}

// fenced reports a fence that ranks may have left before others had come.
func (m *collectives) fenced(s *callOrder, on *op.Place, rw *orderRow) {
	var at []order.Point
	if rw.sync < len(s.members) && m.order.Watching() {
		at = slices.Clone(m.entries(s, rw))
	}
	m.races.fenced(on, at)
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

// begin notes a nonblocking call: what its rank knew, and which row it is.
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

// hear takes a call that may have brought news of other ranks.
func (j *Job) hear(rank int32, x *op.Head) {
	if j.order.Watching() {
		j.order.Heard(rank, x.N)
	}
}

// blur takes a call that has brought news of other ranks, and it is not known which.
func (j *Job) blur(rank int32, x *op.Head) {
	if j.order.Watching() {
		j.order.Blur(rank, x.N)
	}
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

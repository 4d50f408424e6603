package tracker

import (
	"maps"
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// over says on which object a call is collective.
type over uint8

const (
	notCollective over = iota
	overComm
	overWin
	overFile
)

// overOf is the table's Over column for the objects tracked so far. Left out is
// what has no place in the order of its communicator: setting info, whose effect
// is local in practice, and the calls that meet another job. On windows and files
// setting info is in the order: MPICH waits for the other ranks there.
var overOf = func() *[calls.MaxKind]over {
	var t [calls.MaxKind]over
	for i := range calls.Table {
		row := &calls.Table[i]
		switch row.Over {
		case "":
		case "win":
			t[row.Kind] = overWin
		case "fh":
			t[row.Kind] = overFile
		default:
			t[row.Kind] = overComm
		}
	}
	for _, k := range []calls.Kind{calls.CommSetInfo, calls.CommAccept, calls.CommConnect} {
		t[k] = notCollective
	}
	return &t
}()

// canonical maps calls that match each other to one kind.
func canonical(k calls.Kind) calls.Kind {
	switch k {
	case calls.CommDupWithInfo:
		return calls.CommDup
	case calls.CommIdupWithInfo:
		return calls.CommIdup
	case calls.CommDisconnect:
		return calls.CommFree
	}
	return k
}

// callOrder is the order of collective calls on one object. Row k holds each
// rank's k-th call; rows leave as soon as all ranks have come.
type callOrder struct {
	object  string
	fam     uint64
	inter   bool
	members []int32
	index   map[int32]int
	pos     []int64 // calls so far, by member
	base    int64   // number of the first row kept
	rows    fifo[orderRow]
	free    []orderRow
	last    int64 // rows after this one are not matched, see cut
	clash   *clash
	broken  bool // a mismatch was found, or a call failed: nothing is missing
}

type orderRow struct {
	kind    calls.Kind
	n       int
	arrived []Arrival // by member; zero Site: not yet
}

// slack is how many rows a rank may run ahead before it is held back.
const slack = 64

func (j *Job) newCallOrder(object string, fam uint64, members []int32, inter bool) *callOrder {
	s := &callOrder{object: object, fam: fam, inter: inter, members: members,
		index: make(map[int32]int, len(members)), pos: make([]int64, len(members)), last: math.MaxInt64}
	for i, m := range members {
		s.index[m] = i
	}
	if j.anyLost(members) {
		s.cut(-1)
	}
	return s
}

// place returns the rank's place among the members.
func (s *callOrder) place(r *Rank) (int, bool) { return placeOf(s.members, s.index, r) }

// placeOf looks the rank up in the index of the members; mostly that is not
// needed, for they are in the order of MPI_COMM_WORLD.
func placeOf(members []int32, index map[int32]int, r *Rank) (int, bool) {
	if r.World < len(members) && int(members[r.World]) == r.World {
		return r.World, true
	}
	i, ok := index[int32(r.World)]
	return i, ok
}

// row returns the row with number k, making the ones up to it.
func (s *callOrder) row(k int64, kind calls.Kind) *orderRow {
	for s.base+int64(s.rows.len()) <= k {
		var n orderRow
		if l := len(s.free); l > 0 {
			n, s.free = s.free[l-1], s.free[:l-1]
			clear(n.arrived)
			n.n = 0
		} else {
			n.arrived = make([]Arrival, len(s.members))
		}
		n.kind = kind
		s.rows.push(n)
	}
	return s.rows.at(int(k - s.base))
}

// cut ends the matching after row k: what comes later follows from a mismatch
// or is unknown. Rows up to k go on, for ranks that are fed later.
func (s *callOrder) cut(k int64) {
	s.broken = true
	if s.clash != nil && s.clash.row > k+1 {
		s.clash = nil
	}
	s.last = min(s.last, k)
	if n := s.last - s.base + 1; n < int64(s.rows.len()) {
		s.rows.cut(int(max(n, 0)))
	}
}

// pop drops complete rows at the front.
func (s *callOrder) pop() {
	for s.rows.len() > 0 && s.rows.at(0).n == len(s.members) {
		if len(s.free) < slack {
			s.free = append(s.free, *s.rows.at(0))
		}
		s.rows.pop()
		s.base++
	}
}

// arrive adds a rank's collective call to the order of its object.
func (j *Job) arrive(r *Rank, c *Call, o over) {
	s, fam := j.callOrderOf(c, o)
	if s == nil {
		return
	}
	i, ok := s.place(r)
	if !ok {
		return
	}
	kind := canonical(c.Kind)
	k := s.pos[i]
	s.pos[i]++
	if r.Gaps() {
		s.cut(k - 1)
		return
	}
	if s.clash != nil && k == s.clash.row {
		j.join(s, c)
	}
	if k > s.last {
		return
	}
	rw := s.row(k, kind)
	if rw.kind != kind {
		j.mismatch(s, k, c)
		return
	}
	rw.arrived[i] = j.arrival(r, c)
	rw.n++
	j.interleave(fam, r, c, s)
	if rw.n == len(s.members) {
		j.matched(s, rw, c)
	}
	s.pop()
	if wait := k - slack; s.base <= wait {
		j.holds[r.World] = hold{seq: s, until: wait}
	}
}

// callOrderOf returns the order that a collective call belongs to, nil where
// there is nothing to match: unknown objects and groups of one.
func (j *Job) callOrderOf(c *Call, o over) (*callOrder, uint64) {
	if o == overWin {
		w := c.Win
		if w == nil || w.Comm == nil || w.Comm.Beyond || !w.Alive() || w.Foreign || w.ID == 0 || len(w.Members) < 2 {
			return nil, 0
		}
		s := j.seqs[w.ID]
		if s == nil {
			s = j.newCallOrder(w.Label, w.Comm.ID, w.Members, false)
			j.seqs[w.ID] = s
		}
		return s, w.Comm.ID
	}
	if o == overFile {
		f := c.File
		if f == nil || !f.Alive() || f.Foreign || f.ID == 0 || len(f.Members) < 2 {
			return nil, 0
		}
		s := j.seqs[f.ID]
		if s == nil {
			s = j.newCallOrder(f.Label, f.Comm.ID, f.Members, false)
			j.seqs[f.ID] = s
		}
		return s, f.Comm.ID
	}
	cm := c.Comm
	if cm == nil || cm.Null() || cm.Beyond || cm.ID == 0 || !cm.Freed.IsZero() {
		return nil, 0
	}
	all := cm.all()
	if len(all) < 2 {
		return nil, 0
	}
	s := j.seqs[cm.ID]
	if s == nil {
		s = j.newCallOrder(cm.Label, cm.ID, all, cm.Inter)
		j.seqs[cm.ID] = s
	}
	return s, cm.ID
}

func makesWin(k calls.Kind) bool {
	switch k {
	case calls.WinCreate, calls.WinAllocate, calls.WinAllocateShared, calls.WinCreateDynamic:
		return true
	}
	return false
}

// arrival keeps what must agree between the ranks of a collective call.
func (j *Job) arrival(r *Rank, c *Call) Arrival {
	a := Arrival{Site: c.Site, Root: -1, Bytes: -1}
	switch {
	case c.Kind == calls.WinFence:
		a.Assert = c.Arg("assert")
		if len(c.Win.Fence.Puts) > 0 {
			a.Puts = slices.Clone(c.Win.Fence.Puts)
		}
		return a
	case overOf[c.Kind] == overFile:
		a.File = fileArgs(r, c)
		return a
	case makesWin(c.Kind):
		a.Size, a.Disp = c.Arg("size"), c.Arg("disp_unit")
		if i := r.info(c.Arg("info")); i != nil && !i.Unknown {
			a.Info = maps.Clone(i.KV) // the program may change the object
		} else {
			a.InfoUnknown = true
		}
		return a
	}
	if i := calls.ArgIndex(c.Kind, "root"); i >= 0 {
		a.Root = c.In[i]
	}
	if i := calls.ArgIndex(c.Kind, "op"); i >= 0 {
		if o := r.ops[c.In[i]]; o != nil {
			a.Op, a.UserOp = o.Predef, o.Predef == nil
		}
	}
	if sameAmount(c.Kind) {
		a.Bytes = amount(r, c)
	}
	return a
}

// fileArgs keeps what must agree between the ranks of a call on a file; nil
// where nothing must.
func fileArgs(r *Rank, c *Call) *FileArgs {
	switch c.Kind {
	case calls.FileSetSize, calls.FilePreallocate:
		return &FileArgs{Value: c.Arg("size"), EExtent: -1}
	case calls.FileSetAtomicity:
		v := int64(0)
		if c.Arg("flag") != 0 {
			v = 1
		}
		return &FileArgs{Value: v, EExtent: -1}
	case calls.FileSeekShared:
		return &FileArgs{Value: c.Arg("offset"), Whence: c.Arg("whence"), EExtent: -1}
	case calls.FileSetView:
		a := &FileArgs{EExtent: -1}
		if d := r.Types.Lookup(c.Arg("etype")); d != nil && !d.Unknown && !d.Null() {
			a.EExtent = d.Extent
		}
		if s := Strings(c.InBlob); len(s) > 0 {
			a.Datarep = s[0]
		}
		return a
	}
	return nil
}

// sameAmount lists the calls where every rank gives the same amount of data.
func sameAmount(k calls.Kind) bool {
	switch k {
	case calls.Bcast, calls.Ibcast, calls.Reduce, calls.Ireduce, calls.Allreduce, calls.Iallreduce,
		calls.Scan, calls.Iscan, calls.Exscan, calls.Iexscan:
		return true
	}
	return false
}

func amount(r *Rank, c *Call) int64 {
	d := r.Types.Lookup(c.Arg("datatype"))
	n := c.Arg("count")
	if d == nil || d.Unknown || n < 0 {
		return -1
	}
	return n * d.Size
}

// matched reports a complete row.
func (j *Job) matched(s *callOrder, rw *orderRow, c *Call) {
	f := &j.match
	*f = Matched{Object: s.object, Call: rw.kind, Inter: s.inter, Members: s.members, Row: rw.arrived,
		Flavour: j.flavour()}
	if c.Win != nil {
		f.Win = j.wins[c.Win.ID]
	}
	j.emit(f)
	switch {
	case rw.kind == calls.WinFence && f.Win != nil:
		j.fenceMatched(f)
	case rw.kind == calls.CommFree:
		j.retireComm(s.fam)
	}
}

// retireComm forgets a communicator that its last rank is freeing. Its family
// lives on with the windows made on it.
func (j *Job) retireComm(id uint64) {
	delete(j.seqs, id)
	if f := j.fams[id]; f != nil {
		f.freed = true
		j.dropFamily(id, f)
	}
}

// fenceMatched checks the puts of the epoch that this fence closed against
// the NOPUT of the fence that opened it.
func (j *Job) fenceMatched(f *Matched) {
	w := f.Win
	for i := range f.Row {
		for _, p := range f.Row[i].Puts {
			if at, ok := w.noPut[p.Target]; ok {
				j.emit(&FencePut{Object: f.Object, Put: p.Site, Target: w.Members[p.Target], Fence: at})
			}
		}
	}
	clear(w.noPut)
	flavour := j.flavour()
	for i := range f.Row {
		if f.Row[i].Assert&flavour.ModeNoPut == 0 {
			continue
		}
		if w.noPut == nil {
			w.noPut = map[int32]Site{}
		}
		w.noPut[int32(i)] = f.Row[i].Site
	}
}

func (j *Job) flavour() *calls.Flavour {
	for _, r := range j.Ranks {
		if r != nil {
			return r.Flavour
		}
	}
	return &calls.Flavours[0]
}

// distrust ends the matching on the object of a collective call that failed:
// how far the failed call took part is unknown.
func (j *Job) distrust(r *Rank, c *Call, o over) {
	s, fam := j.callOrderOf(c, o)
	if s == nil {
		return
	}
	if i, ok := s.place(r); ok {
		s.cut(s.pos[i] - 1)
	}
	if f := j.fams[fam]; f != nil {
		f.broken = true
	}
}

package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// family is the order of blocking collective calls across a communicator and
// the windows and files made on it. Each object's own order may agree while ranks take
// the objects in different turns; then some rank waits forever. Calls of
// several threads have no common order: they switch the check off.
type family struct {
	object  string
	members []int32
	index   map[int32]int
	pos     []int64
	threads []int32 // by member: 0 none yet, thread+1, -1 several
	base    int64
	rows    fifo[famRow]
	broken  bool
	doubt   *Disagreement
	objects int  // windows and files that exist
	freed   bool // the communicator does not
	// sync counts, by member, the synchronizing calls it came back from.
	sync []int64
}

type famRow struct {
	seq  *callOrder
	n    int
	site Site
}

func (j *Job) family(id uint64, s *callOrder) *family {
	f := j.fams[id]
	if f == nil {
		f = &family{object: s.object, members: s.members, index: s.index,
			pos: make([]int64, len(s.members)), threads: make([]int32, len(s.members)),
			sync: make([]int64, len(s.members))}
		f.broken = j.anyLost(s.members)
		j.fams[id] = f
	}
	return f
}

// dropFamily forgets a family of which nothing is left.
func (j *Job) dropFamily(id uint64, f *family) {
	if f.freed && f.objects == 0 && f.doubt == nil {
		delete(j.fams, id)
	}
}

// blocking reports whether a collective call may wait for the other ranks and
// so takes part in the order across objects.
func blocking(k calls.Kind) bool {
	switch k {
	case calls.CommFree, calls.CommDisconnect, calls.CommIdup, calls.CommIdupWithInfo:
		return false
	}
	r := calls.ByKind(k)
	n := r.Name()
	return calls.ArgIndex(k, "request") < 0 && n != ""
}

var blockingKinds = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for i := range calls.Table {
		k := calls.Table[i].Kind
		t[k] = overOf[k] != notCollective && blocking(k)
	}
	return &t
}()

// interleave adds a call to the order across the objects of its family.
func (j *Job) interleave(id uint64, r *Rank, c *Call, s *callOrder) {
	if !blockingKinds[c.Kind] || s.inter {
		return
	}
	f := j.family(id, s)
	i, ok := placeOf(f.members, f.index, r)
	if !ok {
		return
	}
	t := int32(c.Site.Thread) + 1
	switch {
	case f.threads[i] == 0:
		f.threads[i] = t
	case f.threads[i] != t:
		f.threads[i] = -1
	}
	if f.broken || f.doubt != nil {
		return
	}
	k := f.pos[i]
	f.pos[i]++
	for f.base+int64(f.rows.len()) <= k {
		f.rows.push(famRow{seq: s, site: c.Site})
	}
	rw := f.rows.at(int(k - f.base))
	if rw.seq != s {
		f.doubt = &Disagreement{Object: f.object, A: rw.site, B: c.Site, Interleaved: true,
			AtA: rw.seq.object, AtB: s.object}
		return
	}
	rw.n++
	for f.rows.len() > 0 && f.rows.at(0).n == len(f.members) {
		f.rows.pop()
		f.base++
	}
}

// single reports whether every rank made the family's calls from one thread.
func (f *family) single() bool {
	for _, t := range f.threads {
		if t < 0 {
			return false
		}
	}
	return true
}

// synchronizes reports whether no rank can leave the call before all have
// entered it.
func synchronizes(r *Rank, c *Call) bool {
	switch c.Kind {
	case calls.Barrier:
		return true
	case calls.WinFence:
		return c.Arg("assert")&r.Flavour.ModeNoPrecede == 0
	case calls.Allreduce:
		return c.Arg("count") > 0
	case calls.Allgather, calls.Alltoall:
		return c.Arg("recvcount") > 0
	}
	return false
}

// passSync counts the synchronizing calls a rank came back from; accesses to
// dynamic windows are ordered by these counts.
func (j *Job) passSync(r *Rank, c *Call) {
	o := overOf[c.Kind]
	if o == notCollective || !synchronizes(r, c) {
		return
	}
	var id uint64
	switch {
	case o == overWin && c.Win != nil && c.Win.Comm != nil:
		id = c.Win.Comm.ID
	case o == overComm && c.Comm != nil:
		id = c.Comm.ID
	}
	f := j.fams[id]
	if f == nil {
		return
	}
	if i, ok := placeOf(f.members, f.index, r); ok {
		f.sync[i]++
		j.settleDoubts(id)
	}
}

// syncCount is how many synchronizing calls of the window's communicator and
// windows the rank of the group has come back from.
func (j *Job) syncCount(w *Win, member int32) int64 {
	if w.Comm == nil {
		return 0
	}
	f := j.fams[w.Comm.ID]
	if f == nil {
		return 0
	}
	return f.sync[member]
}

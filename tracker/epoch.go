package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// FenceState is what the rank's last fence on a window left behind.
type FenceState struct {
	Open      bool // a fence without NOSUCCEED was called: RMA may follow
	NoSucceed bool // the last fence said NOSUCCEED and nothing has synchronized since
	Used      bool // RMA was issued in the fence epoch
	Site      Site // the last fence
	Assert    int64
	First     Site // first RMA call of the epoch
	Count     int64
	// Puts holds the first call that changes memory at each target, in the
	// order of first use.
	Puts []TargetUse
	seen targetSet
	// Inner is the first RMA call of a lock or start epoch inside the fence
	// epoch; InnerOpen the call that opened that epoch.
	Inner     Site
	InnerOpen Site
}

// TargetUse is the first use of a target in an epoch.
type TargetUse struct {
	Target int32 // rank in the window's group
	Site   Site
}

// StartEpoch is an access epoch between start and complete.
type StartEpoch struct {
	Open    bool
	Group   *Group
	Targets []int32 // ranks in the window's group; -1: not in it
	Assert  int64
	Site    Site
	Used    bool
	First   Site
	Puts    []TargetUse
	seen    targetSet
	in      targetSet
	nested  int // further starts made by mistake while it was open
}

// Has reports whether the epoch may access the target.
func (s *StartEpoch) Has(target int64) bool { return s.in.has(target) }

// PostEpoch is an exposure epoch between post and wait.
type PostEpoch struct {
	Open    bool
	Group   *Group
	Origins []int32 // ranks in the window's group; -1: not in it
	Assert  int64
	Site    Site
	nested  int
	// Tested is the MPI_Win_test that ended the last exposure epoch with
	// flag = true; zero once the window is posted anew.
	Tested Site
}

// Lock is a passive-target epoch.
type Lock struct {
	Held      bool
	Target    int32 // rank in the window's group; unused for lock_all
	Exclusive bool
	Assert    int64
	Site      Site
	Used      bool
	First     Site
	nested    int
}

// Epoch names the access epoch an RMA call falls into.
type Epoch uint8

// The access epochs.
const (
	NoEpoch Epoch = iota
	FenceEpoch
	StartedEpoch
	LockEpoch
	LockAllEpoch
)

// LockOf returns the lock this rank holds on the target, or nil.
func (w *Win) LockOf(target int64) *Lock {
	for i := range w.Locks {
		if int64(w.Locks[i].Target) == target {
			return &w.Locks[i]
		}
	}
	return nil
}

// Passive reports whether this rank holds any lock on the window.
func (w *Win) Passive() bool { return w.LockAll.Held || len(w.Locks) > 0 }

// EpochFor returns the access epoch that an RMA call to target falls into.
func (w *Win) EpochFor(target int64) Epoch {
	switch {
	case w.LockAll.Held:
		return LockAllEpoch
	case len(w.Locks) > 0 && w.LockOf(target) != nil:
		return LockEpoch
	case w.Start.Open && w.Start.Has(target):
		return StartedEpoch
	case len(w.Locks) > 0 || w.Start.Open:
		return NoEpoch
	case w.Fence.Open:
		return FenceEpoch
	}
	return NoEpoch
}

// fence applies a fence that returned.
func (w *Win) fence(c *Call, f *calls.Flavour) {
	a := c.Arg("assert")
	no := a&f.ModeNoSucceed != 0
	w.Fence.seen.reset(w.Fence.Puts)
	w.Fence = FenceState{
		Open: !no, NoSucceed: no, Site: c.Site, Assert: a, Count: w.Fence.Count + 1,
		Puts: w.Fence.Puts[:0], seen: w.Fence.seen,
	}
}

// start applies a start that returned.
func (w *Win) start(c *Call, g *Group) {
	s := &w.Start
	if s.Open {
		s.nested++
		return
	}
	s.seen.reset(s.Puts)
	s.in.reset(nil)
	*s = StartEpoch{Open: true, Group: g, Assert: c.Arg("assert"), Site: c.Site,
		Puts: s.Puts[:0], Targets: s.Targets[:0], seen: s.seen, in: s.in}
	s.Targets = w.translate(g, s.Targets)
	for _, t := range s.Targets {
		s.in.add(t)
	}
	w.Fence.NoSucceed = false
}

func (w *Win) complete() {
	if w.Start.nested > 0 {
		w.Start.nested--
		return
	}
	w.Start.Open = false
}

// post applies a post that returned.
func (w *Win) post(c *Call, g *Group) {
	p := &w.Post
	if p.Open {
		p.nested++
		return
	}
	*p = PostEpoch{Open: true, Group: g, Assert: c.Arg("assert"), Site: c.Site, Origins: p.Origins[:0]}
	p.Origins = w.translate(g, p.Origins)
	w.Fence.NoSucceed = false
}

// endPost applies a wait, or a test that returned flag = true.
func (w *Win) endPost(tested Site) {
	if w.Post.nested > 0 {
		w.Post.nested--
		return
	}
	w.Post.Open = false
	w.Post.Tested = tested
}

// translate appends the group's members as ranks of the window to dst.
func (w *Win) translate(g *Group, dst []int32) []int32 {
	if g == nil {
		return dst
	}
	for _, m := range g.Members {
		if i, ok := w.RankOf(m); ok {
			dst = append(dst, i)
		} else {
			dst = append(dst, -1)
		}
	}
	return dst
}

func (w *Win) lock(c *Call, f *calls.Flavour) {
	target := c.Arg("rank")
	if l := w.LockOf(target); l != nil {
		l.nested++
		return
	}
	w.Locks = append(w.Locks, Lock{Held: true, Target: int32(target), Site: c.Site,
		Exclusive: c.Arg("lock_type") == f.LockExclusive, Assert: c.Arg("assert")})
	w.Fence.NoSucceed = false
}

func (w *Win) unlock(target int64) {
	for i := range w.Locks {
		if int64(w.Locks[i].Target) != target {
			continue
		}
		if w.Locks[i].nested > 0 {
			w.Locks[i].nested--
			return
		}
		w.Locks = append(w.Locks[:i], w.Locks[i+1:]...)
		return
	}
}

func (w *Win) lockAll(c *Call) {
	if w.LockAll.Held {
		w.LockAll.nested++
		return
	}
	w.LockAll = Lock{Held: true, Site: c.Site, Assert: c.Arg("assert")}
	w.Fence.NoSucceed = false
}

func (w *Win) unlockAll() {
	if w.LockAll.nested > 0 {
		w.LockAll.nested--
		return
	}
	w.LockAll = Lock{}
}

// access notes an RMA call in its epoch.
func (w *Win) access(c *Call) {
	m := &c.RMA
	if m.ProcNull {
		return
	}
	switch w.EpochFor(m.Target) {
	case FenceEpoch:
		f := &w.Fence
		if !f.Used {
			f.Used, f.First = true, c.Site
		}
		if m.Writes && f.seen.addNew(m.Target) {
			f.Puts = append(f.Puts, TargetUse{int32(m.Target), c.Site})
		}
	case StartedEpoch:
		s := &w.Start
		if !s.Used {
			s.Used, s.First = true, c.Site
			w.inner(c.Site, s.Site)
		}
		if m.Writes && s.seen.addNew(m.Target) {
			s.Puts = append(s.Puts, TargetUse{int32(m.Target), c.Site})
		}
	case LockEpoch:
		w.LockOf(m.Target).use(w, c.Site)
	case LockAllEpoch:
		w.LockAll.use(w, c.Site)
	case NoEpoch:
	}
}

func (l *Lock) use(w *Win, s Site) {
	if !l.Used {
		l.Used, l.First = true, s
		w.inner(s, l.Site)
	}
}

// inner remembers the first RMA call of another epoch inside a fence epoch.
func (w *Win) inner(rma, opened Site) {
	if w.Fence.Open && w.Fence.Inner.IsZero() {
		w.Fence.Inner, w.Fence.InnerOpen = rma, opened
	}
}

// targetSet is a set of ranks of a window's group; its storage is reused.
type targetSet struct{ bits []uint64 }

func (s *targetSet) has(t int64) bool {
	i := t >> 6
	return t >= 0 && i < int64(len(s.bits)) && s.bits[i]&(1<<(uint(t)&63)) != 0
}

func (s *targetSet) add(t int32) {
	if t < 0 {
		return
	}
	for int(t>>6) >= len(s.bits) {
		s.bits = append(s.bits, 0)
	}
	s.bits[t>>6] |= 1 << (uint(t) & 63)
}

// addNew adds t and reports whether it was absent.
func (s *targetSet) addNew(t int64) bool {
	if t < 0 || t > 1<<24 || s.has(t) {
		return false
	}
	s.add(int32(t))
	return true
}

// reset empties the set: quickly where the uses that filled it are known.
func (s *targetSet) reset(uses []TargetUse) {
	if uses == nil {
		clear(s.bits)
		return
	}
	for _, u := range uses {
		s.bits[u.Target>>6] &^= 1 << (uint(u.Target) & 63)
	}
}

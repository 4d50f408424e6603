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
	// Within is the first start or lock inside the fence epoch that came before
	// any RMA call of the fence epoch itself: only such a call, later, makes the
	// two epochs overlap.
	Within Site
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
	Done    Site // the complete that ended the last epoch
	seen    targetSet
	in      targetSet
	slack   int // see Win.unsure
}

// Has reports whether the epoch may access the target. A group that no
// recorded call made may hold anyone.
func (s *StartEpoch) Has(target int64) bool { return s.Group == nil || s.in.has(target) }

// Active reports whether there is an access epoch: a start over an empty
// group is a no-op, and its complete too.
func (s *StartEpoch) Active() bool { return s.Open && !s.Group.none() }

// Slack reports whether a complete may come without a start: after a start
// that the MPI library refused or that was one too many.
func (s *StartEpoch) Slack() bool { return s.slack > 0 }

// PostEpoch is an exposure epoch between post and wait.
type PostEpoch struct {
	Open    bool
	Group   *Group
	Origins []int32 // ranks in the window's group; -1: not in it
	Assert  int64
	Site    Site
	Done    Site // the wait or test that ended the last epoch
	slack   int
	// Tested is the MPI_Win_test that ended the last exposure epoch with
	// flag = true; zero once the window is posted anew.
	Tested Site
}

// Active reports whether there is an exposure epoch: a post for an empty
// group is a no-op, and its wait too.
func (p *PostEpoch) Active() bool { return p.Open && !p.Group.none() }

// Slack reports whether a wait or test may come without a post, as
// StartEpoch.Slack does.
func (p *PostEpoch) Slack() bool { return p.slack > 0 }

// Lock is a passive-target epoch.
type Lock struct {
	Held      bool
	Target    int32 // rank in the window's group; unused for lock_all
	Exclusive bool
	Assert    int64
	Site      Site
	Used      bool
	First     Site
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
	// UnsureEpoch: a call that would have opened one was refused by the MPI
	// library, or came at the wrong time and was reported.
	UnsureEpoch
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
	case w.unsure():
		return UnsureEpoch
	case len(w.Locks) > 0 || w.Start.Active():
		return NoEpoch
	case w.Fence.Open:
		return FenceEpoch
	}
	return NoEpoch
}

// unsure reports whether more epochs may be open than the rank view knows. A
// start, post or lock that failed, or that came while its like was open, adds
// to the slack; the closing call that it may still be followed by takes from
// it. So one mistake does not make every call after it look wrong.
func (w *Win) unsure() bool { return w.Start.slack > 0 || w.lockSlack > 0 }

// LockSlack reports whether an unlock may come without a lock.
func (w *Win) LockSlack() bool { return w.lockSlack > 0 }

// failed applies a synchronization call that returned an error. A fence
// counts as done, for the program goes on as if it were; a call that closes
// an epoch has closed it.
func (w *Win) failed(c *Call, f *calls.Flavour) {
	switch c.Kind {
	case calls.WinFence:
		w.fence(c, f)
	case calls.WinStart:
		w.Start.slack++
	case calls.WinPost:
		w.Post.slack++
	case calls.WinLock, calls.WinLockAll:
		w.lockSlack++
	case calls.WinComplete:
		w.complete(c.Site)
	case calls.WinWait:
		w.endPost(c.Site, false)
	case calls.WinUnlock:
		w.unlock(c.Arg("rank"))
	case calls.WinUnlockAll:
		w.unlockAll()
	}
}

// fence applies a fence that returned.
func (w *Win) fence(c *Call, f *calls.Flavour) {
	w.Start.slack, w.lockSlack = 0, 0
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
	slack := 0
	if s.Open {
		slack = s.slack + 1
		if s.Active() {
			s.slack = slack
			return
		}
	}
	s.seen.reset(s.Puts)
	s.in.reset(nil)
	*s = StartEpoch{Open: true, Group: g, Assert: c.Arg("assert"), Site: c.Site, slack: slack, Done: s.Done,
		Puts: s.Puts[:0], Targets: s.Targets[:0], seen: s.seen, in: s.in}
	s.Targets = w.translate(g, s.Targets)
	for _, t := range s.Targets {
		s.in.add(t)
	}
	w.Fence.NoSucceed = false
	if s.Active() {
		w.within(c.Site)
	}
}

func (w *Win) complete(at Site) {
	s := &w.Start
	if !s.Open {
		s.slack = max(0, s.slack-1)
		return
	}
	s.Open, s.Done = false, at
}

// post applies a post that returned.
func (w *Win) post(c *Call, g *Group) {
	p := &w.Post
	slack := 0
	if p.Open {
		slack = p.slack + 1
		if p.Active() {
			p.slack = slack
			return
		}
	}
	*p = PostEpoch{Open: true, Group: g, Assert: c.Arg("assert"), Site: c.Site, slack: slack, Done: p.Done,
		Origins: p.Origins[:0]}
	p.Origins = w.translate(g, p.Origins)
	w.Fence.NoSucceed = false
}

// endPost applies a wait, or a test that returned flag = true.
func (w *Win) endPost(at Site, tested bool) {
	p := &w.Post
	if !p.Open {
		p.slack = max(0, p.slack-1)
		return
	}
	p.Open, p.Done, p.Tested = false, at, Site{}
	if tested {
		p.Tested = at
	}
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
	if w.LockOf(target) != nil {
		w.lockSlack++
		return
	}
	w.Locks = append(w.Locks, Lock{Held: true, Target: int32(target), Site: c.Site,
		Exclusive: c.Arg("lock_type") == f.LockExclusive, Assert: c.Arg("assert")})
	w.Fence.NoSucceed = false
	w.within(c.Site)
}

func (w *Win) unlock(target int64) {
	for i := range w.Locks {
		if int64(w.Locks[i].Target) == target {
			w.Locks = append(w.Locks[:i], w.Locks[i+1:]...)
			return
		}
	}
	w.lockSlack = max(0, w.lockSlack-1)
}

func (w *Win) lockAll(c *Call) {
	if w.LockAll.Held {
		w.lockSlack++
		return
	}
	w.LockAll = Lock{Held: true, Site: c.Site, Assert: c.Arg("assert")}
	w.Fence.NoSucceed = false
	w.within(c.Site)
}

// within remembers an epoch that begins inside a fence epoch.
func (w *Win) within(opened Site) {
	if f := &w.Fence; f.Open && !f.Used && f.Within.IsZero() {
		f.Within = opened
	}
}

func (w *Win) unlockAll() {
	if !w.LockAll.Held {
		w.lockSlack = max(0, w.lockSlack-1)
	}
	w.LockAll = Lock{}
}

// access notes an RMA call in its epoch.
func (w *Win) access(c *Call) {
	m := &c.RMA
	if m.ProcNull {
		return
	}
	if w.Info != nil {
		w.noteAccumulate(c)
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
	case NoEpoch, UnsureEpoch:
	}
}

func (l *Lock) use(w *Win, s Site) {
	if !l.Used {
		l.Used, l.First = true, s
		w.inner(s, l.Site)
	}
}

// inner remembers the first RMA call of another epoch inside a fence epoch.
// Once the fence epoch itself is used, opening another one is a fault of its
// own.
func (w *Win) inner(rma, opened Site) {
	if w.Fence.Open && !w.Fence.Used && w.Fence.Inner.IsZero() {
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

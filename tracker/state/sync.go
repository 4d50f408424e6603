package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// synchronize applies a call that opens, closes or otherwise concerns epochs,
// and has succeeded.
func (r *Rank) synchronize(c *Call) {
	w := c.Win
	if w == nil {
		return
	}
	r.memory.settle(&c.recorded, w)
	var g *Group
	if c.Sem.Group >= 0 {
		g = r.objects.group(c.In[c.Sem.Group])
	}
	r.windows.synced(&c.recorded, w, g)
}

// synced applies a synchronization call that has succeeded; g is the group that it names.
func (ws *windows) synced(c *recorded, w *Win, g *Group) {
	w.Stored, w.Synced = tracker.Site{}, c.Site
	switch c.Sem.Epoch {
	case calls.EpochFence:
		w.fence(c, ws.flavour)
	case calls.EpochStart:
		w.start(c, g)
	case calls.EpochComplete:
		w.complete(c.Site)
	case calls.EpochPost:
		w.post(c, g)
	case calls.EpochWait:
		w.endPost(c.Site, false)
	case calls.EpochTest:
		if c.OutWord(0) != 0 {
			w.endPost(c.Site, true)
		}
	case calls.EpochLock:
		w.lock(c, ws.flavour)
		ws.keepLocking(w)
	case calls.EpochLockAll:
		w.lockAll(c)
		ws.keepLocking(w)
	case calls.EpochUnlock:
		w.unlock(c.In[c.Sem.Target])
		w.Unlocked = c.Site
		ws.keepLocking(w)
	case calls.EpochUnlockAll:
		w.unlockAll()
		ws.keepLocking(w)
		w.Unlocked = c.Site
	}
}

// failedSync applies a synchronization call that returned an error. A fence
// counts as done, because the program goes on as if it were; a call that closes
// an epoch has closed it.
func (r *Rank) failedSync(c *Call) {
	w := c.Win
	if w == nil || !w.Alive() || !w.Known() {
		return
	}
	r.memory.settle(&c.recorded, w)
	r.windows.notSynced(&c.recorded, w)
}

// notSynced applies a synchronization call that returned an error.
func (ws *windows) notSynced(c *recorded, w *Win) {
	w.Stored = tracker.Site{}
	switch c.Sem.Epoch {
	case calls.EpochFence:
		w.fence(c, ws.flavour)
	case calls.EpochStart:
		w.Start.slack++
	case calls.EpochPost:
		w.Post.slack++
	case calls.EpochLock, calls.EpochLockAll:
		w.lockSlack++
	case calls.EpochComplete:
		w.complete(c.Site)
	case calls.EpochWait:
		w.endPost(c.Site, false)
	case calls.EpochUnlock:
		w.unlock(c.In[c.Sem.Target])
		ws.keepLocking(w)
	case calls.EpochUnlockAll:
		w.unlockAll()
		ws.keepLocking(w)
	}
}

// fence applies a fence that returned.
func (w *Win) fence(c *recorded, f *calls.Flavour) {
	w.Start.slack, w.lockSlack = 0, 0
	a := c.In[c.Sem.Assert]
	no := a&f.ModeNoSucceed != 0
	w.Fence.seen.reset(w.Fence.puts)
	w.Fence = FenceState{
		Open: !no, NoSucceed: no, Site: c.Site, count: w.Fence.count + 1,
		puts: w.Fence.puts[:0], seen: w.Fence.seen,
	}
}

// start applies a start that returned.
func (w *Win) start(c *recorded, g *Group) {
	s := &w.Start
	slack := 0
	if s.Open {
		slack = s.slack + 1
		if s.Active() {
			s.slack = slack
			return
		}
	}
	s.seen.reset(s.puts)
	s.in.reset(nil)
	*s = StartEpoch{Open: true, Group: g, Site: c.Site, slack: slack, Done: s.Done,
		puts: s.puts[:0], targets: s.targets[:0], seen: s.seen, in: s.in}
	s.targets = w.translate(g, s.targets)
	for _, t := range s.targets {
		s.in.add(t)
	}
	w.Fence.NoSucceed = false
	if s.Active() {
		w.within(c.Site)
	}
}

func (w *Win) complete(at tracker.Site) {
	s := &w.Start
	if !s.Open {
		s.slack = max(0, s.slack-1)
		return
	}
	s.Open, s.Done = false, at
}

// post applies a post that returned.
func (w *Win) post(c *recorded, g *Group) {
	p := &w.Post
	slack := 0
	if p.Open {
		slack = p.slack + 1
		if p.Active() {
			p.slack = slack
			return
		}
	}
	*p = PostEpoch{Open: true, group: g, Site: c.Site, slack: slack, Done: p.Done,
		origins: p.origins[:0]}
	p.origins = w.translate(g, p.origins)
	w.Fence.NoSucceed = false
}

// endPost applies a wait, or a test that returned flag = true.
func (w *Win) endPost(at tracker.Site, tested bool) {
	p := &w.Post
	if !p.Open {
		p.slack = max(0, p.slack-1)
		return
	}
	p.Open, p.Done, p.Tested = false, at, tracker.Site{}
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

func (w *Win) lock(c *recorded, f *calls.Flavour) {
	target := c.In[c.Sem.Target]
	if w.LockOf(target) != nil {
		w.lockSlack++
		return
	}
	w.Locks = append(w.Locks, Lock{Held: true, Target: int32(target), Site: c.Site,
		Exclusive: c.Arg("lock_type") == f.LockExclusive, Assert: c.In[c.Sem.Assert]})
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

func (w *Win) lockAll(c *recorded) {
	if w.LockAll.Held {
		w.lockSlack++
		return
	}
	w.LockAll = Lock{Held: true, Site: c.Site, Assert: c.In[c.Sem.Assert]}
	w.Fence.NoSucceed = false
	w.within(c.Site)
}

// within remembers an epoch that begins inside a fence epoch.
func (w *Win) within(opened tracker.Site) {
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

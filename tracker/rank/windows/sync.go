package windows

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Synced applies a synchronization call that has succeeded; g is the group that it names.
func (ws *Windows) Synced(c *record.Call, w *Win, g *objects.Group) {
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
		n := len(w.Locks)
		w.lock(c, ws.flavour)
		ws.keepLock(w, n)
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

// NotSynced applies a synchronization call that returned an error.
func (ws *Windows) NotSynced(c *record.Call, w *Win) {
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
func (w *Win) fence(c *record.Call, f *calls.Flavour) {
	w.Start.slack, w.lockSlack = 0, 0
	a := c.In[c.Sem.Assert]
	no := a&f.ModeNoSucceed != 0
	w.Fence.seen.reset(w.Fence.Puts)
	w.Fence = FenceState{
		Open: !no, NoSucceed: no, Site: c.Site, count: w.Fence.count + 1,
		Puts: w.Fence.Puts[:0], seen: w.Fence.seen,
	}
}

// start applies a start that returned.
func (w *Win) start(c *record.Call, g *objects.Group) {
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
	*s = StartEpoch{Open: true, Group: g, Site: c.Site, slack: slack, Done: s.Done,
		Puts: s.Puts[:0], Targets: s.Targets[:0], seen: s.seen, in: s.in}
	s.Targets = w.Translate(g, s.Targets)
	for _, t := range s.Targets {
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
func (w *Win) post(c *record.Call, g *objects.Group) {
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
		Origins: p.Origins[:0]}
	p.Origins = w.Translate(g, p.Origins)
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

// Translate appends the group's members as ranks of the window to dst.
func (w *Win) Translate(g *objects.Group, dst []int32) []int32 {
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

func (w *Win) lock(c *record.Call, f *calls.Flavour) {
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

func (w *Win) lockAll(c *record.Call) {
	if w.LockAll.Held {
		w.lockSlack++
		return
	}
	w.LockAll = Lock{Held: true, Site: c.Site, Assert: c.In[c.Sem.Assert]}
	w.Fence.NoSucceed = false
	w.within(c.Site)
}

// within notes the first epoch that begins inside an unused fence epoch.
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

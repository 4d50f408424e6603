package lock

import "github.com/gomarmot/gomarmot/tracker/op"

// post takes an exposure epoch that begins.
func (c *conflicts) post(rank int32, x *op.EpochBegin) {
	w, me := c.of[x.On.ID], x.On.Me
	if w == nil || x.Unsure || !c.clocks.Watching() {
		return
	}
	e := c.pool.get()
	e.LockRef, e.posted = op.LockRef{Window: x.On.ID, Target: me, Exclusive: true}, true
	e.on, e.site, e.asked = x.On, x.Site, c.clocks.At(rank, x.N)
	before := w.posts[me]
	if w.posts[me] = e.keep(); before != nil {
		c.pool.drop(before)
	}
	for _, at := range [...]side{sideOf(me, true), sideOf(me, false), everyone} {
		for _, s := range w.by[at] {
			c.meetPost(s.last, e)
		}
	}
}

// meetPosts compares a lock with the exposure epochs of its targets.
func (c *conflicts) meetPosts(w *window, l *lockOrPost) {
	if l.Target != op.AllTargets {
		c.meetPost(l, w.posts[l.Target])
		return
	}
	for t := range l.on.Members {
		c.meetPost(l, w.posts[int32(t)])
	}
}

// meetPost compares a lock with an exposure epoch of its target; either has just begun. The epoch may be nil.
func (c *conflicts) meetPost(l, e *lockOrPost) {
	switch {
	case e == nil || l.dead:
		return
	case l.rank() == e.rank():
		if l.end > 0 || e.end > 0 {
			return
		}
	case c.mayKnow(&l.asked, l.end, &e.asked, e.end):
		return
	}
	c.doubt(l, e)
}

// wait takes an exposure epoch that has ended.
func (c *conflicts) wait(_ int32, x *op.EpochEnd) {
	if w := c.of[x.On.ID]; w != nil && w.posts[x.On.Me] != nil && w.posts[x.On.Me].end == 0 {
		w.posts[x.On.Me].end = x.N
	}
}

// stray forgets the exposure epoch of a rank after a call that failed.
func (c *conflicts) stray(_ int32, x *op.Head) {
	if w := c.of[x.On.ID]; w != nil && w.posts[x.On.Me] != nil {
		w.posts[x.On.Me].dead = true
		delete(w.posts, x.On.Me)
	}
}

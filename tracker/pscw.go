package tracker

// pairKey names an origin and a target of a window, as ranks of its group.
type pairKey struct{ origin, target int32 }

// pairQueue holds what has not matched yet between one origin and one target:
// the k-th start that names the target matches the k-th post that names the
// origin, as sends and receives on a hidden communicator would.
type pairQueue struct {
	starts, posts []*Half
	open          *Half // the origin's current start epoch towards the target
}

// maxQueue is how many starts or posts may pile up before a rank is held back.
const maxQueue = 64

func (q *pairQueue) long() bool { return len(q.starts) > maxQueue || len(q.posts) > maxQueue }

// queue returns the queue of a pair, nil where the window is not matched.
func (j *Job) queue(w *Win, origin, target int32) *pairQueue {
	jw := j.wins[w.ID]
	if jw == nil || jw.pairs == nil {
		return nil
	}
	k := pairKey{origin, target}
	q := jw.pairs[k]
	if q == nil {
		q = &pairQueue{}
		jw.pairs[k] = q
	}
	return q
}

func (j *Job) enterStart(r *Rank, c *Call) {
	w, g := c.Win, r.groups[c.Arg("group")]
	if g == nil || w.Start.Open {
		return
	}
	for _, t := range w.translate(g, nil) {
		if t < 0 {
			continue
		}
		q := j.queue(w, int32(w.MyRank), t)
		if q == nil {
			return
		}
		h := &Half{Site: c.Site, Assert: c.Arg("assert")}
		q.open = h
		q.starts = append(q.starts, h)
		j.matchPair(w, q, pairKey{int32(w.MyRank), t})
		if q.long() {
			j.holds[r.World] = hold{queue: q}
		}
	}
}

func (j *Job) enterPost(r *Rank, c *Call) {
	w, g := c.Win, r.groups[c.Arg("group")]
	if g == nil || w.Post.Open {
		return
	}
	for _, o := range w.translate(g, nil) {
		if o < 0 {
			continue
		}
		q := j.queue(w, o, int32(w.MyRank))
		if q == nil {
			return
		}
		q.posts = append(q.posts, &Half{Site: c.Site, Assert: c.Arg("assert")})
		j.matchPair(w, q, pairKey{o, int32(w.MyRank)})
		if q.long() {
			j.holds[r.World] = hold{queue: q}
		}
	}
}

// matchPair joins the oldest start and post of a pair.
func (j *Job) matchPair(w *Win, q *pairQueue, k pairKey) {
	for len(q.starts) > 0 && len(q.posts) > 0 {
		s, p := q.starts[0], q.posts[0]
		q.starts = append(q.starts[:0], q.starts[1:]...)
		q.posts = append(q.posts[:0], q.posts[1:]...)
		s.post = p
		completed := s.Completed
		s.Completed = false
		j.emitPair(w, k, s)
		if completed {
			s.Completed = true
			j.emitPair(w, k, s)
		}
	}
}

func (j *Job) emitPair(w *Win, k pairKey, s *Half) {
	j.pair = Pair{Object: w.Label, Origin: w.Members[k.origin], Target: w.Members[k.target],
		Start: s, Post: s.post, Flavour: j.flavour()}
	j.emit(&j.pair)
}

// enterComplete closes the origin's side of its start epoch.
func (j *Job) enterComplete(_ *Rank, c *Call) {
	w := c.Win
	if !w.Start.Open {
		return
	}
	me := int32(w.MyRank)
	for _, t := range w.Start.Targets {
		if t < 0 {
			continue
		}
		q := j.queue(w, me, t)
		if q == nil || q.open == nil {
			continue
		}
		s := q.open
		q.open = nil
		s.Put = putTo(&w.Start, t)
		s.Completed = true
		if s.post != nil {
			j.emitPair(w, pairKey{me, t}, s)
		}
	}
}

func putTo(s *StartEpoch, t int32) Site {
	for _, p := range s.Puts {
		if p.Target == t {
			return p.Site
		}
	}
	return Site{}
}

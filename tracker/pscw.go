package tracker

import "slices"

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

// queue returns the queue of a pair.
func (jw *JobWin) queue(k pairKey) *pairQueue {
	q := jw.pairs[k]
	if q == nil {
		q = &pairQueue{}
		jw.pairs[k] = q
	}
	return q
}

// losePairs ends the matching of the rank's starts and posts on the window:
// after a call that failed or was out of place, how the rank counts them is
// unknown.
func (j *Job) losePairs(w *Win) {
	if jw := j.wins[w.ID]; jw != nil && !w.Foreign {
		jw.lost[int32(w.MyRank)] = true
	}
}

// partners returns the ranks of the window that a start or post names, nil
// where the call cannot be matched.
func (j *Job) partners(r *Rank, c *Call, open bool) (*JobWin, []int32) {
	w, g := c.Win, r.groups[c.Arg("group")]
	jw := j.wins[w.ID]
	if jw == nil || jw.lost[int32(w.MyRank)] || g.none() {
		return nil, nil
	}
	if open || g == nil || g.Null() || !g.Freed.IsZero() || r.Gaps() {
		j.losePairs(w)
		return nil, nil
	}
	names := w.translate(g, j.names[:0])
	j.names = names
	if slices.Contains(names, -1) {
		j.losePairs(w)
		return nil, nil
	}
	return jw, names
}

func (j *Job) enterStart(r *Rank, c *Call) {
	me := int32(c.Win.MyRank)
	jw, targets := j.partners(r, c, c.Win.Start.Active())
	for _, t := range targets {
		q := jw.queue(pairKey{me, t})
		q.open = j.half(c)
		if len(q.posts) == 0 && jw.lost[t] {
			continue
		}
		q.starts = append(q.starts, q.open)
		j.matchPair(c.Win, q, pairKey{me, t})
		j.holdPair(r, q)
	}
}

func (j *Job) enterPost(r *Rank, c *Call) {
	me := int32(c.Win.MyRank)
	jw, origins := j.partners(r, c, c.Win.Post.Active())
	for _, o := range origins {
		q := jw.queue(pairKey{o, me})
		if len(q.starts) == 0 && jw.lost[o] {
			continue
		}
		q.posts = append(q.posts, j.half(c))
		j.matchPair(c.Win, q, pairKey{o, me})
		j.holdPair(r, q)
	}
}

// half makes the half of a start or post. A pair gives its halves back once the
// start's complete has been matched and left.
func (j *Job) half(c *Call) *Half {
	var h *Half
	if n := len(j.halves); n > 0 {
		h, j.halves = j.halves[n-1], j.halves[:n-1]
	} else {
		h = new(Half)
	}
	*h = Half{Site: c.Site, Assert: c.Arg("assert")}
	return h
}

func (j *Job) holdPair(r *Rank, q *pairQueue) {
	if q.long() {
		j.holds[r.World] = hold{queue: q}
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
			if q.open != s {
				j.halves = append(j.halves, s, p)
			}
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
	jw := j.wins[w.ID]
	if !w.Start.Open || jw == nil {
		return
	}
	me := int32(w.MyRank)
	for _, t := range w.Start.Targets {
		if t < 0 {
			continue
		}
		q := jw.pairs[pairKey{me, t}]
		if q == nil || q.open == nil {
			continue
		}
		s := q.open
		s.Put = putTo(&w.Start, t)
		s.Completed = true
		if s.post != nil {
			j.emitPair(w, pairKey{me, t}, s)
		}
	}
}

// leaveComplete ends the origin's start epoch.
func (j *Job) leaveComplete(c *Call) {
	w := c.Win
	jw := j.wins[w.ID]
	if !w.Start.Open || jw == nil {
		return
	}
	for _, t := range w.Start.Targets {
		q := jw.pairs[pairKey{int32(w.MyRank), t}]
		if q == nil || q.open == nil {
			continue
		}
		if s := q.open; s.Completed && s.post != nil {
			j.halves = append(j.halves, s, s.post)
		}
		q.open = nil
	}
}

// unposted lists the targets, in MPI_COMM_WORLD, whose posts the starts of a
// rank of the window still lack.
func (jw *JobWin) unposted(origin int32) []int32 {
	var out []int32
	for k, q := range jw.pairs {
		if k.origin == origin && len(q.starts) > 0 {
			out = append(out, jw.Members[k.target])
		}
	}
	return out
}

// incomplete lists the origins, in MPI_COMM_WORLD, whose completes the posts
// of a rank of the window still lack; a complete that waits for other posts
// counts as lacking.
func (jw *JobWin) incomplete(target int32) []int32 {
	var out []int32
	for k, q := range jw.pairs {
		if k.target != target {
			continue
		}
		s := q.open
		if len(q.posts) > 0 || s != nil && s.post != nil && (!s.Completed || len(jw.unposted(k.origin)) > 0) {
			out = append(out, jw.Members[k.origin])
		}
	}
	return out
}

func putTo(s *StartEpoch, t int32) Site {
	for _, p := range s.Puts {
		if p.Target == t {
			return p.Site
		}
	}
	return Site{}
}

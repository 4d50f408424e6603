package tracker

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// life is the time a region was attached to a dynamic window, measured in
// the synchronizing calls of its rank.
type life struct {
	base, size int64
	from, to   int64 // to is forever while attached
	made, gone Site
}

const forever = math.MaxInt64

// doubt is an access that no attached region covered when it was seen. The
// target's stream may lag behind: it is settled once the target has passed
// as many synchronizing calls as the origin had.
type doubt struct {
	site   Site
	target int32
	lo, hi int64
	when   int64 // synchronizing calls the origin had passed
}

// maxDoubts bounds the accesses kept for later; more are not checked.
const maxDoubts = 1 << 10

func (j *Job) observeAttach(_ *Rank, c *Call) {
	w := c.Win
	jw := j.wins[w.ID]
	if jw == nil || jw.regions == nil || w.MyRank < 0 {
		return
	}
	me := int32(w.MyRank)
	now := j.syncCount(w, me)
	lives := jw.regions[me]
	if c.Kind == calls.WinAttach {
		if len(lives) > maxDetached {
			lives = slices.DeleteFunc(lives, func(l life) bool { return l.to != forever })
		}
		jw.regions[me] = append(lives, life{base: c.Arg("base"), size: c.Arg("size"), from: now, to: forever, made: c.Site})
		return
	}
	base := c.Arg("base")
	for i := range lives {
		if lives[i].base == base && lives[i].to == forever {
			lives[i].to, lives[i].gone = now, c.Site
		}
	}
}

// observeDynamic checks an access to a dynamic window.
func (j *Job) observeDynamic(r *Rank, c *Call, jw *JobWin) {
	m := &c.RMA
	if m.TType == nil || m.TType.Unknown {
		return
	}
	lo, hi := Span(m.TType, m.TCount)
	if lo >= hi {
		return
	}
	t := int32(m.Target)
	d := doubt{site: c.Site, target: t, lo: m.Disp + lo, hi: m.Disp + hi, when: j.syncCount(c.Win, int32(c.Win.MyRank))}
	for i := range jw.regions[t] {
		l := &jw.regions[t][i]
		if l.covers(d.lo, d.hi) && l.to == forever && l.from <= d.when {
			return
		}
	}
	if len(jw.doubts) < maxDoubts {
		jw.doubts = append(jw.doubts, d)
		j.doubts++
	}
}

func (l *life) covers(lo, hi int64) bool { return l.base <= lo && hi <= l.base+l.size }

// settleDoubts decides the doubts of a family's windows whose targets have
// come far enough.
func (j *Job) settleDoubts(fam uint64) {
	if j.doubts == 0 {
		return
	}
	for _, jw := range j.wins {
		if len(jw.doubts) > 0 && jw.ByRank[jw.doubts[0].target].Comm.ID == fam {
			j.settle(jw, false)
		}
	}
}

func (j *Job) settle(jw *JobWin, end bool) {
	n := len(jw.doubts)
	jw.doubts = slices.DeleteFunc(jw.doubts, func(d doubt) bool {
		w := jw.ByRank[d.target]
		if !end && j.syncCount(w, d.target) <= d.when {
			return false
		}
		j.decide(jw, d)
		return true
	})
	j.doubts -= n - len(jw.doubts)
}

// decide reports the access unless a region that holds it may have been
// attached at the time.
func (j *Job) decide(jw *JobWin, d doubt) {
	f := &Outside{Call: d.site, Object: jw.Label, Target: jw.Members[d.target], Lo: d.lo, Hi: d.hi}
	lives := jw.regions[d.target]
	if joined(lives, d) {
		return
	}
	for i := range lives {
		l := &lives[i]
		if !l.covers(d.lo, d.hi) {
			continue
		}
		if l.to < d.when {
			f.Detached = l.gone
		} else {
			f.Attached = l.made
		}
	}
	j.emit(f)
}

// joined reports whether regions that may have been attached at the time
// hold the whole access together.
func joined(lives []life, d doubt) bool {
	var may []life
	for _, l := range lives {
		if l.to >= d.when && l.from <= d.when {
			may = append(may, l)
		}
	}
	slices.SortFunc(may, func(a, b life) int { return int(min(max(a.base-b.base, -1), 1)) })
	at := d.lo
	for _, l := range may {
		if l.base <= at && l.base+l.size > at {
			at = l.base + l.size
		}
	}
	return at >= d.hi
}

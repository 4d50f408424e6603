package tracker

import (
	"cmp"
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
	lo, hi int64     // hull of the access
	typ    *Datatype // count of these at disp, the holes left out
	disp   int64
	count  int64
	when   int64 // synchronizing calls the origin had passed
}

// maxDoubts bounds the accesses kept for later; more are not checked.
const maxDoubts = 1 << 10

// maxDoubtPieces bounds the pieces of one access; of others only the ends are
// looked at.
const maxDoubtPieces = 1 << 12

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
	d := doubt{site: c.Site, target: t, lo: m.Disp + lo, hi: m.Disp + hi, typ: m.TType, disp: m.Disp, count: m.TCount,
		when: j.syncCount(c.Win, int32(c.Win.MyRank))}
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

// decide reports the access unless regions that may have been attached at the
// time hold all of its bytes.
func (j *Job) decide(jw *JobWin, d doubt) {
	if j.isLossy(jw.Members[d.target]) {
		return // what it has attached is not known
	}
	lives := jw.regions[d.target]
	there := attachedAt(lives, d.when)
	lo, hi, missing := d.missing(there)
	if !missing {
		return
	}
	f := &Outside{Call: d.site, Object: jw.Label, Target: jw.Members[d.target], Lo: lo, Hi: hi}
	for i := range lives {
		l := &lives[i]
		if !l.covers(lo, hi) {
			continue
		}
		if l.to < d.when {
			f.Detached = l.gone
		} else {
			f.Attached = l.made
		}
	}
	if l := nearest(there, lo, hi); l != nil {
		f.Near, f.NearBase, f.NearSize = l.made, l.base, l.size
	}
	j.emit(f)
}

// missing returns the first piece of the access that the regions do not hold.
func (d *doubt) missing(regions []life) (lo, hi int64, missing bool) {
	if holdAll(regions, d.lo, d.hi) {
		return 0, 0, false
	}
	all := Segments(d.typ, d.count, maxDoubtPieces, func(a, b int64) {
		if !missing && !holdAll(regions, d.disp+a, d.disp+b) {
			lo, hi, missing = d.disp+a, d.disp+b, true
		}
	})
	if !all && !missing {
		missing = !holdAll(regions, d.lo, d.lo+1) || !holdAll(regions, d.hi-1, d.hi)
		lo, hi = d.lo, d.hi
	}
	return lo, hi, missing
}

// attachedAt returns the regions that may have been attached at a time, by
// address.
func attachedAt(lives []life, when int64) []life {
	var may []life
	for _, l := range lives {
		if l.to >= when && l.from <= when {
			may = append(may, l)
		}
	}
	slices.SortFunc(may, func(a, b life) int { return cmp.Compare(a.base, b.base) })
	return may
}

// holdAll reports whether regions in the order of their addresses hold all of
// the bytes together.
func holdAll(regions []life, lo, hi int64) bool {
	for _, l := range regions {
		if l.base <= lo && l.base+l.size > lo {
			lo = l.base + l.size
		}
	}
	return lo >= hi
}

// nearby is how far from an attached region an access is still compared with it.
const nearby = 1 << 20

// nearest returns the region that is next to the bytes, if one is near.
func nearest(regions []life, lo, hi int64) *life {
	var best *life
	least := int64(nearby)
	for i := range regions {
		l := &regions[i]
		if away := max(l.base-hi, lo-(l.base+l.size), 0); away < least {
			best, least = l, away
		}
	}
	return best
}

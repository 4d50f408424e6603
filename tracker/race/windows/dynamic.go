package windows

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Dynamic compares accesses to dynamic windows with the memory that is attached there. A single goroutine uses it.
type Dynamic struct {
	order  race.Clocks
	lost   func(rank int32) bool // records of the rank are missing
	emit   func(fact.Fact)
	of     map[uint64]*attachments
	doubts int // of all windows
}

// attachments are the regions of a dynamic window, and the accesses to it that are not decided yet.
type attachments struct {
	on      *op.Place
	regions []regions // by rank of the window
	doubts  []uncovered
}

// regions are the regions that a rank has attached, in that order.
type regions struct {
	lives  []life
	open   []int32 // indices into lives of the attached regions, by base
	most   int     // the length of lives at which regions are dropped
	partly bool    // regions that may matter were dropped
}

// life is the time that a region was attached to a dynamic window.
type life struct {
	base, size int64
	from, to   order.Point // attached and detached; to.N is 0 while attached
	made, gone tracker.Site
}

// mayCover reports whether the region may have been attached at the time of an
// access.
func (l *life) mayCover(at order.Point) bool {
	return !order.Before(at, l.from) && (l.to.N == 0 || !order.Before(l.to, at))
}

// uncovered is an access that no attached region covered when it was read. The target's calls may not have been read
// that far: the access is decided once the target knows that the access is past, since a region attached after that
// cannot cover it.
type uncovered struct {
	site   tracker.Site
	target int32
	lo, hi int64          // hull of the access
	typ    *datatype.Type // count elements of this type at disp; holes are not accessed
	disp   int64
	count  int64
	at     order.Point
}

// maxLives bounds the regions kept for a rank before detached regions are forgotten, unless more are attached at
// once.
const maxLives = 1 << 12

// maxDoubts bounds the accesses kept for later; more are not checked.
const maxDoubts = 1 << 10

// maxDoubtPieces bounds the pieces of an access; of larger accesses only the ends are checked.
const maxDoubtPieces = 1 << 12

// NewDynamic returns a judge of no windows.
func NewDynamic(clocks race.Clocks, lost func(rank int32) bool, emit func(fact.Fact)) *Dynamic {
	return &Dynamic{order: clocks, lost: lost, emit: emit, of: map[uint64]*attachments{}}
}

// Routes registers the judge for ops other than accesses.
func (m *Dynamic) Routes(k *op.Kinds) {
	k.Creates.To(m.create)
	k.Attaches.To(m.attach)
	k.Detaches.To(m.detach)
	k.Leaves.To(m.settleDoubts)
}

// Kept returns how many dynamic windows there are.
func (m *Dynamic) Kept() int { return len(m.of) }

func (m *Dynamic) create(_ int32, x *op.Create) {
	if x.Win.Flavor == op.Dynamic && m.of[x.On.ID] == nil {
		m.of[x.On.ID] = &attachments{on: x.On, regions: make([]regions, len(x.On.Members))}
	}
}

func (m *Dynamic) attach(rank int32, x *op.Region) {
	a := m.of[x.On.ID]
	if a == nil || x.On.Me < 0 {
		return
	}
	r := &a.regions[x.On.Me]
	if len(r.lives) > max(r.most, maxLives) {
		m.prune(a, x.On.Me)
	}
	r.lives = append(r.lives, life{base: x.Base, size: x.Size, from: m.order.At(rank, x.N), made: x.Site})
	r.open = slices.Insert(r.open, r.openAfter(x.Base), int32(len(r.lives)-1))
}

// openAfter is how many of the attached regions begin at base or before.
func (r *regions) openAfter(base int64) int {
	return sort.Search(len(r.open), func(i int) bool { return r.lives[r.open[i]].base > base })
}

// prune drops regions that a rank of the window has detached: first the regions whose end all ranks know of. If
// too many others are left they are dropped, too, and the earlier attachments of the rank are no longer known.
func (m *Dynamic) prune(a *attachments, me int32) {
	rank, past := a.on.Members[me], int64(math.MaxInt64)
	for _, r := range a.on.Members {
		if r != rank {
			past = min(past, m.order.Known(r, rank))
		}
	}
	of := &a.regions[me]
	of.lives = slices.DeleteFunc(of.lives, func(l life) bool { return l.to.N != 0 && l.to.N <= past })
	if n := len(of.lives); n > maxLives/2 {
		of.lives = slices.DeleteFunc(of.lives, func(l life) bool { return l.to.N != 0 })
		of.partly = of.partly || len(of.lives) < n
	}
	of.most = 2 * len(of.lives)
	of.open = of.open[:0]
	for i := range of.lives {
		if of.lives[i].to.N == 0 {
			of.open = append(of.open, int32(i))
		}
	}
	slices.SortStableFunc(of.open, func(x, y int32) int { return cmp.Compare(of.lives[x].base, of.lives[y].base) })
}

func (m *Dynamic) detach(rank int32, x *op.Region) {
	a := m.of[x.On.ID]
	if a == nil || x.On.Me < 0 {
		return
	}
	r := &a.regions[x.On.Me]
	to := r.openAfter(x.Base)
	from := to
	for ; from > 0 && r.lives[r.open[from-1]].base == x.Base; from-- {
		l := &r.lives[r.open[from-1]]
		l.to, l.gone = m.order.At(rank, x.N), x.Site
	}
	if from == 0 { // often: there is nothing to move
		r.open = r.open[to:]
		return
	}
	r.open = slices.Delete(r.open, from, to)
}

// Access checks an access to a dynamic window.
func (m *Dynamic) Access(_ int32, o *stamp.Access) {
	if len(m.of) == 0 { // mostly
		return
	}
	a := m.of[o.On.ID]
	x := &o.Data
	if a == nil || x.Type == nil || x.Type.Unknown || o.Part == nil {
		return
	}
	lo, hi := datatype.Span(x.Type, x.Count)
	if lo >= hi {
		return
	}
	d := uncovered{site: o.Site, target: o.Target, lo: x.Disp + lo, hi: x.Disp + hi, typ: x.Type, disp: x.Disp,
		count: x.Count, at: o.At}
	if a.regions[o.Target].cover(d.lo, d.hi, d.at) {
		return
	}
	if len(a.doubts) < maxDoubts {
		a.doubts = append(a.doubts, d)
		m.doubts++
	}
}

// cover reports whether the attached region next to lo holds all of [lo, hi) at the time of an access.
func (r *regions) cover(lo, hi int64, at order.Point) bool {
	i := r.openAfter(lo)
	if i == 0 {
		return false
	}
	l := &r.lives[r.open[i-1]]
	return l.covers(lo, hi) && l.mayCover(at)
}

func (l *life) covers(lo, hi int64) bool { return l.base <= lo && hi <= l.base+l.size }

// settleDoubts decides the accesses whose targets have come far enough.
func (m *Dynamic) settleDoubts(int32, *op.Leave) {
	if m.doubts == 0 {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(m.of)) {
		if a := m.of[id]; len(a.doubts) > 0 {
			m.settle(a, false)
		}
	}
}

func (m *Dynamic) settle(a *attachments, end bool) {
	n := len(a.doubts)
	a.doubts = slices.DeleteFunc(a.doubts, func(d uncovered) bool {
		if !end && m.order.Known(a.on.Members[d.target], d.site.Rank) < d.at.N {
			return false
		}
		m.decide(a, d)
		return true
	})
	m.doubts -= n - len(a.doubts)
}

// decide reports the access unless regions that may have been attached at the
// time hold all of its bytes.
func (m *Dynamic) decide(a *attachments, d uncovered) {
	if a.regions[d.target].partly || m.lost(a.on.Members[d.target]) {
		return // its attachments are unknown
	}
	lives := a.regions[d.target].lives
	there := attachedAt(lives, d.at)
	lo, hi, missing := d.missing(there)
	if !missing {
		return
	}
	f := &fact.Outside{Call: d.site, Object: a.on.Object, Target: a.on.Members[d.target], Lo: lo, Hi: hi,
		Disp: d.disp, Type: d.typ}
	for i := range lives {
		l := &lives[i]
		if !l.covers(lo, hi) {
			continue
		}
		if l.to.N != 0 && order.Before(l.to, d.at) {
			f.Detached = l.gone
		} else {
			f.Attached = l.made
		}
	}
	if l := nearest(there, lo, hi); l != nil {
		f.Near, f.NearBase, f.NearSize = l.made, l.base, l.size
	}
	m.emit(f)
}

// Gone decides the accesses to a window that its last rank has freed.
func (m *Dynamic) Gone(on *op.Place) {
	if a := m.of[on.ID]; a != nil {
		m.settle(a, true)
		delete(m.of, on.ID)
	}
}

// Finish decides the accesses that are left.
func (m *Dynamic) Finish() {
	all := slices.SortedFunc(maps.Values(m.of), func(a, b *attachments) int {
		return cmp.Or(strings.Compare(a.on.Label, b.on.Label), cmp.Compare(a.on.ID, b.on.ID))
	})
	for _, a := range all {
		m.settle(a, true)
	}
}

// missing returns the first piece of the access that the regions do not hold.
func (d *uncovered) missing(regions []life) (lo, hi int64, missing bool) {
	if holdAll(regions, d.lo, d.hi) {
		return 0, 0, false
	}
	all := datatype.Segments(d.typ, d.count, maxDoubtPieces, func(a, b int64) {
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

// attachedAt returns the regions that may have been attached at the time of an
// access, by address.
func attachedAt(lives []life, at order.Point) []life {
	var may []life
	for _, l := range lives {
		if l.mayCover(at) {
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

// nearest returns the region that is closest to the bytes, if any is near.
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

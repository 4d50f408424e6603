package windows

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// doubtful is a race, unless the program has ordered the accesses by itself.
type doubtful struct {
	fact.Race
	a, b    *race.Access // First and Second
	pair    placePair
	between *race.Between // nil if no call can seem to order the accesses
}

// placePair is two places of the program.
type placePair struct {
	a, b uint64
	why  fact.Conflict
	self bool // both accesses are by one rank
	load bool // either access is a load or store of the rank itself ...
	// ... store: it is a store. An update such as x += 1 has a load and a store at the same place.
	store bool
	// ordered: the ranks have synchronized between the accesses, but not the memory that they share.
	ordered bool
	// first: an access is the First of other accesses. Such pairs are counted separately.
	first bool
}

// ofStore returns the pair with the store at the place of p's load; p itself if it has no load.
func (p placePair) ofStore() placePair {
	p.store = p.store || p.load
	return p
}

// doubts are races of which it is not known yet whether the program has ordered the accesses by itself.
type doubts struct {
	order    race.Clocks
	signals  *signal.Signals
	betweens race.Betweens
	means    means
	emit     func(fact.Fact)
	list     []doubtful
	told     doubt.Tally[placePair]
	overlaps datatype.Meetings
	// now is the current load or store. It is reused: fields that local.touch does not set are the same for all
	// loads and stores. An access is so large that new ones would take a tenth of the time.
	now race.Access
}

// still returns a copy of a reused access, and any other access itself.
func (m *doubts) still(a *race.Access) *race.Access {
	if a == &m.now {
		return a.Clone()
	}
	return a
}

func pairOf(a, b *race.Access, why fact.Conflict) placePair {
	return placePair{a: min(a.Site.PC, b.Site.PC), b: max(a.Site.PC, b.Site.PC), why: why,
		self: a.Site.Rank == b.Site.Rank,
		load: a.Local || b.Local, store: a.Local && a.Memory.Writes || b.Local && b.Memory.Writes}
}

// keep keeps a race until it is known whether the program has ordered the accesses by itself.
func (m *doubts) keep(t *op.WinMade, pair placePair, a, b *race.Access, lo, hi int64) {
	m.told.Add(pair)
	pair.first = false
	a.Told, b.Told = true, true
	a, b = m.still(a), m.still(b)
	if !pair.self && b.At.N <= a.At.Knows(b.Site.Rank) { // a store, which is compared late
		a, b = b, a
	}
	d := doubtful{a: a, b: b, pair: pair, Race: fact.Race{First: &a.Side, Second: &b.Side, Why: pair.why, Lo: lo,
		Hi:     hi,
		Offset: lo - t.Base, Model: t.Model, Waited: pair.ordered}}
	d.Begun = !pair.self && a.At.N <= b.At.Knows(a.Site.Rank)
	if t.Flavor == op.Dynamic {
		d.Offset = -1
	}
	if !pair.self && !d.Waited && !d.Begun && betweenEpochs(a) && betweenEpochs(b) {
		d.between = m.betweens.Of(a, b)
	}
	m.list = append(m.list, d)
}

// betweenEpochs reports whether a collective call can order the access with other accesses: an access that a fence or a
// wait completes is not complete before that call.
func betweenEpochs(a *race.Access) bool {
	return a.Epoch != op.FenceEpoch && a.Epoch != op.StartedEpoch
}

// endUnseen reports whether an access may be complete although the log lacks the wait of its target: its origin has
// completed the epoch, and calls of ranks are missing.
func (m *doubts) endUnseen(a *race.Access) bool {
	return a.Epoch == op.StartedEpoch && a.AtOrigin > 0 && m.order.Vague(a.At)
}

// decide reports the races that the program may not have ordered by itself, on the given window, or on all windows
// if that is 0.
func (m *doubts) decide(window uint64) {
	var decided, loads, warnings []doubtful // an error comes before a warning
	m.list = slices.DeleteFunc(m.list, func(d doubtful) bool {
		of := window == 0 || d.First.Window.ID == window || d.Second.Window.ID == window
		switch {
		case of && d.pair.load && !d.pair.store:
			loads = append(loads, d)
		case of:
			decided = append(decided, d)
		}
		return of
	})
	decided = append(decided, loads...)
	for i := range decided {
		d := &decided[i]
		m.betweens.Forget(d.between)
		what, by := m.ruling(d)
		switch d.Unseen, d.Seen = by.unseen, by.seen; what {
		case drops:
		case warns:
			d.Early = m.early(d)
			warnings = append(warnings, *d)
		case reports:
			if d.between != nil {
				d.Between = d.between.Says()
			}
			d.Early = m.early(d)
			m.report(d)
		}
	}
	for i := range warnings {
		if d := &warnings[i]; !m.told.Reported(d.pair) {
			m.report(d)
		}
	}
}

// early returns the access that its rank may have announced to the other rank before it was complete; nil: there is
// none.
func (m *doubts) early(d *doubtful) *fact.Side {
	switch {
	case d.pair.self:
	case m.signals.MayTellEarly(&d.a.Access, &d.b.Access):
		return d.First
	case m.signals.MayTellEarly(&d.b.Access, &d.a.Access):
		return d.Second
	}
	return nil
}

func (m *doubts) report(d *doubtful) {
	d.Fenced = d.First.Local && d.Second.Local && d.First.Window.ID == d.Second.Window.ID &&
		m.means.fencesAlone(d.Second.Window.ID)
	m.told.Report(d.pair)
	m.emit(&d.Race)
}

// ruling is the decision on a doubtful race.
type ruling uint8

const (
	drops ruling = iota
	warns        // after all races that are reported
	reports
)

// evidence is fetched values because of which a race is worth a warning: fetches that have not seen a change, or an
// accumulate whose effect the other rank has seen; zero: none.
type evidence struct {
	unseen []fact.Unseen
	seen   *fact.Side
}

// ruling decides on a race.
func (m *doubts) ruling(d *doubtful) (what ruling, by evidence) {
	a, b := d.a, d.b
	blind := m.order.Vague(a.At) || m.order.Vague(b.At) // since then
	switch {
	case d.Waited && (blind || m.signals.MayShow(&a.Access, &b.Access)):
		return drops, by
	case d.Waited:
		return warns, by
	case d.Model == op.Unified && a.Polls(b), m.told.Reported(d.pair), m.told.Reported(d.pair.ofStore()), a.Dead,
		b.Dead:
		return drops, by
	case d.pair.self && m.endUnseen(a):
		return drops, by
	case !d.pair.self && (blind || a.ExcludesAll(b) || b.ExcludesAll(a) || m.mayHear(a, b) || m.mayHear(b, a)):
		return drops, by
	case d.pair.self:
		return reports, by
	case !m.signals.MayOrder(&a.Access, &b.Access) && !m.signals.MayOrder(&b.Access, &a.Access):
		by.seen = m.seen(d)
		return unorderedAfter(by.seen, d), by
	}
	if a.Window.ID == b.Window.ID && m.valuesTell(a, b) {
		if by.unseen = m.signals.Unseen(&a.Access, &b.Access); len(by.unseen) > 0 {
			return warns, by
		}
	}
	return drops, by
}

// mayHear reports whether values in windows may have told the rank of b of all receipts that it does not know of what
// load a broadcasts.
func (m *doubts) mayHear(a, b *race.Access) bool {
	unheard := a.Unheard(b)
	return len(unheard) > 0 && !slices.ContainsFunc(unheard, func(p order.Point) bool {
		got := a.Access
		got.Site.Rank, got.At, got.Done, got.Seen = p.Rank, p, p.N, 0
		return p.N == 0 || !m.signals.MayOrder(&got, &b.Access)
	})
}

// unorderedAfter decides on a race of accesses that nothing orders. With seen, an accumulate, the other access may come
// when its rank has seen the effect: what it reads from the window's public memory is right, but what it writes may
// come before the accumulate is complete.
func unorderedAfter(seen *fact.Side, d *doubtful) ruling {
	if seen == nil {
		return reports
	}
	if other := d.Other(seen); other.Memory.Writes || other.Local && d.Model == op.Separate {
		return warns
	}
	return drops
}

// seen returns the accumulate whose effect the rank of the other access may have seen before that access; nil: there is
// none.
func (m *doubts) seen(d *doubtful) *fact.Side {
	switch {
	case m.signals.MaySeeEffect(&d.a.Access, &d.b.Access):
		return d.First
	case m.signals.MaySeeEffect(&d.b.Access, &d.a.Access):
		return d.Second
	}
	return nil
}

// valuesTell reports whether fetched values may show that nothing orders two accesses: at most one is a load or store,
// and the loads of its rank are known, which might wait for other values.
func (m *doubts) valuesTell(a, b *race.Access) bool {
	known := func(x *race.Access) bool { return !x.Local || m.signals.KnowsLoads(x.Site.Rank) }
	return known(a) && known(b) && !(a.Local && b.Local)
}

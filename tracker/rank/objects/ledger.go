package objects

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Kept is what a rank has made at one place in the program and not freed: objects
// of one class, or references to them.
type Kept struct {
	Class calls.Class
	Site  tracker.Site // the first call there
	Made  int64        // in all
	Left  int64        // of these, not freed
	// Again are the calls that have returned further references to objects which are left: as many were freed as
	// these have returned, but perhaps not the same.
	Again []tracker.Site
	// section: the Fortran layer of the MPI library makes it, and frees it, to
	// describe a section of an array.
	section bool
}

// madeAt is a place in the program at which objects are made.
type madeAt struct {
	call calls.Kind
	pc   uint64
}

// held are references to one object that were made at one place; 0 where these count as freed, but others are left.
type held struct {
	at *Kept
	n  int64
}

// ledger says where the objects come from that the program has to free. What is
// known of single objects is bounded: of more than enough of them, only their
// number at each place.
type ledger struct {
	places map[madeAt]*Kept
	held   map[*object.Header][]held // the newest reference last, those of which none are left first
	limit  int                       // of objects in held, see thin
	// thinned says of which classes some objects are no longer in held, strays how
	// many objects were freed that are not in it.
	thinned map[calls.Class]bool
	strays  map[calls.Class]int64
}

// at returns what was made at the place of a call.
func (l *ledger) at(c *record.Call, class calls.Class) *Kept {
	key := madeAt{c.Kind, c.Site.PC}
	k := l.places[key]
	if k == nil {
		if l.places == nil {
			l.places = map[madeAt]*Kept{}
		}
		k = &Kept{Class: class, Site: c.Site}
		l.places[key] = k
	}
	return k
}

// add notes a reference to an object.
func (l *ledger) add(h *object.Header, at *Kept) {
	at.Made++
	at.Left++
	if l.held == nil {
		l.held = map[*object.Header][]held{}
	}
	list := l.held[h]
	i := slices.IndexFunc(list, func(x held) bool { return x.at == at })
	if i < 0 {
		list, i = append(list, held{at: at}), len(list)
	}
	x := list[i]
	x.n++
	l.held[h] = append(slices.Delete(list, i, i+1), x)
}

// remove takes back the newest reference to an object.
func (l *ledger) remove(h *object.Header) {
	list := l.held[h]
	x := &list[len(list)-1]
	x.at.Left--
	if x.n--; x.n > 0 {
		return
	}
	if len(list) == 1 || list[len(list)-2].n == 0 {
		delete(l.held, h)
		return
	}
	gone := *x
	copy(list[1:], list)
	list[0] = gone
}

// again says of the places which others have returned references to objects that are left there.
func (l *ledger) again() map[*Kept][]tracker.Site {
	out := map[*Kept][]tracker.Site{}
	for _, list := range l.held {
		for _, x := range list {
			for _, o := range list {
				if x.n > 0 && o.n == 0 && !slices.Contains(out[x.at], o.at.Site) {
					out[x.at] = append(out[x.at], o.at.Site)
				}
			}
		}
	}
	for _, sites := range out {
		slices.SortFunc(sites, func(a, b tracker.Site) int { return cmp.Or(cmp.Compare(a.Ring, b.Ring), cmp.Compare(a.Seq, b.Seq)) })
	}
	return out
}

// drop takes back all references to an object.
func (l *ledger) drop(h *object.Header) {
	for _, x := range l.held[h] {
		x.at.Left -= x.n
	}
	delete(l.held, h)
}

// stray notes that an object was freed that is not in held.
func (l *ledger) stray(class calls.Class) {
	if l.strays == nil {
		l.strays = map[calls.Class]int64{}
	}
	l.strays[class]++
}

// oldest is the oldest reference that is left.
func oldest(list []held) held {
	return list[max(slices.IndexFunc(list, func(x held) bool { return x.n > 0 }), 0)]
}

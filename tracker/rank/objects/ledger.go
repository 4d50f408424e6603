package objects

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Kept counts the objects of a class, or references to them, that a place in the program created and that are not
// freed.
type Kept struct {
	Class calls.Class
	Site  tracker.Site // the first call there
	Made  int64        // number created
	Left  int64        // number not freed
	// Again are the calls that have returned further references to objects which are left. The program freed as many
	// references as these calls returned, but perhaps different references.
	Again []tracker.Site
	// Ended is the MPI_Session_finalize of the session that the objects which are left come from; zero: they come from
	// several sessions or none, or it is unknown.
	Ended tracker.Site
	// section: the Fortran layer of the MPI library creates and frees it, to describe a section of an array.
	section bool
}

// madeAt is a place in the program where objects are created.
type madeAt struct {
	call calls.Kind
	pc   uint64
}

// held counts the references to an object that a place created; 0 if these count as freed, but references of other
// places are left.
type held struct {
	at *Kept
	n  int64
}

// ledger records where objects that the program has to free come from. It holds a bounded number of objects; of further
// objects it knows only the number at each place.
type ledger struct {
	places map[madeAt]*Kept
	held   map[*object.Header][]held   // places in order of the newest reference; places with n = 0 first
	from   map[*object.Header]*Session // of objects in held that come from a session
	limit  int                         // of objects in held, see thin
	// thinned tells for which classes thin has removed objects from held; strays counts freed objects that were not in
	// held.
	thinned map[calls.Class]bool
	strays  map[calls.Class]int64
}

// at returns the Kept of a call's place.
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

// remove removes the newest reference to an object.
func (l *ledger) remove(h *object.Header) {
	list := l.held[h]
	x := &list[len(list)-1]
	x.at.Left--
	if x.n--; x.n > 0 {
		return
	}
	if len(list) == 1 || list[len(list)-2].n == 0 {
		delete(l.held, h)
		delete(l.from, h)
		return
	}
	gone := *x
	copy(list[1:], list)
	list[0] = gone
}

// again returns, for each place with references left, the sites whose references to the same objects count as freed.
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
		slices.SortFunc(sites, func(a, b tracker.Site) int {
			return cmp.Or(cmp.Compare(a.Ring, b.Ring), cmp.Compare(a.Seq, b.Seq))
		})
	}
	return out
}

// drop removes all references to an object.
func (l *ledger) drop(h *object.Header) {
	for _, x := range l.held[h] {
		x.at.Left -= x.n
	}
	delete(l.held, h)
	delete(l.from, h)
}

// comesFrom notes which session an object comes from; nil: from none.
func (l *ledger) comesFrom(h *object.Header, s *Session) {
	if s == nil {
		return
	}
	if l.from == nil {
		l.from = map[*object.Header]*Session{}
	}
	l.from[h] = s
}

// ended returns, for each place, the MPI_Session_finalize of the session that all objects which are left come from.
func (l *ledger) ended() map[*Kept]tracker.Site {
	if len(l.from) == 0 {
		return nil
	}
	known, out := map[*Kept]int64{}, map[*Kept]tracker.Site{}
	for h, list := range l.held {
		s := l.from[h]
		for _, x := range list {
			if at := out[x.at]; s != nil && !s.Freed.IsZero() && (at.IsZero() || at == s.Freed) {
				out[x.at] = s.Freed
				known[x.at] += x.n
			}
		}
	}
	maps.DeleteFunc(out, func(k *Kept, _ tracker.Site) bool { return known[k] != k.Left })
	return out
}

// stray counts a freed object that is not in held.
func (l *ledger) stray(class calls.Class) {
	if l.strays == nil {
		l.strays = map[calls.Class]int64{}
	}
	l.strays[class]++
}

// oldest returns the oldest entry with references left.
func oldest(list []held) held {
	return list[max(slices.IndexFunc(list, func(x held) bool { return x.n > 0 }), 0)]
}

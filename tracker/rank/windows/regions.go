package windows

import (
	"iter"

	"github.com/gomarmot/gomarmot/tracker"
)

// Region is memory that is or was attached to a dynamic window.
type Region struct {
	Base, Size int64
	Site       tracker.Site
	gone       bool
}

// regions is the memory of a dynamic window.
type regions struct {
	Detached []Region // regions detached, oldest first, at most maxDetached
	Refused  []int64  // base addresses whose attach failed

	list  []Region      // in the order of the attaching calls; gone regions are detached
	first map[int64]int // base address to the index in list of the oldest region there
	again int           // attached regions whose base another attached region has, too
	gone  int           // number of gone regions in list
}

// Attached yields the attached regions, oldest first.
func (r *regions) Attached() iter.Seq[*Region] {
	return func(yield func(*Region) bool) {
		for i := range r.list {
			if x := &r.list[i]; !x.gone && !yield(x) {
				return
			}
		}
	}
}

// AttachedAt returns the oldest attached region that begins at base; nil if there is none.
func (r *regions) AttachedAt(base int64) *Region {
	i, ok := r.first[base]
	if !ok {
		return nil
	}
	return &r.list[i]
}

func (r *regions) attach(x Region) {
	if _, there := r.first[x.Base]; there {
		r.again++
	} else {
		if r.first == nil {
			r.first = map[int64]int{}
		}
		r.first[x.Base] = len(r.list)
	}
	r.list = append(r.list, x)
}

// detach detaches the oldest region that begins at base, and reports whether there is one.
func (r *regions) detach(base int64, at tracker.Site) bool {
	i, ok := r.first[base]
	if !ok {
		return false
	}
	x := r.list[i]
	r.list[i].gone = true
	r.gone++
	delete(r.first, base)
	for k := i + 1; k < len(r.list) && r.again > 0; k++ {
		if y := &r.list[k]; y.Base == base && !y.gone {
			r.first[base] = k
			r.again--
			break
		}
	}
	if 2*r.gone > len(r.list) {
		r.compact()
	}
	if len(r.Detached) == maxDetached {
		r.Detached = r.Detached[1:]
	}
	x.Site = at
	r.Detached = append(r.Detached, x)
	return true
}

// compact deletes the detached regions from list.
func (r *regions) compact() {
	n := 0
	for i, x := range r.list {
		if x.gone {
			continue
		}
		if r.first[x.Base] == i {
			r.first[x.Base] = n
		}
		r.list[n] = x
		n++
	}
	r.list, r.gone = r.list[:n], 0
}

const maxDetached = 1 << 12

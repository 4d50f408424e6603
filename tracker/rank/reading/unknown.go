package reading

import (
	"github.com/gomarmot/gomarmot/tracker"
)

// Unknown is the first call with one record on the handle of an unknown window or file. Whether the call succeeded is
// unknown, too.
type Unknown struct {
	Handle int64
	Site   tracker.Site
}

// Unknowns are such calls on handles of a class.
type Unknowns []Unknown

// maxUnknown bounds the length of Unknowns.
const maxUnknown = 64

func (u *Unknowns) Add(h int64, s tracker.Site) {
	if h != 0 && len(*u) < maxUnknown && u.at(h) < 0 { // no object has the handle 0
		*u = append(*u, Unknown{h, s})
	}
}

// Drop removes a handle that has turned out to belong to an object.
func (u *Unknowns) Drop(h int64) {
	if i := u.at(h); i >= 0 {
		*u = append((*u)[:i], (*u)[i+1:]...)
	}
}

func (u *Unknowns) at(h int64) int {
	for i := range *u {
		if (*u)[i].Handle == h {
			return i
		}
	}
	return -1
}

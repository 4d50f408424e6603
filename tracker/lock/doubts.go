package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/doubt"
)

// doubts are possible faults. They are decided when their window is gone or the run is over: by then it is known which
// values in windows may have ordered their calls.
type doubts[P comparable, F fault[P]] struct {
	list []F
	told doubt.Tally[P]
}

// fault is a possible fault.
type fault[P comparable] interface {
	places() P                // where it is in the program
	about(window uint64) bool // whether a window has to do with it
}

func newDoubts[P comparable, F fault[P]]() doubts[P, F] { return doubts[P, F]{told: doubt.New[P]()} }

// add keeps a fault, unless enough faults at the same places are kept.
func (d *doubts[P, F]) add(f F) bool {
	if d.told.Full(f.places()) {
		return false
	}
	d.told.Add(f.places())
	d.list = append(d.list, f)
	return true
}

// decide reports those faults about a window whose calls the program has not ordered by itself, and forgets all faults
// about the window. window 0 stands for all windows.
func (d *doubts[P, F]) decide(window uint64, ordered func(F) bool, report func(F)) {
	d.list = slices.DeleteFunc(d.list, func(f F) bool {
		if window != 0 && !f.about(window) {
			return false
		}
		if at := f.places(); !d.told.Reported(at) && !ordered(f) {
			d.told.Report(at)
			report(f)
		}
		return true
	})
}

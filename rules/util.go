package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// live reports whether a window is alive and its history is known: the condition
// of every rule that depends on the window's history.
func live(w *state.Win) bool { return w != nil && w.Alive() && w.Known() }

// fenceAsserts are the assertions that MPI_Win_fence accepts.
func fenceAsserts(f *calls.Flavour) int64 {
	return f.ModeNoStore | f.ModeNoPut | f.ModeNoPrecede | f.ModeNoSucceed
}

package windows

import "github.com/gomarmot/gomarmot/pmpi/calls"

// means are the kinds of calls by which ranks have synchronized a window of memory that processes share, by the ID of
// the window.
type means map[uint64]struct{ fences, others bool }

// add takes a call that synchronizes the window.
func (m means) add(window uint64, step calls.EpochStep) {
	x := m[window]
	if step == calls.EpochFence {
		x.fences = true
	} else {
		x.others = true
	}
	m[window] = x
}

// fencesAlone reports whether all calls that have synchronized the window are MPI_Win_fence.
func (m means) fencesAlone(window uint64) bool { return m[window].fences && !m[window].others }

package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// windows are a rank's windows.
type windows struct {
	reading *reading
	flavour *calls.Flavour

	table     object.Table[*Win]
	unknown   unknowns
	count     int        // windows that the rank has made so far
	locking   []*Win     // those of which it holds locks of single targets
	lockedAll *LockedAll // those of which it has locked all targets
	exposed   exposed    // their memory
}

// UnknownWindows lists the window handles that calls with one record used and
// nothing has explained since.
func (r *Rank) UnknownWindows() []Unknown { return r.windows.unknownWindows() }

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (r *Rank) Window(h int64) *Win { return r.windows.window(h) }

// Windows returns the windows that have not been freed, in order of creation.
func (r *Rank) Windows() []*Win { return r.windows.living() }

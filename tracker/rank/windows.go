package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// UnknownWindows lists the window handles that calls with one record used and
// nothing has explained since.
func (r *Rank) UnknownWindows() []reading.Unknown { return r.windows.UnknownWindows() }

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (r *Rank) Window(h int64) *windows.Win { return r.windows.Window(h) }

// Windows returns the windows that have not been freed, in order of creation.
func (r *Rank) Windows() []*windows.Win { return r.windows.Living() }

package state

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// files are a rank's files.
type files struct {
	table      object.Table[*File]
	unknown    unknowns
	count      int          // files that the rank has opened so far
	datareps   []string     // data representations that the program has defined
	openFailed tracker.Site // the last MPI_File_open, if it failed; else zero
	closedOver *Split       // the split collective operation that the last close found active; else nil
	splits     []*Split     // the split collective operations active on all files
}

// OpenFailed returns the last MPI_File_open, if it failed; else zero.
func (r *Rank) OpenFailed() tracker.Site { return r.files.openFailed }

// ClosedOver returns the split collective operation that the last close found active; nil if there was none.
func (r *Rank) ClosedOver() *Split { return r.files.closedOver }

// Splits returns the split collective operations active on all files.
func (r *Rank) Splits() []*Split { return r.files.splits }

package rank

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// OpenFailed returns the last MPI_File_open, if it failed; else zero.
func (r *Rank) OpenFailed() tracker.Site { return r.files.OpenFailed }

// ClosedOver returns the split collective operation that the last close found active; nil if there was none.
func (r *Rank) ClosedOver() *files.Split { return r.files.ClosedOver }

// Splits returns the split collective operations active on all files.
func (r *Rank) Splits() []*files.Split { return r.files.Splits }

// Files returns the files that have not been closed, in order of opening.
func (r *Rank) Files() []*files.File { return r.files.Living() }

// KnowsDatarep reports whether a data representation of files may have been defined, by the standard or by the program.
func (r *Rank) KnowsDatarep(name string) bool { return r.files.KnowsDatarep(name) }

// UnknownFiles lists the same for files.
func (r *Rank) UnknownFiles() []reading.Unknown { return r.files.UnknownFiles() }

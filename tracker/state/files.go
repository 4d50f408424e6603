package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// files are a rank's files.
type files struct {
	reading *reading
	flavour *calls.Flavour

	table      object.Table[*File]
	unknown    unknowns
	count      int               // files that the rank has opened so far
	datareps   []string          // data representations that the program has defined
	openFailed tracker.Site      // the last MPI_File_open, if it failed; else zero
	closedOver *Split            // the split collective operation that the last close found active; else nil
	reached    []datatype.Buffer // reused
	splits     []*Split          // the split collective operations active on all files
}

// begin makes the part ready for the first event.
func (fs *files) begin(d *reading) { fs.reading, fs.flavour = d, d.Flavour }

// living returns the files that have not been closed, in order of opening.
func (fs *files) living() []*File { return fs.table.Living() }

// predefined takes the handle of MPI_FILE_NULL.
func (fs *files) predefined(p *calls.Predef, h int64) {
	fs.table.Put(h, &File{Header: object.Predefined(p), Label: p.Name})
}

// forget takes back what is known of files, as calls on them are missing.
func (fs *files) forget() {
	for _, f := range fs.table.Living() {
		f.Origin, f.Splits = object.Lost, nil
	}
	fs.table.Forget(func(f *File) bool { return !f.Alive() })
	fs.table.DropAll()
	fs.splits = nil
}

// any reports whether the rank has opened files.
func (fs *files) any() bool { return fs.count > 0 }

// split adds a split collective operation that is active.
func (fs *files) split(s *Split) { fs.splits = append(fs.splits, s) }

// OpenFailed returns the last MPI_File_open, if it failed; else zero.
func (r *Rank) OpenFailed() tracker.Site { return r.files.openFailed }

// ClosedOver returns the split collective operation that the last close found active; nil if there was none.
func (r *Rank) ClosedOver() *Split { return r.files.closedOver }

// Splits returns the split collective operations active on all files.
func (r *Rank) Splits() []*Split { return r.files.splits }

// Files returns the files that have not been closed, in order of opening.
func (r *Rank) Files() []*File { return r.files.living() }

// KnowsDatarep reports whether a data representation of files may have been defined, by the standard or by the program.
func (r *Rank) KnowsDatarep(name string) bool { return r.files.knowsDatarep(name) }

// UnknownFiles lists the same for files.
func (r *Rank) UnknownFiles() []Unknown { return r.files.unknownFiles() }

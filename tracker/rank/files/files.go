package files

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Files are a rank's files.
type Files struct {
	reading *reading.Reading
	flavour *calls.Flavour

	table      object.Table[*File]
	unknown    reading.Unknowns
	count      int               // files that the rank has opened so far
	datareps   []string          // data representations that the program has defined
	OpenFailed tracker.Site      // the last MPI_File_open, if it failed; else zero
	ClosedOver *Split            // the split collective operation that the last close found active; else nil
	Reached    []datatype.Buffer // reused
	Splits     []*Split          // the split collective operations active on all files
}

// Begin makes the part ready for the first event.
func (fs *Files) Begin(d *reading.Reading) { fs.reading, fs.flavour = d, d.Flavour }

// Living returns the files that have not been closed, in order of opening.
func (fs *Files) Living() []*File { return fs.table.Living() }

// Predefined takes the handle of MPI_FILE_NULL.
func (fs *Files) Predefined(p *calls.Predef, h int64) {
	fs.table.Put(h, &File{Header: object.Predefined(p), Label: p.Name})
}

// Forget takes back what is known of files, as calls on them are missing.
func (fs *Files) Forget() {
	for _, f := range fs.table.Living() {
		f.Origin, f.Splits = object.Lost, nil
	}
	fs.table.Forget(func(f *File) bool { return !f.Alive() })
	fs.table.DropAll()
	fs.Splits = nil
}

// Any reports whether the rank has opened files.
func (fs *Files) Any() bool { return fs.count > 0 }

// Split adds a split collective operation that is active.
func (fs *Files) Split(s *Split) { fs.Splits = append(fs.Splits, s) }

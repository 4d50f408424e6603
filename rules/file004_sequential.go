package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// positional are the calls that need a file with offsets.
var positional = append(ioCalls(func(x calls.IO) bool {
	return x.Pointer != calls.PointerShared && x.Half != calls.SplitEnd
}),
	calls.FileSeek, calls.FileGetPosition, calls.FileSeekShared, calls.FileGetPositionShared,
	calls.FileSetSize, calls.FilePreallocate)

// sequentialFile is a call that is not allowed on a sequential file.
var sequentialFile = &Rule{
	ID:       "FILE004",
	MPI:      "2.0",
	Title:    "positions in a sequential file",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Data Access with Explicit Offsets; Data Access with Individual File Pointers; Seek; Resizing a " +
		"File; Preallocating Space for a File; File Views",
	Says: "A file opened with MPI_MODE_SEQUENTIAL is accessed only through the shared file pointer, without seeks, " +
		"and its views start at MPI_DISPLACEMENT_CURRENT, which is allowed for such files only.",
	Doc: "A sequential file, such as a tape or a pipe, has no offsets: explicit offsets, the individual file " +
		"pointer, seeks and positions are erroneous, and so are MPI_File_set_size and MPI_File_preallocate. " +
		"Libraries that treat the file as an ordinary one hide the error.",
	Advice: "Use MPI_File_read_shared, MPI_File_write_shared or the ordered calls, or open the file without " +
		"MPI_MODE_SEQUENTIAL.",
	Silent: []string{
		"accesses through the shared file pointer, ordered ones included",
		"MPI_File_get_byte_offset and MPI_File_get_size",
		"MPI_File_set_view with MPI_DISPLACEMENT_CURRENT on a sequential file",
	},
	Limit: "A tape or pipe opened without MPI_MODE_SEQUENTIAL is not detected.",
	On:    append([]calls.Kind{calls.FileSetView}, positional...),
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		f := p.Rank.Flavour
		sequential := p.File.Has(f.ModeSequential)
		if p.Call.Kind != calls.FileSetView {
			if sequential {
				p.Report(openedHere(p.File), "%s on a file opened with MPI_MODE_SEQUENTIAL", p.Call.Kind)
			}
			return
		}
		switch disp := p.Call.Arg("disp"); {
		case sequential && disp != f.DisplacementCurrent:
			p.Report(openedHere(p.File), "MPI_File_set_view with displacement %d: the file was opened with "+
				"MPI_MODE_SEQUENTIAL, "+
				"which requires MPI_DISPLACEMENT_CURRENT", disp)
		case !sequential && disp == f.DisplacementCurrent:
			p.Report(openedHere(p.File), "MPI_File_set_view with MPI_DISPLACEMENT_CURRENT on a file opened without "+
				"MPI_MODE_SEQUENTIAL")
		}
	},
}

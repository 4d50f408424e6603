package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// stateDuring is a change of the file's state while a split collective is
// active.
var stateDuring = &Rule{
	ID:       "SPLIT007",
	MPI:      "2.0",
	Title:    "file closed or changed while a split collective is active",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Closing a File; Resizing a File; File Views; File Consistency",
	Says: "All split collective operations on a file handle are completed before MPI_File_close, MPI_File_set_size, " +
		"MPI_File_set_view or MPI_File_sync is called on it.",
	Doc: "The operation may still be using the handle's view, size and buffers. If the file is closed or changed " +
		"underneath it, it writes to the wrong place or loses its data.",
	Advice: "Call the end routine first.",
	Silent: []string{"the same calls on a different handle", "queries such as MPI_File_get_size",
		"MPI_File_seek and MPI_File_set_info"},
	Limit: "MPI_File_preallocate and MPI_File_set_atomicity are reported as warnings: the standard does not mention " +
		"split collectives there.",
	On: []calls.Kind{calls.FileClose, calls.FileSetView, calls.FileSetSize, calls.FileSync, calls.FilePreallocate,
		calls.FileSetAtomicity},
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		s := p.File.Active()
		if s == nil {
			return
		}
		severity := Error
		if k := p.Call.Kind; k == calls.FilePreallocate || k == calls.FileSetAtomicity {
			severity = Warning
		}
		p.ReportAs(severity, begun(s), "%s while the operation of %s is active on the file handle: %s must come first",
			p.Call.Kind, s.Begin.Call, endOf(s.Begin.Call))
	},
}

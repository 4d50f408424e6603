package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

var unknownFiles = &unknownHandles{
	users:  fileUsers,
	of:     func(c *call.Call) (int64, bool) { return c.FileHandle, c.File == nil },
	silent: func(r *rank.Rank) []reading.Unknown { return r.Files.UnknownFiles() },
	what:   "an invalid file handle",
	made:   "opened",
	causes: failedOpen,
}

// failedOpen returns the failed call that may have left the handle of a file.
func failedOpen(p *Pass, handle int64) []Related {
	see := failedMaking(p.Rank, calls.ClassFile, handle)
	if at := p.Rank.Files.OpenFailed; len(see) == 0 && !at.IsZero() {
		see = append(see, At(roleCauses, at, "the last open, which failed"))
	}
	return see
}

// badFile is a call on an invalid file handle, or a file never closed.
var badFile = &Rule{
	ID:       "FILE005",
	MPI:      "2.0",
	Title:    "call on an invalid file handle, or file never closed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Opening a File; Closing a File; Finalizing MPI",
	Says: "A file handle is valid from the MPI_File_open that creates it until MPI_File_close, and every file is " +
		"closed before MPI_Finalize.",
	Doc: "The handle is MPI_FILE_NULL, which MPI_File_close and a failed open leave behind, a copy of the handle of " +
		"a closed file, or a variable that was never set. Without a close, data and a delete on close may be lost: " +
		"MPI_Finalize does not close files.",
	Advice: "Check the return code of MPI_File_open, close each file once, after its last use and before " +
		"MPI_Finalize, and keep no copies of the handle.",
	Silent: []string{
		"a handle value that a later open has reused",
		"MPI_File_set_errhandler, MPI_File_get_errhandler and MPI_File_call_errhandler on MPI_FILE_NULL",
		"a program that is aborted or exits without MPI_Finalize",
	},
	Limit: "A handle that was not created by a recorded call is reported only if the MPI library does not know it " +
		"either and the call failed or never returned. A file never closed with a split collective still active is " +
		"SPLIT011; the end of an operation that was active when the file was closed is SPLIT007 only.",
	On:     fileUsers,
	Check:  checkBadFile,
	Done:   unknownFiles.done,
	Finish: finishBadFile,
}

func checkBadFile(p *Pass) {
	f := p.File
	switch {
	case f == nil:
		unknownFiles.check(p)
	case endsAfterClose(p):
	case f.Null():
		switch p.Call.Kind {
		case calls.FileSetErrhandler, calls.FileGetErrhandler, calls.FileCallErrhandler:
		default:
			p.Report(failedOpen(p, p.Call.FileHandle), "%s on MPI_FILE_NULL", p.Call.Kind)
		}
	case !f.Freed.IsZero() && f.Known():
		p.Report([]Related{At(roleFreed, f.Freed, "the file was closed here"),
			At(roleCreated, f.Made, "the file was opened here")},
			"%s on %s, which is already closed", p.Call.Kind, f)
	}
}

// endsAfterClose reports whether the call is the end of the operation that was active at the last close. SPLIT007
// reports that.
func endsAfterClose(p *Pass) bool {
	s := p.Rank.Files.ClosedOver
	return s != nil && s.IO.Buf == p.Call.IO.Buf && endOf(s.Begin.Call) == p.Call.Kind.String()
}

// finishBadFile also looks at the files that are still open.
func finishBadFile(p *Pass) {
	unknownFiles.finish(p)
	if p.Rank.Sessions.Finalized {
		neverClosed(p)
	}
}

func neverClosed(p *Pass) {
	for _, f := range p.Rank.Files.Living() {
		if opened(f) && f.Active() == nil {
			p.ReportAt(f.Made, f.Object(), nil, "%s was not closed before %s", f, p.Rank.Sessions.FinalizedAt.Call)
		}
	}
}

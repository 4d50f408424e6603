package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// BadFile is a call on an invalid file handle, or a file never closed.
var BadFile = &Rule{
	ID:       "FILE005",
	MPI:      "2.0",
	Title:    "call on an invalid file handle, or file never closed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Opening a File; Closing a File; Finalizing MPI",
	Says: "A file handle is valid from the MPI_File_open that creates it until MPI_File_close, and every file is closed " +
		"before MPI_Finalize.",
	Doc: "The handle is MPI_FILE_NULL, which MPI_File_close and a failed open leave behind, a copy of the handle of a " +
		"closed file, or a variable that was never set. Without a close, data and a delete on close may be lost: " +
		"MPI_Finalize does not close files.",
	Advice: "Check the return code of MPI_File_open, close each file once, after its last use and before MPI_Finalize, and " +
		"keep no copies of the handle.",
	Silent: []string{
		"a handle value that a later open has reused",
		"MPI_File_set_errhandler, MPI_File_get_errhandler and MPI_File_call_errhandler on MPI_FILE_NULL",
		"a program that is aborted or exits without MPI_Finalize",
	},
	Limit: "A handle that was not created by a recorded call is reported only if the MPI library does not know it either " +
		"and the call failed or never returned. A file never closed with a split collective still active is SPLIT011; " +
		"the end of an operation that was active when the file was closed is SPLIT007 only.",
	On:     fileUsers,
	Check:  checkBadFile,
	Done:   doneBadFile,
	Finish: finishBadFile,
}

func checkBadFile(p *Pass) {
	f := p.File
	switch {
	case f == nil || endsAfterClose(p):
	case f.Null():
		switch p.Call.Kind {
		case calls.FileSetErrhandler, calls.FileGetErrhandler, calls.FileCallErrhandler:
		default:
			var see []Related
			if at := p.Rank.OpenFailed; !at.IsZero() {
				see = append(see, At(at, "the last open, which failed"))
			}
			p.Report(see, "%s on MPI_FILE_NULL", p.Call.Kind)
		}
	case !f.Freed.IsZero() && f.Known():
		p.Report([]Related{At(f.Freed, "the file was closed here"), At(f.Made, "the file was opened here")},
			"%s on %s, which is already closed", p.Call.Kind, f)
	}
}

// endsAfterClose reports whether the call is the end of the operation that was
// active at the last close, which SPLIT007 reports.
func endsAfterClose(p *Pass) bool {
	s := p.Rank.ClosedOver
	return s != nil && s.IO.Buf == p.Call.IO.Buf && endOf(s.Begin.Call) == p.Call.Kind.String()
}

const neverOpened = "%s on an invalid file handle: no call on this rank opened it"

// doneBadFile reports a failed call on a handle that neither the records nor the
// MPI library know.
func doneBadFile(p *Pass) {
	if p.File != nil || p.Call.RC == 0 {
		return
	}
	if valid, known := p.Rank.Probed(p.Call.FileHandle); known && !valid {
		p.Report(nil, neverOpened, p.Call.Kind)
	}
}

// finishBadFile checks the calls that did not return on this rank, those that
// leave no record of their outcome, and the files still open.
func finishBadFile(p *Pass) {
	for _, u := range p.Rank.UnknownFiles() {
		if valid, known := p.Rank.Probed(u.Handle); known && !valid {
			p.ReportAt(u.Site, tracker.Object{}, nil, neverOpened, u.Site.Call)
		}
	}
	if p.Rank.Finalized {
		neverClosed(p)
		return
	}
	for i := range p.Rank.Rings() {
		c := p.Rank.OpenCall(i)
		if c == nil || c.File != nil || !slices.Contains(fileUsers, c.Kind) {
			continue
		}
		valid, known := p.Rank.Probed(c.FileHandle)
		if valid || !known && p.Rank.Ended != event.EndExit {
			continue
		}
		p.ReportAt(c.Site, tracker.Object{}, nil, neverOpened+", and the rank ended in the call", c.Kind)
	}
}

func neverClosed(p *Pass) {
	for _, f := range p.Rank.Files() {
		if opened(f) && f.Active() == nil {
			p.ReportAt(f.Made, f.Object(), nil, "%s was not closed before %s", f, p.Rank.FinalizedAt.Call)
		}
	}
}

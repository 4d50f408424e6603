package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// wrongDirection is a read or write that the file's access mode does not allow.
var wrongDirection = &Rule{
	ID:       "FILE003",
	MPI:      "2.0",
	Title:    "read of a write-only file, or write of a read-only one",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Opening a File",
	Says: "A file opened with MPI_MODE_RDONLY is only read; one opened with MPI_MODE_WRONLY is only written. The " +
		"size of the first kind is not set.",
	Doc: "The access fails. Errors on files return by default, so a program that ignores the return code goes on " +
		"with a buffer that was never filled, or with data that was never written.",
	Advice: "Open the file with MPI_MODE_RDWR, or close it and reopen it with the other mode.",
	Silent: []string{
		"reads and writes of a file opened with MPI_MODE_RDWR",
		"the end of a split collective: its begin has been reported",
	},
	Limit: "An access mode that names both directions, or neither, is reported as FILE001 at the open.",
	On:    append([]calls.Kind{calls.FileSetSize, calls.FilePreallocate}, accesses...),
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		f := p.Rank.Flavour
		writes := p.Call.IO.Write || p.Call.Kind == calls.FileSetSize || p.Call.Kind == calls.FilePreallocate
		switch ways := p.File.Amode & (f.ModeRdonly | f.ModeWronly | f.ModeRdwr); {
		case writes && ways == f.ModeRdonly:
			p.reportDirection("MPI_MODE_RDONLY")
		case !writes && ways == f.ModeWronly:
			p.reportDirection("MPI_MODE_WRONLY")
		}
	},
}

func (p *Pass) reportDirection(mode string) {
	p.Report(openedHere(p.File), "%s on a file opened with %s", p.Call.Kind, mode)
}

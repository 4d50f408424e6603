package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// FileArguments is a call on a file with a negative number or a datatype that
// cannot be used.
var FileArguments = &Rule{
	ID:       "FILE006",
	MPI:      "2.0",
	Title:    "negative number, or datatype that cannot be used, in a call on a file",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Data Access Conventions; Data Access with Explicit Offsets; Data Access with Individual File Pointers; " +
		"File Views; Resizing a File; Commit and Free",
	Says: "Counts, offsets, sizes and displacements in a file are not negative, and the datatypes of accesses and views are " +
		"committed and not freed.",
	Doc: "A number computed too small points before the beginning of the file, a datatype that is null, freed or not " +
		"committed describes no data. Libraries without checks move the wrong bytes or crash; others return an error " +
		"that nobody looks at.",
	Advice: "Compute the number so that it is at least 0; commit the datatype before its first use and free it after the last.",
	Silent: []string{
		"a negative offset of MPI_File_seek with MPI_SEEK_CUR or MPI_SEEK_END that stays in the view",
		"MPI_DISPLACEMENT_CURRENT",
		"predefined datatypes, and datatypes freed after the call, even those of a view that is still used",
	},
	Limit: "Where the individual file pointer is after a read is not known, nor is the end of the file. Datatypes that no " +
		"recorded call made are not judged.",
	On: append([]calls.Kind{calls.FileSetView, calls.FileSeek, calls.FileSeekShared, calls.FileSetSize,
		calls.FilePreallocate}, accesses...),
	Check: func(p *Pass) {
		if shut(p.File) {
			return
		}
		switch p.Call.Kind {
		case calls.FileSetView:
			checkView(p)
		case calls.FileSeek, calls.FileSeekShared:
			checkSeek(p)
		case calls.FileSetSize, calls.FilePreallocate:
			if n := p.Call.Arg("size"); n < 0 {
				p.Report(nil, "%s with size %d", p.Call.Kind, n)
			}
		default:
			checkAccess(p, &p.Call.IO)
		}
	},
}

func checkAccess(p *Pass, x *tracker.IO) {
	switch {
	case x.Count < 0 && x.Offset < 0:
		p.Report(nil, "%s with offset %d and count %d", p.Call.Kind, x.Offset, x.Count)
	case x.Count < 0:
		p.Report(nil, "%s with count %d", p.Call.Kind, x.Count)
	case x.Offset < 0:
		p.Report(nil, "%s with offset %d", p.Call.Kind, x.Offset)
	case !usable(x.Type):
		reportFileType(p, "datatype", x.Type)
	}
}

func checkView(p *Pass) {
	disp := p.Call.Arg("disp")
	if disp < 0 && disp != p.Rank.Flavour.DisplacementCurrent {
		p.Report(nil, "MPI_File_set_view with displacement %d", disp)
		return
	}
	etype := p.Rank.Types.Lookup(p.Call.Arg("etype"))
	filetype := p.Rank.Types.Lookup(p.Call.Arg("filetype"))
	switch {
	case !usable(etype) && etype == filetype:
		reportFileType(p, "etype and filetype", etype)
	case !usable(etype):
		reportFileType(p, "etype", etype)
	case !usable(filetype):
		reportFileType(p, "filetype", filetype)
	}
}

func checkSeek(p *Pass) {
	f, offset := p.Rank.Flavour, p.Call.Arg("offset")
	switch whence := p.Call.Arg("whence"); {
	case offset >= 0:
	case whence == f.SeekSet:
		p.Report(nil, "%s to offset %d with MPI_SEEK_SET", p.Call.Kind, offset)
	case whence == f.SeekCur && p.Call.Kind == calls.FileSeek && opened(p.File) && p.File.PosKnown && p.File.Pos+offset < 0:
		p.Report(nil, "MPI_File_seek by %d with MPI_SEEK_CUR: the file pointer is at %d, and would be at %d",
			offset, p.File.Pos, p.File.Pos+offset)
	}
}

func reportFileType(p *Pass, what string, d *tracker.Datatype) {
	switch {
	case d.Null():
		p.Report(nil, "the %s of %s is MPI_DATATYPE_NULL", what, p.Call.Kind)
	case d.Freed:
		p.Report([]Related{At(d.FreedAt, "the datatype was freed here")}, "the %s of %s, %s, was freed before",
			what, p.Call.Kind, d)
	default:
		p.Report(madeAt(d), "the %s of %s, %s, is not committed",
			what, p.Call.Kind, d)
	}
}

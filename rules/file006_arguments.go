package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// fileArguments is a call on a file with an invalid argument: a negative number,
// a buffer without memory, or an unusable datatype or error handler.
var fileArguments = &Rule{
	ID:       "FILE006",
	MPI:      "2.0",
	Title:    "invalid argument in a call on a file",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Data Access Conventions; Data Access with Explicit Offsets; Data Access with Individual File " +
		"Pointers; File Views; Data Representations; Resizing a File; Commit and Free; Error Handlers for Files",
	Says: "Counts, offsets, sizes and displacements in a file are not negative, whence is MPI_SEEK_SET, MPI_SEEK_CUR " +
		"or MPI_SEEK_END, the buffer is memory of the calling process that holds the data, the datatypes of accesses " +
		"and views are committed and not freed, a datatype that is read into contains no byte of memory twice, and " +
		"error handlers from MPI_File_create_errhandler are not freed. A data representation is native, internal, " +
		"external32, or one that MPI_Register_datarep has defined.",
	Doc: "A number computed too small points before the beginning of the file; a datatype that is null, freed or not " +
		"committed describes no data; if one that is read into overlaps itself, the resulting value is undefined. " +
		"The buffer is NULL, or absolute addresses of MPI_Get_address in its datatype are added to its address. " +
		"Libraries without checks move the wrong bytes or crash; others return an error that the program ignores.",
	Advice: "Pass numbers of at least 0. Create each object as the kind of object that the call requires, commit " +
		"datatypes before their first use, and free objects after their last use.",
	Silent: []string{
		"a negative offset of MPI_File_seek with MPI_SEEK_CUR or MPI_SEEK_END that stays within the view",
		"MPI_DISPLACEMENT_CURRENT",
		"a count of 0, with any buffer; MPI_BOTTOM with a datatype that holds absolute addresses; displacements " +
			"between variables that are far apart, counted from one of them",
		"predefined datatypes, and datatypes freed after the call, even those of a view still in use",
		"memory datatypes with overlapping entries in a write",
		"predefined error handlers",
		"external32 and internal, also where the MPI library does not support them, and data representations of the " +
			"program",
	},
	Limit: "The position of the individual file pointer after a read is known only if the read is neither " +
		"nonblocking nor split, and does not end early; the end of the file is not known. " +
		"Datatypes that were not created by a recorded call are not checked; unknown error handlers and data " +
		"representations are checked only if the call failed. Absolute addresses are recognized in C, if the buffer " +
		"and all variables have addresses above 2^40: not those of variables of a program that is not " +
		"position-independent. Absolute addresses in a filetype are FILE010. Info objects are OBJ001.",
	On: append([]calls.Kind{calls.FileSetView, calls.FileSeek, calls.FileSeekShared, calls.FileSetSize,
		calls.FilePreallocate, calls.FileSetErrhandler}, accesses...),
	Check: func(p *Pass) {
		if p.Call.Kind == calls.FileSetErrhandler && (!shut(p.File) || p.File.Null()) {
			checkErrhandler(p, calls.ClassFile) // MPI_FILE_NULL also has an error handler
			return
		}
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
	Done: func(p *Pass) {
		switch {
		case shut(p.File):
		case p.Call.Kind == calls.FileSetErrhandler:
			checkErrhandlerMade(p)
		case p.Call.Kind == calls.FileSetView:
			checkDatarep(p)
		}
	},
}

// checkDatarep reports a failed call with a data representation that does not exist.
func checkDatarep(p *Pass) {
	if name, ok := p.Call.Text(); ok && p.Call.RC != 0 && !p.Rank.Files.KnowsDatarep(name) {
		p.Report(nil, "MPI_File_set_view with the data representation %q, which is not native, internal or "+
			"external32: "+
			"the call failed, and the view is as it was before", name)
	}
}

func checkAccess(p *Pass, x *files.IO) {
	switch {
	case x.Count < 0 && x.Offset < 0:
		p.Report(nil, "%s with offset %d and count %d", p.Call.Kind, x.Offset, x.Count)
	case x.Count < 0:
		p.Report(nil, "%s with count %d", p.Call.Kind, x.Count)
	case x.Offset < 0:
		p.Report(nil, "%s with offset %d", p.Call.Kind, x.Offset)
	case !x.Type.Usable():
		reportUnusable(p, "datatype", x.Type)
	case reportNowhere(p, "buf", x.Buf, x.Count, x.Type):
	case !x.Write:
		checkOverlap(p, x.Type, x.Count, "memory")
	}
}

func checkView(p *Pass) {
	disp := p.Call.Arg("disp")
	if disp < 0 && disp != p.Rank.Flavour.DisplacementCurrent {
		p.Report(nil, "MPI_File_set_view with displacement %d", disp)
		return
	}
	etype := p.Rank.Objects.Types.Data(p.Call.Arg("etype"))
	filetype := p.Rank.Objects.Types.Data(p.Call.Arg("filetype"))
	switch {
	case !etype.Usable() && etype == filetype:
		reportUnusable(p, "etype and filetype", etype)
	case !etype.Usable():
		reportUnusable(p, "etype", etype)
	case !filetype.Usable():
		reportUnusable(p, "filetype", filetype)
	}
}

func checkSeek(p *Pass) {
	f, offset := p.Rank.Flavour, p.Call.Arg("offset")
	switch whence := p.Call.Arg("whence"); {
	case whence != f.SeekSet && whence != f.SeekCur && whence != f.SeekEnd:
		p.Report(nil, "%s with whence %d, which is not MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END", p.Call.Kind, whence)
	case offset >= 0:
	case whence == f.SeekSet:
		p.Report(nil, "%s to offset %d with MPI_SEEK_SET", p.Call.Kind, offset)
	case whence == f.SeekCur && p.Call.Kind == calls.FileSeek && opened(p.File) && p.File.PosKnown &&
		p.File.Pos+offset < 0:
		p.Report(nil, "MPI_File_seek by %d with MPI_SEEK_CUR: the file pointer is at %d, and would be at %d",
			offset, p.File.Pos, p.File.Pos+offset)
	}
}

package rules

import (
	"math/bits"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// accessMode is an open with a contradictory access mode.
var accessMode = &Rule{
	ID:       "FILE001",
	MPI:      "2.0",
	Title:    "contradictory access mode",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Opening a File",
	Says: "The access mode of MPI_File_open has exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR; " +
		"MPI_MODE_CREATE and MPI_MODE_EXCL cannot be combined with MPI_MODE_RDONLY, nor MPI_MODE_RDWR with " +
		"MPI_MODE_SEQUENTIAL. A file opened with MPI_MODE_UNIQUE_OPEN is not open elsewhere at the same time.",
	Doc: "The library refuses to open the file, or picks one of the modes it was given. Since errors on files return " +
		"by default, the program often goes on with an invalid handle. With MPI_MODE_UNIQUE_OPEN, the library need " +
		"not lock the file: accesses by another handle may be lost.",
	Advice: "Pass the one mode that matches how the file is used: MPI_MODE_RDWR to read and write, without " +
		"MPI_MODE_SEQUENTIAL; create files with MPI_MODE_WRONLY or MPI_MODE_RDWR. Leave MPI_MODE_UNIQUE_OPEN out, or " +
		"close the file before it is opened again.",
	Silent: []string{
		"each of the three modes alone, and MPI_MODE_CREATE or MPI_MODE_EXCL with either of the two that write",
		"MPI_MODE_SEQUENTIAL with MPI_MODE_RDONLY or MPI_MODE_WRONLY",
		"MPI_MODE_EXCL without MPI_MODE_CREATE, which has no effect",
		"a file that is opened with MPI_MODE_UNIQUE_OPEN after another handle of it has been closed",
	},
	Limit: "Access modes that differ between ranks are FILE002. A file opened with MPI_MODE_UNIQUE_OPEN is compared " +
		"with other opens of the same rank and by the same name.",
	On: []calls.Kind{calls.FileOpen},
	Check: func(p *Pass) {
		checkUniqueOpen(p)
		f, amode := p.Rank.Flavour, p.Call.Arg("amode")
		switch ways := amode & (f.ModeRdonly | f.ModeWronly | f.ModeRdwr); {
		case bits.OnesCount64(uint64(ways)) != 1:
			what := "none"
			if ways != 0 {
				what = amodeNames(f, ways)
			}
			p.Report(nil, "MPI_File_open with amode %s: it needs exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and "+
				"MPI_MODE_RDWR, but has %s", amodeNames(f, amode), what)
		case ways == f.ModeRdonly && amode&(f.ModeCreate|f.ModeExcl) != 0:
			p.Report(nil, "MPI_File_open with %s and MPI_MODE_RDONLY: a read-only file cannot be created",
				amodeNames(f, amode&(f.ModeCreate|f.ModeExcl)))
		case ways == f.ModeRdwr && amode&f.ModeSequential != 0:
			p.Report(nil, "MPI_File_open with MPI_MODE_RDWR and MPI_MODE_SEQUENTIAL: a sequential file can be read "+
				"or written, but not both")
		}
	},
}

// checkUniqueOpen reports that the rank opens a file which it has open already, if one of the two opens has
// MPI_MODE_UNIQUE_OPEN.
func checkUniqueOpen(p *Pass) {
	alone, names := p.Rank.Flavour.ModeUniqueOpen, stringsOf(p)
	if len(names) == 0 || names[0] == "" || p.Rank.Gaps() {
		return
	}
	for _, f := range p.Rank.Files.Living() {
		if f.Name != names[0] {
			continue
		}
		switch related := openedHere(f); {
		case f.Has(alone):
			p.Report(related, "MPI_File_open of %q, which is still open with MPI_MODE_UNIQUE_OPEN", f.Name)
			return
		case p.Call.Arg("amode")&alone != 0:
			p.Report(related, "MPI_File_open of %q with MPI_MODE_UNIQUE_OPEN, while the file is open already", f.Name)
			return
		}
	}
}

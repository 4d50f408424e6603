package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// fileCallDiffers is a collective call on a file whose arguments do not agree.
var fileCallDiffers = &Rule{
	ID:       "FILE008",
	MPI:      "2.0",
	Title:    "ranks pass different arguments to a collective call on a file",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite: "MPI-4.1, File Views; Resizing a File; Preallocating Space for a File; Data Access with Shared File " +
		"Pointers; File Consistency; Reserved File Hints",
	Says: "All processes pass the same size to MPI_File_set_size and MPI_File_preallocate, the same offset and " +
		"whence to MPI_File_seek_shared, the same flag to MPI_File_set_atomicity, and the same data representation " +
		"and extent of the etype to MPI_File_set_view. Hints that the standard marks [SAME], such as cb_nodes, have " +
		"one value on all processes that give them.",
	Doc: "These values belong to the file, not to a rank. If they differ, the library uses one rank's value or each " +
		"rank its own, or refuses the call on some ranks only, and the others hang. Hints that differ are a warning: " +
		"many libraries look at them only when the file is opened.",
	Advice: "Compute the value the same way on all ranks, or broadcast it first.",
	Silent: []string{
		"displacement, filetype and most hints of MPI_File_set_view, which may differ",
		"different etypes with the same extent",
	},
	Limit: "Reported only once all ranks have made the call. Extents are compared as they are in memory. Hints that " +
		"only some ranks give to MPI_File_set_view or MPI_File_set_info are not compared, though MPICH may wait " +
		"forever.",
	Facts: []fact.Kind{fact.OfMatched},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Matched)
		a := f.Row[0].Args.File
		if a == nil {
			return
		}
		for i := 1; i < len(f.Row); i++ {
			b := f.Row[i].Args.File
			if b == nil {
				continue
			}
			if what, x, y := fileArgDiffers(f, a, b); what != "" {
				p.Report(Report{Sites: []tracker.Site{f.Row[0].Site, f.Row[i].Site}, Object: f.Object},
					"%s: rank %d passes %s %s, rank %d passes %s", f.Call, f.Members[0], what, x, f.Members[i], y)
				return
			}
			if key := hintDiffers(a.Hints, b.Hints); key != "" {
				p.Report(Report{Sites: []tracker.Site{f.Row[0].Site, f.Row[i].Site}, Object: f.Object,
					Severity: Warning}, "%s: rank %d gives the hint %s the value %q, rank %d gives it %q", f.Call,
					f.Members[0], key, a.Hints[key], f.Members[i], b.Hints[key])
				return
			}
		}
	},
}

// fileArgDiffers names the argument in which two ranks differ and its values.
func fileArgDiffers(f *fact.Matched, a, b *op.FileArgs) (what, x, y string) {
	switch {
	case a.Whence != b.Whence:
		return "whence", whenceName(f.Flavour, a.Whence), whenceName(f.Flavour, b.Whence)
	case a.Value != b.Value:
		name := map[calls.Kind]string{calls.FileSeekShared: "offset", calls.FileSetAtomicity: "flag"}[f.Call]
		if name == "" {
			name = "size"
		}
		return name, fmt.Sprint(a.Value), fmt.Sprint(b.Value)
	case a.EExtent != b.EExtent && a.EExtent >= 0 && b.EExtent >= 0:
		return "an etype with extent", fmt.Sprint(a.EExtent), fmt.Sprintf("one with extent %d", b.EExtent)
	case a.Datarep != b.Datarep && a.Datarep != "" && b.Datarep != "":
		return "the data representation", fmt.Sprintf("%q", a.Datarep), fmt.Sprintf("%q", b.Datarep)
	}
	return "", "", ""
}

func whenceName(f *calls.Flavour, w int64) string {
	switch w {
	case f.SeekSet:
		return "MPI_SEEK_SET"
	case f.SeekCur:
		return "MPI_SEEK_CUR"
	case f.SeekEnd:
		return "MPI_SEEK_END"
	}
	return fmt.Sprint(w)
}

package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/words"
)

// fileTypes is a view with datatypes that are not allowed, or an access that
// does not fit its etype.
var fileTypes = &Rule{
	ID:       "FILE010",
	MPI:      "2.0",
	Title:    "etype, filetype and access do not fit together",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, File Views; Data Access Conventions; Type Matching",
	Says: "A filetype is built from etypes, with holes that are multiples of the etype's extent; displacements in " +
		"both are non-negative and do not decrease, and nothing overlaps if the file may be written; an access moves " +
		"whole etypes, and its datatype has the basic types of the etype, unless that is MPI_BYTE.",
	Doc: "Offsets and file pointers count etypes. If a filetype cuts them, leaves odd holes, goes backwards or " +
		"contains a byte twice, libraries disagree on where the data is, and few of them check. A filetype with " +
		"addresses of variables leads to bytes far behind the end of most files. In ascending order such a filetype " +
		"is a warning, since a sparse file may be an image of the memory. Data of other basic types than the etype's " +
		"is a warning where the file has the representation \"native\": the bytes come through, but the file does " +
		"not hold what the view says, and no other representation can convert it.",
	Advice: "Build the filetype from the etype with the usual constructors, in ascending order. Read and write whole " +
		"etypes, with a datatype of the etype's basic types; use MPI_BYTE as the etype if the file has no unit.",
	Silent: []string{
		"any filetype in ascending order over the etype MPI_BYTE",
		"overlapping pieces that do not decrease, on a read-only file",
		"different names of the same type, such as MPI_INT and MPI_INT32_T",
		"a memory datatype with any order and layout",
		"displacements in files of any size",
		"any datatype where the etype is MPI_BYTE; and in the representation native also where it is another type of " +
			"one byte, or where the access has MPI_BYTE",
	},
	Limit: "Only the first 16,384 pieces of a layout are checked; holes over an etype that has holes itself are not. " +
		"Addresses in a filetype are recognized if they are above 2^40, and an access reads or writes memory at the " +
		"first of them; whether the file system holds files of that size is not known. Integer types of the same " +
		"size match, signed or not. Whether a file is read with the etype that it was written with is not checked.",
	On: append([]calls.Kind{calls.FileSetView}, accesses...),
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		if p.Call.Kind == calls.FileSetView {
			checkFileTypes(p)
			return
		}
		unit, bytes := p.File.View.ETypeSize(), p.Call.IO.Bytes()
		if unit <= 0 || bytes <= 0 || reportAddressedView(p) {
			return
		}
		if bytes%unit == 0 {
			checkBuffer(p)
			return
		}
		x := &p.Call.IO
		p.Report([]Related{At(roleBegan, p.File.View.Site, "the view was set here")},
			"%s of %d bytes (%d of %s): not a whole number of etypes of %d bytes",
			p.Call.Kind, bytes, x.Count, x.Type, unit)
	},
}

// reportAddressedView reports a view whose filetype begins at the displacement that is the address of the data in
// memory, and returns whether it does. It is a warning: few file systems hold files of that size, but a sparse file may
// be an image of the memory, and the return value of the call does not tell whether the bytes are in the file.
func reportAddressedView(p *Pass) bool {
	x, v := &p.Call.IO, &p.File.View
	if !atAddresses(v.FType) || !x.Type.Usable() {
		return false
	}
	first := datatype.Buffer{Addr: v.FType.TrueLB, Count: 1, Type: datatype.Memory}
	data := datatype.Buffer{Addr: x.Buf, Count: x.Count, Type: x.Type}
	if !data.Overlaps(&first) {
		return false
	}
	p.add(Report{Sites: []tracker.Site{p.Call.Site}, Object: p.object(), Severity: Warning, Advice: byFile,
		Related: derivedAt([]Related{At(roleBegan, v.Site, "the view was set here")}, "the filetype", v.FType)},
		"%s through a view whose filetype has the absolute addresses of the data in memory: the first byte is at "+
			"displacement %#x of the file", []any{p.Call.Kind, v.FType.TrueLB})
	return true
}

const byFile = "Create the filetype with displacements that count bytes of the file. A datatype with absolute " +
	"addresses, which MPI_Get_address returns, describes memory, and belongs to the buffer MPI_BOTTOM."

// checkBuffer compares the basic types of an access with the basic types of the etypes that the access moves. In the
// native data representation, a difference changes only the meaning of the bytes.
func checkBuffer(p *Pass) {
	x, v := &p.Call.IO, &p.File.View
	if v.Unknown || !plain(v.EType) || !plain(x.Type) {
		return
	}
	native := v.Datarep == "native"
	if allBytes(v.EType) || native && (allBytes(x.Type) || v.EType.Size == 1) {
		return
	}
	m := basicsDiffer(x.Type, x.Count, v.EType)
	if m == nil {
		return
	}
	severity := Error
	if native {
		severity = Warning
	}
	p.ReportAs(severity, []Related{At(roleBegan, v.Site, "the view was set here")},
		"%s of %d of %s through a view whose etype is %s: "+
			"basic element %d is %s (%s) in the buffer and %s (%s) in the file",
		p.Call.Kind, x.Count, x.Type, v.EType, m.Element, m.FromBasic.Name, words.Count(m.FromBasic.Size, "byte"),
		m.IntoBasic.Name, words.Count(m.IntoBasic.Size, "byte"))
}

// allBytes reports whether a datatype consists of MPI_BYTE only.
func allBytes(d *datatype.Type) bool {
	b, one := datatype.BasicType(d)
	return b != nil && one && b.Group == calls.ByteType
}

func checkFileTypes(p *Pass) {
	e, f := p.Rank.Objects.Types.Lookup(p.Call.Arg("etype")), p.Rank.Objects.Types.Lookup(p.Call.Arg("filetype"))
	if !plain(e) || !plain(f) {
		return
	}
	if f.Size%e.Size != 0 {
		p.Report(nil, "MPI_File_set_view: the filetype, %s, has %d bytes of data, not a whole number of etypes, %s "+
			"with %d bytes",
			f, f.Size, e, e.Size)
		return
	}
	what := "filetype"
	if e == f {
		what = "etype and filetype"
	}
	why := ascends(p, f, what)
	if why != "" && atAddresses(f) {
		reportAddressed(p, byFile, f, "MPI_File_set_view: the displacements in the %s, %s, are as large as absolute "+
			"addresses of data in memory, and do not ascend: the lowest is %#x", what, f, f.TrueLB)
		return
	}
	if why == "" && e != f {
		why = ascends(p, e, "etype")
	}
	if why == "" && e != f {
		why = otherBasics(e, f)
	}
	if why == "" && e != f {
		why = oddHole(e, f)
	}
	if why == "" {
		return
	}
	related := []Related{At(roleCreated, f.Made, "the filetype was created here")}
	if e != f {
		related = append(related, At(roleCreated, e.Made, "the etype was created here"))
	}
	p.Report(related, "MPI_File_set_view: %s", why)
}

// plain reports whether a datatype can be checked: it is known, holds data, and
// is not reported by FILE006.
func plain(d *datatype.Type) bool {
	return d != nil && !d.Unknown && d.Usable() && d.Size > 0
}

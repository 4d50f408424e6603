package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/words"
)

// maxTypePieces bounds how many pieces of a filetype are checked.
const maxTypePieces = 1 << 14

// ascends says where the displacements of a datatype are out of order or overlap; "" if they are in order, or if the
// layout is unknown.
func ascends(p *Pass, d *datatype.Type, what string) (why string) {
	if d.TrueLB < 0 {
		return fmt.Sprintf("the %s, %s, has the negative displacement %d", what, d, d.TrueLB)
	}
	if forWriting(p) && datatype.Overlaps(d, 1) {
		return fmt.Sprintf("parts of the %s, %s, overlap, and the file was opened for writing", what, d)
	}
	basic, last := datatype.BasicSize(d), int64(0)
	datatype.Segments(d, 1, maxTypePieces, func(lo, hi int64) {
		if lo < last && why == "" {
			why = fmt.Sprintf("the displacements of the %s, %s, decrease: %d comes after %d", what, d, lo, last)
		}
		last = lo
		if basic > 0 {
			last = hi - basic
		}
	})
	return why
}

// otherBasics says where the filetype holds data that is not etypes.
func otherBasics(e, f *datatype.Type) string {
	if allBytes(e) {
		return ""
	}
	m := basicsDiffer(f, 1, e)
	if m == nil {
		return ""
	}
	return fmt.Sprintf("the filetype, %s, is not built from the etype, %s: its basic element %d is %s (%s) where "+
		"etypes have %s (%s)",
		f, e, m.Element, m.FromBasic.Name, words.Count(m.FromBasic.Size, "byte"), m.IntoBasic.Name,
		words.Count(m.IntoBasic.Size, "byte"))
}

// basicsDiffer returns where the basic types of data differ from the basic types of its etypes; nil if they are equal.
// Types of a single byte count as equal.
func basicsDiffer(d *datatype.Type, count int64, e *datatype.Type) *datatype.Mismatch {
	m := datatype.CompareSignatures(d, count, e, datatype.MulSat(d.Size, count)/e.Size)
	if m == nil || m.FromBasic == nil || m.FromBasic.Size == 1 && m.IntoBasic.Size == 1 {
		return nil
	}
	return m
}

// oddHole says where the filetype cuts an etype, or has a hole that is not a multiple of the size of the etype. An
// etype with holes of its own is not checked.
func oddHole(e, f *datatype.Type) (why string) {
	unit := e.Size
	if unit <= 1 || e.Extent != unit || e.TrueExtent != unit || e.LB != 0 || e.TrueLB != 0 {
		return ""
	}
	odd := func(at, n int64, what string) {
		if n > 0 && n%unit != 0 && why == "" {
			why = fmt.Sprintf("the filetype, %s, has a %s of %d bytes at displacement %d, not a multiple of the "+
				"etype, %s with %d bytes",
				f, what, n, at, e, unit)
		}
	}
	odd(f.LB, f.TrueLB-f.LB, "hole")
	start, end := f.TrueLB, f.TrueLB
	all := datatype.Segments(f, 1, maxTypePieces, func(lo, hi int64) {
		odd(start, end-start, "piece")
		odd(end, lo-end, "hole")
		start, end = lo, hi
	})
	if all {
		odd(start, end-start, "piece")
		odd(f.TrueUB(), f.LB+f.Extent-f.TrueUB(), "hole")
	}
	return why
}

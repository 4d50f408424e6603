package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// atAddresses reports whether all displacements in a datatype are as large as addresses of variables.
func atAddresses(d *datatype.Type) bool {
	return d != nil && d.Size > 0 && (low.has(d.TrueLB) || high.has(d.TrueLB))
}

// holdsAddresses is atAddresses for a datatype that a call uses now.
func holdsAddresses(d *datatype.Type) bool { return atAddresses(d) && d.Usable() }

// addressedTwice reports whether the data of a C program's buffer lies behind the address space, because absolute
// addresses in the datatype were added to the address of a variable. In Fortran, MPI_BOTTOM has an address, too.
func addressedTwice(p *Pass, address, count int64, d *datatype.Type) bool {
	if count <= 0 || !holdsAddresses(d) || !p.Rank.Threads.FromC(p.Call.Site) {
		return false
	}
	x := d.TrueLB
	return low.has(address) && low.has(x) && address+x >= low.hi || high.has(address) && high.has(x)
}

// dataAtNull reports whether an address is NULL and the datatype refers to data
// there: with MPI_BOTTOM, which is NULL in C, datatypes hold the addresses.
func dataAtNull(address, count int64, d *datatype.Type) bool {
	return address == 0 && dataNearNull(address, count, d)
}

// dataNearNull reports whether a part of the first element of a datatype, at an address, begins close to NULL, where
// there is no memory, wherever its other parts are.
func dataNearNull(address, count int64, d *datatype.Type) bool {
	if count <= 0 || d == nil || d.Size <= 0 || !d.Usable() {
		return false
	}
	first := datatype.AddSat(address, d.TrueLB)
	if first > -firstPage {
		return first < firstPage
	}
	if datatype.AddSat(address, d.TrueUB()) <= -firstPage {
		return false
	}
	near := false
	datatype.Segments(d, 1, maxTypePieces, func(lo, _ int64) {
		at := datatype.AddSat(address, lo)
		near = near || at > -firstPage && at < firstPage
	})
	return near
}

// reachesAddresses reports whether a datatype that a call uses now has a displacement as large as addresses.
func reachesAddresses(d *datatype.Type) bool {
	return d != nil && d.Size > 0 && d.Usable() && d.TrueUB() > low.lo
}

// mixesAddresses reports whether the last byte of a C program's buffer lies behind the address space, because some
// displacements in the datatype are absolute addresses and others count from the start of the buffer. Displacements
// from a low address to a far variable lead to that variable, and not behind the address space.
func mixesAddresses(p *Pass, address, count int64, d *datatype.Type) bool {
	if count <= 0 || !reachesAddresses(d) || atAddresses(d) || d.Size >= low.lo || !p.Rank.Threads.FromC(p.Call.Site) {
		return false
	}
	last := d.TrueUB() - 1
	return low.has(address) && low.has(last) && address+last >= low.hi || high.has(address) && high.has(last)
}

// partlyAtAddresses reports whether a datatype has displacements as large as addresses of variables, and small
// displacements, too. Unlike reachesAddresses, it serves for calls that are over.
func partlyAtAddresses(d *datatype.Type) bool {
	if d == nil || d.Size <= 0 || d.Size >= low.lo || d.TrueLB >= low.lo {
		return false
	}
	last := d.TrueUB() - 1
	return low.has(last) || high.has(last)
}

// addresses are those from lo on and below hi.
type addresses struct{ lo, hi int64 }

// The processes of some processors, such as x86-64, have addresses in low, but none above. Those of others, such as
// aarch64, have addresses in high, but none above, and none in low. Small addresses, below low, say nothing.
var low, high = addresses{1 << 40, 1 << 47}, addresses{1 << 47, 1 << 48}

func (a addresses) has(x int64) bool { return x >= a.lo && x < a.hi }

const byAddresses = "Pass MPI_BOTTOM as the buffer, as the datatype has absolute addresses, or create the datatype " +
	"with displacements from the start of the buffer."

// reportNowhere reports a buffer whose datatype leads to no memory, and returns whether it has reported it. name is the
// argument with the address.
func reportNowhere(p *Pass, name string, address, count int64, d *datatype.Type) bool {
	k := p.Call.Kind
	switch null := dataAtNull(address, count, d); {
	case null && hasOffsets(d):
		reportAddressed(p, byVariable, d, relativeText, k, name)
	case null:
		p.Report(nil, "%s with %s NULL, but data to move", k, name)
	case addressedTwice(p, address, count, d):
		advice := byAddresses
		if slices.Contains(packing, k) {
			advice += " MPICH refuses MPI_BOTTOM in " + k.String() + "."
		}
		reportAddressed(p, advice, d, absoluteText, k, name)
	case mixesAddresses(p, address, count, d):
		reportAddressed(p, byDifference, d, mixedText, k, name)
	default:
		return false
	}
	return true
}

// packing are the calls that pack and unpack data.
var packing = []calls.Kind{calls.Pack, calls.Unpack, calls.PackExternal, calls.UnpackExternal}

const (
	relativeText = "%s with %s MPI_BOTTOM, or NULL, although the datatype has relative displacements"
	absoluteText = "%s with %s that is not MPI_BOTTOM, although the datatype has absolute addresses"
	mixedText    = "%s with %s and a datatype that has absolute addresses and displacements from the buffer mixed"
)

// reportAddressed reports a call with a buffer at which the displacements in its datatype lead to no memory.
func reportAddressed(p *Pass, advice string, d *datatype.Type, format string, args ...any) {
	p.add(Report{Sites: []tracker.Site{p.Call.Site}, Object: p.object(), Advice: advice,
		Related: derivedAt(nil, "the datatype", d)}, format, args)
}

const byDifference = "Subtract the address of the buffer from each of the addresses in the datatype, with " +
	"MPI_Aint_diff. Or create the datatype with absolute addresses only, and pass MPI_BOTTOM as the buffer."

const byVariable = "Pass the address of the variable from whose start the displacements in the datatype count. " +
	"MPI_BOTTOM is for datatypes with absolute addresses, which MPI_Get_address returns."

// withBytes are the calls that create datatypes with displacements in bytes, often of the members of a structure.
var withBytes = []calls.Kind{calls.TypeCreateStruct, calls.TypeStruct, calls.TypeCreateHindexed, calls.TypeHindexed,
	calls.TypeCreateHindexedBlock, calls.TypeCreateResized}

// hasOffsets reports whether a datatype may have displacements of the members of a structure, with which MPI_BOTTOM
// leads to no memory.
func hasOffsets(d *datatype.Type) bool { return slices.Contains(withBytes, d.Kind) }

package datatype

// Content identifies the data that some elements of a datatype hold: it is equal where the type signatures are the
// same. Collective calls require that; a message may also be shorter than its receive.
type Content uint64

// The contents that say nothing about types.
const (
	UnknownContent Content = 0 // the datatype is not known, or no call may have it
	NoContent      Content = 1 // no data at all
)

// ContentOf returns the content of count elements of d.
func ContentOf(d *Type, count int64) Content {
	if d == nil || d.Unknown || d.Null() || d.sig == nil || count < 0 {
		return UnknownContent
	}
	s := &d.sig.seq
	n := MulSat(s.n, count)
	switch {
	case n == 0:
		return NoContent
	case d.sig.uniform != 0: // whatever it was built from
		return contentOf(d.sig.uniform, uint64(n))
	}
	return contentOf(s.times(count).hash, uint64(n))
}

func contentOf(hash, n uint64) Content {
	return Content(max(Mix(hash^Mix(n)), 2))
}

// Mix scatters the bits of a number.
func Mix(x uint64) uint64 {
	x = (x ^ x>>32) * 0xd6e8_feb8_6659_fd93
	x = (x ^ x>>32) * 0xd6e8_feb8_6659_fd93
	return x ^ x>>32
}

// Packed reports whether d holds MPI_PACKED, which matches any type.
func Packed(d *Type) bool { return d != nil && d.sig != nil && d.sig.packed }

// CompareContents compares the type signatures of both sides of a block of data
// in a collective call, which must be the same. It returns nil if all is well, or
// something is not known. Between MPI_PACKED and other types neither types nor
// amounts can be compared.
func CompareContents(from *Type, fromCount int64, into *Type, intoCount int64) *Mismatch {
	a, b := ContentOf(from, fromCount), ContentOf(into, intoCount)
	if a == b || a == UnknownContent || b == UnknownContent {
		return nil
	}
	f, i := repeatSignature(from.sig, fromCount), repeatSignature(into.sig, intoCount)
	if (f.packed || i.packed) && (f.uniform == 0 || f.uniform != i.uniform) {
		return nil
	}
	m := &Mismatch{sent: MulSat(from.Size, fromCount), room: MulSat(into.Size, intoCount),
		Element: f.firstDifference(i)}
	if m.Element < min(f.seq.n, i.seq.n) {
		m.FromBasic, m.IntoBasic = f.at(m.Element), i.at(m.Element)
	}
	return m
}

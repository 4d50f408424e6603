package datatype

import (
	"fmt"
	"sort"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/words"
)

// basicSignature is the signature of a predefined datatype. A datatype for MPI_MINLOC and MPI_MAXLOC has two elements,
// as the standard defines.
func basicSignature(d *Type) *signature {
	switch d.Predef.Group {
	case calls.MarkerType, calls.NullType:
		return &signature{seq: emptySeq}
	case calls.PairType:
		names, index := pairNames[d.Predef.Name], pairIndexSize(d)
		value := plainBasic(names[0], d.Size-index)
		return concatSignatures([]*signature{runOf(value), runOf(plainBasic(names[1], index))})
	}
	return runOf(d)
}

func runOf(d *Type) *signature {
	key := basicKey(d)
	return &signature{
		seq: oneElement(key), basic: d, uniform: key,
		packed: d.Predef.Group == calls.PackedType,
	}
}

// pairNames has the two components of each value-index pair.
var pairNames = map[string][2]string{
	"MPI_FLOAT_INT":         {"MPI_FLOAT", "MPI_INT"},
	"MPI_DOUBLE_INT":        {"MPI_DOUBLE", "MPI_INT"},
	"MPI_LONG_INT":          {"MPI_LONG", "MPI_INT"},
	"MPI_SHORT_INT":         {"MPI_SHORT", "MPI_INT"},
	"MPI_LONG_DOUBLE_INT":   {"MPI_LONG_DOUBLE", "MPI_INT"},
	"MPI_2INT":              {"MPI_INT", "MPI_INT"},
	"MPI_2INTEGER":          {"MPI_INTEGER", "MPI_INTEGER"},
	"MPI_2REAL":             {"MPI_REAL", "MPI_REAL"},
	"MPI_2DOUBLE_PRECISION": {"MPI_DOUBLE_PRECISION", "MPI_DOUBLE_PRECISION"},
}

// pairIndexSize returns the size of the second half of a pair.
func pairIndexSize(d *Type) int64 {
	if names := pairNames[d.Predef.Name]; names[0] == names[1] {
		return d.Size / 2
	}
	return 4 // an int
}

func plainBasic(name string, size int64) *Type {
	return &Type{Header: object.Predefined(calls.PredefByName(name)), Name: name, Size: size}
}

// repeatSignature returns s repeated n times.
func repeatSignature(s *signature, n int64) *signature {
	switch {
	case n <= 0 || s.seq.n == 0:
		return &signature{seq: emptySeq}
	case n == 1:
		return s
	}
	r := &signature{seq: s.seq.times(n), uniform: s.uniform, packed: s.packed}
	if s.basic != nil {
		r.basic = s.basic
	} else {
		r.body = s
	}
	return r
}

// concatSignatures returns the sequence of all parts.
func concatSignatures(parts []*signature) *signature {
	var kept []*signature
	for _, p := range parts {
		if p.seq.n == 0 {
			continue
		}
		last := len(kept) - 1
		if last >= 0 && p.basic != nil && kept[last].basic == p.basic {
			kept[last] = joinRuns(kept[last], p)
			continue
		}
		kept = append(kept, p)
	}
	switch len(kept) {
	case 0:
		return &signature{seq: emptySeq}
	case 1:
		return kept[0]
	}
	c := &signature{seq: emptySeq, parts: kept, uniform: kept[0].uniform}
	for _, p := range kept {
		c.before = append(c.before, c.seq)
		c.seq = c.seq.then(p.seq)
		c.packed = c.packed || p.packed
		if p.uniform != c.uniform {
			c.uniform = 0
		}
	}
	return c
}

func joinRuns(a, b *signature) *signature {
	j := *a
	j.seq = a.seq.then(b.seq)
	return &j
}

// prefix returns the first k elements.
func (s *signature) prefix(k int64) hashSeq {
	switch {
	case k >= s.seq.n:
		return s.seq
	case k <= 0:
		return emptySeq
	case s.basic != nil:
		return oneElement(s.uniform).times(k)
	case s.body != nil:
		whole := s.body.seq.times(k / s.body.seq.n)
		return whole.then(s.body.prefix(k % s.body.seq.n))
	}
	i := s.partOf(k - 1)
	return s.before[i].then(s.parts[i].prefix(k - s.before[i].n))
}

// at returns the basic datatype of element i.
func (s *signature) at(i int64) *Type {
	for s.basic == nil {
		if s.body != nil {
			i %= s.body.seq.n
			s = s.body
			continue
		}
		p := s.partOf(i)
		i -= s.before[p].n
		s = s.parts[p]
	}
	return s.basic
}

// partOf returns the index of the part that holds element i.
func (s *signature) partOf(i int64) int {
	return sort.Search(len(s.parts), func(j int) bool { return s.before[j].n > i }) - 1
}

// fits reports whether the sequence from is into, or the beginning of it.
func (from *signature) fits(into *signature) bool {
	if from.seq.n > into.seq.n {
		return false
	}
	if from.uniform != 0 && into.uniform != 0 {
		return from.uniform == into.uniform
	}
	return from.seq.hash == into.prefix(from.seq.n).hash
}

// firstDifference returns the first element in which the sequences differ; if there is none, the length of the shorter
// sequence.
func (from *signature) firstDifference(into *signature) int64 {
	n := min(from.seq.n, into.seq.n)
	lo, hi := int64(0), n // prefixes of lo elements agree
	for lo < hi {
		mid := lo + (hi-lo+1)/2
		if from.prefix(mid).hash == into.prefix(mid).hash {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// Mismatch says why data of a datatype and count cannot be received into another datatype and count.
type Mismatch struct {
	// sent and room are the bytes of data sent and the bytes there is room for.
	sent, room int64
	// Element is the first basic element that differs (from 0), FromBasic and
	// IntoBasic are its predefined datatypes. FromBasic is nil if the elements
	// agree and the data is only too long.
	Element              int64
	FromBasic, IntoBasic *Type
}

// CompareSignatures compares the type signature of the data sent (from) with the signature of the receive buffer
// (into). The data may be shorter than the room. MPI_BYTE matches MPI_BYTE only, MPI_PACKED everything; for nil or
// unknown datatypes, only sizes are compared. It returns nil if the data matches and fits.
func CompareSignatures(from *Type, fromCount int64, into *Type, intoCount int64) *Mismatch {
	if from == nil || into == nil || from.Null() || into.Null() {
		return nil
	}
	if fromCount <= 0 || intoCount < 0 || from.Size == 0 {
		return nil
	}
	if from == into && fromCount <= intoCount {
		return nil
	}
	sent, room := MulSat(from.Size, fromCount), MulSat(into.Size, intoCount)
	if from.Unknown || into.Unknown {
		if from.Size <= 0 || into.Size <= 0 || sent <= room {
			return nil
		}
		return &Mismatch{sent: sent, room: room}
	}
	if f, i := from.sig, into.sig; f.uniform != 0 && f.uniform == i.uniform && sent <= room {
		return nil
	}
	f, i := repeatSignature(from.sig, fromCount), repeatSignature(into.sig, intoCount)
	if f.fits(i) {
		return nil
	}
	m := &Mismatch{sent: sent, room: room, Element: f.firstDifference(i)}
	if m.Element < min(f.seq.n, i.seq.n) {
		if f.packed || i.packed {
			return nil
		}
		m.FromBasic, m.IntoBasic = f.at(m.Element), i.at(m.Element)
	}
	return m
}

// Why describes the mismatch in words; from and into name the two sides, such as "origin"
// and "target".
func (m *Mismatch) Why(from, into string) string {
	if m.FromBasic == nil {
		return fmt.Sprintf("the %s data is %s, the %s datatype and count have room for %s",
			from, words.Count(m.sent, "byte"), into, words.Count(m.room, "byte"))
	}
	a, b := m.FromBasic, m.IntoBasic
	at := "at"
	if from == "message" {
		at = "in"
	}
	return fmt.Sprintf("basic element %d is %s (%s) %s the %s and %s (%s) %s the %s",
		m.Element, a.Name, words.Count(a.Size, "byte"), at, from, b.Name, words.Count(b.Size, "byte"), at, into)
}

package datatype

import (
	"fmt"
	"strconv"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// build returns the new datatype. Where the model and the MPI library disagree,
// the datatype is unknown: the library is right.
func (b *builder) build(numbers []int64) *Type {
	b.d = &Type{}
	if len(numbers) >= numberCount {
		b.d.setNumbers(numbers)
	}
	b.construct(len(numbers) >= numberCount)
	b.d.Unknown = b.failed || !b.d.trim()
	if b.d.Unknown {
		b.d.sig, b.d.layout, b.d.basic, b.d.other = nil, nil, nil, nil
	}
	return b.d
}

// trim compares the library's numbers with the layout and reports whether they
// agree. A library may count empty parts in the true bounds: these are trimmed.
func (d *Type) trim() bool {
	l := d.layout
	if l == nil || l.size != d.Size {
		return false
	}
	if l.size == 0 || l.opaque {
		return true
	}
	if l.lo < d.TrueLB || l.hi > d.TrueUB() {
		return false
	}
	d.TrueLB, d.TrueExtent = l.lo, l.hi-l.lo
	return true
}

func (b *builder) construct(numbered bool) {
	switch b.kind {
	case calls.TypeContiguous:
		b.vector(1, b.arg("count"), 0)
	case calls.TypeVector:
		old := b.oldtype()
		b.vector(b.arg("count"), b.arg("blocklength"), MulSat(b.arg("stride"), old.Extent))
	case calls.TypeCreateHvector, calls.TypeHvector:
		b.vector(b.arg("count"), b.arg("blocklength"), b.arg("stride"))
	case calls.TypeIndexed:
		b.indexed(b.array(0), b.array(1), b.oldtype().Extent)
	case calls.TypeCreateHindexed, calls.TypeHindexed:
		b.indexed(b.array(0), b.array(1), 1)
	case calls.TypeCreateIndexedBlock:
		b.indexed(b.equalLengths(), b.array(0), b.oldtype().Extent)
	case calls.TypeCreateHindexedBlock:
		b.indexed(b.equalLengths(), b.array(0), 1)
	case calls.TypeCreateStruct, calls.TypeStruct:
		b.structure(b.array(0), b.array(1), b.array(2))
	case calls.TypeCreateSubarray:
		b.subarray()
	case calls.TypeCreateDarray:
		b.darray()
	case calls.TypeCreateResized, calls.TypeDup:
		b.vector(1, 1, 0)
		b.inherit()
	case calls.TypeCreateF90Integer, calls.TypeCreateF90Real, calls.TypeCreateF90Complex:
		b.parametrized()
	default: // MPI_Type_match_size with a handle not seen before
		b.d.Committed, b.failed = true, true
	}
	if !numbered {
		b.failed = true
	}
}

// vector builds count blocks of length elements, stride bytes apart.
func (b *builder) vector(count, length, stride int64) {
	old := b.oldtype()
	if b.failed {
		return
	}
	b.uses(old)
	b.repeat(old, MulSat(max(count, 0), max(length, 0)))
	b.d.layout = newVector(old.layout, old.Extent, count, length, stride, 0)
}

// indexed builds blocks at displacements counted in units of unit bytes.
func (b *builder) indexed(lengths, displs []int64, unit int64) {
	old := b.oldtype()
	if b.failed || len(lengths) != len(displs) {
		b.failed = true
		return
	}
	b.uses(old)
	blocks := make([]layoutBlock, len(displs))
	total := int64(0)
	for i := range blocks {
		blocks[i] = layoutBlock{at: MulSat(displs[i], unit), n: lengths[i]}
		total = AddSat(total, max(lengths[i], 0))
	}
	b.repeat(old, total)
	b.d.layout = newBlocks(old.layout, old.Extent, blocks)
}

func (b *builder) equalLengths() []int64 {
	n := b.arg("blocklength")
	lengths := make([]int64, len(b.array(0)))
	for i := range lengths {
		lengths[i] = n
	}
	return lengths
}

func (b *builder) structure(lengths, displs, types []int64) {
	if b.failed || len(lengths) != len(displs) || len(lengths) != len(types) {
		b.failed = true
		return
	}
	blocks := make([]layoutBlock, 0, len(types))
	sigs := make([]*signature, 0, len(types))
	for i, handle := range types {
		if lengths[i] <= 0 {
			continue
		}
		old := b.old(handle)
		if b.failed {
			return
		}
		b.uses(old)
		b.d.mergeBasic(old)
		sigs = append(sigs, repeatSignature(old.sig, lengths[i]))
		blocks = append(blocks, layoutBlock{at: displs[i], n: lengths[i], child: old.layout, spacing: old.Extent})
	}
	b.d.sig = concatSignatures(sigs)
	b.d.layout = newStruct(blocks)
}

// inherit takes over the state that MPI_Type_dup copies.
func (b *builder) inherit() {
	if b.kind != calls.TypeDup {
		return
	}
	if old := b.t.Lookup(b.arg("oldtype")); old != nil {
		b.d.Committed = old.Committed
	}
}

// parametrized builds the datatype of MPI_Type_create_f90_*: a predefined
// datatype without a name. It is treated as the Fortran type of its size.
func (b *builder) parametrized() {
	stem := map[calls.Kind]string{
		calls.TypeCreateF90Integer: "MPI_INTEGER",
		calls.TypeCreateF90Real:    "MPI_REAL",
		calls.TypeCreateF90Complex: "MPI_COMPLEX",
	}[b.kind]
	p := calls.PredefByName(fmt.Sprintf("%s%d", stem, b.d.Size))
	if p == nil {
		b.d.Committed, b.failed = true, true
		return
	}
	n := []int64{b.d.Size, b.d.LB, b.d.Extent, b.d.TrueLB, b.d.TrueExtent}
	b.d = newPredef(p, n)
	if r := b.digits("r"); b.kind == calls.TypeCreateF90Integer {
		b.d.Name = fmt.Sprintf("%s(%s)", b.kind, r)
	} else {
		b.d.Name = fmt.Sprintf("%s(%s, %s)", b.kind, b.digits("p"), r)
	}
}

// digits is a precision or range as the program may have written it.
func (b *builder) digits(name string) string {
	n := b.arg(name)
	if n == b.t.mpi().Undefined {
		return "MPI_UNDEFINED"
	}
	return strconv.FormatInt(n, 10)
}

// Create applies the successful return of a call that creates a datatype. in
// and inBlob are the words and the blob of its enter record, out the words of
// its leave record after the return code: the handle, and the numbers that
// describe the datatype. It returns the new datatype, nil if the call
// creates none.
func (t *Table) Create(kind calls.Kind, in []int64, inBlob []byte, out []int64, site tracker.Site) *Type {
	if len(out) == 0 || calls.Of(kind).Makes != calls.ClassDatatype {
		return nil
	}
	handle := out[0]
	if old := t.types.Get(handle); old != nil && old.Alive() && calls.Of(kind).Existing {
		return old
	}
	b := builder{t: t, kind: kind, in: in, arrays: event.Arrays(inBlob)}
	d := b.build(out[1:])
	d.Kind, d.Made = kind, site
	d.list(kind, in)
	if d.Committed {
		d.CommittedAt = site
	}
	t.put(handle, d)
	return d
}

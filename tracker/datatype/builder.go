package datatype

import "github.com/gomarmot/gomarmot/pmpi/calls"

// builder builds a derived datatype from the record of its constructor.
type builder struct {
	t      *Table
	kind   calls.Kind
	in     []int64
	arrays [][]int64
	d      *Type
	failed bool // the record lacks data that the constructor needs
}

func (b *builder) arg(name string) int64 {
	i := calls.ArgIndex(b.kind, name)
	if i < 0 || i >= len(b.in) {
		b.failed = true
		return 0
	}
	return b.in[i]
}

// array returns the i-th captured array.
func (b *builder) array(i int) []int64 {
	if i >= len(b.arrays) {
		b.failed = true
		return nil
	}
	return b.arrays[i]
}

// old returns the datatype of a handle among the arguments; an unknown datatype makes the result unknown.
func (b *builder) old(handle int64) *Type {
	d := b.t.Lookup(handle)
	if d == nil || d.Unknown {
		b.failed = true
		return &Type{Unknown: true}
	}
	return d
}

func (b *builder) oldtype() *Type { return b.old(b.arg("oldtype")) }

// uses notes that the datatype contains n elements of part.
func (b *builder) uses(part *Type) {
	if part.Predef == nil {
		b.d.parts = append(b.d.parts, part)
	}
}

// repeat sets the signature to n elements of old.
func (b *builder) repeat(old *Type, n int64) {
	b.d.sig = repeatSignature(old.sig, n)
	if n > 0 {
		b.d.mergeBasic(old)
	}
}

package datatype

import (
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// numberCount is how many numbers describe a datatype in a record: size,
// lower bound, extent, true lower bound, true extent.
const numberCount = 5

func (d *Type) setNumbers(n []int64) {
	d.Size, d.LB, d.Extent, d.TrueLB, d.TrueExtent = n[0], n[1], n[2], n[3], n[4]
}

// predefs holds the predefined datatypes that were recorded so far. Ranks share a datatype with the same name and
// numbers; it never changes.
var predefs sync.Map // predefKey → *Type

type predefKey struct {
	id      uint16
	numbers [numberCount]int64
}

// sharedPredef returns a predefined datatype of the given numbers.
func sharedPredef(p *calls.Predef, numbers [numberCount]int64) *Type {
	key := predefKey{p.ID, numbers}
	if d, ok := predefs.Load(key); ok {
		return d.(*Type)
	}
	d, _ := predefs.LoadOrStore(key, newPredef(p, numbers[:]))
	return d.(*Type)
}

// newPredef returns a predefined datatype of the given numbers.
func newPredef(p *calls.Predef, numbers []int64) *Type {
	d := &Type{Header: object.Predefined(p), Name: p.Name, Committed: p.Group != calls.NullType}
	d.setNumbers(numbers)
	d.sig = basicSignature(d)
	switch p.Group {
	case calls.MarkerType, calls.NullType:
		d.layout = emptyLayout
		return d
	}
	d.basic = d
	d.layout = newRun(d.TrueLB, d.Size)
	if p.Group == calls.PairType {
		d.layout = pairLayout(d)
	}
	return d
}

// pairLayout is the layout of a value-index pair, a C struct or two elements of a Fortran type: the index is aligned,
// so there may be a gap before it.
func pairLayout(d *Type) *layout {
	index := max(pairIndexSize(d), 1)
	value := d.Size - index
	at := (value + index - 1) / index * index
	return newStruct([]layoutBlock{
		{n: 1, child: newRun(0, value)},
		{n: 1, child: newRun(0, index), at: at},
	})
}

// predefined is about how many datatypes MPI libraries have from the start.
const predefined = 75

// Predef applies a Predef record of class ClassDatatype. If several names share a handle, the first name counts.
func (t *Table) Predef(e *event.Event) {
	w := e.Words()
	if len(w) < 3 || calls.Class(w[0]) != calls.ClassDatatype {
		return
	}
	p := calls.PredefByID(uint16(w[2]))
	if p == nil || p.Class != calls.ClassDatatype {
		return
	}
	var numbers [numberCount]int64 // none are recorded for MPI_DATATYPE_NULL
	if copy(numbers[:], w[3:]) < numberCount && p.Group != calls.NullType {
		return
	}
	if d := t.types.Get(w[1]); d != nil && d.Predef != nil {
		return
	}
	t.types.Expect(predefined)
	t.put(w[1], sharedPredef(p, numbers))
}

package datatype

import (
	"cmp"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Table holds the datatypes of a rank by handle. The zero value is empty and ready. A single goroutine uses it.
type Table struct {
	// HandedOut: an unknown handle may belong to a datatype that MPI returned.
	HandedOut bool

	// Flavour has the constants of this MPI library; nil: calls.Flavours[0].
	Flavour *calls.Flavour

	types   object.Table[*Type]
	parts   map[part]*Type
	version uint64
}

// part names bytes [from, to) of the data of an element.
type part struct {
	d        *Type
	from, to int64
}

func (t *Table) mpi() *calls.Flavour { return cmp.Or(t.Flavour, &calls.Flavours[0]) }

// Version changes whenever a handle leads to another datatype than before.
func (t *Table) Version() uint64 { return t.version }

func (t *Table) put(handle int64, d *Type) {
	t.version++
	t.types.Put(handle, d)
}

// Lookup returns the datatype of a handle: alive, or the last datatype freed under that handle value; nil if it was not
// created by a recorded call.
func (t *Table) Lookup(handle int64) *Type { return t.types.Get(handle) }

// Data returns the datatype that a call is given for data: as Lookup, but Unset for 0.
func (t *Table) Data(handle int64) *Type {
	if handle == 0 {
		return Unset
	}
	return t.Lookup(handle)
}

// ByName returns a predefined datatype, nil if this MPI library does not have it.
func (t *Table) ByName(name string) (found *Type) {
	t.types.All(func(_ int64, d *Type) {
		if d.Predef != nil && d.Predef.Name == name {
			found = d
		}
	})
	return found
}

// Commit applies a successful MPI_Type_commit.
func (t *Table) Commit(handle int64, site tracker.Site) {
	d := t.Lookup(handle)
	if d == nil || !d.Alive() || d.Committed {
		return
	}
	d.Committed, d.CommittedAt = true, site
}

// Free applies a successful MPI_Type_free of the given handle, which was entered at the given tick, see
// object.Header.Free.
func (t *Table) Free(handle int64, site tracker.Site, entered uint64) {
	d := t.Lookup(handle)
	if d == nil || !d.Alive() || d.Predef != nil || d.Younger(entered) {
		return
	}
	if d.spares > 0 {
		d.spares--
		return
	}
	d.Freed = site
}

// SetName applies a successful MPI_Type_set_name.
func (t *Table) SetName(handle int64, name string) {
	if d := t.Lookup(handle); d != nil && d.Alive() && d.Predef == nil {
		d.Name = name
	}
}

// Drop forgets the datatypes for which drop holds, except predefined datatypes.
func (t *Table) Drop(drop func(*Type) bool) {
	t.version++
	t.types.Forget(drop)
}

// Contents applies a successful MPI_Type_get_contents that returned these handles: further references to the derived
// datatypes that the datatype consists of, or copies of them, which the program frees. It returns these datatypes.
func (t *Table) Contents(handle int64, returned []int64, site tracker.Site) []*Type {
	d := t.Lookup(handle)
	if d == nil {
		return nil
	}
	out := make([]*Type, 0, len(d.parts))
	for _, h := range returned {
		if len(out) == len(d.parts) {
			break // the program's array is longer
		}
		if x := t.Lookup(h); x == nil || x.Predef == nil {
			out = append(out, t.handOut(h, d.parts[len(out)], site))
		}
	}
	return out
}

// handOut registers a part of a datatype that was returned with a handle.
func (t *Table) handOut(handle int64, part *Type, site tracker.Site) *Type {
	switch {
	case t.Lookup(handle) != part:
		part = part.duplicate(site)
		t.put(handle, part)
	case part.Alive():
		part.spares++
	default:
		part.Freed = tracker.Site{}
	}
	return part
}

// duplicate returns another datatype that describes the same. Whether it is
// committed is not defined.
func (d *Type) duplicate(site tracker.Site) *Type {
	return &Type{Header: object.Header{Made: site}, Kind: d.Kind,
		Size: d.Size, LB: d.LB, Extent: d.Extent, TrueLB: d.TrueLB, TrueExtent: d.TrueExtent,
		Committed: true, Unknown: d.Unknown, CommittedAt: site,
		sig: d.sig, layout: d.layout, basic: d.basic, other: d.other, parts: d.parts,
		Large: d.Large, listed: d.listed}
}

// Meet registers a datatype that a call uses although it was not created by a recorded call: nothing is known about it.
// site is the first call that used it. The handle 0 is of no datatype.
func (t *Table) Meet(handle int64, site tracker.Site) {
	if handle != 0 && t.Lookup(handle) == nil {
		t.put(handle, &Type{Header: object.Header{Origin: object.Elsewhere, Made: site}, Unknown: true,
			Committed: true})
	}
}

// HandOut applies a call that returns datatypes which its record does not name: they may have the handle values of
// freed datatypes.
func (t *Table) HandOut() {
	t.HandedOut = true
	t.version++
	t.types.Forget(func(d *Type) bool { return !d.Alive() })
}

// Forget makes every derived handle refer to an unknown datatype. Earlier calls keep the datatype that was known:
// matchers may be looking at it.
func (t *Table) Forget() {
	var handles []int64
	t.types.All(func(h int64, d *Type) {
		if d.Predef == nil {
			handles = append(handles, h)
		}
	})
	for _, h := range handles {
		lost := object.Header{Origin: object.Lost, Made: t.Lookup(h).Made}
		t.put(h, &Type{Header: lost, Unknown: true, Committed: true})
	}
}

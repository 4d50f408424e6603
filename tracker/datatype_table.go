package tracker

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// typeCacheBits sizes the cache of recently used handles.
const typeCacheBits = 4

// TypeTable holds the datatypes of one rank by handle. The zero value is
// empty and ready. It is used by one goroutine.
type TypeTable struct {
	// HandedOut: an unknown handle may be of a datatype that MPI handed out.
	HandedOut bool

	types map[int64]*Datatype
	cache [1 << typeCacheBits]typeSlot
}

type typeSlot struct {
	handle int64
	d      *Datatype
}

func typeCacheIndex(handle int64) uint64 {
	return uint64(handle) * 0x9e3779b97f4a7c15 >> (64 - typeCacheBits)
}

// Lookup returns the datatype of a handle: alive, or the last one freed under
// that handle value; nil if no recorded call made it.
func (t *TypeTable) Lookup(handle int64) *Datatype {
	s := &t.cache[typeCacheIndex(handle)]
	if s.d != nil && s.handle == handle {
		return s.d
	}
	d := t.types[handle]
	if d != nil {
		s.handle, s.d = handle, d
	}
	return d
}

// byName returns a predefined datatype, nil if this MPI library has it not.
func (t *TypeTable) byName(name string) *Datatype {
	for _, d := range t.types {
		if d.Predef != nil && d.Predef.Name == name {
			return d
		}
	}
	return nil
}

func (t *TypeTable) put(handle int64, d *Datatype) {
	if t.types == nil {
		t.types = map[int64]*Datatype{}
	}
	t.types[handle] = d
	t.cache[typeCacheIndex(handle)] = typeSlot{handle, d}
}

// Predef applies a Predef record of class ClassDatatype. Where several names
// share one handle the first one counts.
func (t *TypeTable) Predef(e *event.Event) {
	w := e.Words()
	if len(w) < 3 || calls.Class(w[0]) != calls.ClassDatatype {
		return
	}
	p := calls.PredefByID(uint16(w[2]))
	if p == nil || p.Class != calls.ClassDatatype {
		return
	}
	var numbers [numberCount]int64 // of MPI_DATATYPE_NULL none are recorded
	if copy(numbers[:], w[3:]) < numberCount && p.Group != calls.NullType {
		return
	}
	if d := t.types[w[1]]; d != nil && d.Predef != nil {
		return
	}
	t.put(w[1], sharedPredef(p, numbers))
}

// Create applies the successful return of a call that makes a datatype. in
// and inBlob are the words and the blob of its enter record, out the words of
// its leave record after the return code: the handle, and the numbers that
// describe the datatype. It returns the new datatype, nil if the call makes
// none.
func (t *TypeTable) Create(kind calls.Kind, in []int64, inBlob []byte, out []int64, site Site) *Datatype {
	if len(out) == 0 || !makesDatatype(kind) {
		return nil
	}
	handle := out[0]
	if old := t.types[handle]; old != nil && !old.Freed && sharedHandle(kind) {
		return old
	}
	b := typeBuilder{t: t, kind: kind, in: in, arrays: Arrays(inBlob)}
	d := b.build(out[1:])
	d.Kind, d.Made = kind, site
	if d.Committed {
		d.CommittedAt = site
	}
	t.put(handle, d)
	return d
}

func makesDatatype(kind calls.Kind) bool {
	switch kind {
	case calls.TypeContiguous, calls.TypeVector, calls.TypeCreateHvector, calls.TypeHvector,
		calls.TypeIndexed, calls.TypeCreateHindexed, calls.TypeHindexed,
		calls.TypeCreateIndexedBlock, calls.TypeCreateHindexedBlock,
		calls.TypeCreateStruct, calls.TypeStruct, calls.TypeCreateSubarray,
		calls.TypeCreateDarray, calls.TypeCreateResized, calls.TypeDup:
		return true
	}
	return sharedHandle(kind)
}

// sharedHandle reports whether a call may return a handle that it has
// returned before, or a predefined one.
func sharedHandle(kind calls.Kind) bool {
	switch kind {
	case calls.TypeCreateF90Complex, calls.TypeCreateF90Integer, calls.TypeCreateF90Real, calls.TypeMatchSize:
		return true
	}
	return false
}

// Commit applies a successful MPI_Type_commit.
func (t *TypeTable) Commit(handle int64, site Site) {
	d := t.Lookup(handle)
	if d == nil || d.Freed || d.Committed {
		return
	}
	d.Committed, d.CommittedAt = true, site
}

// Free applies a successful MPI_Type_free of the handle it was given.
func (t *TypeTable) Free(handle int64, site Site) {
	d := t.Lookup(handle)
	if d == nil || d.Freed || d.Predef != nil {
		return
	}
	if d.spares > 0 {
		d.spares--
		return
	}
	d.Freed, d.FreedAt = true, site
}

// SetName applies a successful MPI_Type_set_name.
func (t *TypeTable) SetName(handle int64, name string) {
	if d := t.Lookup(handle); d != nil && !d.Freed && d.Predef == nil {
		d.Name = name
	}
}

// Contents applies a successful MPI_Type_get_contents: it hands out further
// references to the derived datatypes this one was made of, under their own
// handles, and the program frees each reference.
func (t *TypeTable) Contents(handle int64) {
	d := t.Lookup(handle)
	if d == nil {
		return
	}
	for _, part := range d.parts {
		if part.Freed {
			part.Freed = false
			continue
		}
		part.spares++
	}
}

// Meet registers a datatype that a call uses although no recorded call made
// it: nothing is known about it. site is the first call that used it.
func (t *TypeTable) Meet(handle int64, site Site) {
	if t.Lookup(handle) == nil {
		t.put(handle, &Datatype{Unknown: true, Committed: true, Made: site})
	}
}

// HandOut applies a call that returns datatypes which its record does not
// name: they may have the handle values of freed ones.
func (t *TypeTable) HandOut() {
	t.HandedOut = true
	for h, d := range t.types {
		if d.Freed {
			delete(t.types, h)
		}
	}
	t.cache = [1 << typeCacheBits]typeSlot{}
}

// Probe applies a Probe record of class ClassDatatype: a handle that the MPI
// library knows, but of which no recorded call tells, is a datatype about
// which nothing is known.
func (t *TypeTable) Probe(e *event.Event) {
	w := e.Words()
	if len(w) < 3 || calls.Class(w[0]) != calls.ClassDatatype || w[2] != 1 {
		return
	}
	if d := t.Lookup(w[1]); d == nil || d.Freed {
		t.put(w[1], &Datatype{Unknown: true, Committed: true})
	}
}

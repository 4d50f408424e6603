package object

import (
	"math"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Origin says how gomarmot came to know an object.
type Origin uint8

const (
	// Seen: a recorded call created it, or it is predefined, and every call on
	// it is known.
	Seen Origin = iota
	// Elsewhere: a call that gomarmot did not see created it.
	Elsewhere
	// Lost: its state is no longer known. Records are missing, or a call that
	// would have freed it failed.
	Lost
)

// Header is the part that all objects share.
type Header struct {
	Origin Origin
	Predef *calls.Predef // of a predefined object, else nil
	// Made is the call that created the object; of an object created elsewhere
	// the first call that used it.
	Made  tracker.Site
	Freed tracker.Site // zero while it exists

	null  bool   // the null handle of its class
	attrs uint8  // see Attributes
	born  uint64 // ticks when the call that created it returned
}

// Predefined returns the header of a predefined object.
func Predefined(p *calls.Predef) Header { return Header{Predef: p, null: p.Null()} }

// NoObject returns the header of a handle that no object can have: as that of a null handle, but not predefined.
func NoObject() Header { return Header{null: true} }

// Head returns the header itself: objects embed it.
func (h *Header) Head() *Header { return h }

// Null reports whether this stands for the null handle of its class.
func (h *Header) Null() bool { return h.null }

// Alive reports whether the object exists now.
func (h *Header) Alive() bool { return !h.null && h.Freed.IsZero() }

// Known reports whether its whole history is known.
func (h *Header) Known() bool { return h.Origin == Seen }

// Attach notes that n more attributes were set for the object.
func (h *Header) Attach(n int) { h.attrs = uint8(min(int(h.attrs)+n, math.MaxUint8)) }

// Attributes returns how many attributes the object may ever have had, or more: of those that were set several times
// each time counts, and of those of the object that it is a copy of all count. Up to 255 are counted.
func (h *Header) Attributes() int { return int(h.attrs) }

// Born notes the call that created the object, and when it returned in ticks.
func (h *Header) Born(made tracker.Site, returned uint64) { h.Made, h.born = made, returned }

// Younger reports whether the object was created after the given tick.
func (h *Header) Younger(tick uint64) bool { return h.born > tick }

// Free notes that a call entered at the given tick has freed the object. An object created after that tick is not
// freed: it reused the handle of an earlier object before the call that freed the earlier object had returned.
func (h *Header) Free(at tracker.Site, entered uint64) bool {
	if h.Predef != nil || h.Younger(entered) {
		return false
	}
	h.Freed = at
	return true
}

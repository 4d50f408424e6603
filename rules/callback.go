package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// mayBeHanded reports whether a call is made by a callback to which the MPI library may have passed a freed object. The
// library destroys an object when the last operation that needs it is complete, and calls the functions of its
// attributes then; the callbacks of operations and errors get objects that the program may have freed in the meantime.
// Communicators of the library's own, which have copies of the program's attributes, are passed to these functions as
// well, perhaps with the handle of an object that was freed; but not inside the calls for which runsAttributes holds.
func mayBeHanded(p *Pass, class calls.Class, h *object.Header) bool {
	around := p.Rank.Threads.Around(p.Call)
	if len(around) == 0 {
		return false
	}
	other := func(c *call.Call) bool { return !runsAttributes(c) }
	if p.Rank.Gaps() || !h.Known() || slices.ContainsFunc(around, other) {
		return true
	}
	switch class {
	case calls.ClassComm:
	case calls.ClassDatatype:
		if p.Rank.Objects.HasOperations() || p.Rank.Files.Any() {
			return true
		}
	default:
		return class == calls.ClassKeyval || class == calls.ClassSession
	}
	return h.Attributes() > 0 || p.Rank.Objects.HandlesErrors() ||
		slices.ContainsFunc(around, func(c *call.Call) bool { return mayUndo(p, c, class) })
}

// runsAttributes reports whether the callbacks that a call runs are functions of the attributes of its own object, or
// of objects that were freed.
func runsAttributes(c *call.Call) bool {
	switch c.Sem.Frees {
	case calls.ClassComm, calls.ClassDatatype:
		return true
	}
	return c.Sem.Attr != calls.NoAttr || c.Kind == calls.Finalize || duplicates(c)
}

// duplicates reports whether a call copies an object with its attributes.
func duplicates(c *call.Call) bool {
	return c.Sem.As == calls.CommDup || c.Sem.As == calls.CommIdup || c.Kind == calls.TypeDup
}

// mayUndo reports whether a call that copies an object of a class may delete attributes of the copy, whose handle is
// not known yet: if a copy function fails after another one has succeeded.
func mayUndo(p *Pass, c *call.Call, class calls.Class) bool {
	if !duplicates(c) || (c.Kind == calls.TypeDup) != (class == calls.ClassDatatype) {
		return false
	}
	if class == calls.ClassDatatype {
		d := p.Rank.Objects.Types.Lookup(c.Arg("oldtype"))
		return d == nil || d.Attributes() != 1
	}
	return c.Comm == nil || c.Comm.Attributes() != 1
}

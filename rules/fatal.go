package rules

import (
	"cmp"
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// fatal is an access that has killed the rank in an MPI call, as reports describe it.
type fatal struct {
	at     tracker.Site   // the call that gave MPI the memory
	on     tracker.Object // the object that uses the memory
	memory string         // such as "sendbuf of MPI_Isend"
	place  string         // the place of the access in the memory
	of     string         // " of MPI_Wait": the call in which the rank was killed; "" if it is the call at
	in     []Related      // the call in which the rank was killed
}

// fatalAccess describes an access that has killed the rank.
func fatalAccess(x *memory.Inaccessible) fatal {
	f := fatal{at: x.In.Site, on: x.In.Object(), place: accessedAt(x)}
	other := true
	switch {
	case x.With != nil:
		f.at, f.on = cmp.Or(x.With.Created(), x.With.By), x.With.Object()
		f.memory = fmt.Sprintf("%s of %s", x.With.Sem.Enter[x.Use.Arg], x.With.Sem.Kind)
	case !x.Attached.IsZero():
		f.at, f.memory = x.Attached, fmt.Sprintf("the buffer of %s", x.Attached.Call)
	default:
		other, f.memory = false, fmt.Sprintf("%s of %s", x.In.Sem.Enter[x.Use.Arg], x.In.Kind)
	}
	if other {
		f.of = " of " + x.In.Kind.String()
		f.in = []Related{At(roleFollows, x.In.Site, "the rank was killed in this call")}
	}
	return f
}

// accessedAt says where in the memory the access was, as far as that is known.
func accessedAt(x *memory.Inaccessible) string {
	if n := x.At - x.Use.Addr; x.Use.Addr != 0 && n >= 0 {
		return fmt.Sprintf("byte %d (address %#x)", n, uint64(x.At))
	}
	return fmt.Sprintf("address %#x", uint64(x.At))
}

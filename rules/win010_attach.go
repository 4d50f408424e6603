package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// attach is an attach or detach that conflicts with the window's regions.
var attach = &Rule{
	ID:       "WIN010",
	MPI:      "3.0",
	Title:    "attach or detach of the wrong memory",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window of Dynamically Attached Memory",
	Says: "Existing memory is attached only to windows created by MPI_Win_create_dynamic, in regions that do not " +
		"overlap, and is detached by the base address of an attached region.",
	Doc: "Overlapping regions, an address without memory, a detach of memory that is not (or no longer) attached, or " +
		"a different kind of window. Implementations that keep a table of regions fail or lose track of one of them.",
	Advice: "Attach each region once, and detach it by the address with which it was attached.",
	Silent: []string{"adjacent regions", "regions of size 0, even at NULL",
		"the same memory attached to another window", "the detach of a region after its attach failed"},
	Limit: "Memory freed while it is attached is WIN014. Memory attached after free() is not detected if the C " +
		"library keeps it.",
	On: []calls.Kind{calls.WinAttach, calls.WinDetach},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) {
			return
		}
		if w.Flavor != op.Dynamic {
			p.Report([]Related{At(roleCreated, w.Made, "the window was created here")},
				"%s on a window created by %s, not by MPI_Win_create_dynamic", p.Call.Kind, w.Made.Call)
			return
		}
		if p.Call.Kind == calls.WinDetach {
			checkDetach(p, w)
			return
		}
		checkAttach(p, w)
	},
}

func checkAttach(p *Pass, w *windows.Win) {
	c := p.Call
	base, size := c.Arg("base"), c.Arg("size")
	mapped := calls.ArgIndex(c.Kind, "size") + 1 // a word after the arguments
	switch {
	case size <= 0: // negative: WIN001
	case base == 0:
		p.Report(nil, "MPI_Win_attach of %d bytes at NULL", size)
	case mapped < c.NIn && c.In[mapped] == 0:
		p.Report(nil, "MPI_Win_attach of %d bytes that are not mapped", size)
	default:
		if r := p.Rank.Overlapped(w, base, base+size); r != nil {
			p.Report([]Related{At(roleCreated, r.Site, "the other region was attached here")},
				"the region of %d bytes overlaps a region of %d bytes that is already attached", size, r.Size)
		}
	}
}

func checkDetach(p *Pass, w *windows.Win) {
	base := p.Call.Arg("base")
	if w.AttachedAt(base) != nil || slices.Contains(w.Refused, base) {
		return
	}
	var related []Related
	for i := len(w.Detached) - 1; i >= 0; i-- {
		if w.Detached[i].Base == base {
			related = []Related{At(roleFreed, w.Detached[i].Site, "the region was already detached here")}
			break
		}
	}
	for r := range w.Attached() {
		if r.Base < base && base < r.Base+r.Size {
			p.Report([]Related{At(roleCreated, r.Site, "the region was attached here")},
				"a region that starts at this address is not attached: the address is %d "+
					"bytes inside one that is", base-r.Base)
			return
		}
	}
	p.Report(related, "the memory is not attached to the window")
}

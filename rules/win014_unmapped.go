package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// unmapped is a window over memory that is not mapped, or freed while it belongs to the window.
var unmapped = &Rule{
	ID:       "WIN014",
	MPI:      "2.0",
	Title:    "window memory is not mapped, or freed too early",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation; Window of Dynamically Attached Memory",
	Says: "A window is created over existing memory, which stays mapped until MPI_Win_free has returned; memory that " +
		"is attached to a window exists until MPI_Win_detach has returned.",
	Doc: "At MPI_Win_create there is no memory at the address, or at MPI_Win_free it has been returned to the " +
		"system: every access in between may crash the target, or hit what was mapped there afterwards. The same " +
		"holds for attached memory that is freed before it is detached, and for local variables of a function that " +
		"has returned.",
	Advice: "Allocate the memory before MPI_Win_create and free it after MPI_Win_free. Detach attached memory before " +
		"it is freed.",
	Silent: []string{"size 0", "memory that is only readable", "memory returned to the system after MPI_Win_free, or " +
		"freed after MPI_Win_detach"},
	Limit: "Memory that the C library keeps after free() is still mapped: that it was freed is seen only where " +
		"MPI_Free_mem freed it, or where the heap is watched (GOMARMOT_HEAP). Attached memory that is returned to " +
		"the system in another way, such as by munmap(), is not detected. That a function has returned is detected " +
		"at the next MPI call of a function further up. Memory attached when it is not mapped is WIN010.",
	On: []calls.Kind{calls.WinCreate, calls.WinFree},
	Check: func(p *Pass) {
		c, w := p.Call, p.Win
		if c.Kind != calls.WinFree || !live(w) || w.Flavor != op.Created || w.Size <= 0 || w.Mapped == 0 ||
			!w.GivenBack.IsZero() {
			return
		}
		if last := c.NIn - 1; last > 0 && c.In[last] == 0 {
			p.Report([]Related{At(roleCreated, w.Made, "the window was created here")},
				"the %d bytes of the window are no longer mapped at MPI_Win_free", w.Size)
		}
	},
	Program: func(p *Pass) {
		w := p.Program.Win
		if w == nil {
			return
		}
		until := "MPI_Win_free"
		if w.Flavor == op.Dynamic {
			until = "MPI_Win_detach"
		}
		if p.Program.Returned {
			reportLocalWindow(p, w, until)
			return
		}
		p.ReportAt(p.Program.Site, w.Object(), []Related{At(roleCreated, w.Made, "the window was created here")},
			"this %s gives back memory of the window before %s", p.Program.Site.Call, until)
	},
	Done: func(p *Pass) {
		c := p.Call
		if c.Kind == calls.WinCreate && c.Arg("size") > 0 && c.Arg("base") != 0 && len(c.Out) > 1 && c.Out[1] == 0 {
			p.Report(nil, "MPI_Win_create over %d bytes that are not mapped", c.Arg("size"))
		}
	},
}

// reportLocalWindow reports memory of a window that was a local variable, if the program has named it.
func reportLocalWindow(p *Pass, w *windows.Win, until string) {
	returned := []Related{At(roleFollows, p.Program.Site, hadReturned)}
	if w.Flavor != op.Dynamic {
		p.ReportAt(w.Made, w.Object(), returned, "memory of the window %s %s", wasLocal, until)
	}
	for g := range w.Attached() {
		if p.Program.Has(g.Base, g.Base+g.Size) {
			p.ReportAt(g.Site, w.Object(), returned, "memory attached to the window %s %s", wasLocal, until)
		}
	}
}

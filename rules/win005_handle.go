package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// windowUsers are the recorded calls that take a window.
var windowUsers = recordedWith("MPI_Win")

var unknownWindows = &unknownHandles{
	users:  windowUsers,
	of:     func(c *call.Call) (int64, bool) { return c.WinHandle, c.Win == nil },
	silent: func(r *rank.Rank) []reading.Unknown { return r.Windows.UnknownWindows() },
	what:   "an invalid window handle",
	made:   "created",
	causes: func(p *Pass, h int64) []Related { return failedMaking(p.Rank, calls.ClassWin, h) },
}

// BadWindow is a call on an invalid window handle.
var BadWindow = &Rule{
	ID:       "WIN005",
	MPI:      "2.0",
	Title:    "call on an invalid window handle",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Destruction",
	Says:     "A window handle is valid from the call that creates the window until MPI_Win_free.",
	Doc: "The handle is MPI_WIN_NULL, a copy of the handle of a freed window, or a variable that was never set. MPI " +
		"libraries do not always notice: the memory behind a stale handle may belong to another window.",
	Advice: "Create the window before its first use, free it after its last one, and set copies of the handle to " +
		"MPI_WIN_NULL.",
	Silent: []string{
		"a handle value that a later window has reused",
		"MPI_Win_get_name of MPI_WIN_NULL, which MPI-4.1 allows",
	},
	Limit: "A handle that was not created by a recorded call is reported only if the MPI library does not know it " +
		"either and the call failed or never returned.",
	On:     windowUsers,
	If:     OddObject,
	Check:  checkBadWindow,
	Done:   unknownWindows.done,
	Finish: unknownWindows.finish,
}

func checkBadWindow(p *Pass) {
	w := p.Win
	switch {
	case w == nil:
		unknownWindows.check(p)
	case w.Null():
		if p.Call.Kind != calls.WinGetName {
			p.Report(failedMaking(p.Rank, calls.ClassWin, p.Call.WinHandle), "%s on MPI_WIN_NULL", p.Call.Kind)
		}
	case !w.Freed.IsZero():
		p.Report([]Related{At(roleFreed, w.Freed, "the window was freed here"),
			At(roleCreated, w.Made, "the window was created here")},
			"%s on %s, which is already freed", p.Call.Kind, w)
	}
}

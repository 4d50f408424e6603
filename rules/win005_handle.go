package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// windowUsers are the recorded calls that take a window.
var windowUsers = recordedWith("MPI_Win")

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
	Advice: "Create the window before its first use, free it after its last one, and set copies of the handle to MPI_WIN_NULL.",
	Silent: []string{
		"a handle value that a later window has reused",
		"MPI_Win_get_name of MPI_WIN_NULL, which MPI-4.1 allows",
	},
	Limit: "A handle that was not created by a recorded call is reported only if the MPI library does not know it either " +
		"and the call failed or never returned.",
	On:     windowUsers,
	If:     OddObject,
	Check:  checkBadWindow,
	Done:   doneBadWindow,
	Finish: finishBadWindow,
}

func checkBadWindow(p *Pass) {
	w := p.Win
	switch {
	case w == nil:
	case w.Null():
		if p.Call.Kind != calls.WinGetName {
			p.Report(nil, "%s on MPI_WIN_NULL", p.Call.Kind)
		}
	case !w.Freed.IsZero():
		p.Report([]Related{At(w.Freed, "the window was freed here"), At(w.Made, "the window was created here")},
			"%s on %s, which is already freed", p.Call.Kind, w)
	}
}

const neverSet = "%s on an invalid window handle: no call on this rank created it"

// doneBadWindow reports a failed call on a handle that neither the records nor
// the MPI library know. The library is asked late, so its answer alone proves
// nothing.
func doneBadWindow(p *Pass) {
	if p.Win != nil || p.Call.RC == 0 {
		return
	}
	if valid, known := p.Rank.Probed(p.Call.WinHandle); known && !valid {
		p.Report(nil, neverSet, p.Call.Kind)
	}
}

// finishBadWindow checks the calls that did not return on this rank, and those
// that leave no record of their outcome.
func finishBadWindow(p *Pass) {
	for _, u := range p.Rank.UnknownWindows() {
		if valid, known := p.Rank.Probed(u.Handle); known && !valid {
			p.ReportAt(u.Site, tracker.Object{}, nil, neverSet, u.Site.Call)
		}
	}
	if p.Rank.Finalized {
		return
	}
	for i := range p.Rank.Rings() {
		c := p.Rank.OpenCall(i)
		if c == nil || c.Win != nil || !slices.Contains(windowUsers, c.Kind) {
			continue
		}
		valid, known := p.Rank.Probed(c.WinHandle)
		if valid || !known && p.Rank.Ended != event.EndExit {
			continue
		}
		p.ReportAt(c.Site, tracker.Object{}, nil, neverSet+", and the rank ended in the call", c.Kind)
	}
}

package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// unseen is an object created by a call that gomarmot did not see.
var unseen = &Rule{
	ID:       "TOOL001",
	Title:    "calls or objects that gomarmot did not see",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.1",
	Says: "Gomarmot follows the MPI calls that reach its wrappers. Calls of a library that was loaded with " +
		"RTLD_DEEPBIND do not.",
	Doc: "The MPI library knows this window or file, or a call uses this datatype, but gomarmot has not seen the " +
		"call that created it. Rules that need its history - epochs, bounds, access mode, view, layout - are off for " +
		"it. Or the program, or a tool in front of gomarmot, defines functions with the names of MPI functions, and " +
		"it is not known whether they pass calls on so that gomarmot sees them. Or the program calls functions " +
		"beyond the standard (MPIX_) that gomarmot does not record. Rules that depend on such calls are off for all " +
		"objects. Or the program begins a session after the last session has ended, and with it the recording.",
	Advice: "Load gomarmot in front of other tools. In your own wrappers, call the function by its PMPI_ name.",
	Silent: []string{"predefined datatypes", "datatypes returned by MPI_File_get_view",
		"further calls on the same window or file, or with the same datatype"},
	Limit: "A datatype variable that was never set looks like a datatype created by an unseen call. Functions with " +
		"MPI names that the linker has bound inside the program or a library are found only if they are exported.",
	On: slices.Concat(windowUsers, fileUsers, initialisers),
	If: OddObject | OddData,
	Check: func(p *Pass) {
		if slices.Contains(initialisers, p.Call.Kind) {
			reportTaken(p, p.Call.Site)
			return
		}
		w, f, k := p.Win, p.File, p.Call.Kind
		if w != nil && !w.Known() && w.Made.IsZero() || f != nil && !f.Known() && f.Made.IsZero() {
			reportUnseen(p)
		}
		switch {
		case (calls.Of(k).RMA != calls.NoRMA):
			checkUnseenType(p)
		case calls.Of(k).IO.Data && p.Call.IO.Half != calls.SplitEnd && p.Call.IO.Type == nil:
			reportUnseenType(p, "datatype")
		case k == calls.FileSetView:
			checkUnseenView(p)
		}
	},
	// If the library was not asked about a window or file, a successful call shows that the object exists.
	Done: func(p *Pass) {
		if p.Win == nil && p.File == nil && p.Call.RC == 0 && !slices.Contains(initialisers, p.Call.Kind) {
			reportUnseen(p)
		}
	},
	Finish: func(p *Pass) { // the initialization was not recorded, either
		reportTaken(p, tracker.Site{Rank: int32(p.Rank.World)})
		if c := &p.Rank.Sessions.Later; !c.Site.IsZero() && !c.Open {
			p.NoteAt(c.Site, "MPI_Session_init begins a session after the last MPI_Session_finalize, with which "+
				"recording has ended: gomarmot does not see the calls of this session")
		}
	},
}

var initialisers = []calls.Kind{calls.Init, calls.InitThread, calls.SessionInit}

// reportTaken reports once, on the first rank, which objects intercept which calls.
func reportTaken(p *Pass, at tracker.Site) {
	if p.Rank.World != 0 || p.Rank.Sessions.Inited {
		return
	}
	for _, t := range p.Rank.Unseen {
		var own, beyond []string
		for _, name := range t.Calls {
			switch {
			case !calls.Unrecorded(name):
				own = append(own, name)
			case calls.Changes(name) != nil:
				beyond = append(beyond, name)
			}
		}
		if len(own) > 0 {
			p.ReportAt(at, tracker.Object{Label: t.Path}, nil, "%s defines its own %s: gomarmot may not see these "+
				"calls, and rules that depend on them are off",
				filepath.Base(t.Path), listed(own))
		}
		if len(beyond) > 0 {
			p.ReportAt(at, tracker.Object{Label: t.Path}, nil, "%s calls %s, which gomarmot does not record: rules "+
				"that depend on what these calls do are off",
				filepath.Base(t.Path), listed(beyond))
		}
	}
}

// listed lists the first names of a list.
func listed(names []string) string {
	more := ""
	if len(names) > maxTaken {
		names, more = names[:maxTaken], fmt.Sprintf(" and %d more", len(names)-maxTaken)
	}
	return strings.Join(names, ", ") + more
}

// maxTaken bounds how many calls are named.
const maxTaken = 8

func reportUnseen(p *Pass) {
	if slices.Contains(fileUsers, p.Call.Kind) {
		p.Report(nil, "%s on a file opened by a call that gomarmot did not see: rules on its access mode, view and "+
			"requests are off",
			p.Call.Kind)
		return
	}
	p.Report(nil, "%s on a window created by a call that gomarmot did not see: rules on its epochs and memory are off",
		p.Call.Kind)
}

func checkUnseenType(p *Pass) {
	m := &p.Call.RMA
	switch {
	case m.TType == nil:
		reportUnseenType(p, "target datatype")
	case m.OType == nil && !m.NoOrigin():
		reportUnseenType(p, "origin datatype")
	}
}

func checkUnseenView(p *Pass) {
	switch t := p.Rank.Objects.Types; {
	case t.Data(p.Call.Arg("etype")) == nil:
		reportUnseenType(p, "etype")
	case t.Data(p.Call.Arg("filetype")) == nil:
		reportUnseenType(p, "filetype")
	}
}

func reportUnseenType(p *Pass, what string) {
	if p.Rank.Objects.Types.HandedOut {
		return
	}
	p.Report(nil, "the %s of %s was created by a call that gomarmot did not see: rules on its layout are off",
		what, p.Call.Kind)
}

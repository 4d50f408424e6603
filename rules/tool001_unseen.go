package rules

import "github.com/gomarmot/gomarmot/tracker"

// Unseen is an object that was made past the interception.
var Unseen = &Rule{
	ID:       "TOOL001",
	Title:    "object made past the interception",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.1",
	Says: "Gomarmot follows the MPI calls that reach its wrappers. What is made by other ways - PMPI calls, a binding " +
		"that is not wrapped - has no history.",
	Doc: "The MPI library knows this window, or a call uses this datatype, but no call that gomarmot has seen made it. " +
		"Rules that need its history - epochs, bounds, layout - are off for it.",
	Advice: "Call the MPI_ names instead of the PMPI_ ones, and load gomarmot before other libraries that wrap MPI.",
	Silent: []string{"predefined datatypes", "further calls on the same window or with the same datatype"},
	Limit:  "A datatype variable that was never set looks like one made elsewhere.",
	On:     windowUsers,
	Check: func(p *Pass) {
		if w := p.Win; w != nil && w.Foreign && w.Made.IsZero() {
			reportUnseen(p)
		}
		if tracker.IsRMA(p.Call.Kind) {
			checkUnseenType(p)
		}
	},
	// A window that the library was not asked about exists if a call on it works.
	Done: func(p *Pass) {
		if p.Win == nil && p.Call.RC == 0 {
			reportUnseen(p)
		}
	},
}

func reportUnseen(p *Pass) {
	p.Report(nil, "%s on a window that no call seen by gomarmot has made: rules on its epochs and its memory are off",
		p.Call.Kind)
}

func checkUnseenType(p *Pass) {
	m := &p.Call.RMA
	side := ""
	switch {
	case m.TType == nil:
		side = "target"
	case m.OType == nil && !noOrigin(m):
		side = "origin"
	default:
		return
	}
	p.Report(nil, "the %s datatype of %s was made by no call that gomarmot has seen: rules on its layout are off",
		side, p.Call.Kind)
}

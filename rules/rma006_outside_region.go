package rules

import "github.com/gomarmot/gomarmot/tracker"

// OutsideRegion is an access to a dynamic window where nothing is attached.
var OutsideRegion = &Rule{
	ID:       "RMA006",
	MPI:      "3.0",
	Title:    "access to memory that is not attached",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window of Dynamically Attached Memory",
	Says: "In a dynamic window only memory that the target has attached may be accessed, and the target attaches it " +
		"before the origin's epoch and detaches it after.",
	Doc: "No region that the target had attached at the time holds all bytes of the access: it was not attached yet, " +
		"was detached before, or is smaller.",
	Advice: "Attach the memory and synchronize before the origin uses its address; detach it after the last epoch.",
	Silent: []string{
		"an access that regions attached next to each other hold together",
		"a region attached or detached at a time that no synchronization orders against the access",
	},
	Limit: "Only collective synchronization counts for the order of attach, detach and access.",
	Facts: []tracker.FactKind{tracker.FactOutside},
	Job: func(p *JobPass) {
		f := p.Fact.(*tracker.Outside)
		r := Report{Sites: []tracker.Site{f.Call}, Object: f.Object}
		bytes := f.Hi - f.Lo
		switch {
		case !f.Detached.IsZero():
			r.Related = []Related{At(f.Detached, "the memory was detached here")}
			p.Report(r, "%s accesses %d bytes at rank %d that are not attached any more", f.Call.Call, bytes, f.Target)
		case !f.Attached.IsZero():
			r.Related = []Related{At(f.Attached, "the memory is attached only here")}
			p.Report(r, "%s accesses %d bytes at rank %d that are not attached yet", f.Call.Call, bytes, f.Target)
		default:
			p.Report(r, "%s accesses %d bytes at address %#x of rank %d: no attached region holds them all",
				f.Call.Call, bytes, uint64(f.Lo), f.Target)
		}
	},
}

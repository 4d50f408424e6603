package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// copiesRace is a store of window memory by its own process and an RMA access to other bytes, in the separate memory
// model.
var copiesRace = &Rule{
	ID:       "RACE005",
	MPI:      "2.0",
	Title:    "store and RMA access to one window in the separate memory model",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics and Correctness; Memory Model",
	Says: "In the separate memory model a process must not store to memory of its window while a put or an " +
		"accumulate to the window is not complete, nor the reverse, even if the two reach different bytes.",
	Doc: "A window of the separate memory model has two copies: RMA calls access the public copy, and the process " +
		"loads and stores the private copy. If both change at the same time, the MPI library may merge them by " +
		"copying more than the changed bytes, and one of the changes is lost. The attribute MPI_WIN_MODEL says " +
		"which model a window has.",
	Advice: "Let the process store in one epoch, and the others put in another one, with a synchronization of the " +
		"window in between; or use windows of the unified memory model, where the MPI library has them.",
	Silent: []string{
		"windows of the unified memory model",
		"a store and an RMA access that are ordered",
		"loads, and RMA calls that only read",
		"an exclusive lock of the window, held by its own process or by the accessing rank, if both accesses are " +
			"made under a lock",
	},
	Limit: "Stores of the program itself are seen where its code was compiled with gomarmot cc. If store and access " +
		"are ordered, it is not checked whether the process has synchronized its copy in between. Common bytes are " +
		"RACE004. Where the memory model of the window is not known, nothing is reported. The limits of RACE001 " +
		"apply, too.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		f := raceOf(p)
		if f.Why != fact.Copies || !local(f) || onGPU(f) != nil {
			return
		}
		a, b := f.First, f.Second
		r := Report{Sites: []tracker.Site{b.Site, a.Site}, Object: b.Window,
			Related: slices.Concat(epochAt(b), epochAt(a), betweenAt(&f.Between))}
		p.Report(r, "%s %s, and %s %s, different bytes of rank %d in the same window, which has the separate memory "+
			"model: %s", accessOf(a), does(a),
			accessOf(b), does(b), b.Target, unordered(f))
	},
}

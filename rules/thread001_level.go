package rules

import "github.com/gomarmot/gomarmot/tracker"

// ThreadLevel is an MPI call that the provided thread level forbids.
var ThreadLevel = &Rule{
	ID:       "THREAD001",
	MPI:      "2.0",
	Title:    "call from a thread that the thread level forbids",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, MPI and Threads",
	Says: "With MPI_THREAD_SINGLE or MPI_THREAD_FUNNELED, only the thread that initialized MPI makes MPI calls; with " +
		"MPI_THREAD_SERIALIZED several threads do, but only one at a time.",
	Doc: "The MPI library was initialized for fewer threads than use it: it takes no locks, and its queues and counters " +
		"break when two threads are inside it. The damage shows rarely, and elsewhere. MPI_Init provides " +
		"MPI_THREAD_SINGLE; MPI_Init_thread may provide less than was requested.",
	Advice: "Request the level that the program needs from MPI_Init_thread and check what it provides, or make all calls " +
		"from one thread, or protect them with one lock.",
	Silent: []string{
		"MPI_THREAD_MULTIPLE",
		"MPI_Initialized, MPI_Finalized, MPI_Query_thread, MPI_Is_thread_main",
		"threads that make no MPI calls",
		"MPI_THREAD_SERIALIZED with a lock around each call",
	},
	Limit: "For MPI_THREAD_SERIALIZED, two calls are seen to overlap only if both leave records, which messages and tests " +
		"do not. Only the first call of each thread is shown.",
	Finish: func(p *Pass) {
		r := p.Rank
		for _, s := range r.Forbidden() {
			p.ReportAt(s, tracker.Object{}, nil, "thread %d calls %s, but the library provides %s: only the thread that initialized MPI may call it",
				s.Thread, s.Call, r.ThreadLevel)
		}
		for _, o := range append(r.OpenOverlaps(), r.Overlaps...) {
			p.ReportAt(o.Other, tracker.Object{}, []Related{At(o.Inside, "the other thread was in this call")},
				"thread %d calls %s while thread %d is in %s, but the library provides %s: only one call at a time is allowed",
				o.Other.Thread, o.Other.Call, o.Inside.Thread, o.Inside.Call, r.ThreadLevel)
		}
	},
}

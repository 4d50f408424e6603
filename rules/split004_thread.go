package rules

// OtherThread is a split collective begun and ended by different threads.
var OtherThread = &Rule{
	ID:       "SPLIT004",
	MPI:      "2.0",
	Title:    "split collective begun and ended by different threads",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says: "In a multithreaded implementation, the begin and end of a split collective operation are called from " +
		"the same thread.",
	Doc: "A library may keep the state of the operation with the thread that began it, or expect that thread to " +
		"drive its progress. A program that ends it in another thread, say in the next OpenMP task, works only with " +
		"libraries that do neither.",
	Advice: "Let one thread begin and end the operation; hand over the work, not the handle.",
	Silent: []string{"the same thread in different OpenMP regions", "threads that each use their own file handle"},
	Limit:  "Threads are identified by the operating system's thread IDs.",
	On:     splitEnds,
	Check: func(p *Pass) {
		if s := ended(p); s != nil && s.Begin.Thread != p.Call.Site.Thread {
			p.Report(begun(s), "thread %d calls %s, but thread %d called %s",
				p.Call.Site.Thread, p.Call.Kind, s.Begin.Thread, s.Begin.Call)
		}
	},
}

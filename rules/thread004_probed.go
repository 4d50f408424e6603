package rules

// probedByThreads is a message that a thread finds by MPI_Probe and another thread may receive.
var probedByThreads = &Rule{
	ID:       "THREAD004",
	MPI:      "2.0",
	Title:    "message that a probe has found may go to another thread",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, MPI and Threads; Probe",
	Says: "A receive is certain to get the message that MPI_Probe or MPI_Iprobe has found before it only if no other " +
		"receive that matches the message comes in between. Where several threads receive, the program has to see to " +
		"that.",
	Doc: "The receive gets the message that comes next, which may be longer than the message that was found, or it " +
		"waits forever for a message that another thread has received.",
	Advice: "Use MPI_Mprobe or MPI_Improbe with MPI_Mrecv: the message that they find cannot go to another thread. " +
		"Or hold a lock from the probe to the receive, or give each thread tags or a communicator of its own.",
	Silent: []string{
		"threads that hold a lock from the probe to the receive",
		"matched probes",
		"receives of other threads on other communicators, from other sources, or with other tags",
		"receives that another thread posted before the probe",
		"a thread that only looks, and receives nothing of the kind next",
	},
	Limit: "Only receives that began between the probe and the receive in this run are seen. Only the last 8 " +
		"receives of each thread are compared, without persistent receives.",
	Finish: func(p *Pass) {
		for _, x := range p.Rank.Threads.ProbeRaces {
			p.ReportAt(x.Receive, x.On, []Related{At(roleBegan, x.Probe, "the message was found here"),
				At(roleConflicts, x.Taker, "this call of another thread may take it")},
				"the message that %s has found may go to %s of thread %d before thread %d receives it with %s",
				x.Probe.Call, x.Taker.Call, x.Taker.Thread, x.Receive.Thread, x.Receive.Call)
		}
	},
}

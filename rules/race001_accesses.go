package rules

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// AccessRace is two accesses to the same bytes of a window that nothing orders.
var AccessRace = &Rule{
	ID:       "RACE001",
	MPI:      "2.0",
	Title:    "conflicting RMA accesses to the same memory",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics and Correctness",
	Says: "A location of a window must not be accessed by a put, and by another put, a get or an accumulate, at the " +
		"same time; nor by a get and an accumulate. The first access must be complete at the target before the " +
		"second one begins.",
	Doc: "Which access comes first differs from run to run, and so does the result, although it is mostly right. " +
		"The finding names both calls, the bytes that both reach, and why neither comes first. Calls are ordered by " +
		"what the ranks wait for - messages, collective calls, epochs - and never by time. A wait for another rank " +
		"orders nothing as long as the access of that rank is not complete at the target: MPI_Win_flush_local and " +
		"the completion of a request complete a put at its origin only.",
	Advice: "Complete the first access at the target (MPI_Win_flush, unlock, fence, or wait at the target), and let " +
		"the rank of the second access wait for that. Where ranks add to one location, use MPI_Accumulate or " +
		"MPI_Fetch_and_op in all of them.",
	Silent: []string{
		"accesses ordered by synchronization of any kind, over any number of ranks",
		"gets alone, and accumulates alone",
		"different bytes, also of datatypes that lie in each other's holes",
		"accesses under locks of the same target, at least one of them exclusive",
		"accumulates of one rank, which take effect in order",
		"ranks that may have synchronized through values in a window, such as flags and counters, after the first " +
			"access was complete",
		"a get by a rank that has fetched what an accumulate of one element has left there; a put is a warning",
	},
	Limit: "The program's own loads and stores are RACE004. Where ranks may order two accesses by atomic calls, " +
		"gomarmot assumes that they do. If the values of single elements of 4 or 8 bytes show that they have not, " +
		"the finding is a warning; for that, all recent changes of these elements must be known, and be made by " +
		"atomic calls without requests, and with fetches if they add, not by puts under a lock. After records are " +
		"lost, or where messages are not recorded, only accesses of one rank are compared. For each pair of source " +
		"lines, only the first race is reported. Threads of one rank count as one.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		f := raceOf(p)
		if f.Why == fact.Plain && f.First.Window.ID == f.Second.Window.ID && !f.First.Local && !f.Second.Local {
			p.reportRace(f, "")
		}
	},
}

package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// collectivesTogether is two threads of a rank in collective calls on the same object at once.
var collectivesTogether = &Rule{
	ID:       "THREAD003",
	MPI:      "2.0",
	Title:    "two threads in collective calls on one object at once",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, MPI and Threads; Correctness (of collective communication)",
	Says: "Collective calls on one communicator, window or file match in the order in which each process makes " +
		"them; the program orders the calls of its threads. Two collective communication calls are not under way on " +
		"one communicator of a process at the same time, however many processes it has.",
	Doc: "Chance decides which of the two calls is the first, and the order may differ from rank to rank: then " +
		"calls of different threads meet. Results are mixed up, or the ranks hang.",
	Advice: "Give each thread a communicator of its own, created with MPI_Comm_dup, or have the threads make these " +
		"calls in an order that is the same on all ranks.",
	Silent: []string{
		"threads that make their calls one after the other",
		"calls on different communicators, also on duplicates of one",
		"nonblocking operations of several threads under way at once, if the calls that start them do not overlap",
		"a nonblocking call during a call of another thread, if an MPI call has returned in between: by that call " +
			"the rank may have learned that the other call had begun",
		"nonblocking calls on a communicator of a single process, and calls that create, free or use files, " +
			"windows and communicators of it, such as MPI_File_open on MPI_COMM_SELF",
	},
	Limit: "Only calls that were under way at the same time in this run are reported: locks and other means by " +
		"which programs order their threads are not recorded. Starts of persistent operations are not compared. " +
		"Calls under a lower thread level than MPI_THREAD_MULTIPLE are THREAD001. Calls that overlapped with each " +
		"other are one finding.",
	Finish: func(p *Pass) {
		for _, row := range tangles(append(p.Rank.Threads.OpenTogether(), p.Rank.Threads.Together...)) {
			o := row[0]
			var object tracker.Object
			if o.On != nil {
				object = *o.On
			}
			p.ReportAt(o.Other, object, []Related{At(roleConflicts, o.Inside, "the other thread was in this call")},
				"thread %d calls %s while thread %d is in %s on the same %s",
				o.Other.Thread, o.Other.Call, o.Inside.Thread, o.Inside.Call,
				objectKind(object))
		}
	},
}

// objectKind is the class of a collective call's object, in words.
func objectKind(o tracker.Object) string {
	switch o.Class {
	case calls.ClassWin:
		return "window"
	case calls.ClassFile:
		return "file"
	}
	return "communicator"
}

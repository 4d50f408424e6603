package rules

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// RunEnd says how a run without MPI_Finalize ended.
var RunEnd = &Rule{
	ID:       "TOOL003",
	Title:    "run did not end in MPI_Finalize",
	Severity: Note,
	Scope:    JobScope,
	Since:    "0.1",
	Says: "Every process that has initialized MPI calls MPI_Finalize before it ends. A process that uses only " +
		"sessions calls MPI_Session_finalize for each session.",
	Doc: "Some ranks ended without MPI_Finalize, or did not return from it: they exited, called MPI_Abort, were " +
		"ended inside an MPI call by an error handler, or were killed. The finding says how each of these ranks " +
		"ended, as far as that is known. If all of them were killed in calls in which, according to another " +
		"finding, ranks wait forever, this finding is a consequence of that finding. It is a warning if a rank " +
		"exited with status 0, as if all were well: MPI may not have sent all messages by then, and most launchers " +
		"end the other ranks.",
	Advice: "If the run was meant to end like this, nothing. If not, start with the errors in this report and the " +
		"calls that did not return. A call that fails ends the job, unless the program has set MPI_ERRORS_RETURN or " +
		"an error handler of its own: the output of the job then names the error. A process " +
		"that dies in MPI_Finalize has often damaged its memory before: gomarmot run --heap looks for that.",
	Limit: "A rank that was killed outside recorded calls may have been anywhere. The error with which the MPI " +
		"library has ended a job is not recorded: the call does not return the error, and the launcher mostly kills " +
		"the rank before it exits. Recording ends with the last MPI_Session_finalize: of a process that begins " +
		"another session after that, only the MPI_Session_init is known.",
	Facts: []fact.Kind{fact.OfEnds},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Ends)
		var r Report
		lone := false // a rank ended by itself
		for _, e := range f.Ranks {
			if e.How == fact.EndedFinalized {
				continue
			}
			r.Ranks = append(r.Ranks, int32(e.Rank))
			if e.How == fact.EndedExit && e.Success {
				r.Severity = Warning
			}
			if crashedInLaterSession(&e) {
				r.Advice = oneSession
			}
			if e.How == fact.EndedStuck && e.Signal == 0 {
				r.Blames = append(r.Blames, e.In)
			} else {
				lone = true
			}
			if at := where(&e); !at.IsZero() {
				r.Sites = append(r.Sites, at)
			}
			if len(r.Related) < maxNamed {
				r.Related = append(r.Related, WantedAt(e.Rank, e.Waiting)...)
			}
		}
		if lone {
			r.Blames = nil
		}
		r.Short = strings.Join(endNames(f.Ranks, false), "; ")
		p.Report(r, "%s", strings.Join(endNames(f.Ranks, true), "; "))
	},
}

const oneSession = "This MPI library may not support another session after the last one was finalized: MPICH 4.0.2 " +
	"crashes in such an MPI_Session_init. Keep a session open until the program uses MPI no more."

// crashedInLaterSession reports whether a rank crashed in an MPI_Session_init after it had finalized MPI.
func crashedInLaterSession(e *fact.RankEnd) bool {
	over := e.Last.Call == calls.SessionFinalize || e.Last.Call == calls.Finalize
	return over && e.In.Call == calls.SessionInit && e.Signal != 0
}

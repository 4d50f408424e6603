package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// windowMakers are the calls that create a window.
var windowMakers = kindsWhere(func(s *calls.Sem) bool { return s.Makes == calls.ClassWin })

// windowComm is a window on an unusable communicator.
var windowComm = &Rule{
	ID:       "WIN004",
	MPI:      "2.0",
	Title:    "window on an unusable communicator",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation",
	Says:     "A window is created over the group of a valid intracommunicator.",
	Doc: "The communicator is an intercommunicator, MPI_COMM_NULL (which MPI_Comm_split and MPI_Comm_create return " +
		"on ranks that are left out), or one that this rank has already freed.",
	Advice: "Create the window on an intracommunicator, and only on the ranks that belong to it.",
	Silent: []string{"a communicator freed after the window was created"},
	Limit:  "Communicators that were not created by a recorded call are not checked.",
	On:     windowMakers,
	Check: func(p *Pass) {
		c := p.Call.Comm
		switch {
		case c == nil:
		case c.Null():
			p.Report(nil, "%s on MPI_COMM_NULL", p.Call.Kind)
		case !c.Freed.IsZero():
			p.Report([]Related{At(roleFreed, c.Freed, "the communicator was freed here")},
				"%s on a communicator that is already freed: %s", p.Call.Kind, c)
		case c.Inter:
			p.Report([]Related{At(roleCreated, c.Made, "the intercommunicator was created here")},
				"%s on an intercommunicator", p.Call.Kind)
		}
	},
}

package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// noLocks is a lock on a window that was declared to be free of locks.
var noLocks = &Rule{
	ID:       "WIN007",
	MPI:      "2.0",
	Title:    "lock on a window with the hint no_locks",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation",
	Says:     "With the info key no_locks set to true, the window is never used with MPI_Win_lock or MPI_Win_lock_all.",
	Doc: "The hint lets the implementation omit everything that passive target synchronization needs. A lock on such " +
		"a window may fail, wait forever or protect nothing.",
	Advice: "Drop the info key no_locks, or use fence or post-start-complete-wait.",
	Silent: []string{"the hint absent or false"},
	Limit:  "Hints from the environment, or from info objects filled by the MPI library, are not known.",
	On:     []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		if live(p.Win) && p.Win.Info["no_locks"] == "true" {
			p.Report([]Related{At(roleCreated, p.Win.Made, "the window was created with no_locks = true here")},
				"%s on a window whose info key no_locks is true", p.Call.Kind)
		}
	},
}

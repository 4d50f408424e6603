package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// postNoStore is a post with MPI_MODE_NOSTORE though the window was stored to.
var postNoStore = &Rule{
	ID:       "PSCW014",
	MPI:      "2.0",
	Title:    "window stored to although its rank passed MPI_MODE_NOSTORE to the post",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Assertions",
	Says:     noStoreSays,
	Doc: "The MPI library may leave out what makes stores visible to accesses of other ranks. A get in the exposure " +
		"epoch then returns the old value, or the store overwrites what another rank puts.",
	Advice: "Leave MPI_MODE_NOSTORE out of this post.",
	Silent: []string{
		"loads, and stores to other memory",
		"puts and accumulates into the window, which are not stores of its own process",
		"stores before the last synchronization of the window, of any kind",
		"stores before the first synchronization of the window",
	},
	Limit: noStoreLimit,
	On:    []calls.Kind{calls.WinPost},
	Check: noStoreBroken,
}

package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/words"
)

// fenceNoStore is a fence with MPI_MODE_NOSTORE though the window was stored to.
var fenceNoStore = &Rule{
	ID:       "FENCE007",
	MPI:      "2.0",
	Title:    "window stored to although its rank passed MPI_MODE_NOSTORE to the fence",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Assertions",
	Says:     noStoreSays,
	Doc: "The MPI library may leave out what makes stores visible to accesses of other ranks. A later get then " +
		"returns the old value, or the store overwrites what another rank puts.",
	Advice: "Leave MPI_MODE_NOSTORE out of this fence.",
	Silent: []string{
		"loads, and stores to other memory",
		"puts and accumulates into the window, which are not stores of its own process",
		"stores before the last synchronization of the window, of any kind",
	},
	Limit: noStoreLimit,
	On:    []calls.Kind{calls.WinFence},
	Check: noStoreBroken,
}

// The meaning of MPI_MODE_NOSTORE at a fence and at a post, and how far it is checked.
const (
	noStoreSays = "MPI_MODE_NOSTORE says that the local window was not changed by stores, or by local get or receive " +
		"calls, since the last synchronization."
	noStoreLimit = "Stores of the program are seen where its code was compiled with gomarmot cc. Receives and other " +
		"operations that are not complete when their call returns are left out, but for gets."
)

// noStoreBroken reports a fence or post with MPI_MODE_NOSTORE of a rank that has stored to its window.
func noStoreBroken(p *Pass) {
	w := p.Win
	if !live(w) || w.Stored.IsZero() || w.Synced.IsZero() ||
		p.Call.In[p.Call.Sem.Assert]&p.Rank.Flavour.ModeNoStore == 0 {
		return
	}
	p.Report([]Related{At(roleConflicts, w.Stored, "stores to the window"),
		At(roleBegan, w.Synced, "the last synchronization")},
		"MPI_MODE_NOSTORE, but this rank has stored to its window since the last "+
			"synchronization, by %s", storedBy(w.Stored.Call))
}

// storedBy names the call, or the program's own access, that has stored.
func storedBy(k calls.Kind) string {
	if k.Program() {
		return words.A(k.String())
	}
	return k.String()
}

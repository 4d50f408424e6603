package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// sharedRace is loads and stores of several processes to memory that they share, which nothing orders.
var sharedRace = &Rule{
	ID:       "RACE007",
	MPI:      "3.0",
	Title:    "unordered loads and stores in shared window memory",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Window That Allocates Shared Memory; Memory Model",
	Says: "Loads and stores of several processes to memory of a window that they share are ordered by what the " +
		"processes wait for, and by memory synchronization: MPI_Win_sync or another synchronization of the window " +
		"after the first access, and again before the second one.",
	Doc: "One process stores to memory of a shared window, another process loads or stores the same bytes, and " +
		"nothing determines which access comes first. A barrier or message alone orders the two processes, but " +
		"neither the compiler nor the processor need write a value to memory or read it again because of it: that " +
		"is reported as a warning, since most MPI libraries happen to do it.",
	Advice: "After the stores call MPI_Win_sync, then a barrier or a message, then MPI_Win_sync before the loads, " +
		"all of it between MPI_Win_lock_all and MPI_Win_unlock_all; or close an epoch with MPI_Win_fence.",
	Silent: []string{
		"MPI_Win_sync or a fence of the language on both sides of a barrier or message",
		"MPI_Win_fence, and locks and flushes of a window with a barrier or message between them",
		"an exclusive lock of the memory by one process, and any lock by the other process",
		"atomic operations of the processor on both sides, or semaphores, barriers and locks of the C library in " +
			"shared memory, and accesses that these may order, whatever barriers or messages lie between them",
		"processes that may have synchronized through values in a window that MPI_Win_sync may make visible, and " +
			"accesses to these values",
		"different bytes, and loads alone",
	},
	Limit: "Loads and stores are recorded only in code that was compiled with gomarmot cc. Memory of another process " +
		"is known from MPI_Win_allocate_shared on. MPI_Win_sync of any window counts, though MPI promises it for the " +
		"memory of the given window only: in MPI libraries it is a fence of the processor, which counts, too. Ranks " +
		"that call MPI_Win_sync may have told each other anything in that memory: where no message or barrier orders " +
		"them, only two stores, or accesses of more than 64 bytes, are reported, and only where the rank that comes " +
		"second cannot have learned, by its own loads before MPI_Win_sync, that the first rank has come so far, and " +
		"only if some of its loads or stores are recorded; a load of at most 64 bytes may be the one that waits. " +
		"Where a loop repeats stores between two MPI calls, only the first ones are recorded: those after the last " +
		"unlocking of a mutex are not seen. A flag that a rank stores between the same two calls of MPI_Win_sync as " +
		"the data counts, too: MPI does not order these two stores, but the log has no values of loads, and so does " +
		"not show which store the other rank has waited for. The load of an update such as x += 1 counts as one that " +
		"may have shown something to later stores. Ranks with several threads that call MPI are left out. In a " +
		"program that gomarmot cc has compiled with hooks there may be a fence beside each MPI call, so a barrier or " +
		"message is enough.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		if f := raceOf(p); f.First.Local && f.Second.Local && onGPU(f) == nil {
			p.reportShared(f)
		}
	},
}

func (p *JobPass) reportShared(f *fact.Race) {
	a, b := f.First, f.Second
	r := Report{Sites: []tracker.Site{b.Site, a.Site}, Object: b.Window}
	r.Related, r.Advice = betweenAt(&f.Between), sharedAdvice(f)
	if f.Waited {
		r.Severity = Warning
	} else {
		r.Related = append(r.Related, completionsAt(a, b)...)
	}
	both := fmt.Sprintf("%s %s, and %s %s,", accessOf(a), does(a), accessOf(b), does(b))
	if k := a.Site.Call; k == b.Site.Call && k.Program() {
		// two loads change nothing
		both = fmt.Sprintf("%ss of ranks %d and %d change", k, a.Site.Rank, b.Site.Rank)
	}
	p.Report(r, "%s the same %s of the shared memory of rank %d%s: %s", both,
		words.Bytes(f.Hi-f.Lo), b.Target, bytesAt(f), unorderedShared(f))
}

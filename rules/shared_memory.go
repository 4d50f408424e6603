package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// The advice for programs that synchronize the window by MPI_Win_fence alone, and for operations that are pending.
const (
	fenceBetween = "Call MPI_Win_fence, on all ranks of the window, between the two accesses: after the stores, and " +
		"before another rank loads or stores the same memory. A barrier or message alone does not synchronize memory."
	completeRequest = "Complete the request of the operation, with MPI_Wait for example, then call MPI_Win_sync, " +
		"then a barrier or a message, then MPI_Win_sync before the other rank's loads and stores, all of it between " +
		"MPI_Win_lock_all and MPI_Win_unlock_all; or close an epoch with MPI_Win_fence after MPI_Wait."
	completeBeforeFence = "Complete the request of the operation, with MPI_Wait for example, and then call " +
		"MPI_Win_fence, on all ranks of the window, before the other rank loads or stores the same memory."
	withoutNoPrecede = "Drop MPI_MODE_NOPRECEDE at this fence, on all ranks of the window: with it, a fence need not " +
		"wait for any rank."
	ownBuffers = "Give each rank a buffer of its own. To fill shared memory, let one of the ranks that share it take " +
		"part, on a communicator with one rank of each node."
)

// inOneCall reports whether the two ranks access the memory in the same collective call.
func inOneCall(f *fact.Race) bool {
	k := f.First.Site.Call
	return k == f.Second.Site.Call && !k.Program() && calls.Of(k).Collective() && !f.Waited
}

// sharedAdvice returns the advice for two loads or stores of shared memory; "": the rule's.
func sharedAdvice(f *fact.Race) string {
	pending := !f.Waited && (isPending(f.First) || isPending(f.Second))
	switch {
	case inOneCall(f):
		return ownBuffers
	case pending && f.Fenced:
		return completeBeforeFence
	case pending:
		return completeRequest
	case f.Between.After.Call == calls.WinFence:
		return withoutNoPrecede
	case f.Fenced:
		return fenceBetween
	}
	return ""
}

// unorderedShared says why nothing orders two loads or stores of shared memory, and which calls would.
func unorderedShared(f *fact.Race) string {
	a, b := f.First, f.Second
	switch {
	case f.Waited && f.Fenced:
		return fmt.Sprintf("rank %d waits for rank %d, but not for its memory; call MPI_Win_fence between the two "+
			"accesses, too", b.Site.Rank, a.Site.Rank)
	case f.Waited:
		return fmt.Sprintf("rank %d waits for rank %d, but not for its memory; call MPI_Win_sync on both sides of the "+
			"barrier or message", b.Site.Rank, a.Site.Rank)
	case inOneCall(f):
		return "both ranks pass it to the collective call; give each rank a buffer of its own"
	case f.Begun:
		return begunShared(f)
	}
	why := "neither rank waits for the other between the two accesses"
	if between := betweenWhy(&f.Between); between != "" {
		why = fmt.Sprintf("rank %d does not wait for rank %d%s", f.Between.Before.Rank, f.Between.After.Rank, between)
	}
	for _, x := range []*fact.Side{a, b} {
		if isPending(x) {
			why += ", and " + pendingFor(x)
		}
	}
	return why + "; " + syncShared(f)
}

// begunShared says which call comes too late, if the rank of the second access knew of the begin of the first.
func begunShared(f *fact.Race) string {
	a, b := f.First, f.Second
	why := fmt.Sprintf("rank %d synchronizes with rank %d before %s is complete; let rank %d complete it first",
		b.Site.Rank, a.Site.Rank, accessOf(a), a.Site.Rank)
	if isPending(a) {
		why = fmt.Sprintf("%s, and rank %d synchronizes with rank %d in that time; let rank %d complete the request "+
			"first", pendingFor(a), b.Site.Rank, a.Site.Rank, a.Site.Rank)
	}
	if f.Fenced {
		return why + ", and call MPI_Win_fence after that"
	}
	return why + ", then call MPI_Win_sync, and synchronize the two ranks after that"
}

// syncShared says which calls order the accesses.
func syncShared(f *fact.Race) string {
	switch {
	case f.Between.After.Call == calls.WinFence:
		return "call MPI_Win_fence there without MPI_MODE_NOPRECEDE"
	case f.Fenced:
		return "call MPI_Win_fence there, on all ranks of the window"
	}
	return "call MPI_Win_sync after the access that is to come first and before the other access, and a barrier or " +
		"message in between"
}

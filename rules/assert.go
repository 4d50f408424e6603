package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
	"github.com/gomarmot/gomarmot/words"
)

// assertNames names the bits of an assertion: "MPI_MODE_NOCHECK | 0x100000".
func assertNames(f *calls.Flavour, bits int64) string {
	var parts []string
	for _, m := range []struct {
		bit  int64
		name string
	}{
		{f.ModeNoCheck, "MPI_MODE_NOCHECK"}, {f.ModeNoStore, "MPI_MODE_NOSTORE"}, {f.ModeNoPut, "MPI_MODE_NOPUT"},
		{f.ModeNoPrecede, "MPI_MODE_NOPRECEDE"}, {f.ModeNoSucceed, "MPI_MODE_NOSUCCEED"},
	} {
		if bits&m.bit != 0 {
			parts = append(parts, m.name)
			bits &^= m.bit
		}
	}
	if bits != 0 {
		parts = append(parts, fmt.Sprintf("%#x", uint32(bits)))
	}
	return strings.Join(parts, " | ")
}

// unknownAsserts reports assertion bits that are not valid for the call.
func unknownAsserts(p *Pass, known int64) {
	f := p.Rank.Flavour
	bad := p.Call.In[p.Call.Sem.Assert] &^ known
	if bad == 0 {
		return
	}
	p.Report(nil, "%s does not accept the assertion %s; it accepts %s",
		p.Call.Kind, assertNames(f, bad), assertNames(f, known))
}

// maxNamed is how many ranks or sites a finding lists individually.
const maxNamed = words.Few

// ranksDo says that ranks do something: "rank 3 calls", "ranks 0, 2 call".
func ranksDo(ranks []int32, verb string) string {
	switch {
	case len(ranks) > 1:
	case strings.HasSuffix(verb, "s"):
		verb += "es"
	default:
		verb += "s"
	}
	return words.Ranks(ranks) + " " + verb
}

// ranksCall returns the ranks that make the call of the first site: "ranks 0, 1 call MPI_Put".
func ranksCall(sites []tracker.Site) string {
	var ranks []int32
	for _, s := range sites {
		if s.Call == sites[0].Call {
			ranks = append(ranks, s.Rank)
		}
	}
	return ranksDo(ranks, "call") + " " + sites[0].Call.String()
}

// fewSites cuts a list of sites down to the number that a finding shows.
func fewSites(s []tracker.Site) []tracker.Site { return s[:min(len(s), maxNamed)] }

// worldRanks returns the ranks of the sites.
func worldRanks(sites []tracker.Site) []int32 {
	out := make([]int32, len(sites))
	for i, s := range sites {
		out[i] = s.Rank
	}
	return out
}

// openEpoch describes an epoch, other than the fence epoch, that this rank has open on the window, and returns the call
// that opened the epoch; "" and a zero site if there is no such epoch.
func openEpoch(w *windows.Win) (what string, opened tracker.Site) {
	switch {
	case w.Start.Active():
		return "the access epoch opened by MPI_Win_start is open", w.Start.Site
	case w.LockAll.Held:
		return "MPI_Win_lock_all holds the locks of all ranks", w.LockAll.Site
	case len(w.Locks) > 0:
		return "the lock of " + heldLocks(w) + " is held", w.Locks[0].Site
	case w.Post.Active():
		return "the exposure epoch opened by MPI_Win_post is open", w.Post.Site
	}
	return "", tracker.Site{}
}

// heldLocks names the targets that this rank has locked.
func heldLocks(w *windows.Win) string {
	if len(w.Locks) == 1 {
		return w.RankName(int64(w.Locks[0].Target))
	}
	var ranks []int32
	for i := range w.Locks {
		ranks = append(ranks, int32(w.WorldOf(int64(w.Locks[i].Target))))
	}
	return words.Ranks(ranks)
}

// fenceUsed describes a window's fence epoch that contains RMA calls.
func fenceUsed(w *windows.Win) []Related {
	return []Related{
		At(roleConflicts, w.Fence.First, "the first RMA call of the fence epoch"),
		At(roleBegan, w.Fence.Site, "the fence epoch was opened here"),
	}
}

package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/words"
)

// reportCycle reports calls that would wait for each other; luck says why they did not.
func reportCycle(p *JobPass, f *fact.Cycle, luck string) {
	var r Report
	var parts []string
	for i, d := range f.Waits {
		next := f.Waits[(i+1)%len(f.Waits)]
		r.Ranks = append(r.Ranks, d.Site.Rank)
		if !slices.ContainsFunc(r.Sites, func(s tracker.Site) bool {
			return s.PC == d.Site.PC && s.Call == d.Site.Call
		}) && len(r.Sites) < maxNamed {
			r.Sites = append(r.Sites, d.Site)
		}
		if r.Object.Class == 0 && d.On != nil {
			r.Object = d.On.Object
		}
		parts = append(parts, fmt.Sprintf("rank %d would wait in %s%s", d.Site.Rank, d.Site.Call,
			awaits(d, next.Site.Rank)))
		there := func(x Related) bool { return x.Site.Call == d.Other.Call && x.Site.PC == d.Other.PC }
		if !d.Other.IsZero() && len(r.Related) < maxNamed && !slices.ContainsFunc(r.Related, there) {
			r.Related = append(r.Related, At(roleWaits, d.Other, fmt.Sprintf("rank %d, in %s, would wait for this call",
				d.Site.Rank, d.Site.Call)))
		}
	}
	slices.Sort(r.Ranks)
	r.Ranks = slices.Compact(r.Ranks)
	p.Report(r, "%s; otherwise %s", luck, words.Join(parts, maxNamed, ", "))
}

// awaits returns the need of a call, in words that follow "waits".
func awaits(d *fact.Need, rank int32) string {
	switch d.What {
	case fact.Receive:
		what := "its message"
		if d.Begun != d.Site {
			what = "the message of its " + d.Begun.Call.String()
		}
		return fmt.Sprintf(" until rank %d receives %s%s", d.Peer, what, sized(d))
	case fact.Send:
		return fmt.Sprintf(" for a message of rank %d with tag %d", d.Peer, d.Tag)
	case fact.Post:
		return fmt.Sprintf(" for MPI_Win_post of rank %d", d.Peer)
	case fact.Complete:
		return fmt.Sprintf(" for MPI_Win_complete of rank %d", d.Peer)
	case fact.Restarted:
		return fmt.Sprintf(" until rank %d starts the same operation", rank)
	case fact.Started:
		return fmt.Sprintf(" until rank %d starts its partitioned receive", d.Peer)
	case fact.Parts:
		return fmt.Sprintf(" until rank %d has marked all partitions as ready", d.Peer)
	}
	return fmt.Sprintf(" for rank %d", rank)
}

func sized(d *fact.Need) string {
	if d.Bytes < 0 {
		return fmt.Sprintf(" (tag %d)", d.Tag)
	}
	return fmt.Sprintf(" (tag %d, %s)", d.Tag, words.Bytes(d.Bytes))
}

// inOneFamily reports whether all calls of a cycle are collective calls on the same communicator, or on windows and
// files that were created on it: COLL001 reports their order.
func inOneFamily(f *fact.Cycle) bool {
	first := f.Waits[0]
	return !slices.ContainsFunc(f.Waits, func(d *fact.Need) bool {
		return d.What != fact.Collective || d.On.Family != first.On.Family
	})
}

// epochsAlone reports whether the calls of a cycle wait only for epochs.
func epochsAlone(f *fact.Cycle) bool {
	return !slices.ContainsFunc(f.Waits, func(d *fact.Need) bool {
		return d.What != fact.Post && d.What != fact.Complete
	})
}

func hungRanks(f *fact.Hang) []int {
	out := make([]int, len(f.Ranks))
	for i := range f.Ranks {
		out[i] = f.Ranks[i].Rank
	}
	slices.Sort(out)
	return out
}

// reportHang reports ranks that wait forever; what is the beginning of the message.
func reportHang(p *JobPass, f *fact.Hang, what string) {
	var r Report
	var parts []string
	for i := range f.Ranks {
		e := &f.Ranks[i]
		r.Sites, r.Ranks = append(r.Sites, e.In), append(r.Ranks, int32(e.Rank))
		if len(r.Related) < maxNamed {
			r.Related = append(append(r.Related, WantedAt(e.Rank, e.Waiting)...), OthersAt(e)...)
		}
		part := fmt.Sprintf("rank %d in %s", e.Rank, e.In.Call)
		if w := Waits(e.Waiting, nil); w != "" {
			part += " " + w
		}
		if f.Gone && e.Waiting != nil && slices.ContainsFunc(e.Waiting.Messages,
			func(w fact.Want) bool { return w.Peer.Rank == op.AnySource }) {
			part += ", but all others have ended or are in MPI_Finalize"
		}
		parts = append(parts, part)
	}
	text := what + ": " + words.Join(parts, maxNamed, "; ")
	if len(parts) == 1 { // the message has already named the rank
		e := &f.Ranks[0]
		text = fmt.Sprintf("%s in %s", what, e.In.Call)
		if why := strings.TrimPrefix(parts[0], fmt.Sprintf("rank %d in %s", e.Rank, e.In.Call)); why != "" {
			text += ": it" + why
		}
	}
	switch n := len(f.Behind); {
	case n == 1:
		text += fmt.Sprintf(". Rank %d waits for these, directly or not", f.Behind[0])
	case n > 1:
		text += fmt.Sprintf(". %s more ranks wait for these, directly or not", words.Thousands(n))
	}
	if f.Threads {
		r.Severity = Warning
		text += ". The program may call MPI from several threads (MPI_THREAD_MULTIPLE): one that has made no MPI " +
			"call so far could still make the call that is waited for; if there is none, the ranks wait forever"
	}
	if collectiveAlone(f) {
		r.Advice = inOneOrder
	}
	if !f.Gone {
		r.Blames = awaitedParts(f)
	}
	p.Report(r, "%s", text)
}

// collectiveAlone reports whether several ranks wait for each other, all of them in collective calls.
func collectiveAlone(f *fact.Hang) bool {
	return !f.Gone && len(f.Ranks) > 1 && !slices.ContainsFunc(f.Ranks, func(e fact.RankEnd) bool {
		return !calls.Of(e.In.Call).Ordered
	})
}

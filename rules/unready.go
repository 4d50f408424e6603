package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/words"
)

// checkUnready reports a wait for a send some of whose partitions are not ready.
func checkUnready(p *Pass, c *call.Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if !g.Sure() || q.Parts == nil || q.Sem.Match != calls.MatchSend || !q.Pending() {
			continue
		}
		if missing := q.Parts.Missing(maxMissing); len(missing) > 0 {
			r := Report{Sites: []tracker.Site{c.Site}, Object: q.Object(), Related: []Related{
				At(roleBegan, q.Begun, "the operation was started here"),
				At(roleCreated, q.Made, "the request was created here")}}
			if q.Parts.Repeated >= q.Parts.N-q.Parts.Ready { // marked in place of the missing partitions
				r.Blames = []tracker.Site{q.Parts.Again}
			}
			p.add(r, "%s of a partitioned send of which %d of %s are ready: %s", []any{c.Kind, q.Parts.Ready,
				words.Count(q.Parts.N, "partition"), notReady(missing, q.Parts.N-q.Parts.Ready)})
			return
		}
	}
}

// maxMissing bounds the partitions that a finding names.
const maxMissing = 16

// notReady names the first of n partitions that are not ready.
func notReady(first []int, n int64) string {
	switch more := n - int64(len(first)); {
	case n == 1:
		return fmt.Sprintf("partition %d is not", first[0])
	case more > 0:
		return fmt.Sprintf("partitions %s and %s more are not", words.Spans(first), words.Thousands(more))
	}
	return fmt.Sprintf("partitions %s are not", words.Spans(first))
}

// finishPartitions reports the waits that never returned because a partition was not ready, if only another thread
// could have marked it and the rank had no other thread.
func finishPartitions(p *Pass) {
	if p.Rank.Sessions.Finalized || !p.Rank.Threaded() || p.Rank.Threads.Rings() != 1 {
		return
	}
	if c := p.Rank.Threads.OpenCall(0); c != nil && (c.Kind == calls.Wait || c.Kind == calls.Waitall) {
		checkUnready(p, c)
	}
}

// awaitedParts returns the calls in which ranks of a cycle wait while the rank before them waits for their partitions
// alone: had the partitions been marked, the ranks would not wait for each other.
func awaitedParts(f *fact.Hang) []tracker.Site {
	var in []tracker.Site
	for i := range f.Ranks {
		next := &f.Ranks[(i+1)%len(f.Ranks)]
		if needsParts(f.Ranks[i].Waiting, int32(next.Rank)) {
			in = append(in, next.In)
		}
	}
	return in
}

// needsParts reports whether partitions are all that a call waits for from a rank.
func needsParts(w *fact.Waiting, rank int32) bool {
	if w == nil || len(w.For)+len(w.Elements) > 0 {
		return false
	}
	for i := range w.Messages {
		if r := w.Messages[i].Peer.Rank; r == rank || r < 0 {
			return false
		}
	}
	parts := false
	for i := range w.Others {
		if x := &w.Others[i]; slices.ContainsFunc(x.For, func(s fact.Stand) bool { return s.Rank == rank }) {
			if !x.Parts {
				return false
			}
			parts = true
		}
	}
	return parts
}

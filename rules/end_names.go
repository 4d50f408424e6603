package rules

import (
	"fmt"
	"strings"
	"syscall"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// endNames says how the ranks ended. Ranks that ended the same way share a text; with waits, the text also says what
// they wait for.
func endNames(ends []fact.RankEnd, waits bool) []string {
	type key struct {
		how    fact.EndState
		in     calls.Kind
		signal syscall.Signal
		after  calls.Kind // the call after which the rank was killed
	}
	var order []key
	groups := map[key][]*fact.RankEnd{}
	for i := range ends {
		e := &ends[i]
		k := key{how: e.How, in: e.In.Call, signal: e.Signal}
		if e.How == fact.EndedBusy && k.in != 0 {
			k.how = fact.EndedStuck
		}
		if e.Between {
			k.after = e.Last.Call
		}
		if len(groups[k]) == 0 {
			order = append(order, k)
		}
		groups[k] = append(groups[k], e)
	}
	var out []string
	for _, k := range order {
		s := endName(groups[k], k.how)
		if waits {
			s += groupWaits(groups[k])
		}
		out = append(out, s)
	}
	return out
}

// endName says how ranks ended that ended in the same way and in the same call.
func endName(ends []*fact.RankEnd, as fact.EndState) string {
	first := ends[0]
	how := endWords[as].one
	if len(ends) > 1 {
		how = endWords[as].many
	}
	var ranks []int32
	for _, e := range ends {
		ranks = append(ranks, int32(e.Rank))
	}
	in := first.In.Call
	if in == calls.SessionFinalize {
		how = strings.ReplaceAll(how, calls.Finalize.String(), in.String())
	}
	s := words.Ranks(ranks) + " " + how + BySignal(first.Signal)
	// the words of the other ends name the call
	if in != 0 && as != fact.EndedFinalized && as != fact.EndedFinalizing && as != fact.EndedAbort {
		s += fmt.Sprintf(" (%s)", in)
	}
	if first.Between {
		s += fmt.Sprintf(", after %s had returned and before any other recorded call", first.Last.Call)
	}
	return s
}

// groupWaits says for what ranks wait that ended in the same call.
func groupWaits(ends []*fact.RankEnd) string {
	var each []string
	same := true
	first := Waits(ends[0].Waiting, nil)
	for _, e := range ends {
		w := Waits(e.Waiting, nil)
		same = same && w == first
		if w != "" {
			each = append(each, fmt.Sprintf("rank %d %s", e.Rank, w))
		}
	}
	switch {
	case len(each) == 0:
		return ""
	case same:
		return ", which " + words.Agree(len(ends), first)
	}
	return ": " + words.Join(each, maxNamed, ", ")
}

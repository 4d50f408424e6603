package report

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/words"
)

// waitNode is a rank, or ranks that were in the same call or ended in the same way.
type waitNode struct {
	ranks []int
	where string // the call and its place, or how the ranks ended
	to    []int  // nodes that some of them wait for, ascending
	any   bool   // some of them wait for any of several ranks
	waits bool
	polls bool
}

// name is "ranks 0-3".
func (n *waitNode) name() string { return words.RankSpans(uniqueRanks(n.ranks)) }

// standPlace says in which call a rank was, or how it ended.
func standPlace(e *RankEnd) string {
	if e.In != nil && e.In.Call != "" {
		return callPlace(*e.In)
	}
	return endPhrases[e.How]
}

// fewRanks are shown one by one; of more, those in the same place are one node.
const fewRanks = 12

// waitGraph says which ranks wait for which. It is nil where no rank is known to wait for another.
func waitGraph(ends []RankEnd) []waitNode {
	var nodes []waitNode
	at := map[string]int{}
	of := map[int]int{} // by rank
	for i := range ends {
		e := &ends[i]
		where := standPlace(e)
		key := where
		if len(ends) <= fewRanks && e.How != Finalized {
			key = fmt.Sprint(e.Rank)
		}
		k, ok := at[key]
		if !ok {
			k = len(nodes)
			at[key] = k
			nodes = append(nodes, waitNode{where: where})
		}
		nodes[k].ranks = append(nodes[k].ranks, e.Rank)
		of[e.Rank] = k
	}
	edges := false
	for i := range ends {
		e := &ends[i]
		n := &nodes[of[e.Rank]]
		n.any = n.any || e.WaitsForAny
		n.polls = n.polls || e.Polls
		n.waits = n.waits || len(e.WaitsFor) > 0 || e.WaitsForAny
		for _, r := range e.WaitsFor {
			if k, ok := of[r]; ok && !slices.Contains(n.to, k) {
				n.to = append(n.to, k)
				edges = true
			}
		}
	}
	if !edges {
		return nil
	}
	for i := range nodes {
		slices.Sort(nodes[i].to)
	}
	return nodes
}

package report

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// stand says where a rank is, in which call and at which place, or how it ended.
type stand struct{ in, at string }

func standOf(e *RankEnd) stand {
	if e.In != nil && e.In.Call != "" {
		return stand{callName(*e.In), placeInCode(*e.In)}
	}
	return stand{in: endPhrases[e.How]}
}

// String is "MPI_Recv, halo.c:41 in update".
func (s stand) String() string { return joinText(s.in, ", ", s.at) }

// waitNode is a rank, or several ranks that were in the same call or ended in the same way.
type waitNode struct {
	stand
	ranks []int
	to    []int // the nodes for which some of these ranks wait, ascending
	any   bool  // some of these ranks wait for any of several ranks
	waits bool
	polls bool
}

// name returns "ranks 0-3".
func (n *waitNode) name() string { return words.RankSpans(uniqueRanks(n.ranks)) }

// Up to fewRanks ranks have a node each. If there are more, the ranks at the same place share a node.
const fewRanks = 12

// waitGraph returns the graph of ranks that wait for each other; nil if no rank is known to wait for another.
func waitGraph(ends []RankEnd) []waitNode {
	nodes, of := waitNodes(ends)
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

// waitNodes joins ranks in the same call and place to nodes, and returns the nodes and the index of each rank's node.
func waitNodes(ends []RankEnd) (nodes []waitNode, of map[int]int) {
	type key struct {
		stand
		alone int // the rank, if it is shown by itself; else -1
	}
	at := map[key]int{}
	of = map[int]int{}
	for i := range ends {
		e := &ends[i]
		one := key{standOf(e), -1}
		if len(ends) <= fewRanks && e.How != Finalized {
			one.alone = e.Rank
		}
		k, ok := at[one]
		if !ok {
			k = len(nodes)
			at[one] = k
			nodes = append(nodes, waitNode{stand: one.stand})
		}
		nodes[k].ranks = append(nodes[k].ranks, e.Rank)
		of[e.Rank] = k
	}
	return nodes, of
}

// isHang reports whether a finding is about ranks that wait forever.
func (f *Finding) isHang() bool {
	r := rules.ByID(f.RuleID)
	return r != nil && r.Hangs
}

// link is a step in a chain of ranks that wait for each other.
type link struct {
	depth int
	text  string
}

// waitChain returns where the ranks of a finding wait, and for which ranks; each link follows a link that waits for it.
// In a large job, the ranks in the same call and place share a link. The chain begins with the ranks that share their
// call and place with the fewest others.
func waitChain(f *Finding, all []RankEnd) []link {
	if !f.isHang() {
		return nil
	}
	c := chain{nodes: waitGraph(waiting(f.Ranks, all)), done: map[int]bool{}}
	for i := range c.nodes {
		if c.nodes[i].waits {
			c.visit(i, 0)
		}
	}
	return c.links
}

// waiting returns the ends of the given ranks, beginning with ranks that share their place with few others, and then
// the ends of the ranks for which they wait.
func waiting(ranks []int, all []RankEnd) []RankEnd {
	crowd := map[stand]int{}
	at := map[int]*RankEnd{}
	for i := range all {
		at[all[i].Rank] = &all[i]
		crowd[standOf(&all[i])]++
	}
	var ends []RankEnd
	take := func(ranks []int) {
		for _, r := range ranks {
			if e := at[r]; e != nil {
				ends = append(ends, *e)
				delete(at, r)
			}
		}
	}
	take(ranks)
	slices.SortStableFunc(ends, func(a, b RankEnd) int { return crowd[standOf(&a)] - crowd[standOf(&b)] })
	for i := range len(ends) {
		take(ends[i].WaitsFor)
	}
	return ends
}

// chain is a walk through the graph of waits.
type chain struct {
	nodes []waitNode
	done  map[int]bool
	links []link
}

func (c *chain) visit(i, depth int) {
	if c.done[i] {
		return
	}
	c.done[i] = true
	n := &c.nodes[i]
	c.links = append(c.links, link{depth, group{ranks: n.ranks}.phrase() + c.goal(i)})
	for _, k := range n.to {
		c.visit(k, depth+1)
	}
}

// goal says where the ranks of a node are, and for which ranks they wait.
func (c *chain) goal(i int) string {
	n := &c.nodes[i]
	if !n.waits {
		return ": " + n.stand.String()
	}
	text, s := " wait", "s"
	if n.polls {
		text = " poll"
	}
	if len(n.ranks) > 1 {
		s = ""
	}
	text += s + " in " + n.stand.String()
	switch {
	case n.any && len(n.to) == 0:
		return text + ", for any rank"
	case len(n.to) == 1 && n.to[0] == i && len(n.ranks) > 1:
		return text + ", for each other"
	case len(n.to) == 0:
		return text
	}
	var ranks []int
	for _, k := range n.to {
		ranks = append(ranks, c.nodes[k].ranks...)
	}
	some := ""
	if n.any {
		some = "one of "
	}
	return fmt.Sprintf("%s, for %s%s", text, some, group{ranks: ranks}.phrase())
}

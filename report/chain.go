package report

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// isHang reports whether a finding is about ranks that wait for others forever.
func isHang(f *Finding) bool {
	r := rules.ByID(f.RuleID)
	return r != nil && r.Hangs
}

// link is a step in a chain of ranks that wait for each other.
type link struct {
	depth int
	text  string
}

// waitChain says which ranks of a finding wait where for which, each below one that waits for it. Of
// many, those in the same place are one link. It begins with the ones that are alone in their place.
func waitChain(f *Finding, all []RankEnd) []link {
	if !isHang(f) {
		return nil
	}
	crowd := map[string]int{} // by place
	at := map[int]*RankEnd{}
	for i := range all {
		at[all[i].Rank] = &all[i]
		crowd[standPlace(&all[i])]++
	}
	var ends []RankEnd
	taken := map[int]bool{}
	take := func(ranks []int) {
		for _, r := range ranks {
			if e := at[r]; e != nil && !taken[r] {
				taken[r] = true
				ends = append(ends, *e)
			}
		}
	}
	take(f.Ranks)
	slices.SortStableFunc(ends, func(a, b RankEnd) int { return crowd[standPlace(&a)] - crowd[standPlace(&b)] })
	about := len(ends)
	for i := range about {
		take(ends[i].WaitsFor)
	}
	c := chain{nodes: waitGraph(ends), done: map[int]bool{}}
	for i := range c.nodes {
		if c.nodes[i].waits {
			c.visit(i, 0)
		}
	}
	return c.links
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

// goal says where the ranks of a node are, and whom they wait for.
func (c *chain) goal(i int) string {
	n := &c.nodes[i]
	if !n.waits {
		return ": " + n.where
	}
	text, s := " wait", "s"
	if n.polls {
		text = " poll"
	}
	if len(n.ranks) > 1 {
		s = ""
	}
	text += s + " in " + n.where
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

// deepest is how far links are indented.
const deepest = 8

// chain lists who waits for whom.
func (t *text) chain(links []link) {
	label := "waits"
	for i, l := range links {
		if i == maxLines {
			t.field(label, words.More(len(links)-i)+"; --format json lists all")
			return
		}
		pad := 2 * min(l.depth, deepest)
		t.hang(t.paint(labelStyle, label), labelWidth+pad, l.text)
		label = ""
	}
}

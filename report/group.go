package report

import (
	"github.com/gomarmot/gomarmot/words"
)

// group is a set of ranks with the same text.
type group struct {
	text  string
	waits string // the goal of the wait, in words for a single rank
	ranks []int
	site  Site   // the site of the first rank, if the text is about a call
	note  string // note on the call at site
}

// phrase returns "rank 3" or "ranks 0-3". Of many ranks whose list is long it names only the first: "ranks 0,2,4,6 and
// 2044 more".
func (g group) phrase() string {
	ranks := uniqueRanks(g.ranks)
	if s := words.RankSpans(ranks); len(s) <= longPhrase || len(ranks) <= someRanks {
		return s
	}
	return words.RankSpans(ranks[:someRanks]) + " " + words.More(len(ranks)-someRanks)
}

// If a list of ranks is longer than longPhrase characters, only someRanks of them are named.
const longPhrase, someRanks = 40, 4

// says returns the text and the goal of the wait.
func (g group) says() string { return joinText(g.text, "; ", words.Agree(len(g.ranks), g.waits)) }

// String is "ranks 0-3: MPI_Put, halo.c:41 in update".
func (g group) String() string { return joinText(g.phrase(), ": ", g.says()) }

// distinct keeps the first of the sites that differ only in rank: there may be
// thousands of ranks at a place.
func distinct(sites []Site) []Site {
	var out []Site
	seen := map[Site]bool{}
	for _, s := range sites {
		key := s.anywhere()
		if !seen[key] {
			seen[key] = true
			out = append(out, s)
		}
	}
	return out
}

// groups holds ranks by text, in order of first appearance.
type groups []group

// grouping collects groups with a map, because each of thousands of ranks may have a text of its own.
type grouping struct {
	list groups
	at   map[string]int // by group.says
}

// add adds a rank with the text of its place, and the goal of its wait.
func (g *grouping) add(text, waits string, rank int) {
	if one, fresh := g.put(joinText(text, "; ", waits), rank); fresh {
		one.text, one.waits = text, waits
	}
}

// put adds a rank to the group with the same text. fresh: the rank is the first of its group.
func (g *grouping) put(says string, rank int) (one *group, fresh bool) {
	i, known := g.at[says]
	if !known {
		if g.at == nil {
			g.at = map[string]int{}
		}
		i = len(g.list)
		g.at[says] = i
		g.list = append(g.list, group{})
	}
	one = &g.list[i]
	one.ranks = append(one.ranks, rank)
	return one, !known
}

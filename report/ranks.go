package report

import (
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// group is a set of ranks with the same text.
type group struct {
	text  string
	ranks []int
	site  Site   // of the first rank, if the text is about a call
	note  string // on that call
}

// phrase is "rank 3" or "ranks 0-3"; of many ranks without a pattern it names only
// the first: "ranks 0,2,4,6 and 2044 more".
func (g group) phrase() string {
	ranks := uniqueRanks(g.ranks)
	if s := words.RankSpans(ranks); len(s) <= longPhrase || len(ranks) <= someRanks {
		return s
	}
	return words.RankSpans(ranks[:someRanks]) + " " + words.More(len(ranks)-someRanks)
}

// A list of ranks longer than longPhrase names only someRanks of them.
const longPhrase, someRanks = 40, 4

// String is "ranks 0-3: MPI_Put, halo.c:41 in update".
func (g group) String() string { return joinText(g.phrase(), ": ", g.text) }

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

// groups are ranks by text, in order of first appearance.
type groups []group

// grouping collects them: of thousands of ranks each may have a text of its own.
type grouping struct {
	list groups
	at   map[string]int // by text
}

// waiting puts what several ranks wait for, after a semicolon, into words for several.
func (gs groups) waiting() groups {
	for i := range gs {
		if at, waits, ok := strings.Cut(gs[i].text, "; "); ok && len(gs[i].ranks) > 1 {
			gs[i].text = at + "; " + words.OfMany(waits)
		}
	}
	return gs
}

func (g *grouping) add(text string, rank int) { g.addSite(text, Site{Rank: rank}, "") }

func (g *grouping) addSite(text string, s Site, note string) {
	i, ok := g.at[text]
	if !ok {
		if g.at == nil {
			g.at = map[string]int{}
		}
		i = len(g.list)
		g.at[text] = i
		g.list = append(g.list, group{text: text, site: s, note: note})
	}
	g.list[i].ranks = append(g.list[i].ranks, s.Rank)
}

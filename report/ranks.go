package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// RankList writes ascending ranks shortly: "0-3,7".
func RankList(ranks []int) string { return rankList(ranks) }

// rankList writes ascending ranks shortly: "0-3,7".
func rankList(ranks []int) string {
	var parts []string
	for i := 0; i < len(ranks); {
		j := i
		for j+1 < len(ranks) && ranks[j+1] == ranks[j]+1 {
			j++
		}
		parts = append(parts, span(ranks[i], ranks[j]))
		i = j + 1
	}
	return strings.Join(parts, ",")
}

func span(from, to int) string {
	switch to {
	case from:
		return strconv.Itoa(from)
	case from + 1:
		return fmt.Sprintf("%d,%d", from, to)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

// rankPhrase is "rank 3" or "ranks 0-3,7".
func rankPhrase(ranks []int) string {
	if len(ranks) == 1 {
		return "rank " + rankList(ranks)
	}
	return "ranks " + rankList(ranks)
}

// plural is "1 record", "2 records"; large numbers get separators.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes 1234567 as "1,234,567".
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// group is some ranks of which the same can be said.
type group struct {
	text  string
	ranks []int
	site  Site   // of the first rank, if the text is about a call
	note  string // on that call
}

// phrase is "rank 3" or "ranks 0-3"; of many ranks without order it names the
// first: "ranks 0,2,4,6 and 2044 more".
func (g group) phrase() string {
	ranks := uniqueRanks(g.ranks)
	if s := rankPhrase(ranks); len(s) <= longPhrase || len(ranks) <= someRanks {
		return s
	}
	return fmt.Sprintf("%s and %d more", rankPhrase(ranks[:someRanks]), len(ranks)-someRanks)
}

// A list of ranks that is longer than longPhrase names someRanks of them.
const longPhrase, someRanks = 40, 4

// String is "ranks 0-3: MPI_Put, halo.c:41 in update".
func (g group) String() string { return joinText(g.phrase(), ": ", g.text) }

// distinct keeps the first of the sites that differ in rank only: there may be
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

// groups collects ranks by text, in the order in which the texts first come.
type groups []group

func (g *groups) add(text string, rank int) { g.addSite(text, Site{Rank: rank}, "") }

func (g *groups) addSite(text string, s Site, note string) {
	i := slices.IndexFunc(*g, func(e group) bool { return e.text == text })
	if i < 0 {
		*g = append(*g, group{text: text, site: s, note: note})
		i = len(*g) - 1
	}
	(*g)[i].ranks = append((*g)[i].ranks, s.Rank)
}

package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/words"
)

// spots describes the places of calls, and remembers them.
type spots struct {
	places *check.Places
	dir    string // the directory that shown paths are relative to
	known  map[spotKey]namedPlace
}

// namedPlace is a place in the source and its description.
type namedPlace struct {
	source.Place
	text string // "halo.c:41 in update"
}

// spotKey is a place that several ranks may have in common.
type spotKey struct {
	module uint32
	offset uint64
	stack  uint64 // upper bits of the PC
	rank   int    // if the module is not known
}

const stackBits = 48

func newSpots(dir string) *spots {
	s := &spots{places: check.NewPlaces(dir), known: map[spotKey]namedPlace{}}
	s.dir, _ = os.Getwd() // "": paths are absolute
	return s
}

// name returns "halo.c:41 in update"; "" if the place is not known.
func (s *spots) name(rank int, at logdir.Spot) string { return s.of(rank, at).text }

// of returns the place of a call; the zero value if the place is not known.
func (s *spots) of(rank int, at logdir.Spot) namedPlace {
	if at.PC == 0 {
		return namedPlace{}
	}
	key := spotKey{module: at.Module, offset: at.Offset, stack: at.PC >> stackBits}
	if at.Module == 0 {
		key = spotKey{offset: at.PC, rank: rank}
	}
	place, known := s.known[key]
	if known {
		return place
	}
	if t, err := s.places.Trace(rank, at.PC); err == nil {
		place = namedPlace{t.Places[max(t.User, 0)], report.Where(t, s.dir)}
	}
	s.known[key] = place
	return place
}

// rollCall returns one line for each of the first most groups, and a line that counts the others.
func rollCall(groups []launch.Group, most int) []string {
	var names, texts []string
	rest, left := 0, 0
	hosts := hostsOf(groups) > 1
	for _, g := range groups {
		if len(names) >= most {
			rest, left = rest+1, left+len(g.Ranks)
			continue
		}
		names, texts = append(names, groupName(g, hosts)), append(texts, groupText(g))
	}
	wide := 0
	for _, n := range names {
		wide = max(wide, len(n))
	}
	var out []string
	for i := range names {
		out = append(out, fmt.Sprintf("  %-*s  %s", wide, names[i], texts[i]))
	}
	if rest > 0 {
		out = append(out, fmt.Sprintf("  and %s with %s", words.Count(rest, "group"), words.Count(left, "rank")))
	}
	return out
}

// hostsOf counts the hosts of a job.
func hostsOf(groups []launch.Group) int {
	seen := map[string]bool{}
	for _, g := range groups {
		for _, h := range g.Hosts {
			seen[h] = true
		}
	}
	return len(seen)
}

// Of a list of ranks longer than longSpans, only the first ranks are shown; countFrom ranks and
// more are counted.
const longSpans, countFrom = 40, 9

// groupName is "rank 3 on node7", or "ranks 0-511,513-1023 (1,023)".
func groupName(g launch.Group, hosts bool) string {
	name := words.RankSpans(g.Ranks)
	if len(name) > longSpans {
		end := strings.LastIndexByte(name[:longSpans], ',')
		if end > 0 {
			name = name[:end] + ",..."
		}
	}
	if len(g.Ranks) >= countFrom {
		name += fmt.Sprintf(" (%s)", words.Thousands(len(g.Ranks)))
	}
	if hosts && len(g.Hosts) == 1 {
		name += " on " + g.Hosts[0]
	}
	return name
}

// groupText describes the state of the ranks, its place and its duration.
func groupText(g launch.Group) string {
	call := "a call"
	if g.Spot.Call != 0 {
		call = g.Spot.Call.String()
	}
	at := ""
	if g.Place != "" {
		at = ", " + g.Place
	}
	switch g.State {
	case launch.Absent:
		return words.Agree(len(g.Ranks), "has told nothing here so far")
	case launch.Silent:
		if g.Spot.Call != 0 {
			return fmt.Sprintf("silent for %s, last seen in %s%s", span(g), call, at)
		}
		return fmt.Sprintf("silent for %s, last seen outside of MPI", span(g))
	case launch.Outside:
		if g.Place != "" {
			at = ", after the call at " + g.Place
		}
		return fmt.Sprintf("outside of MPI for %s%s", span(g), at)
	case launch.Polling:
		return fmt.Sprintf("polling with %s for %s%s", call, span(g), at)
	case launch.Waiting:
		return fmt.Sprintf("in %s for %s%s", call, span(g), at)
	case launch.Ended:
		return "ended"
	}
	return "making calls"
}

// sameTime is a difference that is not shown: a rank reports its state at most once a second.
const sameTime = 3 * time.Second

// span returns for how long the ranks have been in this state: "40s", or "12s-40s".
func span(g launch.Group) string {
	to := g.Longest.Round(time.Second).String()
	if g.Longest-g.Shortest < sameTime {
		return to
	}
	return g.Shortest.Round(time.Second).String() + "-" + to
}

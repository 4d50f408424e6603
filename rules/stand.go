package rules

import (
	"fmt"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// blame adds the missing ranks to a report, with the calls that they are in and the calls that keep them there.
func (r *Report) blame(absent ...fact.Stand) {
	for i, a := range absent {
		r.Ranks = append(r.Ranks, a.Rank)
		if a.At.IsZero() {
			continue
		}
		r.Blames = append(r.Blames, a.At)
		r.Blames = append(r.Blames, a.Behind...)
		if i < maxNamed {
			r.Related = append(r.Related, At(roleWaits, a.At, "this rank "+standing(a)))
			for _, x := range WantedAt(int(a.Rank), a.Waits) {
				if !slices.ContainsFunc(absent, func(o fact.Stand) bool { return o.At == x.Site }) {
					r.Related = append(r.Related, x)
				}
			}
		}
	}
}

// standRanks returns the ranks of the stands.
func standRanks(absent []fact.Stand) []int32 {
	out := make([]int32, len(absent))
	for i, a := range absent {
		out[i] = a.Rank
	}
	return out
}

// number is a phrase in the singular and in the plural.
type number struct{ one, many string }

// endWords say how a rank's run ended, in words that follow "rank 3" or "ranks 3-5".
var endWords = map[fact.EndState]number{
	fact.EndedFinalized: {"called MPI_Finalize", "called MPI_Finalize"},
	fact.EndedExit:      {"ended without MPI_Finalize", "ended without MPI_Finalize"},
	fact.EndedInCall:    {"was ended inside an MPI call", "were ended inside an MPI call"},
	fact.EndedAbort:     {"called MPI_Abort", "called MPI_Abort"},
	fact.EndedStuck:     {"was killed in an MPI call", "were killed in an MPI call"},
	fact.EndedBrief: {"was killed just after it entered an MPI call",
		"were killed just after they entered an MPI call"},
	fact.EndedBusy:       {"was killed outside of recorded MPI calls", "were killed outside of recorded MPI calls"},
	fact.EndedPolls:      {"was killed while it polled", "were killed while they polled"},
	fact.EndedKilled:     {"was killed", "were killed"},
	fact.EndedNoLog:      {"left no log", "left no log"},
	fact.EndedUnwatched:  {"was no longer watched", "were no longer watched"},
	fact.EndedFinalizing: {"was killed in MPI_Finalize", "were killed in MPI_Finalize"},
}

// now has the words of endWords for a rank that still runs.
var now = map[fact.EndState]string{
	fact.EndedStuck: "is in an MPI call",
	fact.EndedBrief: "has just entered an MPI call",
	fact.EndedBusy:  "is outside of MPI calls",
	fact.EndedPolls: "polls",
	fact.EndedNoLog: "has no log yet",
}

// standing says where a missing rank is, in words that follow "rank 3".
func standing(s fact.Stand) string {
	switch {
	case s.Freed:
		return "has freed the window"
	case s.How == 0:
		return "is not in the log"
	case s.How == fact.EndedKilled:
		return killed(&s)
	case s.In && s.How == fact.EndedPolls:
		return "polls with " + s.At.Call.String()
	case s.In && s.On.Label != "":
		return "is in " + s.At.Call.String() + " on " + s.On.Label
	case s.In:
		return "is in " + s.At.Call.String()
	case s.Running && now[s.How] != "":
		return now[s.How]
	}
	return endWords[s.How].one
}

// killed says how a rank was killed for which others waited.
func killed(s *fact.Stand) string {
	text := endWords[s.How].one + BySignal(s.Signal)
	if s.In {
		text += " in " + s.At.Call.String()
	}
	return text
}

// BySignal returns " by SIGSEGV"; "" if the signal is unknown.
func BySignal(s syscall.Signal) string {
	switch name := unix.SignalName(s); {
	case s == 0:
		return ""
	case name == "":
		return fmt.Sprintf(" by signal %d", int(s))
	default:
		return " by " + name
	}
}

// absentNames names absent ranks and says where they are; ranks in the same place are grouped.
func absentNames(absent []fact.Stand) string {
	type doing struct{ stands, waits string }
	var order []doing
	groups := map[doing][]int32{}
	for _, a := range absent {
		x := doing{stands: standing(a)}
		if a.In && a.Waits != nil {
			x.waits = Waits(a.Waits, nil)
		}
		if groups[x] == nil {
			order = append(order, x)
		}
		groups[x] = append(groups[x], a.Rank)
	}
	var out []string
	for _, x := range order {
		ranks := groups[x]
		text := words.Ranks(ranks) + ", which " + words.Agree(len(ranks), x.stands)
		if x.waits != "" {
			text += " and " + words.Agree(len(ranks), x.waits)
		}
		out = append(out, text)
	}
	return words.Join(out, maxNamed, "; ")
}

// where returns the call that a rank ended in, or its last call.
func where(e *fact.RankEnd) tracker.Site {
	if e.In.IsZero() {
		return e.Last
	}
	return e.In
}

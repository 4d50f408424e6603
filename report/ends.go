package report

import (
	"strings"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// End says how a rank ended.
type End string

// The ways to end.
const (
	Finalized End = "finalized"
	Exited    End = "exited"    // without MPI_Finalize
	Failed    End = "failed"    // ended inside an MPI call, as error handlers do
	Aborted   End = "aborted"   // called MPI_Abort
	Killed    End = "killed"    // it left no end record
	NoLog     End = "no log"    // no information on the rank
	Unwatched End = "unwatched" // recording stopped while the program ran on
)

// RankEnd says how a rank ended, and in which call.
type RankEnd struct {
	Rank    int    `json:"rank"`
	Host    string `json:"host,omitempty"` // set if the ranks ran on several hosts
	How     End    `json:"how"`
	In      *Site  `json:"in,omitempty"`    // the rank's call; with Polls, a call that found nothing each time
	After   *Site  `json:"after,omitempty"` // the last call of a rank that was killed in no recorded call
	Polls   bool   `json:"polls,omitempty"`
	Signal  string `json:"signal,omitempty"`  // the signal that killed the rank: "SIGSEGV"
	Waiting string `json:"waiting,omitempty"` // "waits for complete from rank 0"
	// WaitsFor are the ranks whose calls Waiting is about. WaitsForAny: any of these ranks is enough, or any rank of
	// the job.
	WaitsFor    []int `json:"waitsFor,omitempty"`
	WaitsForAny bool  `json:"waitsForAny,omitempty"`
	// About are other calls that Waiting is about: the calls that posted the pending requests, and messages or receives
	// that nearly match.
	About []Related `json:"about,omitempty"`
}

// endWords maps the job view's ends to words of the report.
var endWords = map[fact.EndState]End{
	fact.EndedFinalized:  Finalized,
	fact.EndedExit:       Exited,
	fact.EndedInCall:     Failed,
	fact.EndedAbort:      Aborted,
	fact.EndedStuck:      Killed,
	fact.EndedBrief:      Killed,
	fact.EndedBusy:       Killed,
	fact.EndedPolls:      Killed,
	fact.EndedKilled:     Killed,
	fact.EndedNoLog:      NoLog,
	fact.EndedUnwatched:  Unwatched,
	fact.EndedFinalizing: Killed,
}

// newEnds turns the ends of the job view into ends of a report.
func newEnds(ends []fact.RankEnd, loc locator) []RankEnd {
	out := make([]RankEnd, 0, len(ends))
	line := func(s tracker.Site) string { return brief(newSite(s, loc).Place) }
	for _, e := range ends {
		end := RankEnd{Rank: e.Rank, How: endWords[e.How], Polls: e.How == fact.EndedPolls,
			Waiting: rules.WaitsOf(&e, line)}
		end.Signal = strings.TrimPrefix(rules.BySignal(e.Signal), " by ")
		if !e.In.IsZero() {
			in := newSite(e.In, loc)
			end.In = &in
		}
		if e.Between {
			after := newSite(e.Last, loc)
			end.After = &after
		}
		end.WaitsFor, end.WaitsForAny = waitsFor(e.Waiting)
		for _, x := range append(rules.WantedAt(e.Rank, e.Waiting), rules.OthersAt(&e)...) {
			end.About = append(end.About, Related{Site: newSite(x.Site, loc), Role: x.Role, Note: x.Note})
		}
		out = append(out, end)
	}
	return out
}

// waitsFor lists the ranks that a rank waits for, ascending. any: it waits for any of these ranks, or for any rank of
// the job.
func waitsFor(w *fact.Waiting) (ranks []int, any bool) {
	if w == nil {
		return nil, false
	}
	all, any := w.Ranks()
	ranks = make([]int, len(all))
	for i, r := range all {
		ranks[i] = int(r)
	}
	return ranks, any
}

// endPhrases follow "rank 3" or "ranks 0-3" in the text.
var endPhrases = map[End]string{
	Finalized: "reached MPI_Finalize",
	Exited:    "exited without MPI_Finalize",
	Failed:    "ended by an error",
	Aborted:   "called MPI_Abort",
	Killed:    "killed",
	NoLog:     "left no log",
	Unwatched: "no longer watched: recording had stopped",
}

// endText says how a rank of a sheet ended.
func endText(e RankEnd) string {
	s := endPhrases[e.How]
	if e.Signal != "" {
		s += " by " + e.Signal
	}
	if e.Host != "" && e.How != Finalized {
		s += " on " + e.Host
	}
	if e.In != nil && e.In.Call != "" {
		if e.How == Aborted || e.How == Finalized { // the call is named: "called MPI_Abort"
			s += ", " + place(*e.In)
		} else {
			s += " in " + callPlace(*e.In)
		}
	}
	if e.After != nil {
		s += " after " + callPlace(*e.After) + ", before any other recorded call"
	}
	return s
}

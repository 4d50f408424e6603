package rules

import "github.com/gomarmot/gomarmot/tracker"

// blame adds the missing ranks to a report: where they are, and the calls that
// keep them there.
func (r *Report) blame(absent ...tracker.Stand) {
	for i, a := range absent {
		r.Ranks = append(r.Ranks, a.Rank)
		if a.At.IsZero() {
			continue
		}
		r.Blames = append(r.Blames, a.At)
		r.Blames = append(r.Blames, a.Behind...)
		if i < maxNamed {
			r.Related = append(r.Related, At(a.At, "this rank "+a.Why))
		}
	}
}

// standRanks returns the ranks of the stands.
func standRanks(absent []tracker.Stand) []int32 {
	out := make([]int32, len(absent))
	for i, a := range absent {
		out[i] = a.Rank
	}
	return out
}

package rules

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// GroupConsequences sets Cause for each finding that is a consequence of another finding. A call is missing because its
// rank is in a call that the other finding is about, or because the rank misused an epoch on the window earlier.
// Findings on a communicator follow from the finding that ranks created it with different arguments, and findings about
// the collective order from findings of more specific families. If a window was not freed because its rank ended early,
// the cause is the finding about the ranks that wait for that rank. Early use of a buffer follows from the finding that
// the operation is never completed, a partition that is not ready from the finding that another was marked in its
// place, and a deadlock from the finding that partitions are not ready for which a rank waits. That a handle is invalid
// follows from the finding about the failed call that should have returned it. The end of a run follows from ranks that
// wait forever.
func GroupConsequences(all []*Finding) {
	about := map[place][]*Finding{}
	made := map[place][]*Finding{} // by the calls that created communicators
	causes := slices.Clone(all)    // findings about deadlocks first: they are the cause of missing calls
	slices.SortStableFunc(causes, func(a, b *Finding) int {
		switch {
		case a.Rule == b.Rule:
			return 0
		case a.Rule == Deadlock:
			return -1
		case b.Rule == Deadlock:
			return 1
		}
		return 0
	})
	for _, f := range causes {
		for _, s := range f.Sites {
			about[placeOf(s)] = append(about[placeOf(s)], f)
		}
		for _, r := range f.Related {
			about[placeOf(r.Site)] = append(about[placeOf(r.Site)], f)
		}
		for _, s := range f.Row {
			made[placeOf(s)] = append(made[placeOf(s)], f)
		}
	}
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(a, b *Finding) int { return cmp.Compare(turn(a), turn(b)) })
	for _, f := range order {
		if f.Rule == RunEnd {
			f.follow(hungIn(all, f))
			continue
		}
		if f.Rule == partitioned || f.Rule == Deadlock {
			f.follow(partitionFaults(all, f))
			continue
		}
		for _, s := range f.Blames {
			f.follow(about[placeOf(s)])
		}
		for _, s := range f.Blames {
			f.follow(epochFaults(all, f, s))
		}
		for _, s := range f.Made {
			f.follow(made[placeOf(s)])
		}
	}
	for _, f := range all {
		if f.Rule == neverFreed && f.Cause == nil {
			f.follow(earlyEnds(all, f))
		}
		if (f.Rule == Deadlock || f.Rule == WaitsInVain) && f.Cause == nil {
			f.follow(otherGroups(all, f))
		}
		if f.Rule == pendingBuffer && f.Cause == nil {
			f.follow(neverCompleted(all, f))
		}
		if f.Cause == nil {
			f.follow(failures(all, f))
		}
	}
}

// GroupUnfreed sets Cause for each finding about objects that were never freed to the error about the call that made
// them: had the call failed, as it should, the objects would not exist. In a collective call, the error may be about
// the call of another rank. samePlace reports whether two calls are known to have the same place in the source.
func GroupUnfreed(all []*Finding, samePlace func(a, b tracker.Site) bool) {
	for _, f := range all {
		if f.Rule == Unfreed && f.Cause == nil && len(f.Sites) > 0 {
			f.follow(makingFaults(all, f.Sites[0], samePlace))
		}
	}
}

// makingFaults returns the findings about the call, or about a call of another rank at the same place.
func makingFaults(all []*Finding, made tracker.Site, samePlace func(a, b tracker.Site) bool) []*Finding {
	var out []*Finding
	for _, g := range all {
		if g.Cause != nil || len(g.Sites) == 0 || g.Rule.Family() != "OBJ" || g.Sites[0].Call != made.Call {
			continue
		}
		if s := g.Sites[0]; placeOf(s) == placeOf(made) || samePlace(s, made) {
			out = append(out, g)
		}
	}
	return out
}

// hungIn returns the findings about ranks that wait forever in the calls in which the ranks of f were killed.
func hungIn(all []*Finding, f *Finding) []*Finding {
	var out []*Finding
	for _, g := range all {
		in := func(s tracker.Site) bool { return slices.Contains(f.Blames, s) }
		hung := slices.ContainsFunc(g.Sites, in) || slices.ContainsFunc(g.Blames, in)
		switch {
		case hung && (g.Rule == Deadlock || g.Rule == WaitsInVain):
			out = slices.Insert(out, 0, g)
		case hung && g.Rule == collMissing:
			out = append(out, g)
		}
	}
	return out
}

// partitionFaults returns the findings about the blamed calls: they marked partitions twice in place of the partitions
// that f is about, or wait for a send whose missing partitions a rank of f waits for.
func partitionFaults(all []*Finding, f *Finding) []*Finding {
	return slices.DeleteFunc(slices.Clone(all), func(g *Finding) bool {
		blamed := func(s tracker.Site) bool { return placeOf(s) == placeOf(g.Sites[0]) }
		return g.Rule != partitioned || len(g.Sites) == 0 || !slices.ContainsFunc(f.Blames, blamed)
	})
}

// otherGroups returns the findings about different groups in MPI_Comm_create_group, or groups or tags in
// MPI_Comm_create_from_group, if ranks of f wait in this call.
func otherGroups(all []*Finding, f *Finding) []*Finding {
	in := func(s tracker.Site) bool {
		return s.Call == calls.CommCreateGroup || s.Call == calls.CommCreateFromGroup
	}
	if !slices.ContainsFunc(f.Sites, in) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(g *Finding) bool {
		return g.Rule != createDiffers || !slices.ContainsFunc(g.Sites, in)
	})
}

// neverCompleted returns the findings about lost requests of the operation whose buffer f is about.
func neverCompleted(all []*Finding, f *Finding) []*Finding {
	var out []*Finding
	for _, g := range all {
		lost := g.Rule == lostOperation || g.Rule == lostRequest || g.Rule == lostFileRequest
		if lost && len(g.Sites) > 0 && len(f.Related) > 0 && placeOf(g.Sites[0]) == placeOf(f.Related[0].Site) {
			out = append(out, g)
		}
	}
	return out
}

// failures returns the findings about failed calls that left the handle which f is about.
func failures(all []*Finding, f *Finding) []*Finding {
	var out []*Finding
	for i := range f.Related {
		r := &f.Related[i]
		if r.Role != roleCauses {
			continue
		}
		failed := func(s tracker.Site) bool { return placeOf(s) == placeOf(r.Site) }
		for _, g := range all {
			if slices.ContainsFunc(g.Sites, failed) {
				out = append(out, g)
			}
		}
	}
	return out
}

// earlyEnds returns the findings about ranks that wait, on the window, for ranks of f that are already in MPI_Finalize:
// the same error kept the latter ranks from freeing the window.
func earlyEnds(all []*Finding, f *Finding) []*Finding {
	var out []*Finding
	for _, g := range all {
		if !sameObject(g.Object, f.Object) {
			continue
		}
		early := slices.ContainsFunc(g.Blames, func(s tracker.Site) bool {
			return s.Call == calls.Finalize && slices.Contains(f.Ranks, int(s.Rank))
		})
		if early {
			out = append(out, g)
		}
	}
	return out
}

// place is a site without the number of its call, since a finding keeps only the site of its first occurrence.
type place struct {
	rank int32
	call calls.Kind
	pc   uint64
}

func placeOf(s tracker.Site) place { return place{s.Rank, s.Call, s.PC} }

// follow makes the first error among the candidates the cause of f.
func (f *Finding) follow(candidates []*Finding) {
	for _, g := range candidates {
		if f.Cause == nil && g != f && g.Severity == Error && !g.follows(f) {
			f.Cause = g
		}
	}
}

// epochFaults returns the errors in the use of epochs by the rank of a blamed window call: on the window that f is
// about or, if f is not about a window, on any window.
func epochFaults(all []*Finding, f *Finding, s tracker.Site) []*Finding {
	if calls.Of(s.Call).Win < 0 && calls.Of(s.Call).Makes != calls.ClassWin {
		return nil
	}
	var out []*Finding
	for _, g := range all {
		if g.Scope != RankScope || !aboutEpochs(g) || len(g.Sites) == 0 || g.Sites[0].Rank != s.Rank {
			continue
		}
		if sameObject(g.Object, f.Object) || f.Object.Class != calls.ClassWin {
			out = append(out, g)
		}
	}
	return out
}

// follows reports whether f is a consequence of g, directly or not.
func (f *Finding) follows(g *Finding) bool {
	for c := f; c != nil; c = c.Cause {
		if c == g {
			return true
		}
	}
	return false
}

// sameObject reports whether two objects are the same.
func sameObject(a, b tracker.Object) bool {
	if a.ID != 0 && b.ID != 0 {
		return a.Class == b.Class && a.ID == b.ID
	}
	return a.Class == b.Class && a.Label == b.Label
}

// aboutEpochs reports whether a finding is about the epochs of a window.
func aboutEpochs(f *Finding) bool {
	return slices.Contains([]string{"FENCE", "PSCW", "LOCK"}, f.Rule.Family())
}

// turn orders findings so that the most general families look for causes first.
func turn(f *Finding) int {
	general := []string{"COLL", "FENCE", "PSCW"}
	if i := slices.Index(general, f.Rule.Family()); i >= 0 {
		return i
	}
	return len(general)
}

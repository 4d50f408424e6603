package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/words"
)

// raceOf returns the race that a rule looks at. The order in which the accesses were read counts only if the rank of
// the second access knew of the first; otherwise the access of the lower rank becomes the first.
func raceOf(p *JobPass) *fact.Race {
	f := p.Fact.(*fact.Race)
	if a, b := f.First, f.Second; !f.Begun && a.Site.Rank > b.Site.Rank {
		x := *f
		x.First, x.Second = b, a
		return &x
	}
	return f
}

// reportRace reports two accesses that nothing orders.
func (p *JobPass) reportRace(f *fact.Race, why string) {
	a, b := f.First, f.Second
	r := Report{Sites: []tracker.Site{b.Site, a.Site}, Object: b.Window}
	r.Related = append(r.Related, epochAt(b)...)
	if a.Opened != b.Opened {
		r.Related = append(r.Related, epochAt(a)...)
	}
	if onlyHere(a) {
		r.Related = append(r.Related, At(roleSynchronizes, a.AtOriginBy,
			"completes "+accessOf(a)+" at its own rank only"))
	}
	if byValues(f) {
		r.Severity = Warning
	}
	r.Related = append(r.Related, unseenAt(f)...)
	r.Related = append(append(r.Related, betweenAt(&f.Between)...), completionsAt(a, b)...)
	p.Report(r, "%s reach the same %s of rank %d%s%s: %s", bothOf(a, b), words.Bytes(f.Hi-f.Lo), b.Target,
		bytesAt(f), why, unordered(f))
}

// byValues reports whether only values that the program has fetched show the race.
func byValues(f *fact.Race) bool { return len(f.Unseen) > 0 || f.Seen != nil }

// unseenAt returns the fetches that did not return changes, and the changes, if these explain the race.
func unseenAt(f *fact.Race) (out []Related) {
	if f.Early != nil {
		return nil
	}
	for i := range f.Unseen {
		u := &f.Unseen[i]
		out = append(out, At(roleSynchronizes, u.Fetch, fmt.Sprintf("rank %d fetched %d", u.Fetch.Rank, u.Fetched)),
			At(roleSynchronizes, u.Change, fmt.Sprintf("rank %d changed that value%s", u.Change.Rank, leaving(u))))
	}
	return out
}

// tooEarly names a fetch that did not return a change.
func tooEarly(u *fact.Unseen) string {
	return fmt.Sprintf("%s of rank %d, which returned %d, the value from before %s of rank %d,", u.Fetch.Call,
		u.Fetch.Rank, u.Fetched, u.Change.Call, u.Change.Rank)
}

// leaving names the value that a change has left.
func leaving(u *fact.Unseen) string {
	if u.LeftKnown {
		return fmt.Sprintf(" to %d", u.Left)
	}
	return ""
}

// onlyHere reports whether a call has completed the access at the access's own rank only, though the program may rely
// on it.
func onlyHere(a *fact.Side) bool {
	return !a.Local && a.AtOriginBy.Call != 0 && a.AtOriginBy.Call != calls.WinComplete
}

// accessOf names an access: "MPI_Put of rank 1", "a store of rank 2".
func accessOf(a *fact.Side) string {
	if k := a.Site.Call; k.Program() {
		return fmt.Sprintf("%s of rank %d", words.A(k.String()), a.Site.Rank)
	}
	return fmt.Sprintf("%s of rank %d", a.Site.Call, a.Site.Rank)
}

// bothOf names two accesses.
func bothOf(a, b *fact.Side) string {
	if a.Site.Call == b.Site.Call && a.Site.Rank == b.Site.Rank && !a.Site.Call.Program() {
		return fmt.Sprintf("two %s calls of rank %d", a.Site.Call, a.Site.Rank)
	}
	return accessOf(a) + " and " + accessOf(b)
}

// theCall names a call, or the program's own access.
func theCall(k calls.Kind) string {
	if k.Program() {
		return "the " + k.String()
	}
	return k.String()
}

// bytesAt says which bytes of the window the accesses reach.
func bytesAt(f *fact.Race) string {
	if f.Offset < 0 || f.First.Window.ID != f.Second.Window.ID {
		return ""
	}
	return fmt.Sprintf(", from byte %d of its window on", f.Offset)
}

// epochAt returns the call that opened the epoch of an access.
func epochAt(a *fact.Side) []Related {
	if a.Opened.IsZero() {
		return nil
	}
	switch a.Epoch {
	case op.FenceEpoch:
		return []Related{At(roleBegan, a.Opened, fmt.Sprintf("rank %d opened the fence epoch", a.Site.Rank))}
	case op.StartedEpoch:
		return []Related{At(roleBegan, a.Opened, fmt.Sprintf("rank %d started the access epoch", a.Site.Rank))}
	}
	lock := "took a shared lock"
	switch {
	case a.Epoch == op.LockAllEpoch:
		lock = "locked all targets with a shared lock"
	case a.Exclusive:
		lock = "took an exclusive lock"
	}
	return []Related{At(roleBegan, a.Opened, fmt.Sprintf("rank %d %s", a.Site.Rank, lock))}
}

// unordered says why nothing orders two accesses, and which calls would.
func unordered(f *fact.Race) string {
	a, b := f.First, f.Second
	switch u := f.Unseen; {
	case len(u) == 1 && f.Early == nil:
		return fmt.Sprintf("%s of rank %d could order them, but returned %d, the value from before %s of rank %d; "+
			"repeat it until the value has changed", u[0].Fetch.Call, u[0].Fetch.Rank, u[0].Fetched,
			u[0].Change.Call, u[0].Change.Rank)
	case f.Seen != nil:
		other := f.Other(f.Seen)
		return fmt.Sprintf("rank %d may have fetched the value that %s has left, but does not wait until that is "+
			"complete; let rank %d call MPI_Win_flush, and tell rank %d after that", other.Site.Rank,
			accessOf(f.Seen), f.Seen.Site.Rank, other.Site.Rank)
	case len(u) > 1 && f.Early == nil:
		return fmt.Sprintf("neither %s nor %s orders them; let the rank that is to come second repeat its fetch until "+
			"the value has changed", tooEarly(&u[0]), tooEarly(&u[1]))
	case a.Site.Rank == b.Site.Rank && onlyHere(a):
		first, second := inTurn(a, b)
		return fmt.Sprintf("%s begins before %s is complete at the target: %s completes it at the origin only; "+
			"call MPI_Win_flush between them", second, first, a.AtOriginBy.Call)
	case a.Site.Rank == b.Site.Rank:
		first, second := inTurn(a, b)
		return fmt.Sprintf("%s begins before %s is complete; %s", second, first, completeIt(a))
	case exposed(a, b) || exposed(b, a):
		own := a
		if b.Local {
			own = b
		}
		return fmt.Sprintf("nothing orders the two accesses; move %s before MPI_Win_post or after MPI_Win_wait",
			theCall(own.Site.Call))
	case f.Begun && onlyHere(a):
		return fmt.Sprintf("rank %d waits for rank %d, but %s completes %s at its origin only; "+
			"complete it at the target first, with MPI_Win_flush",
			b.Site.Rank, a.Site.Rank, a.AtOriginBy.Call, accessOf(a))
	case f.Begun && isPending(a):
		return fmt.Sprintf("rank %d synchronizes with rank %d before %s is complete%s; let rank %d complete its "+
			"request, with MPI_Wait for example, and synchronize the two ranks after that",
			b.Site.Rank, a.Site.Rank, accessOf(a), notByFence(b), a.Site.Rank)
	case f.Begun:
		return fmt.Sprintf("rank %d synchronizes with rank %d before %s is complete; %s, and synchronize the two "+
			"ranks after that",
			b.Site.Rank, a.Site.Rank, accessOf(a), completeFirst(a))
	case f.Early != nil && (len(u) > 0 || f.Early.Epoch >= op.LockEpoch):
		other := f.Other(f.Early)
		return fmt.Sprintf("rank %d may have set a flag for rank %d, but before %s is complete; call MPI_Win_flush "+
			"first, and set the flag after that", f.Early.Site.Rank, other.Site.Rank, accessOf(f.Early))
	case inFence(a) && inFence(b) && a.Window == b.Window:
		return "no fence of both ranks lies between the two accesses; call MPI_Win_fence there" + completedToo(a, b)
	}
	locks := a.Epoch >= op.LockEpoch && b.Epoch >= op.LockEpoch && a.Window == b.Window && a.Target == b.Target
	why := "neither rank waits until the other has completed its access"
	if locks {
		why = "their locks let both in at once, and " + why
	}
	switch between := betweenWhy(&f.Between); {
	case between != "":
		return why + between + ": " + betweenAdvice(&f.Between)
	case locks:
		return why + "; take exclusive locks, or complete one access with MPI_Win_flush or MPI_Win_unlock, " +
			"and let the other rank wait for a message, a barrier or a flag that follows"
	}
	return why + "; complete one access, and let the other rank wait for a message or a barrier that follows"
}

// isPending reports whether the access belongs to a call that only begins an operation, whose request is completed
// later.
func isPending(a *fact.Side) bool {
	s := calls.Of(a.Site.Call)
	return a.Local && !a.Site.Call.Program() && (s.Starts != calls.NoOperation || s.Step == calls.RequestActivate)
}

// pendingFor says how long a pending operation may access its buffer.
func pendingFor(a *fact.Side) string {
	if a.AtOriginBy.IsZero() {
		return fmt.Sprintf("the operation of %s is pending from its start on", accessOf(a))
	}
	return fmt.Sprintf("the operation of %s is pending from its start until its %s", accessOf(a), a.AtOriginBy.Call)
}

// completionsAt returns the calls that complete pending operations.
func completionsAt(sides ...*fact.Side) (out []Related) {
	for _, x := range sides {
		if isPending(x) && !x.AtOriginBy.IsZero() {
			out = append(out, At(roleEnded, x.AtOriginBy,
				fmt.Sprintf("completed the operation of %s", accessOf(x))))
		}
	}
	return out
}

// notByFence says, if a fence synchronizes access a, that no fence completes the other access.
func notByFence(a *fact.Side) string {
	if a.Epoch == op.FenceEpoch {
		return ", and no fence completes it"
	}
	return ""
}

// completedToo says that the request of an access must also be complete before a fence.
func completedToo(a, b *fact.Side) string {
	for _, x := range []*fact.Side{a, b} {
		if isPending(x) {
			return fmt.Sprintf(". No fence completes %s: let rank %d complete its request, with MPI_Wait for "+
				"example, in the epoch in which the call is made", accessOf(x), x.Site.Rank)
		}
	}
	return ""
}

// inTurn names two accesses of a rank in the order in which the program made them.
func inTurn(a, b *fact.Side) (first, second string) {
	if a.Site.Call == b.Site.Call {
		return "the first", "the second"
	}
	return theCall(a.Site.Call), theCall(b.Site.Call)
}

// exposed reports whether a rank's own access conflicts with an access to its memory that another rank makes between
// start and complete. The rank then makes its own access between post and wait.
func exposed(own, a *fact.Side) bool {
	return own.Local && !a.Local && a.Epoch == op.StartedEpoch && own.Site.Rank == a.Target &&
		own.Site.Rank != a.Site.Rank
}

// inFence reports whether a fence ends the access, or comes after it.
func inFence(a *fact.Side) bool { return a.Epoch == op.FenceEpoch || a.Local }

// completeIt says how the rank completes its first access before the second.
func completeIt(a *fact.Side) string {
	switch a.Epoch {
	case op.FenceEpoch:
		return "call MPI_Win_fence between them"
	case op.StartedEpoch:
		return "end the epoch between them"
	}
	return "call MPI_Win_flush between them"
}

// completeFirst says how a rank completes an access.
func completeFirst(a *fact.Side) string {
	if a.Local {
		return "complete it"
	}
	switch a.Epoch {
	case op.FenceEpoch:
		return "close its epoch with MPI_Win_fence"
	case op.StartedEpoch:
		return "let the target call MPI_Win_wait"
	}
	return "call MPI_Win_flush or unlock the window"
}

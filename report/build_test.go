package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
)

// lockTwice is LOCK003 on one rank, its second lock at pc.
func lockTwice(rank int32, pc uint64) *rules.Finding {
	return &rules.Finding{
		Rule: lock003, Severity: rules.Error, Ranks: []int{int(rank)}, Count: 2, Message: "locks again",
		Sites: []tracker.Site{call(rank, calls.WinLock, pc)},
	}
}

// TestBuildJoinsRanksAtOneLine: the address of a call differs between ranks
// and, where the compiler copied the line, within a rank.
func TestBuildJoinsRanksAtOneLine(t *testing.T) {
	fs := build([]*rules.Finding{lockTwice(2, 0x10), lockTwice(0, 0x10), lockTwice(0, 0x14)}, sampleProgram)
	require.Len(t, fs, 1)
	assert.Equal(t, []int{0, 2}, fs[0].Ranks)
	assert.EqualValues(t, 6, fs[0].Count)
	assert.Equal(t, 0, fs[0].Sites[0].Rank)
}

func TestBuildKeepsDifferentLinesApart(t *testing.T) {
	fs := build([]*rules.Finding{lockTwice(0, 0x30), lockTwice(0, 0x10)}, sampleProgram)
	require.Len(t, fs, 2)
	assert.Equal(t, 57, fs[0].Sites[0].Line)
	assert.Equal(t, 41, fs[1].Sites[0].Line)
}

// TestBuildJoinsOtherOppositeCalls: the fault is at one line; the earlier call that conflicts with it may differ from
// rank to rank.
func TestBuildJoinsOtherOppositeCalls(t *testing.T) {
	a, b := lockTwice(0, 0x30), lockTwice(1, 0x30)
	a.Related = []rules.Related{{Site: call(0, calls.WinLock, 0x40)}}
	b.Related = []rules.Related{{Site: call(1, calls.WinLock, 0x20)}}
	fs := build([]*rules.Finding{a, b}, sampleProgram)
	require.Len(t, fs, 1)
	assert.Len(t, fs[0].Related, 2)
}

// TestBuildWithoutPlaces: without places, only the message tells findings apart.
func TestBuildWithoutPlaces(t *testing.T) {
	a, b, c := lockTwice(0, 0x30), lockTwice(1, 0x40), lockTwice(1, 0x10)
	c.Message = "something else"
	fs := build([]*rules.Finding{a, b, c}, nil)
	require.Len(t, fs, 2)
	assert.Equal(t, "MPI_Win_lock", fs[0].Sites[0].Call)
}

func TestBuildPutsConsequencesUnderTheirCause(t *testing.T) {
	a, b, c := lockTwice(0, 0x30), lockTwice(0, 0x40), lockTwice(0, 0x10)
	b.Cause, c.Cause = a, b
	fs := build([]*rules.Finding{c, b, a}, sampleProgram)
	require.Len(t, fs, 1)
	require.Len(t, fs[0].Consequences, 1)
	require.Len(t, fs[0].Consequences[0].Consequences, 1)
	assert.Equal(t, 57, fs[0].Consequences[0].Consequences[0].Sites[0].Line)
}

// TestBuildLosesNoFinding: causes may be missing or form a circle.
func TestBuildLosesNoFinding(t *testing.T) {
	a, b, c := lockTwice(0, 0x30), lockTwice(0, 0x40), lockTwice(0, 0x10)
	a.Cause, b.Cause = b, a
	c.Cause = lockTwice(1, 0x10)
	assert.Len(t, build([]*rules.Finding{a, b, c}, sampleProgram), 3)
}

func TestNewSite(t *testing.T) {
	assert.Equal(t, Site{Rank: 2}, newSite(tracker.Site{Rank: 2, PC: 0x10}, sampleProgram), "no call")
	s := newSite(call(2, calls.WinFence, 0x50), sampleProgram)
	assert.Equal(t, "MPI_Win_fence", s.Call)
	assert.Equal(t, "libsolver.so.2+0x1a2b0", place(s))
}

// TestBuildCountsObjects: a loop that creates a window in each iteration.
func TestBuildCountsObjects(t *testing.T) {
	var in []*rules.Finding
	for _, name := range []string{"window 1", "window 2", "window 2", "window 3"} {
		f := lockTwice(0, 0x30)
		f.Object.Label = name
		in = append(in, f)
	}
	fs := build(in, sampleProgram)
	require.Len(t, fs, 1)
	assert.Equal(t, "window 1 and 2 more", fs[0].Object)
}

// TestBuildTellsObjectsByValue: a label does not say which object it is.
func TestBuildTellsObjectsByValue(t *testing.T) {
	half := func(rank int32, id uint64, label string) *rules.Finding {
		f := lockTwice(rank, 0x30)
		f.Object = tracker.Object{Class: calls.ClassComm, ID: id, Label: label}
		return f
	}
	for want, in := range map[string][]*rules.Finding{
		"half of the ranks and 1 more": {half(0, 7, "half of the ranks"), half(1, 8, "half of the ranks"), half(2, 7, "half of the ranks")},
		"first name":                   {half(0, 7, "first name"), half(0, 7, "second name")},
		"a and 1 more":                 {half(0, 0, "a"), half(0, 0, "b"), half(0, 0, "a")},
	} {
		fs := build(in, sampleProgram)
		require.Len(t, fs, 1)
		assert.Equal(t, want, fs[0].Object)
	}
}

// TestBuildCountsObjectsOnce: a consequence that several findings share counts the
// objects of all, not the labels that already count some.
func TestBuildCountsObjectsOnce(t *testing.T) {
	var in []*rules.Finding
	for i := range uint64(4) {
		cause, effect := lockTwice(0, 0x30), lockTwice(0, 0x10)
		cause.Object = tracker.Object{Class: calls.ClassWin, ID: 1 + i/2, Label: "a"}
		effect.Object = tracker.Object{Class: calls.ClassWin, ID: 1 + i, Label: "w"}
		effect.Cause = cause
		in = append(in, cause, effect)
	}
	fs := build(in, sampleProgram)
	require.Len(t, fs, 1)
	assert.Equal(t, "a and 1 more", fs[0].Object)
	require.Len(t, fs[0].Consequences, 1)
	assert.Equal(t, "w and 3 more", fs[0].Consequences[0].Object)
}

// madeBy finds every call in a library that the user's code calls, or in a binding.
type madeBy struct{ library bool }

func (m madeBy) Locate(int32, uint64) Site {
	return Site{Place: source.Place{File: "main.c", Line: 7}, library: m.library}
}

// TestBuildLowersFaultsOfLibraries: the user cannot free an object that a library leaves behind. Only findings of rules
// with InLibrary are lowered.
func TestBuildLowersFaultsOfLibraries(t *testing.T) {
	leak := func(rule *rules.Rule) *rules.Finding {
		return &rules.Finding{Rule: rule, Severity: rule.Severity, Count: 1, Ranks: []int{0}, Sites: []tracker.Site{call(0, calls.CommDup, 0x10)}}
	}
	for _, library := range []bool{true, false} {
		fs := build([]*rules.Finding{leak(rules.Unfreed), leak(rules.BadWindow)}, madeBy{library})
		require.Len(t, fs, 2)
		assert.Equal(t, rules.Error, fs[0].Severity)
		assert.Equal(t, map[bool]rules.Severity{true: rules.Note, false: rules.Warning}[library], fs[1].Severity)
	}
}

// TestBuildLinesOfLibraries: a call that a library makes is not in the line of the program that has called the library.
func TestBuildLinesOfLibraries(t *testing.T) {
	rule := *rules.BadWindow
	rule.Located = func(f *rules.Finding, line rules.Lines) (message, advice string) {
		file, _ := line(f.Sites[0])
		return " in " + file, ""
	}
	for library, message := range map[bool]string{true: "a call in ", false: "a call in main.c"} {
		f := &rules.Finding{Rule: &rule, Severity: rule.Severity, Count: 1, Ranks: []int{0}, Message: "a call", Sites: []tracker.Site{call(0, calls.CommDup, 0x10)}}
		assert.Equal(t, message, build([]*rules.Finding{f}, madeBy{library})[0].Message)
	}
}

// TestBuildPutsPilesFirst: among unfreed objects, the most numerous come first.
func TestBuildPutsPilesFirst(t *testing.T) {
	one := &rules.Finding{Rule: rules.Unfreed, Severity: rules.Warning, Count: 1, Ranks: []int{0}, Sites: []tracker.Site{call(0, calls.CommDup, 0x10)}}
	many := &rules.Finding{Rule: rules.Unfreed, Severity: rules.Warning, Count: 9, Ranks: []int{0}, Sites: []tracker.Site{call(0, calls.CommDup, 0x30)}}
	fs := build([]*rules.Finding{one, many}, sampleProgram)
	require.Len(t, fs, 2)
	assert.EqualValues(t, 9, fs[0].Count)
}

// TestBuildPutsUnfreedUnderTheFaultyCall: an unfreed object of a faulty call is a consequence, on other ranks too.
func TestBuildPutsUnfreedUnderTheFaultyCall(t *testing.T) {
	at := func(r *rules.Rule, sev rules.Severity, rank int32, pc uint64) *rules.Finding {
		return &rules.Finding{Rule: r, Severity: sev, Ranks: []int{int(rank)}, Count: 1, Message: "it", Scope: rules.RankScope,
			Sites: []tracker.Site{call(rank, calls.CommSplit, pc)}}
	}
	fault := at(rules.BadArgument, rules.Error, 1, 0x30)
	left0, left1 := at(rules.Unfreed, rules.Warning, 0, 0x30), at(rules.Unfreed, rules.Warning, 1, 0x30)
	fs := build([]*rules.Finding{left0, left1, fault}, sampleProgram)
	require.Len(t, fs, 1)
	assert.Equal(t, "OBJ004", fs[0].RuleID)
	require.Len(t, fs[0].Consequences, 1)
	assert.Equal(t, []int{0, 1}, fs[0].Consequences[0].Ranks)

	elsewhere := at(rules.Unfreed, rules.Warning, 1, 0x10)
	assert.Len(t, build([]*rules.Finding{elsewhere, fault}, sampleProgram), 2)
	assert.Len(t, build([]*rules.Finding{left1, at(rules.BadArgument, rules.Warning, 1, 0x30)}, sampleProgram), 2)
}

// TestBuildShortConsequence: as a consequence, a finding says less.
func TestBuildShortConsequence(t *testing.T) {
	a, b := lockTwice(0, 0x30), lockTwice(0, 0x10)
	b.Short = "short"
	assert.Equal(t, "locks again", build([]*rules.Finding{a, b}, sampleProgram)[0].Message)
	b.Cause = a
	assert.Equal(t, "short", build([]*rules.Finding{a, b}, sampleProgram)[0].Consequences[0].Message)
}

// TestBuildJoinsUpdates: the load and the store of x++ are the same fault.
func TestBuildJoinsUpdates(t *testing.T) {
	touch := func(kind calls.Kind, pc, other uint64) *rules.Finding {
		return &rules.Finding{Rule: lock003, Severity: rules.Error, Ranks: []int{0}, Count: 3, Message: kind.String(),
			Sites: []tracker.Site{call(0, kind, pc)}, Related: []rules.Related{{Site: call(0, calls.WinLock, other)}}}
	}
	fs := build([]*rules.Finding{touch(calls.Load, 0x10, 0x40), touch(calls.Store, 0x14, 0x40)}, sampleProgram)
	require.Len(t, fs, 1)
	assert.Equal(t, "store", fs[0].Message)
	assert.EqualValues(t, 3, fs[0].Count)
	require.Len(t, fs[0].Sites, 2)
	assert.Equal(t, []string{"store", "load"}, []string{fs[0].Sites[0].Call, fs[0].Sites[1].Call})
	assert.Len(t, fs[0].Related, 1)

	assert.Len(t, build([]*rules.Finding{touch(calls.Load, 0x10, 0x40), touch(calls.Store, 0x14, 0x30)}, sampleProgram), 2, "they conflict with different calls")
	assert.Len(t, build([]*rules.Finding{touch(calls.Load, 0x10, 0x40), touch(calls.Store, 0x30, 0x40)}, sampleProgram), 2, "they are in different lines")
	assert.Len(t, build([]*rules.Finding{touch(calls.Load, 0x10, 0x40), touch(calls.Store, 0x14, 0x40)}, nil), 2, "their lines are not known")
}

// TestBuildRestates: a line with several stores is named once; a store of another rank or line, or with a note of its
// own, is named, too.
func TestBuildRestates(t *testing.T) {
	related := func(site tracker.Site, alike bool) rules.Related {
		return rules.Related{Site: site, Role: "conflicts", Note: "conflicts, too", Alike: alike}
	}
	f := func(r rules.Related) *rules.Finding {
		return &rules.Finding{Rule: lock003, Severity: rules.Error, Sites: []tracker.Site{call(0, calls.Store, 0x10)},
			Related: []rules.Related{r}}
	}
	for name, c := range map[string]struct {
		related rules.Related
		kept    bool
	}{
		"same line":    {related(call(0, calls.Store, 0x14), true), false},
		"another rank": {related(call(1, calls.Store, 0x14), true), true},
		"another line": {related(call(0, calls.Store, 0x30), true), true},
		"a load":       {related(call(0, calls.Load, 0x14), true), true},
		"its own note": {related(call(0, calls.Store, 0x14), false), true},
		"line is lost": {related(call(0, calls.Store, 0x999), true), true},
	} {
		assert.Equal(t, c.kept, len(build([]*rules.Finding{f(c.related)}, sampleProgram)[0].Related) == 1, name)
	}
}

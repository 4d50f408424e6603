package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
)

// Finding is a violation of a rule, merged over ranks and repetitions.
type Finding struct {
	Rule     *Rule
	Scope    Scope          // whether the calls of a single rank show the fault, or those of several ranks
	Severity Severity       // the severity of the rule, or a lower one that the rule has chosen
	Ranks    []int          // ranks in MPI_COMM_WORLD, ascending
	Count    int64          // occurrences over all ranks
	Object   tracker.Object // "window 1 of MPI_COMM_WORLD"
	Message  string         // concrete: ranks, sizes, handles' names
	Sites    []tracker.Site
	Related  []Related
	Blames   []tracker.Site // see Report.Blames
	Made     []tracker.Site // see Report.Made
	Row      []tracker.Site // see Report.Row
	Short    string         // see Report.Short
	Lacks    Mode           // see Report.Lacks
	Cite     string         // a citation in place of the rule's; "": the rule's
	Says     string         // the requirement in place of the rule's; "": the rule's
	Advice   string         // advice in place of the rule's; "": the rule's
	Repeat   string         // the command of gomarmot that repeats the run: "provoke --again 7"; "": "run"
	// Cause is set if this finding is only a consequence of another finding.
	Cause *Finding
}

// ObjectKey returns a key that is equal for equal objects: with the ID or, if the ID is unknown, with the label. The
// label alone is not enough: a program may rename an object, and objects of different ranks may have the same label.
func ObjectKey(o tracker.Object) tracker.Object {
	if o.ID != 0 {
		o.Label = ""
	}
	return o
}

// SeverityIn returns the severity of the finding, which may depend on whether a library made the call at fault for the
// program.
func (f *Finding) SeverityIn(library bool) Severity {
	if library && f.Rule.InLibrary != 0 {
		return f.Rule.InLibrary
	}
	return f.Severity
}

// Mode is a way of running gomarmot that records more than usual.
type Mode string

// The modes.
const (
	Heap     Mode = "heap" // gomarmot run --heap
	Compiled Mode = "cc"   // the program is compiled by gomarmot cc
)

// Lines returns the line of the program's source that contains a call; "", 0 if the line is unknown.
type Lines func(tracker.Site) (file string, number int)

// Related is a call with which the call at fault conflicts: an earlier call, or
// a call of another rank.
type Related struct {
	Site tracker.Site
	Role Role
	Note string // "window was locked here"
	// Alike: a load or store that conflicts as a call at fault does, at another address of the program, which may be of
	// the same source line.
	Alike bool
}

func ranksOf(r Report) []int {
	var out []int
	for _, s := range r.Sites {
		out = append(out, int(s.Rank))
	}
	for _, k := range r.Ranks {
		out = append(out, int(k))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

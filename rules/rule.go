package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// Severity grades a finding.
type Severity uint8

// The severities, in order.
const (
	// Note is advice from the standard.
	Note Severity = 1
	// Warning is legal here, but unsafe or not portable.
	Warning Severity = 2
	// Error is erroneous or undefined according to the standard.
	Error Severity = 3
)

// String returns "note", "warning" or "error".
func (s Severity) String() string {
	return [...]string{"none", "note", "warning", "error"}[s]
}

// Severities are all of them, the worst first.
var Severities = []Severity{Error, Warning, Note}

// MarshalText is String, but empty for no severity.
func (s Severity) MarshalText() ([]byte, error) {
	if s == 0 {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// UnmarshalText is the inverse of MarshalText.
func (s *Severity) UnmarshalText(text []byte) error {
	*s = 0
	for _, v := range Severities {
		if v.String() == string(text) {
			*s = v
		}
	}
	if *s == 0 && len(text) > 0 {
		return fmt.Errorf("no severity is called %q", text)
	}
	return nil
}

// Scope says whose calls a rule needs to see.
type Scope string

// The scopes.
const (
	// RankScope rules decide from a single rank's calls, while the program runs.
	RankScope Scope = "rank"
	// JobScope rules need several ranks.
	JobScope Scope = "job"
	// BothScopes rules make findings of RankScope and findings of JobScope.
	BothScopes Scope = "rank and job"
	// RunsScope rules compare runs: gomarmot provoke makes their findings.
	RunsScope Scope = "runs"
)

// Rule is a rule of the MPI standard.
type Rule struct {
	ID       string // stable once released, never reused: "PSCW001"
	Title    string // a short lower-case phrase: "start without a matching post"
	Severity Severity
	// InLibrary is the severity where a library made the call at fault for the
	// program; 0: the same.
	InLibrary Severity
	Scope     Scope
	Since     string // gomarmot release that introduced it
	MPI       string // first version of the standard that has the rule: "3.0"; "" for gomarmot's own
	// Pedantic marks advice that many correct programs ignore: it is given only
	// on request (--pedantic).
	Pedantic bool

	Cite   string   // where the standard says so: "MPI-4.1, General Active Target Synchronization"
	Says   string   // the requirement of the standard, a sentence in our words
	Doc    string   // the consequences of the fault and why they matter
	Advice string   // how to fix the program, a sentence
	Silent []string // legal code that looks like the fault
	Limit  string   // faults of this kind that the rule cannot see

	// On lists the calls a rank rule watches. Check runs when such a call is
	// entered, Done when it has returned; both run before the call changes the
	// state. A rule without Check has Done run, too, on calls of which only the entry
	// is recorded.
	On []calls.Kind
	// If, unless zero, lists signs: Check and Done find nothing in a call that has none of them, and are not run
	// for it where signs of its kind are looked for.
	If Sign
	// Arguments: the findings of Check follow from the arguments of the call and the objects that they name, not from
	// calls before it that leave objects as they are (state.Judged).
	Arguments bool
	Check     func(*Pass)
	Done      func(*Pass)
	// Program runs on the program's own loads and stores that may be in memory of windows, or of operations under
	// way.
	Program func(*Pass)
	// GPU runs on work on GPUs that may use memory of operations under way or of windows: Pass.Program is its use.
	GPU func(*Pass)
	// Finish runs once at the end of a rank's stream.
	Finish func(*Pass)
	// AfterGap: Finish also runs where events of the rank were lost, and its state is a guess.
	AfterGap bool

	// Located, if set, says more of a finding whose places in the source are known: text to append to its
	// message, and other advice; "" for none.
	Located func(f *Finding, line Lines) (message, advice string)

	// Hangs: it is about ranks that wait for others forever.
	Hangs bool

	// Between: it compares ranks of a job with ranks of the jobs that it is linked with, too.
	Between bool

	// Facts lists the kinds of facts of the job view that a job rule watches.
	Facts []fact.Kind
	Job   func(*JobPass)
}

// Provoked reports whether gomarmot provoke makes the rule's findings: the log of a single run has none.
func (r *Rule) Provoked() bool { return r.Scope == RunsScope }

// Family returns the name of the rule's family: "WIN".
func (r *Rule) Family() string { return FamilyOf(r.ID) }

// finalized is a Finish that runs for ranks that have reached MPI_Finalize.
func finalized(check func(*Pass)) func(*Pass) {
	return func(p *Pass) {
		if p.Rank.Sessions.Finalized {
			check(p)
		}
	}
}

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

// Severities are all severities, the worst first.
var Severities = []Severity{Error, Warning, Note}

// MarshalText is like String, but empty for no severity.
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

// Scope says how many ranks a rule needs to see.
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

// Clause is one of several requirements of the standard that a rule checks.
type Clause struct {
	Cite string // where the standard says so
	Says string // the requirement, a sentence in our words
}

// Rule is a rule of the MPI standard.
type Rule struct {
	ID       string // stable once released, never reused: "PSCW001"
	Title    string // a short lower-case phrase: "start without a matching post"
	Severity Severity
	// InLibrary is the severity if a library made the call at fault for the program; 0: the same.
	InLibrary Severity
	Scope     Scope
	Since     string // gomarmot release that introduced it
	MPI       string // first version of the standard that has the rule: "3.0"; "" for gomarmot's own
	// Pedantic marks advice that many correct programs ignore: it is given only
	// on request (--pedantic).
	Pedantic bool

	Cite string // the chapter of the standard: "MPI-4.1, General Active Target Synchronization"
	Says string // the requirement of the standard, a sentence in our words
	// Clauses are the requirements one by one, where Says sums up many. Each finding names its own.
	Clauses []Clause
	Doc     string   // the consequences of the fault and why they matter
	Advice  string   // how to fix the program, a sentence
	Silent  []string // legal code that looks like the fault
	Limit   string   // faults of this kind that the rule cannot see

	// On lists the calls that a rank rule watches. Check runs when such a call is entered, Done when it has returned;
	// both run before the call changes the state. For a rule without Check, Done also runs on calls with a single
	// record, at their entry.
	On []calls.Kind
	// If, unless zero, lists signs: Check and Done find nothing in a call that has none of them. They do not run for
	// such a call if all these signs are determined for its kind (knows).
	If Sign
	// Arguments: the findings of Check depend only on the arguments of the call and on the objects that they name, not
	// on earlier calls that leave these objects as they are (call.Judged).
	Arguments bool
	Check     func(*Pass)
	Done      func(*Pass)
	// Program runs on loads and stores of the program itself that may access memory of windows, or of pending
	// operations.
	Program func(*Pass)
	// GPU runs on work on GPUs that may use memory of pending operations or of windows: Pass.Program is the use.
	GPU func(*Pass)
	// Finish runs once at the end of a rank's stream.
	Finish func(*Pass)
	// AfterGap: Finish also runs if records of the rank were lost, so that its state is a guess.
	AfterGap bool

	// Located, if set, adds to a finding whose places in the source are known: text at the end of its message, and
	// other advice; "" for none.
	Located func(f *Finding, line Lines) (message, advice string)

	// Hangs: the rule is about ranks that wait for others forever.
	Hangs bool

	// Between: the rule also compares ranks of a job with ranks of linked jobs.
	Between bool

	// Facts lists the kinds of facts of the job view that a job rule watches.
	Facts []fact.Kind
	Job   func(*JobPass)
}

// Provoked reports whether gomarmot provoke makes the rule's findings: the log of a single run has none.
func (r *Rule) Provoked() bool { return r.Scope == RunsScope }

// Family returns the name of the rule's family: "WIN".
func (r *Rule) Family() string { return FamilyOf(r.ID) }

// finalized returns a Finish that runs check for ranks that have reached MPI_Finalize.
func finalized(check func(*Pass)) func(*Pass) {
	return func(p *Pass) {
		if p.Rank.Sessions.Finalized {
			check(p)
		}
	}
}

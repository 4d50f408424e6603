package rules

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

var (
	idPattern       = regexp.MustCompile(`^[A-Z]+[0-9]{3}$`)
	standardPattern = regexp.MustCompile(`^[1-9]\.[0-9]$`)
)

// WithoutProgram is the rule that no example program breaks: the MPI libraries of the tests give all windows the
// unified memory model.
const WithoutProgram = "RACE005"

// Validate rejects rules that lack documentation or a citation, or are
// registered twice. hasExample reports whether a rule has a buggy and a fixed
// program.
func Validate(set []*Rule, hasExample func(id string) bool) error {
	var errs []error
	seen := map[string]bool{}
	for _, r := range set {
		if seen[r.ID] {
			errs = append(errs, fmt.Errorf("%s: registered twice", r.ID))
		}
		seen[r.ID] = true
		for _, p := range r.problems() {
			errs = append(errs, fmt.Errorf("%s: %s", r.ID, p))
		}
		if !hasExample(r.ID) && r.ID != WithoutProgram {
			errs = append(errs, fmt.Errorf("%s: no examples/buggy/%s/bug.c or bug.f90 with a fixed twin", r.ID, r.ID))
		}
	}
	return errors.Join(errs...)
}

// problems lists the fields of the rule that are missing or wrong.
func (r *Rule) problems() []string {
	var out []string
	need := func(ok bool, what string) {
		if !ok {
			out = append(out, what)
		}
	}
	need(idPattern.MatchString(r.ID), "the ID is not of the form LOCK003")
	need(r.Title != "" && !strings.HasSuffix(r.Title, "."), "no title, or one that ends in a period")
	need(r.Severity >= Note && r.Severity <= Error, "no severity")
	need(!r.Pedantic || r.Severity == Note, "a pedantic rule must be a note")
	need(strings.HasPrefix(r.Cite, "MPI-") || r.Family() == "TOOL", "no citation of the form MPI-4.1, Section")
	need(sentence(r.Says), "Says is not a sentence")
	for _, c := range r.Clauses {
		need(strings.HasPrefix(c.Cite, "MPI-"), "a clause without a citation of the form MPI-4.1, Section")
		need(sentence(c.Says), "a clause that is not a sentence")
	}
	need(sentence(r.Doc), "Doc is not a sentence")
	need(sentence(r.Advice), "Advice is not a sentence")
	need(sentence(r.Limit), "Limit is not a sentence: what can the rule not detect?")
	need(r.Since != "", "no release that introduced it")
	need(standardPattern.MatchString(r.MPI) != (r.Family() == "TOOL"), "no first version of the standard, such as 3.0")
	rank, job := r.Check != nil || r.Done != nil || r.Program != nil || r.GPU != nil || r.Finish != nil, r.Job != nil
	switch r.Scope {
	case RankScope:
		need(rank && !job, "a rank rule that checks no call, or that watches facts")
	case JobScope:
		need(job && !rank, "a job rule that watches no facts, or that checks calls")
	case BothScopes:
		need(rank && job, "a rule of both scopes that does not check calls and watch facts")
	case RunsScope:
		need(!rank && !job, "a rule that compares runs, and checks calls or watches facts")
	default:
		out = append(out, "no scope")
	}
	need(len(r.On) > 0 || r.Check == nil && r.Done == nil, "Check or Done without calls to watch")
	need(len(r.Facts) > 0 || !job, "Job without facts to watch")
	return out
}

func sentence(s string) bool {
	return strings.HasSuffix(s, ".") && unicode.IsUpper([]rune(s)[0])
}

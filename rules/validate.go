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

// Validate refuses rules that are not documented, not cited, or registered
// twice. hasExample says whether a rule has its buggy and its fixed program.
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
		if !hasExample(r.ID) {
			errs = append(errs, fmt.Errorf("%s: no examples/buggy/%s/bug.c and fixed.c", r.ID, r.ID))
		}
	}
	return errors.Join(errs...)
}

// problems lists what is missing in the rule itself.
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
	need(!r.Pedantic || r.Severity == Note, "a pedantic rule that is more than a note")
	need(strings.HasPrefix(r.Cite, "MPI-") || strings.HasPrefix(r.ID, "TOOL"), "no citation of the form MPI-4.1, Section")
	need(sentence(r.Says), "Says is no sentence")
	need(sentence(r.Doc), "Doc is no sentence")
	need(sentence(r.Advice), "Advice is no sentence")
	need(sentence(r.Limit), "Limit is no sentence: what can the rule not see?")
	need(r.Since != "", "no release it came with")
	need(standardPattern.MatchString(r.MPI) != strings.HasPrefix(r.ID, "TOOL"), "no version of the standard it holds from, such as 3.0")
	switch r.Scope {
	case RankScope:
		need(r.Check != nil || r.Done != nil || r.Finish != nil, "a rank rule that checks nothing")
		need(len(r.On) > 0 || r.Check == nil && r.Done == nil, "Check or Done without calls to watch")
	case JobScope:
		need(r.Job != nil && len(r.Facts) > 0, "a job rule that watches no facts")
	default:
		out = append(out, "no scope")
	}
	return out
}

func sentence(s string) bool {
	return s != "" && strings.HasSuffix(s, ".") && unicode.IsUpper([]rune(s)[0]) || strings.HasPrefix(s, "MPI_")
}

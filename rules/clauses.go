package rules

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// checkedClause is a requirement of the standard, with the checks of the calls that it applies to.
type checkedClause struct {
	Clause
	checks map[calls.Kind]func(*Pass)
}

// checksOf returns the checks of all clauses by call. The findings of a check name the check's clause.
func checksOf(clauses []checkedClause) map[calls.Kind]func(*Pass) {
	all := map[calls.Kind]func(*Pass){}
	for _, c := range clauses {
		for k, check := range c.checks {
			before := all[k]
			all[k] = func(p *Pass) {
				if before != nil {
					before(p)
				}
				p.clause = c.Clause
				check(p)
				p.clause = Clause{}
			}
		}
	}
	return all
}

func clausesOf(clauses []checkedClause) []Clause {
	var out []Clause
	for _, c := range clauses {
		out = append(out, c.Clause)
	}
	return out
}

// citesOf returns the citations of all clauses, each section once.
func citesOf(clauses []checkedClause) string {
	const standard = "MPI-4.1, "
	var sections []string
	for _, c := range clauses {
		for _, s := range strings.Split(strings.TrimPrefix(c.Cite, standard), "; ") {
			if !slices.Contains(sections, s) {
				sections = append(sections, s)
			}
		}
	}
	return standard + strings.Join(sections, "; ")
}

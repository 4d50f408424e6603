package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/gomarmot/gomarmot/rules"
)

// RulesSchema names the version of the JSON list of rules. Adding fields
// keeps the version; a change of meaning requires a new one.
const RulesSchema = "gomarmot-rules/1"

// jsonRule is a rule in the form that programs read.
type jsonRule struct {
	ID       string       `json:"id"`
	Title    string       `json:"title"`
	Severity string       `json:"severity"`
	Scope    string       `json:"scope"`
	Since    string       `json:"since"`
	MPI      string       `json:"mpi,omitempty"` // the first version of the standard that has the rule
	Pedantic bool         `json:"pedantic"`      // applied only with --pedantic
	Cite     string       `json:"citation"`
	Says     string       `json:"says"`
	Clauses  []jsonClause `json:"clauses,omitempty"` // the requirements one by one, where says sums up many
	Doc      string       `json:"doc"`
	Advice   string       `json:"advice"`
	Silent   []string     `json:"silent"` // legal code that looks like the fault
	Limit    string       `json:"limit"`
}

type jsonClause struct {
	Cite string `json:"citation"`
	Says string `json:"says"`
}

// WriteRulesJSON writes the rules for programs.
func WriteRulesJSON(w io.Writer, all []*rules.Rule) error {
	out := struct {
		Schema string     `json:"schema"`
		Rules  []jsonRule `json:"rules"`
	}{Schema: RulesSchema, Rules: []jsonRule{}}
	for _, r := range all {
		silent := []string{}
		for _, s := range r.Silent {
			silent = append(silent, reflow(s))
		}
		var clauses []jsonClause
		for _, c := range r.Clauses {
			clauses = append(clauses, jsonClause(c))
		}
		out.Rules = append(out.Rules, jsonRule{
			ID: r.ID, Title: r.Title, Severity: r.Severity.String(), Scope: string(r.Scope), Since: r.Since, MPI: r.MPI,
			Pedantic: r.Pedantic, Cite: r.Cite, Says: r.Says, Clauses: clauses, Doc: reflow(r.Doc), Advice: r.Advice,
			Silent: silent, Limit: reflow(r.Limit),
		})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(out); err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	return nil
}

// Command catalogue writes docs/rules.md: every rule that gomarmot has. Run it
// through "make generate".
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// path is where the page is, below the repository's root.
var path = filepath.Join("docs", "rules.md")

const intro = `<!-- Written by rules/catalogue: run make generate. -->

# Rules

Every rule, by family. An ID never changes its meaning and is never used for
another rule. ` + "`gomarmot explain ID`" + ` tells all about a rule, with a buggy and a fixed
program, and ` + "`gomarmot explain FAMILY`" + ` what a family is about.

*Scope* says what a rule needs: *rank* rules need one rank's calls, and report
while the program runs; *job* rules need the calls of several ranks; *runs* rules compare several runs.
`

func main() {
	if err := os.WriteFile(path, page(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(1)
	}
}

// row is a line of a table.
type row struct{ id, severity, scope, title, cite string }

// page renders the whole page.
func page() []byte {
	var b bytes.Buffer
	b.WriteString(intro)
	for _, f := range rules.Families {
		fmt.Fprintf(&b, "\n## %s: %s\n\n[What it is about](concepts/%s.md)\n\n", f.Name, f.Covers,
			strings.ToLower(f.Name))
		b.WriteString("| rule | severity | scope | fault | the standard |\n|---|---|---|---|---|\n")
		for _, r := range rows(f.Name) {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.id, r.severity, r.scope, r.title, r.cite)
		}
	}
	return b.Bytes()
}

// rows lists the rules of a family, by number.
func rows(family string) []row {
	var out []row
	for _, r := range rules.All {
		if rules.FamilyOf(r.ID) != family {
			continue
		}
		title := r.Title
		if r.Pedantic {
			title += " (only with `--pedantic`)"
		}
		out = append(out, row{id: r.ID, severity: r.Severity.String(), scope: string(r.Scope), title: title,
			cite: r.Cite})
	}
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.id, b.id) })
	return out
}

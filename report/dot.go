package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeDot writes, as a graph for Graphviz, which ranks waited for which ranks at the end: a node for each rank or, in
// a large job, for each place in the source where ranks were, and arrows to the ranks that they waited for.
func writeDot(w io.Writer, s *sheet) error {
	var b strings.Builder
	if len(s.Unseen) > 0 {
		fmt.Fprintf(&b, "// %s:\n", lacking)
	}
	for _, n := range slices.Concat(s.Unseen, otherCoverage(s.Report)) {
		fmt.Fprintf(&b, "// %s\n", n)
	}
	for _, f := range s.shown() {
		fmt.Fprintf(&b, "// %s %s: %s\n", f.Severity, f.RuleID, f.Message)
	}
	b.WriteString("digraph waits {\n  node [shape=box, fontname=\"sans-serif\"];\n")
	for i, n := range waitGraph(s.Ends) {
		style := ""
		if !n.waits {
			style = ", style=dashed"
		}
		fmt.Fprintf(&b, "  n%d [label=%s%s];\n", i, dotLabel(n.name(), n.stand.String()), style)
		for _, k := range n.to {
			attributes := ""
			if n.any {
				attributes = " [label=\"any of several\", style=dashed]"
			}
			fmt.Fprintf(&b, "  n%d -> n%d%s;\n", i, k, attributes)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// dotLabel returns several lines as a quoted string.
func dotLabel(lines ...string) string {
	for i, l := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(l)
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

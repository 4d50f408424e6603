package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeDot writes who waited for whom at the end, as a graph for Graphviz: a node for each rank or, of many, for
// each place in which ranks were, and an arrow to those that they waited for.
func writeDot(w io.Writer, r *Report, opt Options) error {
	r.Normalize()
	r = r.printable()
	var b strings.Builder
	if len(r.Unseen) > 0 {
		fmt.Fprintf(&b, "// %s:\n", lacking)
	}
	for _, s := range append(slices.Clone(r.Unseen), otherCoverage(r)...) {
		fmt.Fprintf(&b, "// %s\n", s)
	}
	for _, f := range shown(r.Findings, opt) {
		fmt.Fprintf(&b, "// %s %s: %s\n", f.Severity, f.RuleID, f.Message)
	}
	b.WriteString("digraph waits {\n  node [shape=box, fontname=\"sans-serif\"];\n")
	for i, n := range waitGraph(r.Ends, opt.Dir) {
		style := ""
		if !n.waits {
			style = ", style=dashed"
		}
		fmt.Fprintf(&b, "  n%d [label=%s%s];\n", i, dotLabel(n.name(), n.where), style)
		for _, k := range n.to {
			attributes := ""
			if n.any {
				attributes = " [label=\"any of several\", style=dashed]"
			}
			fmt.Fprintf(&b, "  n%d -> n%d%s;\n", i, k, attributes)
		}
	}
	b.WriteString("}\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write dot report: %w", err)
	}
	return nil
}

// dotLabel is a quoted string of lines.
func dotLabel(lines ...string) string {
	for i, l := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(l)
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

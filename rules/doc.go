// Package rules holds what gomarmot checks: one rule per file, listed in
// all.go. A rule is a plain struct; it reads an event and the tracker's state,
// and reports findings.
package rules

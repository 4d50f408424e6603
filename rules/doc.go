// Package rules holds what gomarmot checks: one rule per file, listed in
// all.go. A rule is a plain struct; it reads the tracker's state and an event
// and reports findings.
package rules

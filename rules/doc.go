// Package rules holds the rules that gomarmot checks, each in a file, listed in
// all.go. A rule is a plain struct; it reads an event and the tracker's state,
// and reports findings.
package rules

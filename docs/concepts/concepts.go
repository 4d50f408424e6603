// Package concepts has a page for each family of rules, which explains the concept of MPI that the family is about,
// for readers of a finding who do not have the standard at hand.
package concepts

import (
	"embed"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Page returns the page of a family, "FENCE", as Markdown, and whether it exists.
func Page(family string) (string, bool) {
	b, err := pages.ReadFile(strings.ToLower(family) + ".md")
	return string(b), err == nil
}

// Package concepts explains, for each family of rules, what the family is about: for
// people who have a finding, and not the standard at hand.
package concepts

import (
	"embed"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Page returns the page of a family, "FENCE", as Markdown, and whether there is one.
func Page(family string) (string, bool) {
	b, err := pages.ReadFile(strings.ToLower(family) + ".md")
	return string(b), err == nil
}

package main

import (
	"regexp"
	"strings"
)

// phrase is a banned phrase, and a better phrase.
type phrase struct {
	re      *regexp.Regexp
	instead string
	except  *regexp.Regexp // matches of re that are fine; nil: none
}

// phrases are the banned phrases. Most of them read as if translated from another language; the others are second names
// for things that have a name.
var phrases = []phrase{
	ban(`past the interception`, `by a call that gomarmot did not see`),
	ban(`mend|mends|mending`, `fix`),
	ban(`(\w+ )?(is|are|was|were) no \w+`, `is not a ...`).
		unless(`^there |no (longer|more|less|slower|faster|worse|better)$`),
	ban(`not (\w+ ){0,4}any more`, `no longer`),
	ban(`nobody`, `say who does not, or use the passive`),
	ban(`(rules?|one|that|[A-Z]{3,6}\d{3}) speaks?`, `reports`),
	ban(`(and|or|of) (the|its|their) like`, `such as ..., similar`),
	ban(`in different turns`, `in opposite order`),
	ban(`(is|are|was) none of`, `is not one of, does not belong to`),
	ban(`(was|were|been) made (here|by|with|on)`, `created`),
	ban(`mak(e|es|ing) an? (new )?(window|file|group|datatype|request|directory|communicator|handle)`, `create`),
	ban(`(window|file|group|datatype|request|directory|communicator|handle)s? (was|were|been) made`, `created`),
	ban(`look where`, `find out where`),
	ban(`of (which|whom) nothing is known`, `unknown`),
	ban(`no recorded call (has )?made`, `not created by a recorded call`),
	ban(`never set to an?`, `invalid`),
	ban(`wants? (an?|the|at least|exactly|ALL|MPI_\w+)`, `needs, requires`).unless(`^want `),
	ban(`as ever`, `as usual`),
	ban(`for ever`, `forever`),
	ban(`anew`, `again`),
	ban(`but for (the|those|an?|one|some|what|bytes)`, `except`),
	ban(`(tell|tells|told) of`, `reports, describes`),
	ban(`(come|comes|came) back`, `return`),
	ban(`sees? to it that`, `make sure that`),
	ban(`(give|gives|gave|given) MPI_MODE_\w+`, `pass`),
	ban(`, for (it|they|these|this|that) (is|are|has|have|was|were|would|may|can|need)`, `because`),
	ban(`initialis\w+`, `initializ...`),
	ban(`neighbour(s|ing)?`, `neighbor`),
	ban(`colour(s|ed|ing)?`, `color`),
	ban(`as of [A-Z]{3,6}\d{3}`, `the limits of ... apply, too`),
	ban(`hinder(s|ed)? it`, `prevent`),
}

// ban returns a phrase that matches whole words, in any case and across line
// breaks.
func ban(pattern, instead string) phrase {
	return phrase{re: wholeWords(pattern), instead: instead}
}

// unless excepts matches from the ban.
func (p phrase) unless(pattern string) phrase {
	p.except = regexp.MustCompile(`(?i)` + pattern)
	return p
}

func wholeWords(pattern string) *regexp.Regexp {
	start := `\b`
	if pattern[0] == ',' {
		start = ``
	}
	return regexp.MustCompile(`(?i)` + start + `(?:` + strings.ReplaceAll(pattern, " ", `\s+`) + `)\b`)
}

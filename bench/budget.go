package main

import (
	"fmt"
	"strings"
)

// budget bounds a figure, mostly a ratio. The zero value bounds nothing.
type budget struct {
	limit float64
	least bool // limit is a lower bound, because more is better
}

func atMost(limit float64) budget  { return budget{limit: limit} }
func atLeast(limit float64) budget { return budget{limit: limit, least: true} }

func (b budget) String() string {
	switch {
	case b == budget{}:
		return ""
	case b.least:
		return "≥ " + short(b.limit)
	}
	return "≤ " + short(b.limit)
}

// met reports whether the figure keeps to the budget.
func (b budget) met(figure float64) bool {
	if b.least {
		return figure >= b.limit
	}
	return figure <= b.limit
}

// row is a line of the result.
type row struct {
	label  string
	figure sample
	budget budget
	detail string // the figures that the ratio comes from
	noisy  bool   // other work on the machine has disturbed the measure: there is no verdict
}

// verdict says whether the budget is met: "" if there is no budget.
func (r row) verdict() string {
	switch {
	case r.budget == budget{}:
		return ""
	case r.noisy:
		return "noise"
	case r.budget.met(r.figure.median()):
		return "met"
	}
	return "missed"
}

func (r row) String() string {
	line := fmt.Sprintf("  %-7s %-70s %-18s %-9s %s", r.verdict(), r.label, r.figure, r.budget, r.detail)
	return strings.TrimRight(line, " ")
}

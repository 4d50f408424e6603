package provoke

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// Broken is a finding of a run, reduced to the parts that are compared between runs.
type Broken struct {
	Rule    string
	Place   string // of its first call: "halo.c:41"
	Message string
	Hang    bool // the rule reports that ranks wait forever
	Perhaps bool // a warning: calls that gomarmot did not record may end the hang
}

// Outcome is the outcome of a run.
type Outcome struct {
	Code   int    // the exit status of the command
	Signal string // the signal that ended a rank: "SIGSEGV"; "" if none did
	Ended  bool   // the job ended by itself
	Broken []Broken
	Output Output
}

// Difference is the behavior of a run that the untouched runs did not show; nil stands for none.
type Difference struct {
	Rule   string // PROV001, PROV002 or PROV003
	Says   string // a clause that describes the difference
	Breaks string // the broken rule, if the difference is that a rule is broken; else ""
	// Where is what differs, the same for each choice that causes it: the broken rule and its place, a signal, an exit
	// status, or the line that the untouched runs print.
	Where string
	// Proven: the log proves the difference. Otherwise it may be due to chance or a busy machine, and the run is
	// repeated.
	Proven bool
}

// Expected is the behavior of the untouched runs.
type Expected struct {
	code       int
	broken     map[string]bool // rules and places
	output     Output
	Comparable bool   // all untouched runs have printed the same
	Differs    string // the first lines that differ between the outputs of two untouched runs
	tolerance  float64
}

// NewExpected returns the behavior that the untouched runs showed.
func NewExpected(runs []Outcome, tolerance float64) *Expected {
	e := &Expected{code: runs[0].Code, broken: map[string]bool{}, output: runs[0].Output, Comparable: true,
		tolerance: tolerance}
	for _, r := range runs {
		for _, b := range r.Broken {
			e.broken[b.key()] = true
		}
		if line, same := e.output.same(r.Output, tolerance); !same {
			other, _ := r.Output.same(e.output, tolerance)
			e.Comparable, e.Differs = false, quote(line)+" and "+quote(other)
		}
	}
	return e
}

func (b Broken) key() string { return b.Rule + " " + b.Place }

// Compare returns the behavior of a run that the untouched runs did not show. A job that gomarmot stopped because it
// took too long counts only if ranks wait forever: otherwise it may just have been slow.
func (e *Expected) Compare(o Outcome) *Difference {
	newly := slices.DeleteFunc(slices.Clone(o.Broken), func(b Broken) bool { return e.broken[b.key()] })
	if o.Ended {
		newly = slices.DeleteFunc(newly, func(b Broken) bool { return b.Perhaps })
	}
	hang := slices.IndexFunc(newly, func(b Broken) bool { return b.Hang })
	switch {
	case hang >= 0:
		return &Difference{Rule: "PROV001", Says: "the program hangs: " + newly[hang].Message,
			Where: newly[hang].key(), Proven: !newly[hang].Perhaps}
	case !o.Ended && len(newly) > 0:
		return &Difference{Rule: "PROV001", Says: "the program does not come to its end, and " + brokenText(newly),
			Breaks: newly[0].Rule, Where: newly[0].key()}
	case !o.Ended:
		return nil
	case o.Signal != "":
		return &Difference{Rule: "PROV001", Says: "the program crashes with " + o.Signal, Where: o.Signal}
	case len(newly) > 0:
		return &Difference{Rule: "PROV002", Says: "the program goes on, but " + brokenText(newly),
			Breaks: newly[0].Rule, Where: newly[0].key(), Proven: true}
	case o.Code != e.code:
		return &Difference{Rule: "PROV001", Says: fmt.Sprintf("the program ends with exit status %d instead of %d",
			o.Code, e.code), Where: fmt.Sprint(o.Code)}
	}
	return e.compareOutput(o)
}

func brokenText(newly []Broken) string {
	b := newly[0]
	text := fmt.Sprintf("it breaks %s at %s: %s", b.Rule, b.Place, b.Message)
	if len(newly) > 1 {
		text += fmt.Sprintf(" (and %s)", words.Count(len(newly)-1, "other finding"))
	}
	return text
}

// longestQuote bounds the quoted part of a line.
const longestQuote = 100

func (e *Expected) compareOutput(o Outcome) *Difference {
	if !e.Comparable {
		return nil
	}
	line, same := o.Output.same(e.output, e.tolerance)
	if same {
		return nil
	}
	before, _ := e.output.same(o.Output, e.tolerance)
	return &Difference{Rule: "PROV003", Says: fmt.Sprintf("the program prints %s instead of %s", quote(line),
		quote(before)), Where: before}
}

// quote formats a line of output for a sentence; an empty line stands for a missing line.
func quote(line string) string {
	line = strings.TrimSpace(line)
	if line == "" {
		return "nothing"
	}
	if len(line) > longestQuote {
		line = strings.ToValidUTF8(line[:longestQuote], "") + "..."
	}
	return `"` + line + `"`
}

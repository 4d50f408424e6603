package report

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// SuppressionsFile is the file in the source root that is read if the user names no file.
const SuppressionsFile = ".gomarmot-suppressions"

// maxFile bounds the files of suppressions and baselines, in bytes.
const maxFile = 64 << 20

// Suppressions is a file of findings to suppress; docs/suppressions.md describes
// it.
type Suppressions struct {
	file    string
	entries []suppression
}

// suppression hides the findings at a call that matches all its fields; empty
// fields match everything.
type suppression struct {
	Rule     string         `toml:"rule"` // a pattern of IDs, not empty
	File     string         `toml:"file"` // a pattern of paths from the root of the source
	Line     int            `toml:"line"`
	Function string         `toml:"function"` // a pattern of names
	Call     string         `toml:"call"`     // a pattern: "MPI_Put"
	Reason   string         `toml:"reason"`   // not empty
	Until    toml.LocalDate `toml:"until"`    // the last day on which the entry applies; zero: it applies forever

	at int // the entry's line in the file
}

// Suppressed says why a finding is suppressed.
type Suppressed struct {
	Reason string `json:"reason"`
	File   string `json:"file"` // the file of the suppression
	Line   int    `json:"line"`
}

// usage is the state of a suppression.
type usage string

const (
	used    usage = "used"
	unused  usage = "unused"
	expired usage = "expired" // the entry has expired and hid nothing
)

// suppressionUse says whether a suppression was used.
type suppressionUse struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
	Until  string `json:"until,omitempty"` // the last day on which the entry applies: 2026-12-31
	State  usage  `json:"state"`
	Count  int    `json:"count"` // findings it matches
}

// ReadSuppressions reads a file of suppressions. Errors name file and line.
func ReadSuppressions(name string) (*Suppressions, error) {
	data, err := foreign.ReadFile(name, maxFile)
	if err != nil {
		return nil, fmt.Errorf("read suppressions %s: %w", name, foreign.Reason(err))
	}
	return parseSuppressions(name, data)
}

func parseSuppressions(name string, data []byte) (*Suppressions, error) {
	var doc struct {
		Suppress []suppression `toml:"suppress"`
	}
	d := toml.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:%w", name, tomlError(err))
	}
	at := entryLines(data)
	if len(at) != len(doc.Suppress) {
		return nil, fmt.Errorf("%s:1: %w", name, errNotTables)
	}
	for i := range doc.Suppress {
		e := &doc.Suppress[i]
		e.at = at[i]
		if err := e.validate(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, e.at, err)
		}
	}
	return &Suppressions{name, doc.Suppress}, nil
}

// errNotTables is the error for a file whose entries are not tables.
var errNotTables = errors.New("each suppression must be a separate [[suppress]] table")

// tomlError is the line and the error: "12: unknown key ...".
func tomlError(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, _ := strict.Errors[0].Position()
		key := strict.Errors[0].Key()
		if len(key) < 2 {
			return fmt.Errorf("%d: unknown key %q; %w", row, strings.Join(key, "."), errNotTables)
		}
		return fmt.Errorf("%d: unknown key %q; the keys are rule, file, line, function, call, reason, until", row,
			key[1])
	}
	var bad *toml.DecodeError
	if !errors.As(err, &bad) {
		return fmt.Errorf("1: %s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	row, _ := bad.Position()
	text := strings.TrimPrefix(bad.Error(), "toml: ")
	if key := bad.Key(); strings.HasPrefix(text, "cannot decode") {
		text = errNotTables.Error() // the library's text mentions Go types
		if len(key) > 1 {
			text = fmt.Sprintf("the value of %q is not %s", key[1], valueKinds[key[1]])
		}
	}
	return fmt.Errorf("%d: %s", row, text)
}

// valueKinds are the types of the keys' values, in words.
var valueKinds = map[string]string{
	"rule": "text", "file": "text", "function": "text", "call": "text", "reason": "text",
	"line": "a number", "until": "a date, 2026-12-31",
}

// entryLines are the lines on which the file's tables begin.
func entryLines(data []byte) []int {
	var lines []int
	p := unstable.Parser{}
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.ArrayTable {
			continue
		}
		if key := e.Key(); key.Next() {
			lines = append(lines, p.Shape(key.Node().Raw).Start.Line)
		}
	}
	return lines
}

// validate returns the first error of an entry.
func (e *suppression) validate() error {
	switch {
	case e.Rule == "":
		return errors.New("the suppression has no rule")
	case strings.TrimSpace(e.Reason) == "":
		return errors.New("the suppression has no reason")
	case e.Line < 0:
		return fmt.Errorf("there is no line %d", e.Line)
	case e.Line > 0 && e.File == "":
		return errors.New("the suppression has a line but no file")
	}
	for _, p := range []string{e.Rule, e.File, e.Function, e.Call} {
		if !doublestar.ValidatePattern(p) {
			return fmt.Errorf("%q is not a valid pattern", p)
		}
	}
	if !slices.ContainsFunc(rules.All, func(r *rules.Rule) bool { return matches(e.Rule, r.ID) }) {
		return fmt.Errorf("there is no rule %q; gomarmot rules lists them", e.Rule)
	}
	return nil
}

// Apply marks the findings of r that the entries match, with their consequences,
// and notes in r whether each entry was used. Paths are relative to dir; an entry
// with its last day in the past matches nothing.
func (s *Suppressions) Apply(r *Report, dir string, today time.Time) {
	file := filepath.ToSlash(shortPath(s.file, dir))
	for i := range s.entries {
		e := &s.entries[i]
		use := suppressionUse{File: file, Line: e.at, Rule: e.Rule, Reason: e.Reason, State: unused}
		if e.Until != (toml.LocalDate{}) {
			use.Until = e.Until.String()
		}
		over := use.Until != "" && use.Until < today.Format(time.DateOnly)
		hide := &Suppressed{Reason: e.Reason, File: file, Line: e.at}
		if over {
			hide = nil
		}
		use.Count = e.apply(r.Findings, dir, hide)
		switch {
		case over:
			use.State = expired
		case use.Count > 0:
			use.State = used
		}
		r.Suppressions = append(r.Suppressions, use)
	}
}

// apply counts the findings that the entry matches. If hide is not nil, apply also suppresses them.
func (e *suppression) apply(fs []Finding, dir string, hide *Suppressed) int {
	n := 0
	for i := range fs {
		f := &fs[i]
		if e.fits(f, dir) {
			n++
			suppress(f, hide)
		}
		n += e.apply(f.Consequences, dir, hide)
	}
	return n
}

// suppress suppresses a finding with its consequences, unless an earlier entry has.
func suppress(f *Finding, hide *Suppressed) {
	if f.Suppressed == nil {
		f.Suppressed = hide
	}
	for i := range f.Consequences {
		suppress(&f.Consequences[i], hide)
	}
}

// fits reports whether some call at fault matches all fields of the entry.
func (e *suppression) fits(f *Finding, dir string) bool {
	if !matches(e.Rule, f.RuleID) {
		return false
	}
	if e.File+e.Function+e.Call == "" {
		return true
	}
	return slices.ContainsFunc(distinct(f.Sites), func(s Site) bool {
		return e.fitsFile(s, dir) && (e.Line == 0 || e.Line == s.Line) &&
			matches(e.Function, s.Func) && matches(e.Call, s.Call)
	})
}

// fitsFile matches the pattern against the source file, or against the module if
// the source is not known. A pattern without a slash matches in any directory.
func (e *suppression) fitsFile(s Site, dir string) bool {
	name := s.File
	if name == "" {
		name = s.Module
	}
	name = filepath.ToSlash(shortPath(name, dir))
	if !strings.Contains(e.File, "/") {
		name = path.Base(name)
	}
	return matches(e.File, name)
}

// matches reports whether a name matches a valid pattern; an empty pattern
// matches every name.
func matches(pattern, name string) bool {
	return pattern == "" || doublestar.MatchUnvalidated(pattern, name)
}

// staleSuppressions lists entries to remove from the suppressions file.
func staleSuppressions(r *Report) []string {
	var out []string
	for _, s := range r.Suppressions {
		at := fmt.Sprintf("%s:%d: %s (%s)", s.File, s.Line, s.Rule, s.Reason)
		switch s.State {
		case unused:
			out = append(out, at+" matches no finding")
		case expired:
			out = append(out, fmt.Sprintf("%s expired after %s and matches %s", at, s.Until,
				words.Count(s.Count, "finding")))
		}
	}
	return out
}

// OnlyOf removes from r entries that look unused or vanished only because their
// rule was not applied.
func (r *Report) OnlyOf(set []*rules.Rule) {
	off := func(id string) bool {
		known := rules.ByID(id)
		return known != nil && !slices.Contains(set, known)
	}
	r.Suppressions = slices.DeleteFunc(r.Suppressions, func(s suppressionUse) bool {
		return s.State == unused && off(s.Rule)
	})
	if r.Baseline != nil {
		r.Baseline.Vanished = slices.DeleteFunc(r.Baseline.Vanished, func(e BaselineEntry) bool {
			return off(e.RuleID)
		})
	}
}

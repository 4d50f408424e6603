package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/rules"
)

// baselineSchema names the version of the baseline file.
const baselineSchema = "gomarmot-baseline/" + fingerprintVersion

// Baseline holds the findings of a run, so that findings that are new in a later run can be told apart.
type Baseline struct {
	Schema   string          `json:"schema"`
	Findings []BaselineEntry `json:"findings"`

	file string
}

// BaselineEntry is a finding of a baseline. Only fingerprint and severity
// are compared; the rest is for readers.
type BaselineEntry struct {
	Fingerprint string         `json:"fingerprint"`
	RuleID      string         `json:"rule"`
	Severity    rules.Severity `json:"severity"`
	Title       string         `json:"title"`
	Place       string         `json:"place"` // "MPI_Put, halo.c:41 in update"
}

// BaselineResult is the result of comparing findings with a baseline.
type BaselineResult struct {
	File     string          `json:"file"`
	New      int             `json:"new"`      // findings that are not in the baseline, without suppressed findings
	Known    int             `json:"known"`    // findings that are in the baseline, and their consequences
	Vanished []BaselineEntry `json:"vanished"` // findings of the baseline that were not found
}

// NewBaseline returns a baseline of the findings of r, which must have fingerprints. Suppressed findings are left out.
// Paths are relative to dir.
func NewBaseline(r *Report, dir string) *Baseline {
	b := &Baseline{Schema: baselineSchema, Findings: []BaselineEntry{}}
	b.add(r.Findings, dir)
	slices.SortFunc(b.Findings, func(a, b BaselineEntry) int {
		return cmp.Or(cmp.Compare(a.RuleID, b.RuleID), cmp.Compare(a.Place, b.Place),
			cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return b
}

func (b *Baseline) add(fs []Finding, dir string) {
	for i := range fs {
		f := &fs[i]
		b.add(f.Consequences, dir)
		if f.Suppressed != nil {
			continue
		}
		e := BaselineEntry{Fingerprint: f.Fingerprint, RuleID: f.RuleID, Severity: f.Severity, Title: f.Title}
		if len(f.Sites) > 0 {
			e.Place = callPlace(f.Sites[0].from(dir))
		}
		b.Findings = append(b.Findings, e)
	}
}

// Write writes the baseline as JSON. The text changes little when the findings do, since the file is meant to be kept
// with the source.
func (b *Baseline) Write(w io.Writer) error {
	if err := writeJSON(w, b); err != nil {
		return fmt.Errorf("write baseline: %w", err)
	}
	return nil
}

// ReadBaseline reads a file that Write wrote.
func ReadBaseline(name string) (*Baseline, error) {
	data, err := foreign.ReadFile(name, maxFile)
	if err != nil {
		return nil, fmt.Errorf("read baseline %s: %w", name, foreign.Reason(err))
	}
	b := &Baseline{file: name}
	if err := json.Unmarshal(data, b); err != nil {
		return nil, fmt.Errorf("%s: not a baseline: %w", jsonPlace(name, data, err), err)
	}
	if b.Schema != baselineSchema {
		return nil, fmt.Errorf("%s is not a baseline for this version of gomarmot: its schema is %q, not %q",
			name, b.Schema, baselineSchema)
	}
	return b, nil
}

// jsonPlace returns the file, and the line if the JSON error has an offset.
func jsonPlace(name string, data []byte, err error) string {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	var at int64
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &typ):
		at = typ.Offset
	default:
		return name
	}
	return fmt.Sprintf("%s:%d", name, 1+bytes.Count(data[:min(at, int64(len(data)))], []byte("\n")))
}

// Compare marks the findings of r that are in the baseline, with their
// consequences, and notes the result in r. A finding that is worse now is new.
func (b *Baseline) Compare(r *Report, dir string) {
	known := map[string]rules.Severity{} // by fingerprint
	for _, e := range b.Findings {
		known[e.Fingerprint] = e.Severity
	}
	seen := map[string]bool{}
	res := &BaselineResult{File: filepath.ToSlash(shortPath(b.file, dir))}
	res.compare(r.Findings, known, seen, false)
	for _, e := range b.Findings {
		if !seen[e.Fingerprint] {
			res.Vanished = append(res.Vanished, e)
		}
	}
	r.Baseline = res
}

func (res *BaselineResult) compare(fs []Finding, known map[string]rules.Severity, seen map[string]bool, follows bool) {
	for i := range fs {
		f := &fs[i]
		old, ok := known[f.Fingerprint]
		seen[f.Fingerprint] = true
		f.Known = follows || ok && f.Severity <= old
		switch {
		case f.Suppressed != nil:
		case f.Known:
			res.Known++
		default:
			res.New++
		}
		res.compare(f.Consequences, known, seen, f.Known)
	}
}

// vanished lists the findings that are in the baseline but not in the report.
func vanished(r *Report) []string {
	if r.Baseline == nil {
		return nil
	}
	var out []string
	for _, e := range r.Baseline.Vanished {
		out = append(out, joinText(e.RuleID, "  ", e.Place))
	}
	return out
}

package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/rules"
)

// home is where gomarmot lives.
const home = "https://github.com/gomarmot/gomarmot"

// writeSARIF writes the report as a SARIF 2.1.0 log, the form in which code
// scanning services take findings. Each finding is a result, including
// consequences of others.
func writeSARIF(w io.Writer, sh *sheet) error {
	s := &sarif{sheet: sh, index: map[string]int{}}
	s.rules()
	for _, f := range flat(s.findings) {
		s.out = append(s.out, s.result(f))
	}
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "gomarmot", Version: s.opt.Version, InformationURI: home, Rules: notNil(s.descriptors),
		}},
		Invocations: []sarifInvocation{s.invocation()},
		ColumnKind:  "unicodeCodePoints",
		Results:     notNil(s.out),
		Properties:  map[string]any{"mpi": s.MPI, "ranks": s.Ranks, "records": s.Records, "complete": s.Complete},
	}
	if filepath.IsAbs(s.opt.Dir) {
		run.Bases = map[string]sarifArtifactLocation{sarifRoot: {URI: fileURI(s.opt.Dir + "/")}}
	}
	return writeJSON(w, sarifLog{Schema: sarifSchema, Version: sarifVersion, Runs: []sarifRun{run}})
}

// sarif collects rules and results.
type sarif struct {
	*sheet
	descriptors []sarifRule
	index       map[string]int // of a rule in descriptors, by ID
	out         []sarifResult
}

// invocation describes the run that was checked. Missing evidence is a
// notification, not a result: no line is at fault.
func (s *sarif) invocation() sarifInvocation {
	inv := sarifInvocation{CommandLine: s.Command, ExecutionSuccessful: !s.opt.lacks(s.Report)}
	if !s.Started.IsZero() {
		inv.StartTimeUTC = s.Started.UTC().Format(time.RFC3339)
	}
	for _, n := range s.Unseen {
		inv.Notifications = append(inv.Notifications,
			sarifNotification{s.opt.lackingLevel().String(), sarifMessage{Text: lacking + ": " + n}})
	}
	for _, notes := range [][]string{otherCoverage(s.Report), staleSuppressions(s.Report)} {
		for _, n := range notes {
			inv.Notifications = append(inv.Notifications, sarifNotification{"note", sarifMessage{Text: n}})
		}
	}
	return inv
}

func (s *sarif) result(f *entry) sarifResult {
	res := sarifResult{
		RuleID: f.RuleID, RuleIndex: s.ruleIndex(&f.Finding), Kind: "fail", Level: f.Severity.String(),
		Message: sarifMessage{Text: f.summary()}, Count: f.Count, Suppressions: []sarifSuppression{},
		Properties: map[string]any{"ranks": f.Ranks, "object": f.Object},
	}
	if f.Fingerprint != "" {
		// GitHub reads the fingerprint with the second name.
		res.Fingerprints = map[string]string{
			"gomarmot/v" + fingerprintVersion: f.Fingerprint, "primaryLocationLineHash": f.Fingerprint,
		}
	}
	if s.Baseline != nil {
		res.Baseline = "new"
		if f.Known {
			res.Baseline = "unchanged"
		}
	}
	if p := f.Suppressed; p != nil {
		at := s.fileLocation(f.exact.Suppressed.File, p.Line)
		res.Suppressions = append(res.Suppressions, sarifSuppression{"external", "accepted", p.Reason, &at})
	}
	s.locate(&res, f)
	return res
}

// locate gives the result its places: the first call at fault; then the other
// calls at fault, the calls these conflict with, and the cause.
func (s *sarif) locate(res *sarifResult, f *entry) {
	if len(f.at) == 0 {
		// Services reject results without a place.
		res.Locations = []sarifLocation{s.fileLocation(s.exact.LogPath, 0)}
	}
	for i, g := range f.at {
		if i == 0 {
			res.Locations = []sarifLocation{s.location(g.site)}
			continue
		}
		s.relate(res, g.site, g.phrase()+": "+g.site.Call)
	}
	for _, g := range f.see {
		s.relate(res, g.site, g.phrase()+": "+joinText(g.site.Call, " - ", g.note))
	}
	if c := f.cause; c != nil && len(c.at) > 0 {
		s.relate(res, c.first(), "this is a consequence of "+c.RuleID+": "+c.Title)
	}
}

// relate adds a place beside the place at fault.
func (s *sarif) relate(res *sarifResult, at Site, message string) {
	l := s.location(at)
	l.ID = len(res.Related) + 1
	l.Message = &sarifMessage{Text: message}
	res.Related = append(res.Related, l)
}

// location is the place of a call: the source line, or the module if the line is
// not known, and the function.
func (s *sarif) location(at Site) sarifLocation {
	l := s.fileLocation(orElse(at.path, s.exact.LogPath), at.Line)
	switch {
	case at.Func != "":
		l.Logical = []sarifLogicalLocation{{at.Func, "function"}}
	case at.File == "" && at.Module != "":
		l.Logical = []sarifLogicalLocation{{where(at.Place), "module"}}
	}
	if at.Through != (through{}) {
		l.Logical = append(l.Logical, sarifLogicalLocation{throughPhrase(at.Through), "module"})
	}
	return l
}

// fileLocation returns the location of a file, relative to the source root if the file is in it. Line 0 stands for the
// whole file.
func (s *sarif) fileLocation(file string, line int) sarifLocation {
	p := &sarifPhysical{}
	rel := shortPath(file, s.opt.Dir)
	if filepath.IsAbs(rel) {
		p.Artifact.URI = fileURI(rel)
	} else {
		p.Artifact.URI = (&url.URL{Path: filepath.ToSlash(filepath.Clean(rel))}).String()
		if filepath.IsAbs(s.opt.Dir) {
			p.Artifact.BaseID = sarifRoot
		}
	}
	if line > 0 {
		p.Region = &sarifRegion{line}
	}
	return sarifLocation{Physical: p}
}

func fileURI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// orElse returns a, or b if a is empty.
func orElse(a, b string) string {
	if strings.TrimSpace(a) == "" {
		return b
	}
	return a
}

// rules describes all rules that were checked.
func (s *sarif) rules() {
	for _, r := range s.opt.Rules {
		s.describe(sarifRule{
			ID:               r.ID,
			ShortDescription: sarifMessage{Text: r.Title},
			FullDescription:  sarifMessage{Text: cited(r.Says, r.Cite)},
			Help:             sarifMessage{Text: helpText(r), Markdown: helpMarkdown(r)},
			HelpURI:          s.opt.helpURI(r.ID),
			Configuration:    sarifLevel{r.Severity.String()},
			Properties:       ruleProperties(r.Severity, r.Cite, r.Scope, r.Since),
		})
	}
}

func (s *sarif) describe(d sarifRule) int {
	s.index[d.ID] = len(s.descriptors)
	s.descriptors = append(s.descriptors, d)
	return s.index[d.ID]
}

// ruleIndex returns the index of the rule of a finding. A rule that was not checked gets a description from the
// finding.
func (s *sarif) ruleIndex(f *Finding) int {
	if i, ok := s.index[f.RuleID]; ok {
		return i
	}
	says := orElse(cited(f.Says, f.Cite), f.Title)
	return s.describe(sarifRule{
		ID:               f.RuleID,
		ShortDescription: sarifMessage{Text: f.Title},
		FullDescription:  sarifMessage{Text: says},
		Help:             sarifMessage{Text: joinText(says, "\n\n", f.Advice)},
		HelpURI:          s.opt.helpURI(f.RuleID),
		Configuration:    sarifLevel{f.Severity.String()},
		Properties:       ruleProperties(f.Severity, f.Cite, f.Scope, ""),
	})
}

// ruleProperties returns the properties by which services sort and filter findings.
func ruleProperties(severity rules.Severity, cite string, scope rules.Scope, since string) map[string]any {
	problem := severity.String()
	if severity == rules.Note {
		problem = "recommendation" // GitHub's word
	}
	p := map[string]any{"tags": []string{"mpi", "correctness"}, "problem.severity": problem, "citation": cite,
		"scope": scope}
	if since != "" {
		p["since"] = since
	}
	return p
}

// ruleHelp describes a rule, as headings and paragraphs.
func ruleHelp(r *rules.Rule) [][2]string {
	return [][2]string{
		{"What the standard says", requirements(r)},
		{"What goes wrong", reflow(r.Doc)},
		{"What to change", r.Advice},
		{"Legal, so not reported", bullets(r.Silent)},
		{"What the rule cannot detect", reflow(r.Limit)},
		{"More", "gomarmot explain " + r.ID},
	}
}

// requirements returns what the standard says, as text.
func requirements(r *rules.Rule) string {
	if len(r.Clauses) == 0 {
		return cited(r.Says, r.Cite)
	}
	return r.Says + "\n" + bullets(clausesOf(r))
}

func bullets(items []string) string {
	var b strings.Builder
	for _, s := range items {
		b.WriteString("- " + reflow(s) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func helpText(r *rules.Rule) string {
	var b strings.Builder
	for _, p := range ruleHelp(r) {
		if p[1] != "" {
			fmt.Fprintf(&b, "%s:\n%s\n\n", p[0], p[1])
		}
	}
	return strings.TrimSpace(b.String())
}

func helpMarkdown(r *rules.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", r.ID, markdownText(r.Title))
	for _, p := range ruleHelp(r) {
		if p[1] != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n\n", p[0], markdownText(p[1]))
		}
	}
	return strings.TrimSpace(b.String())
}

// The parts of SARIF 2.1.0 that gomarmot writes, in the words of that
// standard. This package is part of the library that runs inside the program,
// so it does not use a SARIF library, which would include a validator.

const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sarifRoot stands for the root of the source in artifact locations.
	sarifRoot = "%SRCROOT%"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool                        `json:"tool"`
	Invocations []sarifInvocation                `json:"invocations"`
	Bases       map[string]sarifArtifactLocation `json:"originalUriBaseIds,omitempty"`
	ColumnKind  string                           `json:"columnKind"`
	Results     []sarifResult                    `json:"results"`
	Properties  map[string]any                   `json:"properties,omitempty"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string         `json:"id"`
	ShortDescription sarifMessage   `json:"shortDescription"`
	FullDescription  sarifMessage   `json:"fullDescription"`
	Help             sarifMessage   `json:"help"`
	HelpURI          string         `json:"helpUri"`
	Configuration    sarifLevel     `json:"defaultConfiguration"`
	Properties       map[string]any `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	CommandLine         string              `json:"commandLine,omitempty"`
	StartTimeUTC        string              `json:"startTimeUtc,omitempty"`
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Kind         string            `json:"kind"`
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Count        int64             `json:"occurrenceCount,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Baseline     string            `json:"baselineState,omitempty"`
	// Suppressions is never nil: an empty list says that there is none.
	Suppressions []sarifSuppression `json:"suppressions"`
	Properties   map[string]any     `json:"properties"`
}

type sarifSuppression struct {
	Kind          string         `json:"kind"`
	Status        string         `json:"status"`
	Justification string         `json:"justification"`
	Location      *sarifLocation `json:"location,omitempty"`
}

type sarifLocation struct {
	ID       int                    `json:"id,omitempty"`
	Message  *sarifMessage          `json:"message,omitempty"`
	Physical *sarifPhysical         `json:"physicalLocation,omitempty"`
	Logical  []sarifLogicalLocation `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   *sarifRegion          `json:"region,omitempty"`
}

type sarifArtifactLocation struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
}

type sarifLogicalLocation struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

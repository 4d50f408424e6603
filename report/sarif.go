package report

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"
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

// invocation describes the run that was checked. What could not be seen is a
// notification, not a result: no line is at fault.
func (s *sarif) invocation() sarifInvocation {
	inv := sarifInvocation{CommandLine: s.Command, ExecutionSuccessful: !s.opt.lacks(s.Report)}
	if !s.Started.IsZero() {
		inv.StartTimeUTC = s.Started.UTC().Format(time.RFC3339)
	}
	level := "error"
	if s.opt.AllowIncomplete {
		level = "warning"
	}
	for _, n := range s.Unseen {
		inv.Notifications = append(inv.Notifications, sarifNotification{level, sarifMessage{Text: lacking + ": " + n}})
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
		// GitHub uses the second name.
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

// relate adds a place beside the one at fault.
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

// fileLocation names a file, relative to the source root if it is there; line 0
// stands for the whole file.
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

// orElse is a, or b where a is empty.
func orElse(a, b string) string {
	if strings.TrimSpace(a) == "" {
		return b
	}
	return a
}

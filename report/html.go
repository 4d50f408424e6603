package report

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// The parts of the page. Scripts share one scope and run in this order.
var (
	//go:embed html
	htmlFiles   embed.FS
	htmlScripts = []string{"common.js", "findings.js", "draw.js", "lanes.js", "bars.js", "view.js", "timeline.js", "matrix.js"}
)

// writeHTML writes the report as one self-contained page: it includes style,
// script and data, and its policy forbids any request. It includes the timeline
// if that was gathered.
func writeHTML(w io.Writer, s *sheet) error {
	p := newPage(s)
	// Parsed here: the library in the program's ranks uses this package too, and
	// must not pay for a page it never writes.
	return template.Must(template.ParseFS(htmlFiles, "html/page.html")).Execute(w, p)
}

// htmlReport is what the template shows.
type htmlReport struct {
	Policy        string
	Style, Script template.HTML

	Title, Verdict, Mood, Command, Clean, Foot string
	Facts                                      []named
	Summary                                    []htmlSummary
	Rules                                      []string
	Severities                                 []rules.Severity
	Findings                                   []htmlFinding
	Timeline                                   *htmlTimeline
	Ends                                       []named
	Waits                                      template.HTML
	Lacking                                    string
	Unseen, Coverage                           []string
}

// named is a text with a name.
type named struct{ Name, Value string }

// htmlSummary is a row of the table by rule.
type htmlSummary struct {
	Rule, Title, Times, Ranks string
	Severity                  rules.Severity
	First                     string // ID of the first finding
	Places                    int
}

func newPage(s *sheet) *htmlReport {
	fs := s.shown()
	p := &htmlReport{
		Title:   "gomarmot: " + filepath.Base(s.LogPath),
		Verdict: htmlVerdict(s.exact), Mood: mood(s.exact), Command: s.Command, Facts: htmlFacts(s.Report),
		Clean:   "Nothing in the log breaks a rule.",
		Lacking: lacking, Unseen: s.Unseen, Ends: htmlEnds(s.Ends), Waits: htmlWaits(s.Ends),
		Foot: strings.TrimSpace("Written by gomarmot " + s.opt.Version),
	}
	if len(s.findings) > 0 {
		p.Clean = "All findings are suppressed or known from the baseline."
	}
	h := &htmlFindings{quoted: newExcerpts(s), site: s.opt.Site, open: len(fs) <= 40}
	for i, f := range fs {
		p.Findings = append(p.Findings, h.finding(f, fmt.Sprintf("f%d", i+1)))
	}
	p.Coverage = slices.Concat(otherCoverage(s.Report), staleSuppressions(s.Report), vanished(s.Report), h.quoted.hints())
	p.Summary = htmlSummaries(fs)
	p.Rules, p.Severities = ruleIDs(fs), severities(fs)
	if s.timeline != nil {
		p.Timeline = newHTMLTimeline(s.timeline, p.Findings, s.Ranks, s.locator, s.opt.Dir)
		p.Facts = append(p.Facts, named{"Duration", duration(s.timeline.Span)})
	}
	p.dress()
	return p
}

// dress adds style and script, and a policy that allows only these.
func (p *htmlReport) dress() {
	var script strings.Builder
	for _, name := range htmlScripts {
		script.Write(asset(name))
	}
	style := string(asset("page.css"))
	p.Style = template.HTML("<style>" + style + "</style>")
	p.Script = template.HTML("<script>" + script.String() + "</script>")
	p.Policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'",
		digest(style), digest(script.String()))
}

func asset(name string) []byte {
	b, err := htmlFiles.ReadFile("html/" + name)
	if err != nil {
		panic("report: no file html/" + name) // embedded, so this is a build error
	}
	return b
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// htmlVerdict is the verdict without the name of the tool and the counts, which
// are shown beside it.
func htmlVerdict(r *Report) string {
	v := strings.TrimSuffix(strings.TrimPrefix(verdict(r), "gomarmot: "), ".")
	seen := fmt.Sprintf(" (%s, %s)", words.Count(r.Ranks, "rank"), words.Count(r.Records, "record"))
	v = strings.Replace(v, seen, "", 1)
	return strings.ToUpper(v[:1]) + v[1:]
}

// mood is the worst severity, or "ok".
func mood(r *Report) string {
	if len(r.Unseen) > 0 {
		return max(r.Worst(), rules.Warning).String()
	}
	if w := r.Worst(); w > 0 {
		return w.String()
	}
	return "ok"
}

func htmlFacts(r *Report) []named {
	out := []named{{"Ranks", words.Thousands(r.Ranks)}}
	if r.MPI != "" {
		out = append(out, named{"MPI", r.MPI})
	}
	if !r.Started.IsZero() {
		out = append(out, named{"Started", r.Started.Format("2006-01-02 15:04:05 MST")})
	}
	state := "complete"
	switch {
	case len(r.Unseen) > 0:
		state = "not complete"
	case !r.Complete:
		state = "not all ranks reached MPI_Finalize"
	}
	return append(out, named{"Records", words.Thousands(r.Records)}, named{"Log", r.LogPath + ", " + state})
}

// htmlSummaries has one row for each rule and severity.
func htmlSummaries(fs []*entry) []htmlSummary {
	var out []htmlSummary
	for i := 0; i < len(fs); {
		j, count, ranks := i, int64(0), []int{}
		for ; j < len(fs) && fs[j].RuleID == fs[i].RuleID && fs[j].Severity == fs[i].Severity; j++ {
			count += fs[j].Count
			ranks = append(ranks, fs[j].Ranks...)
		}
		out = append(out, htmlSummary{Rule: fs[i].RuleID, Severity: fs[i].Severity, Title: fs[i].Title,
			Places: j - i, Times: words.Thousands(count), Ranks: shortRanks(uniqueRanks(ranks)), First: fmt.Sprintf("f%d", i+1)})
		i = j
	}
	return out
}

// ruleIDs lists the rules of the findings and their consequences.
func ruleIDs(fs []*entry) []string {
	var out []string
	for _, f := range flat(fs) {
		out = append(out, f.RuleID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// severities lists the severities of the findings and their consequences, the
// worst first.
func severities(fs []*entry) []rules.Severity {
	var out []rules.Severity
	for _, f := range flat(fs) {
		out = append(out, f.Severity)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	slices.Reverse(out)
	return out
}

// htmlEnds says how the ranks ended, if not all by MPI_Finalize.
func htmlEnds(ends []RankEnd) []named {
	var gs grouping
	all := true
	for _, e := range ends {
		gs.add(endText(e), e.Waiting, e.Rank)
		all = all && e.How == Finalized
	}
	if all {
		return nil
	}
	var out []named
	for _, g := range gs.list {
		out = append(out, named{words.RankSpans(uniqueRanks(g.ranks)), g.says()})
	}
	return out
}

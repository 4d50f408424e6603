package report

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"io"
	"math"
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
	htmlScripts = []string{"common.js", "findings.js", "draw.js", "lanes.js", "bars.js", "view.js", "timeline.js"}
)

// writeHTML writes the report as a self-contained page with style, script and data;
// its policy forbids any request. The timeline is included if it was gathered.
func writeHTML(w io.Writer, s *sheet) error {
	p := newPage(s)
	// Parsed only here: the library in the program's ranks uses this package, too, and must not pay for a page that it
	// never writes.
	return template.Must(template.ParseFS(htmlFiles, "html/page.html")).Execute(w, p)
}

// htmlReport holds the values that the template shows.
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
	p.Coverage = slices.Concat(otherCoverage(s.Report), staleSuppressions(s.Report), vanished(s.Report),
		h.quoted.hints())
	p.Summary = htmlSummaries(fs)
	p.Rules = ofAll(fs, func(f *entry) string { return f.RuleID })
	p.Severities = ofAll(fs, func(f *entry) rules.Severity { return f.Severity })
	slices.Reverse(p.Severities) // the worst first
	if s.timeline != nil {
		p.Timeline = newHTMLTimeline(s.timeline, p.Findings, s.Ranks, s.locator, s.opt.Dir)
		p.Facts = append(p.Facts, named{"Duration", duration(s.timeline.Span)})
	}
	p.dress()
	return p
}

// dress adds style and script, and a policy that allows no others.
func (p *htmlReport) dress() {
	var script strings.Builder
	for _, name := range htmlScripts {
		script.Write(asset(name))
	}
	style := string(asset("page.css"))
	p.Style = template.HTML("<style>" + style + "</style>")
	p.Script = template.HTML("<script>" + script.String() + "</script>")
	p.Policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; "+
		"base-uri 'none'; form-action 'none'",
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

// htmlVerdict returns the verdict without the name of the tool and the counts, which the page shows beside it.
func htmlVerdict(r *Report) string {
	v := resultOf(r, "")
	return strings.ToUpper(v[:1]) + v[1:]
}

// mood returns the worst severity, or "ok"; if evidence is missing, it returns at least a warning.
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

// htmlSummaries returns a row for each rule and severity.
func htmlSummaries(fs []*entry) []htmlSummary {
	var out []htmlSummary
	for _, r := range ruleRows(fs) {
		out = append(out, htmlSummary{Rule: r.RuleID, Severity: r.Severity, Title: r.Title, Places: r.places,
			Times: words.Thousands(r.count), Ranks: shortRanks(uniqueRanks(r.ranks)),
			First: fmt.Sprintf("f%d", r.at+1)})
	}
	return out
}

// ofAll lists the values that get returns for the findings and their consequences, ascending, each once.
func ofAll[T cmp.Ordered](fs []*entry, get func(*entry) T) []T {
	var out []T
	for _, f := range flat(fs) {
		out = append(out, get(f))
	}
	slices.Sort(out)
	return slices.Compact(out)
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

// htmlFinding is a finding on the page.
type htmlFinding struct {
	ID, Rule, Title            string
	Severity                   rules.Severity
	Page                       template.URL // the page on its rule, or ""
	Where, RankList            string       // for people, and for the filter
	Message, Object, Count     string
	At, See                    []string
	Says, Cite, Advice, Status string
	Calls                      string // the command that lists the calls around it
	Excerpts                   []excerpt
	Follows                    []htmlFinding
	Open, Marked               bool

	marks []mark
}

// htmlFindings are findings and their consequences; the page folds them unless open is set.
type htmlFindings struct {
	quoted *excerpts
	site   string // address of the pages on rules, or ""
	open   bool
}

func (h *htmlFindings) finding(f *entry, id string) htmlFinding {
	out := htmlFinding{
		ID: id, Page: rulePage(h.site, f.RuleID), Severity: f.Severity, Rule: f.RuleID, Title: f.Title,
		Where:    shortPhrase(f.Ranks),
		RankList: words.Spans(f.Ranks), Message: f.Message, Object: f.Object, Count: f.repeated(),
		Says: f.Says, Cite: f.Cite, Advice: f.Advice, Calls: callsAround(f, h.quoted.log),
		Open: h.open, marks: firstMarks(f.marks),
	}
	out.Marked = len(out.marks) > 0
	if len(f.Ranks) == 0 {
		out.Where = ""
	}
	if s := f.Suppressed; s != nil {
		out.Status = fmt.Sprintf("suppressed: %s [%s:%d]", s.Reason, s.File, s.Line)
	}
	out.At, out.See = groupTexts(f.at), groupTexts(f.see)
	out.Excerpts = h.quoted.quote(f)
	for i, e := range f.effects {
		out.Follows = append(out.Follows, h.finding(e, fmt.Sprintf("%s-%d", id, i+1)))
	}
	return out
}

// shortPhrase names ranks, or counts them if there are many.
func shortPhrase(ranks []int) string {
	if s := words.RankSpans(ranks); len(s) <= 40 {
		return s
	}
	return words.Count(len(ranks), "rank")
}

// firstMarks keeps the earliest mark of each rank, and of each stream of a rank.
func firstMarks(all []mark) []mark {
	type lane struct{ rank, stream int }
	var out []mark
	at := map[lane]int{}
	for _, m := range all {
		i, seen := at[lane{m.rank, m.stream}]
		if !seen {
			at[lane{m.rank, m.stream}] = len(out)
			out = append(out, m)
		} else if m.time < out[i].time {
			out[i] = m
		}
	}
	return out
}

// groupTexts returns the text for the place of each group.
func groupTexts(gs groups) []string {
	var out []string
	for i, g := range gs {
		if i == maxLines {
			return append(out, words.More(len(gs)-i)+"; --format json lists all")
		}
		s := words.RankSpans(uniqueRanks(g.ranks))
		if g.text != "" {
			s += ": " + g.text
		}
		out = append(out, s)
	}
	return out
}

// rulePage returns the address of the page on a rule. The person who makes the report names the site; a program cannot.
func rulePage(site, id string) template.URL {
	if site == "" || rules.ByID(id) == nil {
		return ""
	}
	return template.URL(Options{Site: site}.helpURI(id))
}

// The picture of who waits for whom: boxes on an ellipse, in pixels.
const (
	maxWaitNodes  = 16 // more are not readable; the text has them
	waitBoxWidth  = 250
	waitBoxHeight = 44
	waitLetters   = 36 // that fit into a box
)

// htmlWaits draws which ranks waited for which ranks; "" if no rank is known to have waited, or if ranks waited in too
// many places.
func htmlWaits(ends []RankEnd) template.HTML {
	nodes := waitGraph(ends)
	if len(nodes) == 0 || len(nodes) > maxWaitNodes {
		return ""
	}
	radius := max(110, float64(len(nodes))*34)
	wide := 1.6 * radius // boxes are wide: arrows must pass between them
	width, height := 2*wide+waitBoxWidth+60, 2*radius+waitBoxHeight+40
	x := func(i int) float64 { return width/2 + wide*math.Sin(2*math.Pi*float64(i)/float64(len(nodes))) }
	y := func(i int) float64 { return height/2 - radius*math.Cos(2*math.Pi*float64(i)/float64(len(nodes))) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="waits" viewBox="0 0 %.0f %.0f" width="%.0f" role="img" `+
		`aria-label="Who waits for whom">`, width, height, width)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" ` +
		`orient="auto-start-reverse"><path d="M0 0L10 5L0 10z"/></marker></defs>`)
	for i := range nodes {
		for _, k := range nodes[i].to {
			b.WriteString(waitArrow(x(i), y(i), x(k), y(k), nodes[i].any))
		}
	}
	for i := range nodes {
		b.WriteString(waitBox(&nodes[i], x(i), y(i)))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// waitBox draws a node: its ranks and call, and below them the place. x, y is the middle of the box.
func waitBox(n *waitNode, x, y float64) string {
	class := "waits-box"
	if !n.waits {
		class += " ended"
	}
	line := func(y float64, s string) string {
		return fmt.Sprintf(`<text x="%.0f" y="%.0f">%s</text>`, x, y, html.EscapeString(fit(s)))
	}
	return fmt.Sprintf(`<g class="%s"><title>%s</title><rect x="%.0f" y="%.0f" width="%d" height="%d" rx="6"/>%s%s</g>`,
		class, html.EscapeString(n.name()+": "+n.stand.String()), x-waitBoxWidth/2, y-waitBoxHeight/2, waitBoxWidth,
		waitBoxHeight, line(y-4, n.name()+": "+n.in), line(y+14, n.at))
}

// fit shortens a line to the width of a box. It cuts the beginning, since the end says more.
func fit(s string) string { return cutFront(s, waitLetters) }

// waitArrow draws an arrow from the edge of a box to the edge of another; an arrow to the box itself goes around its
// corner.
func waitArrow(x1, y1, x2, y2 float64, dashed bool) string {
	dash := ""
	if dashed {
		dash = ` stroke-dasharray="6 4"`
	}
	path := func(d string, args ...any) string {
		return fmt.Sprintf(`<path class="waits-for" marker-end="url(#arrow)"%s d="%s"/>`, dash, fmt.Sprintf(d, args...))
	}
	if x1 == x2 && y1 == y2 {
		const w, h = waitBoxWidth / 2, waitBoxHeight / 2
		return path("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x1+w-50, y1-h, x1+w-50, y1-h-34, x1+w+34, y1-4, x1+w,
			y1-4)
	}
	a, b := edge(x1, y1, x2, y2), edge(x2, y2, x1, y1)
	// The arrow is bent a little, so that two arrows between the same boxes do not cover each other.
	bend := 0.12
	mx, my := (a[0]+b[0])/2-(b[1]-a[1])*bend, (a[1]+b[1])/2+(b[0]-a[0])*bend
	return path("M%.0f %.0fQ%.0f %.0f %.0f %.0f", a[0], a[1], mx, my, b[0], b[1])
}

// edge returns the point at which the line from the middle of a box to another point leaves the box.
func edge(x, y, toX, toY float64) [2]float64 {
	dx, dy := toX-x, toY-y
	scale := min(waitBoxWidth/2/max(math.Abs(dx), 1e-9), waitBoxHeight/2/max(math.Abs(dy), 1e-9))
	return [2]float64{x + dx*scale, y + dy*scale}
}

package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

var dress = regexp.MustCompile(`(?s)(<style>).*(</style>)|(<script>).*(</script>)|(content="default-src)[^"]*(")`)

// undressed removes style and script from a page, for golden files; other formats
// are unchanged.
func undressed(b []byte) []byte {
	if !bytes.HasPrefix(b, []byte("<!DOCTYPE html>")) {
		return b
	}
	return dress.ReplaceAll(b, []byte("$1$2$3$4$5$6"))
}

func htmlOf(t *testing.T, r *Report, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, must(FormatByName("html")).Write(&b, r, opt))
	return b.String()
}

// hostile is a text that a program might use as a name.
const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&` + "`${1}`\u2028"

// hostileReport has hostile texts wherever a report has texts of the program,
// and a source file with such lines.
func hostileReport(t *testing.T) *Report {
	t.Helper()
	file := filepath.Join(t.TempDir(), strings.ReplaceAll(hostile, "/", "_")+".c")
	require.NoError(t, os.WriteFile(file, []byte("int a;\n"+hostile+"\n\xff\u202e\n"), 0o600))
	site := Site{Rank: 1, Call: "MPI_Put", Place: source.Place{File: file, Line: 2, Func: hostile, Module: hostile}}
	r := simulated(t, 2, 3)
	r.MPI, r.Command, r.LogPath, r.Coverage = hostile, hostile, hostile, []string{hostile}
	r.Ends[0] = RankEnd{Rank: 0, How: Killed, In: &site, Waiting: hostile}
	r.Findings = append(r.Findings, Finding{RuleID: "RMA001", Title: hostile, Severity: rules.Note, Ranks: []int{0, 1}, Count: 2,
		Object: hostile, Message: hostile, Cite: hostile, Says: hostile, Advice: hostile, Sites: []Site{site},
		Related: []Related{{Site: site, Note: hostile}}, marks: []mark{{rank: 1, time: 1e-6}}, Suppressed: nil,
		Consequences: []Finding{{RuleID: "COLL002", Severity: rules.Warning, Message: hostile, Sites: []Site{site}}}})
	for i := range r.timeline.Lanes {
		for k := range r.timeline.Lanes[i].Bars {
			r.timeline.Lanes[i].Bars[k].On = hostile
		}
		r.timeline.Lanes[i].Host = hostile
	}
	r.timeline.Clocks = 2
	return r
}

// entryOf is a finding as formats get it.
func entryOf(f Finding, dir string) *entry {
	return prepare(&Report{Findings: []Finding{f}}, Options{Dir: dir}, false).findings[0]
}

func TestHTMLEscapes(t *testing.T) {
	r := hostileReport(t)
	page := htmlOf(t, r, Options{Version: hostile, Dir: filepath.Dir(r.Ends[0].In.File)})
	assert.NotContains(t, page, "<img")
	assert.NotContains(t, page, "<script>alert")
	assert.Equal(t, 2, strings.Count(page, "</script>"), "the data and the script")
	assert.NotContains(t, page, "\u202e")
	assert.Regexp(t, `class="line hit at"><span class="no"><b>at</b> 2</span>&lt;/script&gt;`, page)
}

// TestHTMLDataIsJSON reads the data back.
func TestHTMLDataIsJSON(t *testing.T) {
	page := htmlOf(t, hostileReport(t), Options{})
	_, rest, _ := strings.Cut(page, `<script type="application/json" id="data">`)
	text, _, ok := strings.Cut(rest, "</script>")
	require.True(t, ok)
	var d struct {
		Texts []string
		Lanes []struct{ Bars []int64 }
		Rows  []struct{ Times []int64 }
		Pairs []int64
		Marks []struct{ ID string }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &d))
	assert.Contains(t, d.Texts, foreign.Line(hostile))
	require.Len(t, d.Lanes, 2)
	assert.NotEmpty(t, d.Lanes[0].Bars)
	assert.Zero(t, len(d.Lanes[0].Bars)%7)
	assert.Len(t, d.Pairs, 5*2*3, "two starts to one partner each, three rounds")
	assert.NotEmpty(t, d.Rows)
	assert.NotEmpty(t, d.Marks)
}

// TestHTMLIsSelfContained: nothing in the page could create a request, and no
// attribute runs a script.
func TestHTMLIsSelfContained(t *testing.T) {
	page := htmlOf(t, sampleReport(), sampleOptions)
	for _, re := range []string{`https?://`, `\ssrc=`, `url\(`, `@import`, `<link`, `\son[a-z]+=`, `\sstyle=`, `javascript:`} {
		assert.NotRegexp(t, re, page)
	}
	assert.Contains(t, page, "default-src &#39;none&#39;")
	assert.NotContains(t, page, "unsafe")
}

// TestHTMLWithoutTimeline: a report of a check that gathered none.
func TestHTMLWithoutTimeline(t *testing.T) {
	page := htmlOf(t, sampleReport(), sampleOptions)
	assert.NotContains(t, page, `id="timeline"`)
	assert.NotContains(t, page, `href="#timeline"`)
}

func TestHTMLSaysThatItIsAggregated(t *testing.T) {
	r := simulated(t, 16, 800)
	page := htmlOf(t, r, Options{})
	assert.True(t, r.timeline.Aggregated)
	assert.Contains(t, page, "Aggregated: the run is too long to show single calls.")
	assert.Contains(t, page, "are joined by lines")
	small := htmlOf(t, simulated(t, 4, 36), Options{})
	assert.NotContains(t, small, "Aggregated")
}

// TestHTMLQuotes: places near each other share an excerpt, each line marked.
func TestHTMLQuotes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("line\n", 40)), 0o600))
	at := func(line int) Site { return Site{Call: "MPI_Put", Place: source.Place{File: file, Line: line}} }
	f := Finding{Sites: []Site{at(3), at(30)}, Related: []Related{{Site: at(8)}, {Site: at(3)}, {Site: Site{Place: source.Place{File: "gone.c", Line: 1}}}}}
	x := newExcerpts(prepare(&Report{Started: time.Now().Add(-time.Hour)}, Options{Dir: filepath.Dir(file)}, false))
	got := x.quote(entryOf(f, x.dir))
	require.Len(t, got, 2)
	assert.Equal(t, "a.c, lines 1-12", got[0].Place)
	assert.Equal(t, "the file has changed since the run", got[0].Note)
	assert.Equal(t, excerptLine{3, "at", "line"}, got[0].Lines[2])
	assert.Equal(t, excerptLine{8, "see", "line"}, got[0].Lines[7])
	assert.Equal(t, excerptLine{9, "", "line"}, got[0].Lines[8])
	assert.Equal(t, "a.c, lines 26-34", got[1].Place)
}

// TestHTMLQuotesOnlyFiles: only regular files are read; reading anything else might never end.
func TestHTMLQuotesOnlyFiles(t *testing.T) {
	x := newExcerpts(prepare(&Report{}, Options{Dir: "/"}, false))
	assert.Empty(t, x.quote(entryOf(Finding{Sites: []Site{{Place: source.Place{File: "/dev/zero", Line: 1}}, {Place: source.Place{File: t.TempDir(), Line: 1}}}}, x.dir)))
}

// TestQuotesOnlySource: a program may name any file as its source. Lines are shown only from text files that have the
// name of a source file and that the report may show.
func TestQuotesOnlySource(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	pipe := filepath.Join(root, "pipe.c")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	secret := write(other, "secret.c", "password\n")
	link := filepath.Join(root, "link.c")
	require.NoError(t, os.Symlink(secret, link))
	large := write(root, "large.c", "text\n")
	require.NoError(t, os.Truncate(large, 1<<33))
	refused := []string{
		"/etc/shadow", "/etc/passwd", "/proc/self/environ", "/dev/zero", root, pipe, secret, link, large, root + "/../" + filepath.Base(other) + "/secret.c",
		write(root, "shadow", "root:x\n"), write(root, "id_rsa", "key\n"), write(root, "binary.c", "a\x00b\n"), write(root, "empty.c", ""),
		write(root, "run.log", "x\n"), write(root, ".c", "x\n") + "/x.c", write(root, "long.c", strings.Repeat("x", 2<<20)),
	}
	shown := []string{
		write(root, "a.c", "text\n"), write(root, "b.F90", "text\n"), write(root, "c.py", "text\n"), write(root, "latin.f90", "\xfc text\n"),
		root + "/./a.c",
	}
	x := newExcerpts(prepare(&Report{}, Options{Dir: root}, false))
	for _, file := range refused {
		assert.Empty(t, x.quote(entryOf(Finding{Sites: []Site{{Place: source.Place{File: file, Line: 1}}}}, x.dir)), file)
	}
	assert.Len(t, x.hints(), 1, "of a file outside")
	for _, file := range shown {
		assert.Len(t, x.quote(entryOf(Finding{Sites: []Site{{Place: source.Place{File: file, Line: 1}}}}, x.dir)), 1, file)
	}
	x.owner = os.Getuid() // the owner of the log is the owner of the file
	assert.Len(t, x.quote(entryOf(Finding{Sites: []Site{{Place: source.Place{File: secret, Line: 1}}}}, x.dir)), 1)
}

func TestUnits(t *testing.T) {
	for want, v := range map[string]float64{"0 s": 0, "12 ns": 12e-9, "1 µs": 0.9996e-6, "1.5 ms": 1.5e-3, "1 s": 0.9996, "999 s": 999.4, "12,346 s": 12345.6} {
		assert.Equal(t, want, duration(v))
	}
}

// TestSummaryByRule: a rule has one row, though findings with consequences come first.
func TestSummaryByRule(t *testing.T) {
	one := Finding{RuleID: "WIN001", Severity: rules.Error, Count: 1, Ranks: []int{0}}
	cause, other, note := one, one, one
	cause.Consequences = []Finding{{RuleID: "COLL002", Severity: rules.Error}}
	other.RuleID, note.Severity = "AAA001", rules.Note
	s := prepare(&Report{Findings: []Finding{one, other, cause, note}}, Options{}, false)
	assert.Equal(t, []htmlSummary{
		{Rule: "WIN001", Severity: rules.Error, Places: 2, Times: "2", Ranks: "0", First: "f1"},
		{Rule: "AAA001", Severity: rules.Error, Places: 1, Times: "1", Ranks: "0", First: "f2"},
		{Rule: "WIN001", Severity: rules.Note, Places: 1, Times: "1", Ranks: "0", First: "f4"},
	}, htmlSummaries(s.shown()))
}

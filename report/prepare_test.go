package report

import (
	"encoding/json"
	"encoding/xml"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// hostileTexts are texts that a program may have as names, arguments and paths.
var hostileTexts = map[string]string{
	"control":   "a\x1b[2J\x07\r\n::error::b\x00\x7f\t",
	"no UTF-8":  "/src/\xff\xfe\x9bname.c",
	"bidi":      "/src/\u202eabc\u2066\u200f.c",
	"C1":        "a\u009b31m\u2028\ufeffb",
	"very long": "/src/" + strings.Repeat("ü", 3*foreign.MaxText),
	"plain":     "/src/Grüße, 世界.c",
	"dots":      "../../\x1b/../x.c",
}

// filled is a report with a text in each field that has texts.
func filled(text string) *Report {
	r := &Report{}
	fill(reflect.ValueOf(r).Elem(), text, 0)
	return r
}

// fill sets the texts of a value; each list gets one element.
func fill(v reflect.Value, text string, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		v.SetInt(int64(depth))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), text, depth)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), text, depth)
		}
	case reflect.Pointer:
		if v.Type().Elem().Kind() == reflect.Struct {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), text, depth)
		}
	case reflect.Slice:
		if depth < 3 { // findings, their consequences, and the consequences of these
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0), text, depth+1)
		}
	}
}

// visitTexts calls visit with the texts of a value, in unexported fields, too, and with the names of the texts' fields.
func visitTexts(v reflect.Value, name string, visit func(name, text string)) {
	switch v.Kind() {
	case reflect.String:
		visit(name, v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "exact" && f.Name != "cause" && f.Name != "path" && f.Name != "opt" {
				visitTexts(v.Field(i), f.Name, visit)
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			visitTexts(v.Index(i), name, visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			visitTexts(v.Elem(), name, visit)
		}
	}
}

// TestPrepareMakesTextsPrintable: each text is made printable, in every field that a format may print.
func TestPrepareMakesTextsPrintable(t *testing.T) {
	for name, text := range hostileTexts {
		r := filled(text)
		n := 0
		visitTexts(reflect.ValueOf(prepare(r, Options{Dir: "/src"}, false)), "", func(field, got string) {
			n++
			assert.True(t, utf8.ValidString(got), "%s of %s: %.100q", field, name, got)
			for _, c := range got {
				lines := (field == "Says" || field == "Advice") && (c == '\n' || c == '\t')
				if !lines && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
					t.Errorf("%s of %s has %q", field, name, c)
				}
			}
		})
		assert.Greater(t, n, 150, name)
		assert.Equal(t, filled(text), r, "%s: the report stays as it is", name)
	}
}

// TestPrepareKeepsPaths: files are opened by the paths that were found, whatever is shown.
func TestPrepareKeepsPaths(t *testing.T) {
	s := prepare(filled(hostileTexts["no UTF-8"]), Options{Dir: "/src"}, false)
	for _, g := range [][]group{s.findings[0].at, s.findings[0].see} {
		assert.Equal(t, hostileTexts["no UTF-8"], g[0].site.path)
		assert.Equal(t, "\uFFFDname.c", g[0].site.File)
		assert.Equal(t, "\uFFFDname.c", g[0].site.Callers[1].File)
	}
	assert.Equal(t, hostileTexts["no UTF-8"], s.exact.LogPath)
	assert.Equal(t, hostileTexts["no UTF-8"], s.findings[0].exact.Suppressed.File)
}

// TestPrepareTellsFilesApart: two files with equal printable paths stay apart.
func TestPrepareTellsFilesApart(t *testing.T) {
	at := func(file string) Site { return Site{Call: "MPI_Put", Place: source.Place{File: file, Line: 1}} }
	f := Finding{Sites: []Site{at("/src/\xff.c")}, Related: []Related{{Site: at("/src/\xfe.c")}}}
	e := prepare(&Report{Findings: []Finding{f}}, Options{Dir: "/src"}, false).findings[0]
	assert.Equal(t, "\uFFFD.c", e.at[0].site.File)
	assert.Equal(t, "/src/\xff.c", e.at[0].site.path)
	assert.Equal(t, "\uFFFD.c", e.see[0].site.File)
	assert.Equal(t, "/src/\xfe.c", e.see[0].site.path)
}

// TestPrepareTwice: a prepared report stays the same.
func TestPrepareTwice(t *testing.T) {
	samples := map[string]*Report{"faulty": sampleReport(), "gated": gatedReport(), "torn": cleanTornReport(), "empty": {}}
	for name, text := range hostileTexts {
		if len(text) < foreign.MaxText { // otherwise the mark that text was cut is cut itself
			samples[name] = filled(text)
		}
	}
	for name, r := range samples {
		once := prepare(r, sampleOptions, false)
		assert.Equal(t, allTexts(once), allTexts(prepare(asReport(once), sampleOptions, false)), name)
	}
}

func allTexts(s *sheet) []string {
	var out []string
	visitTexts(reflect.ValueOf(s), "", func(name, text string) { out = append(out, name+": "+text) })
	return out
}

// asReport is the report that a sheet shows.
func asReport(s *sheet) *Report {
	r := *s.Report
	r.Findings = asFindings(s.findings)
	return &r
}

func asFindings(all []*entry) []Finding {
	var out []Finding
	for _, e := range all {
		f := e.Finding
		for _, g := range e.at {
			for _, rank := range g.ranks {
				g.site.Rank = rank
				f.Sites = append(f.Sites, g.site)
			}
		}
		for _, g := range e.see {
			f.Related = append(f.Related, Related{Site: g.site, Note: g.note})
		}
		f.Consequences = asFindings(e.effects)
		out = append(out, f)
	}
	return out
}

// TestPrepareOrders: lists are sorted and not nil, and the report stays as it was.
func TestPrepareOrders(t *testing.T) {
	given := func() *Report {
		return &Report{
			Ends: []RankEnd{{Rank: 2}, {Rank: 0}},
			Findings: []Finding{{RuleID: "B", Severity: rules.Note}, {RuleID: "A", Severity: rules.Error, Ranks: []int{3, 1, 3},
				Sites: []Site{{Rank: 3, Call: "MPI_Put"}, {Rank: 1, Call: "MPI_Put"}, {Rank: 2, Call: "MPI_Get"}}}},
		}
	}
	r := given()
	s := prepare(r, Options{}, false)
	assert.Equal(t, given(), r)
	assert.Equal(t, []int{0, 2}, []int{s.Ends[0].Rank, s.Ends[1].Rank})
	assert.Equal(t, "A", s.findings[0].RuleID)
	assert.Equal(t, []int{1, 3}, s.findings[0].Ranks)
	require.Len(t, s.findings[0].at, 2, "two calls")
	assert.Equal(t, []int{1, 3}, s.findings[0].at[0].ranks)
	assert.Equal(t, 1, s.findings[0].first().Rank)
	assert.NotNil(t, s.Coverage)
	exact := prepare(r, Options{}, true)
	assert.Equal(t, given(), r)
	assert.Empty(t, exact.findings)
	assert.Equal(t, "A", exact.Findings[0].RuleID)
	assert.NotNil(t, exact.Findings[0].Related)
}

// TestFormatsOfHostileTexts: every format remains a single document, and no format sends a code to the terminal.
func TestFormatsOfHostileTexts(t *testing.T) {
	for name, text := range hostileTexts {
		for _, f := range Formats {
			out := written(t, f, filled(text), Options{Dir: "/src", ShowSuppressed: true})
			assert.True(t, utf8.ValidString(out), "%s of %s", f.Name, name)
			for _, c := range out {
				if c != '\n' && c != '\t' && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
					t.Fatalf("%s of %s has %q", f.Name, name, c)
				}
			}
			switch f.Name {
			case "json", "sarif":
				assert.True(t, json.Valid([]byte(out)), name)
			case "junit":
				assert.NoError(t, xml.Unmarshal([]byte(out), new(struct{})), name)
			case "github", "gcc":
				for line := range strings.Lines(out) {
					assert.NotRegexp(t, "^::error::b", line, name)
				}
			}
		}
	}
}

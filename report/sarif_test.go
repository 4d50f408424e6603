package report

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	// The schema is in this module, not in this repository.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// sarifSchemaText is the JSON schema of SARIF 2.1.0, a constant in a module
// that tests depend on.
func sarifSchemaText(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	require.NoError(t, err)
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		text, err := strconv.Unquote(gen.Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		return text
	}
	require.Fail(t, "no schema in the module")
	return ""
}

// oddReport has values that may violate a schema.
func oddReport() *Report {
	return &Report{LogPath: "a b/run.log", Coverage: []string{"<&>"}, Findings: []Finding{
		{RuleID: "TOOL003", Severity: rules.Note},
		{RuleID: "WIN001", Severity: rules.Warning, Message: "a {0} [b](c) \x01\xff", Sites: []Site{
			{Call: "MPI_Put", Place: source.Place{File: "src/a:b #1%.c", Line: 3}}, {Rank: 1, Call: "MPI_Put", Place: source.Place{File: "/usr/include/mpi.h"}},
			{Rank: 2, Call: "MPI_Put", Place: source.Place{Module: "./app"}}, {Rank: 3, Call: "MPI_Put"}, {Rank: 4},
		}},
	}}
}

// TestSARIFIsValid validates the reports against the standard's schema.
func TestSARIFIsValid(t *testing.T) {
	validate := schemaOf(t, []byte(sarifSchemaText(t)))
	all := sampleOptions
	all.Rules = rules.All
	for name, r := range map[string]*Report{
		"faulty": sampleReport(), "gated": gatedReport(), "clean": cleanReport(), "torn": cleanTornReport(),
		"empty": {}, "odd": oddReport(),
	} {
		for _, opt := range []Options{{}, sampleOptions, all} {
			var out bytes.Buffer
			require.NoError(t, must(FormatByName("sarif")).Write(&out, r, opt))
			assert.NoError(t, validate(out.Bytes()), name)
		}
	}
	worse := validate([]byte(`{"version": "2.1.0", "runs": [{"results": [{}]}]}`))
	assert.ErrorContains(t, worse, "missing property 'tool'", "the schema refuses what is wrong")
}

func sarifOf(t *testing.T, r *Report, opt Options) sarifRun {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("sarif")).Write(&out, r, opt))
	var log sarifLog
	require.NoError(t, json.Unmarshal(out.Bytes(), &log))
	require.Len(t, log.Runs, 1)
	return log.Runs[0]
}

// TestSARIFDescribesEveryRule: services show this text beside a finding, and
// GitHub refuses descriptions above 1024 characters.
func TestSARIFDescribesEveryRule(t *testing.T) {
	run := sarifOf(t, cleanReport(), Options{Rules: rules.All})
	require.Len(t, run.Tool.Driver.Rules, len(rules.All))
	for i, r := range run.Tool.Driver.Rules {
		assert.Equal(t, rules.All[i].ID, r.ID)
		for _, s := range []string{r.ShortDescription.Text, r.FullDescription.Text} {
			assert.NotEmpty(t, s, r.ID)
			assert.LessOrEqual(t, len(s), 1024, r.ID)
		}
		assert.Contains(t, r.Help.Text, rules.All[i].Advice)
		assert.Contains(t, r.Help.Markdown, "## What goes wrong", r.ID)
		assert.Equal(t, rules.All[i].Severity.String(), r.Configuration.Level)
		if r.ID == rules.WithoutProgram {
			assert.Contains(t, r.HelpURI, "docs/rules.md")
			continue
		}
		_, folder, _ := strings.Cut(r.HelpURI, "/examples/")
		assert.DirExists(t, filepath.Join("..", "examples", folder), "the help is there")
	}
}

// TestSARIFRuleIndex: each result points to its rule, even to a rule that was not
// checked.
func TestSARIFRuleIndex(t *testing.T) {
	for _, opt := range []Options{{}, sampleOptions} {
		run := sarifOf(t, sampleReport(), opt)
		require.Len(t, run.Results, 4, "consequences are results")
		for _, res := range run.Results {
			assert.Equal(t, res.RuleID, run.Tool.Driver.Rules[res.RuleIndex].ID)
		}
	}
}

func TestSARIFPlaces(t *testing.T) {
	run := sarifOf(t, oddReport(), Options{Dir: "/home/ada/halo"})
	require.Len(t, run.Results, 2)
	odd := run.Results[0]
	require.Len(t, odd.Locations, 1)
	assert.Equal(t, sarifArtifactLocation{"src/a:b%20%231%25.c", sarifRoot}, odd.Locations[0].Physical.Artifact)
	assert.Equal(t, 3, odd.Locations[0].Physical.Region.StartLine)
	var related []string
	for _, l := range odd.Related {
		related = append(related, l.Physical.Artifact.URI)
	}
	assert.Equal(t, []string{"file:///usr/include/mpi.h", "app", "a%20b/run.log", "a%20b/run.log"}, related)
	nowhere := run.Results[1]
	require.Len(t, nowhere.Locations, 1, "each result has a place")
	assert.Equal(t, "a%20b/run.log", nowhere.Locations[0].Physical.Artifact.URI)
	assert.Equal(t, "TOOL003", nowhere.RuleID)
}

// TestSARIFFingerprintsAreTheReports: the fingerprints are those of the JSON report.
func TestSARIFFingerprintsAreTheReports(t *testing.T) {
	r := gatedReport()
	var want, got []string
	for _, f := range all(r.Findings) {
		want = append(want, f.Fingerprint)
	}
	for _, res := range sarifOf(t, r, sampleOptions).Results {
		got = append(got, res.Fingerprints["gomarmot/v1"])
		assert.Equal(t, res.Fingerprints["gomarmot/v1"], res.Fingerprints["primaryLocationLineHash"])
	}
	assert.Equal(t, want, got)
}

// TestSARIFGate: results say whether they are suppressed and new.
func TestSARIFGate(t *testing.T) {
	var states, suppressed []string
	for _, res := range sarifOf(t, gatedReport(), sampleOptions).Results {
		states = append(states, res.RuleID+" "+res.Baseline)
		for _, s := range res.Suppressions {
			suppressed = append(suppressed, res.RuleID+" "+s.Kind+" "+s.Location.Physical.Artifact.URI)
		}
	}
	assert.Equal(t, []string{"PSCW001 new", "COLL002 new", "LOCK003 new", "WIN013 unchanged"}, states)
	assert.Equal(t, []string{"PSCW001 external " + SuppressionsFile, "COLL002 external " + SuppressionsFile}, suppressed)
}

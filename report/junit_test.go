package report

import (
	"bytes"
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

func junitOf(t *testing.T, r *Report, opt Options) junitSuite {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("junit")).Write(&out, r, opt))
	var all junitSuites
	require.NoError(t, xml.Unmarshal(out.Bytes(), &all))
	require.Len(t, all.Suites, 1)
	s := all.Suites[0]
	assert.Equal(t, []int{s.Tests, s.Failures, s.Errors}, []int{all.Tests, all.Failures, all.Errors})
	assert.Len(t, s.Cases, s.Tests)
	return s
}

// outcomes returns the outcome of the test case of each rule.
func outcomes(s junitSuite) map[string]string {
	out := map[string]string{}
	for _, c := range s.Cases {
		switch {
		case c.Error != nil:
			out[c.Name[:7]] = "error"
		case c.Failure != nil:
			out[c.Name[:7]] = "failed"
		case c.Skipped != nil:
			out[c.Name[:7]] = "skipped"
		default:
			out[c.Name[:7]] = "passed"
		}
	}
	return out
}

// TestJUnitFailsWhatFailsTheCheck: the test cases that fail are those of the findings that make the check fail.
func TestJUnitFailsWhatFailsTheCheck(t *testing.T) {
	opt := sampleOptions
	for _, c := range []struct {
		report *Report
		failOn rules.Severity
		want   map[string]string
	}{
		{sampleReport(), 0, map[string]string{"PSCW001": "failed", "LOCK003": "failed", "COLL002": "failed", "WIN013 ": "passed", "LOCK001": "passed", "the log": "passed"}},
		{sampleReport(), rules.Note, map[string]string{"PSCW001": "failed", "LOCK003": "failed", "COLL002": "failed", "WIN013 ": "failed", "LOCK001": "passed", "the log": "passed"}},
		{sampleReport(), rules.Error + 1, map[string]string{"PSCW001": "passed", "LOCK003": "passed", "COLL002": "passed", "WIN013 ": "passed", "LOCK001": "passed", "the log": "passed"}},
		{gatedReport(), rules.Note, map[string]string{"PSCW001": "skipped", "LOCK003": "failed", "COLL002": "skipped", "WIN013 ": "passed", "LOCK001": "passed", "the log": "passed"}},
	} {
		opt.FailOn = c.failOn
		assert.Equal(t, c.want, outcomes(junitOf(t, c.report, opt)))
	}
}

// TestJUnitRules: there is a case for each rule checked, and for a rule that only a finding names.
func TestJUnitRules(t *testing.T) {
	s := junitOf(t, cleanReport(), Options{Rules: rules.All})
	assert.Equal(t, len(rules.All)+1, s.Tests, "and one of the log")
	assert.Zero(t, s.Failures)
	assert.Len(t, junitOf(t, sampleReport(), Options{}).Cases, 5)
}

// TestJUnitOneFailureForARule: a single failure lists all places of a rule.
func TestJUnitOneFailureForARule(t *testing.T) {
	r := sampleReport()
	again := r.Findings[1]
	again.Sites = []Site{{Call: "MPI_Win_lock", Place: source.Place{File: "/home/ada/halo/z.c", Line: 9}}}
	r.Findings = append(r.Findings, again)
	for _, c := range junitOf(t, r, sampleOptions).Cases {
		if c.Name[:7] == "LOCK003" {
			assert.Contains(t, c.Failure.Message, "table/update.c:41 in table_update: MPI_Win_lock of rank 3")
			assert.Contains(t, c.Failure.Message, "(and at 1 more place)")
			assert.Contains(t, c.Failure.Text, "table/update.c:41")
			assert.Contains(t, c.Failure.Text, "z.c:9")
			assert.Equal(t, "table/update.c", c.File)
		}
	}
}

// TestJUnitIsXML: the output is XML, whatever the texts contain.
func TestJUnitIsXML(t *testing.T) {
	s := junitOf(t, oddReport(), Options{FailOn: rules.Note})
	assert.Equal(t, 2, s.Failures)
}

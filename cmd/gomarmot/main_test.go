package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// result is the result of a run of the command.
type result struct {
	code     int
	out, err string
}

func call(read func(string) (*report.Report, error), args ...string) result {
	var out, errs bytes.Buffer
	a := &app{out: &out, err: &errs, check: func(paths []string, _ []*rules.Rule, _ check.Options) (*report.Report, error) { return read(paths[0]) }}
	code := a.run(args)
	return result{code, out.String(), errs.String()}
}

// found is a checker that reports findings of these severities.
func found(severities ...rules.Severity) func(string) (*report.Report, error) {
	return func(path string) (*report.Report, error) {
		r := &report.Report{Complete: true, Ranks: 2, LogPath: path}
		for i, s := range severities {
			r.Findings = append(r.Findings, report.Finding{RuleID: fmt.Sprintf("WIN%03d", i), Severity: s})
		}
		return r, nil
	}
}

func broken(err error) func(string) (*report.Report, error) {
	return func(string) (*report.Report, error) { return nil, err }
}

func TestReportExitCodes(t *testing.T) {
	for _, c := range []struct {
		found  []rules.Severity
		failOn string
		want   int
	}{
		{nil, "error", exitClean},
		{nil, "note", exitClean},
		{[]rules.Severity{rules.Error}, "error", exitFindings},
		{[]rules.Severity{rules.Warning}, "error", exitClean},
		{[]rules.Severity{rules.Note, rules.Warning}, "warning", exitFindings},
		{[]rules.Severity{rules.Note}, "warning", exitClean},
		{[]rules.Severity{rules.Note}, "note", exitFindings},
		{[]rules.Severity{rules.Error}, "never", exitClean},
	} {
		for _, format := range []string{"text", "json"} {
			r := call(found(c.found...), "report", "run.log", "--fail-on", c.failOn, "--format", format)
			assert.Equal(t, c.want, r.code, "%+v", c)
			assert.Empty(t, r.err)
			assert.NotEmpty(t, r.out)
		}
	}
	assert.Equal(t, exitFindings, call(found(rules.Error), "report", "run.log").code, "default level")
	assert.Equal(t, exitClean, call(found(rules.Warning), "report", "run.log").code, "default level")
}

// TestMissingEvidence: a log that lacks calls is not clean, but a finding in it
// still counts.
func TestMissingEvidence(t *testing.T) {
	lacking := func(severities ...rules.Severity) func(string) (*report.Report, error) {
		return func(path string) (*report.Report, error) {
			r, err := found(severities...)(path)
			r.Unseen = []string{"rank 1 left no log", "rank 2: 7 records could not be kept"}
			return r, err
		}
	}
	for _, c := range []struct {
		found []rules.Severity
		flags string
		want  int
	}{
		{nil, "", exitFailed},
		{nil, "--allow-incomplete", exitClean},
		{nil, "--fail-on never", exitFailed},
		{[]rules.Severity{rules.Warning}, "", exitFailed},
		{[]rules.Severity{rules.Warning}, "--fail-on warning", exitFindings},
		{[]rules.Severity{rules.Error}, "", exitFindings},
		{[]rules.Severity{rules.Error}, "--allow-incomplete", exitFindings},
		{[]rules.Severity{rules.Error}, "--fail-on never", exitFailed},
	} {
		r := call(lacking(c.found...), append([]string{"report", "run.log"}, strings.Fields(c.flags)...)...)
		assert.Equal(t, c.want, r.code, "%+v", c)
		assert.NotEmpty(t, r.out)
		if c.want != exitFailed {
			assert.Empty(t, r.err)
			continue
		}
		assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
		assert.Contains(t, r.err, "gomarmot: rank 1 left no log (and 1 more); MPI calls are missing")
	}
}

// TestFailures: every failure is a single line on the error stream and exit code 2, without usage text and without
// output.
func TestFailures(t *testing.T) {
	clean := found()
	for name, c := range map[string]struct {
		check func(string) (*report.Report, error)
		args  string
		want  string
	}{
		"unreadable log":   {broken(errors.New("open run.log: permission denied")), "report run.log", "open run.log: permission denied"},
		"several lines":    {broken(errors.New("first\n  second\n")), "report run.log", "first; second"},
		"no path":          {clean, "report", "report takes the path of run.log or run.log.d"},
		"two paths":        {clean, "baseline a b", "got 2"},
		"unknown format":   {clean, "report run.log --format xml", `unknown format "xml"`},
		"negative wait":    {clean, "report run.log --hang-after -5s", "--hang-after must be a positive duration, such as 90s, not -5s"},
		"unknown level":    {clean, "report run.log --fail-on bad", `unknown level "bad" for --fail-on; choose one of error, warning, note, never`},
		"unknown flag":     {clean, "report run.log --verbose", "unknown flag: --verbose"},
		"unknown command":  {clean, "repotr run.log", `unknown command "repotr"`},
		"unknown rule":     {clean, "explain XYZ999", `there is no rule "XYZ999"`},
		"no rule":          {clean, "explain", "explain takes one argument"},
		"too many for all": {clean, "rules PSCW001", `unknown command "PSCW001"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := call(c.check, strings.Fields(c.args)...)
			assert.Equal(t, exitFailed, r.code)
			assert.Empty(t, r.out)
			assert.True(t, strings.HasPrefix(r.err, "gomarmot: "), r.err)
			assert.Contains(t, r.err, c.want)
			assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
		})
	}
}

// TestPanic: the stack that is needed to debug gomarmot follows the sentence.
func TestPanic(t *testing.T) {
	for _, what := range []any{"index out of range", &check.Fault{What: "index out of range", Stack: []byte("goroutine 7 [running]: TestPanic")}} {
		r := call(func(string) (*report.Report, error) { panic(what) }, "report", "run.log")
		assert.Equal(t, exitFailed, r.code)
		assert.Empty(t, r.out)
		sentence, stack, _ := strings.Cut(r.err, "\n")
		assert.Contains(t, sentence, "gomarmot: internal error: index out of range; this is a bug in gomarmot")
		assert.Contains(t, stack, "TestPanic")
	}
}

func TestReportHasWhatTheCheckerFound(t *testing.T) {
	r := call(found(rules.Error), "report", "a/run.log", "--format=json")
	var got report.Report
	require.NoError(t, json.Unmarshal([]byte(r.out), &got))
	assert.Equal(t, report.Schema, got.Schema)
	assert.Equal(t, "a/run.log", got.LogPath)
	assert.Len(t, got.Findings, 1)
}

func TestRulesListsAll(t *testing.T) {
	r := call(nil, "rules")
	require.Equal(t, exitClean, r.code)
	for _, rule := range rules.All {
		assert.Contains(t, r.out, " "+rule.ID+" ")
	}
	narrow(t, r.out)
}

// TestExplainFamily: its concept, a picture, and its rules.
func TestExplainFamily(t *testing.T) {
	for _, f := range rules.Families {
		r := call(nil, "explain", strings.ToLower(f.Name))
		require.Zero(t, r.code, r.err)
		assert.NotContains(t, r.out, "```")
		assert.NotContains(t, r.out, "\n# ")
		assert.Contains(t, r.out, "─", f.Name)
		_, listed, ok := strings.Cut(r.out, "\nThe rules of "+f.Name+"\n")
		require.True(t, ok)
		for _, rule := range rules.All {
			assert.Equal(t, rules.FamilyOf(rule.ID) == f.Name, strings.Contains(listed, "  "+rule.ID+" "), rule.ID)
		}
	}
}

func TestExplainEveryRule(t *testing.T) {
	for _, rule := range rules.All {
		r := call(nil, "explain", strings.ToLower(rule.ID))
		require.Equal(t, exitClean, r.code, r.err)
		assert.Contains(t, r.out, rule.ID)
		assert.Contains(t, r.out, "What the standard says")
		assert.NotContains(t, r.out, "// want")
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"help"}, {"--help"}} {
		r := call(nil, args...)
		assert.Equal(t, exitClean, r.code)
		assert.Contains(t, r.out, "gomarmot report run.log")
		assert.Contains(t, r.out, "environment")
		narrow(t, r.out)
	}
	r := call(nil, "help", "environment")
	assert.Equal(t, exitClean, r.code)
	assert.Contains(t, r.out, "GOMARMOT_LOG")
	narrow(t, r.out)
	for _, c := range [][]string{{"doctor"}, {"log"}, {"log", "info"}, {"log", "events"}, {"rules"}, {"explain"}, {"completion"}, {"version"}} {
		narrow(t, call(nil, append([]string{"help"}, c...)...).out)
	}
	for _, c := range []string{"report", "baseline", "run"} {
		help := call(nil, "help", c).out
		assert.Contains(t, help, "--suppressions FILE")
		narrow(t, help)
	}
}

func TestVersion(t *testing.T) {
	r := call(nil, "version")
	assert.Equal(t, exitClean, r.code)
	assert.True(t, strings.HasPrefix(r.out, "gomarmot "), r.out)
}

func narrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, displaywidth.String(strings.TrimRight(line, "\n")), 80, line)
	}
}

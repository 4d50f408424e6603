package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// byRule is a checker that finds a fault for every rule that it must apply.
func byRule(args ...string) (ids []string, r result) {
	var out, errs bytes.Buffer
	a := &app{out: &out, err: &errs, check: func(paths []string, set []*rules.Rule, _ check.Options) (*report.Report, error) {
		r := &report.Report{Complete: true, Ranks: 1, LogPath: paths[0]}
		for _, rule := range set {
			ids = append(ids, rule.ID)
			r.Findings = append(r.Findings, report.Finding{RuleID: rule.ID, Severity: rule.Severity, Count: 1})
		}
		return r, nil
	}}
	code := a.run(args)
	return ids, result{code, out.String(), errs.String()}
}

// TestPedantic: pedantic rules are applied only on request, and their
// entries in the suppressions file and the baseline are not reported as stale when
// they are not applied.
func TestPedantic(t *testing.T) {
	root := project(t)
	put(t, filepath.Join(root, report.SuppressionsFile), "[[suppress]]\nrule = \"WIN013\"\nfile = \"other.c\"\nreason = \"we know\"\n")
	_, made := byRule("baseline", "run.log", "--pedantic", "-o", "base.json")
	require.Equal(t, exitClean, made.code, made.err)
	var pedantic []string
	for _, r := range rules.All {
		if r.Pedantic {
			pedantic = append(pedantic, r.ID)
		}
	}
	require.Contains(t, pedantic, "WIN013")
	for _, c := range []struct {
		args, env string
		want      bool
	}{
		{"report run.log", "", false},
		{"report run.log --baseline base.json", "", false},
		{"report run.log --format junit", "", false},
		{"report run.log --format json", "0", false},
		{"report run.log --format html", "", false},
		{"baseline run.log", "", false},
		{"report run.log --pedantic=false", "1", false},
		{"report run.log --pedantic", "", true},
		{"report run.log --pedantic --format junit", "", true},
		{"report run.log --format json", "1", true},
		{"baseline run.log --pedantic", "", true},
		{"baseline run.log", "1", true},
	} {
		t.Run(c.args+c.env, func(t *testing.T) {
			t.Setenv("GOMARMOT_PEDANTIC", c.env)
			ids, r := byRule(strings.Fields(c.args)...)
			require.NotEqual(t, exitFailed, r.code, r.err)
			for _, id := range pedantic {
				assert.Equal(t, c.want, slices.Contains(ids, id))
				assert.Equal(t, c.want, strings.Contains(r.out, id), r.out)
			}
			assert.Contains(t, ids, "LOCK003")
		})
	}
}

// TestPedanticIsShown where rules are listed and explained.
func TestPedanticIsShown(t *testing.T) {
	assert.Equal(t, 1, strings.Count(call(nil, "rules").out, "--pedantic"))
	assert.Contains(t, call(nil, "explain", "WIN013").out, "only with --pedantic")
	assert.NotContains(t, call(nil, "explain", "WIN001").out, "pedantic")
	assert.Contains(t, call(nil, "rules", "--json").out, `"pedantic": true`)
	assert.Contains(t, call(nil, "help", "run").out, "--pedantic")
}

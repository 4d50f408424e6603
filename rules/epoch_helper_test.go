package rules_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// below expects a finding with its first site in the line below.
func below(rule string, rank int) replay.Finding {
	_, _, n, _ := runtime.Caller(1)
	return replay.Finding{Rule: rule, Rank: rank, Line: n + 1}
}

// next returns the number of the line below.
func next() int {
	_, _, n, _ := runtime.Caller(1)
	return n + 1
}

// finding returns the only finding of a rule.
func finding(t *testing.T, j *replay.Job, rule string) *rules.Finding {
	t.Helper()
	var out *rules.Finding
	for _, f := range j.Check().Findings {
		if f.Rule.ID == rule {
			require.Nil(t, out, "more than one finding of %s", rule)
			out = f
		}
	}
	require.NotNil(t, out, "no finding of %s", rule)
	return out
}

// at returns a finding, which must be the finding that a test expects.
func at(t *testing.T, j *replay.Job, want replay.Finding) *rules.Finding {
	t.Helper()
	for _, f := range j.Check().Findings {
		if f.Rule.ID == want.Rule && int(f.Sites[0].Rank) == want.Rank && int(f.Sites[0].PC) == want.Line {
			return f
		}
	}
	require.Fail(t, "missing finding", "%+v", want)
	return nil
}

// shows fails the test unless the finding points at exactly these lines, besides its own site.
func shows(t *testing.T, f *rules.Finding, lines ...int) {
	t.Helper()
	var got []int
	for _, r := range f.Related {
		got = append(got, int(r.Site.PC))
	}
	assert.ElementsMatch(t, lines, got, "lines of related calls")
}

// modes are the assertions in the constants of the job.
func modes(j *replay.Job) (noCheck, noStore, noPut, noPrecede, noSucceed int64) {
	f := j.Flavour
	return f.ModeNoCheck, f.ModeNoStore, f.ModeNoPut, f.ModeNoPrecede, f.ModeNoSucceed
}

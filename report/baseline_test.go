package report

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
)

// kept writes the baseline of a report to a file and reads it again.
func kept(t *testing.T, r *Report) *Baseline {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, NewBaseline(r, "/home/ada/halo").Write(&out))
	golden(t, "faulty.baseline", out.Bytes())
	name := filepath.Join(t.TempDir(), "base.json")
	require.NoError(t, os.WriteFile(name, out.Bytes(), 0o600))
	b, err := ReadBaseline(name)
	require.NoError(t, err)
	return b
}

func printedReport() *Report {
	r := sampleReport()
	r.Fingerprint("/home/ada/halo")
	return r
}

func TestBaselineKnowsItsOwn(t *testing.T) {
	b := kept(t, printedReport())
	r := printedReport()
	b.Compare(r, "/home/ada/halo")
	assert.Zero(t, r.Worst())
	assert.Equal(t, 4, r.Baseline.Known, "consequences too")
	assert.Zero(t, r.Baseline.New)
	assert.Empty(t, r.Baseline.Vanished)
	assert.Equal(t, "gomarmot: no further finding (4 ranks, 12,034 records); 4 known; not all ranks reached MPI_Finalize.", verdict(r))
}

// TestBaselineCause: a finding may stand alone in a run and be a
// consequence of another in the next.
func TestBaselineCause(t *testing.T) {
	alone := printedReport()
	require.Equal(t, "PSCW001", alone.Findings[0].RuleID)
	alone.Findings = append(alone.Findings, alone.Findings[0].Consequences...)
	alone.Findings[0].Consequences = nil

	r := printedReport()
	NewBaseline(alone, "").Compare(r, "")
	assert.Equal(t, 4, r.Baseline.Known)
	assert.Empty(t, r.Baseline.Vanished)
	NewBaseline(printedReport(), "").Compare(alone, "")
	assert.Equal(t, 4, alone.Baseline.Known)
}

func TestBaselineNewAndVanished(t *testing.T) {
	old := printedReport()
	old.Findings = slices.Delete(old.Findings, 1, 2)
	r := printedReport()
	r.Findings = r.Findings[:2]
	NewBaseline(old, "").Compare(r, "")
	assert.True(t, r.Findings[0].Known)
	assert.False(t, r.Findings[1].Known)
	assert.Equal(t, rules.Error, r.Worst())
	assert.Equal(t, 1, r.Baseline.New)
	require.Len(t, r.Baseline.Vanished, 1)
	assert.Equal(t, "WIN013", r.Baseline.Vanished[0].RuleID)
	assert.Equal(t, "gomarmot: 1 new error; 2 known, 1 vanished; not all ranks reached MPI_Finalize.", verdict(r))
}

// TestBaselineWorse: a known warning that is an error now is new.
func TestBaselineWorse(t *testing.T) {
	old := printedReport()
	old.Findings[0].Severity = rules.Warning
	r := printedReport()
	NewBaseline(old, "").Compare(r, "")
	assert.False(t, r.Findings[0].Known)
	assert.Empty(t, r.Baseline.Vanished)
	NewBaseline(r, "").Compare(old, "")
	assert.True(t, old.Findings[0].Known, "what is less bad is known")
}

// TestBaselineLeavesSuppressedOut: otherwise they would be known when the suppression expires.
func TestBaselineLeavesSuppressedOut(t *testing.T) {
	r := gatedReport()
	var ids []string
	for _, e := range NewBaseline(r, "").Findings {
		ids = append(ids, e.RuleID)
	}
	assert.Equal(t, []string{"LOCK003", "WIN013"}, ids)
}

func TestBadBaselines(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"":                                      ":1: not a baseline: ",
		"{\n\n\"schema\" 3":                     ":3: not a baseline: ",
		"[]":                                    ":1: not a baseline: ",
		`{"findings": [{"severity": "fatal"}]}`: `: not a baseline: no severity is called "fatal"`,
		"{}":                                    ` is not a baseline for this version of gomarmot: its schema is "", not "gomarmot-baseline/1"`,
	} {
		name := filepath.Join(dir, "base.json")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := ReadBaseline(name)
		assert.ErrorContains(t, err, name+want)
	}
}

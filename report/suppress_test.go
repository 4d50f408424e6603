package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/source"
)

func TestParseSuppressions(t *testing.T) {
	s, err := parseSuppressions("file", []byte(`# why this file exists

[[suppress]]
rule = "LOCK003"        # the ID
file = "table/**/*.c"
line = 41
function = "table_*"
call = "MPI_Win_lock"
reason = """
two
lines"""
until = 2026-12-31

[[suppress]]
rule = "WIN*"
reason = "x"
`))
	require.NoError(t, err)
	assert.Equal(t, []suppression{
		{Rule: "LOCK003", File: "table/**/*.c", Line: 41, Function: "table_*", Call: "MPI_Win_lock",
			Reason: "two\nlines", Until: toml.LocalDate{Year: 2026, Month: 12, Day: 31}, at: 3},
		{Rule: "WIN*", Reason: "x", at: 14},
	}, s.entries)
	for _, empty := range []string{"", "# only a comment\n"} {
		s, err = parseSuppressions("file", []byte(empty))
		require.NoError(t, err)
		assert.Empty(t, s.entries)
	}
}

// TestBadSuppressions: the error is a sentence with file and line.
func TestBadSuppressions(t *testing.T) {
	const entry = "[[suppress]]\nrule = \"LOCK003\"\nreason = \"x\"\n"
	for text, want := range map[string]string{
		entry + "[[suppress]]\nreason = \"x\"\n":              "f:4: the suppression has no rule",
		"\n[[suppress]]\nrule = \"LOCK003\"\n":                "f:2: the suppression has no reason",
		"[[suppress]]\nrule = \"LOCK003\"\nreason = \" \"\n":  "f:1: the suppression has no reason",
		entry + "line = 3\n":                                  "f:1: the suppression has a line but no file",
		entry + "file = \"a\"\nline = -3\n":                   "f:1: there is no line -3",
		entry + "file = \"[\"\n":                              `f:1: "[" is not a valid pattern`,
		"[[suppress]]\nrule = \"LOCK999\"\nreason = \"x\"\n":  `f:1: there is no rule "LOCK999"; gomarmot rules lists them`,
		entry + "files = \"a\"\n":                             `f:4: unknown key "files"; the keys are rule, file, line, function, call, reason, until`,
		"[[supress]]\n":                                       `f:1: unknown key "supress"; each suppression must be a separate`,
		entry + "rule = \"LOCK003\"\n":                        "f:4: ",
		entry + "until = \"tomorrow\"\n":                      "f:4: dates are expected to have the format YYYY-MM-DD",
		entry + "until = 2026-02-30\n":                        "f:4: ",
		entry + "line = \"3\"\n":                              `f:4: the value of "line" is not a number`,
		entry + "until = 2026-12-31T00:00:00Z\n":              `f:4: the value of "until" is not a date, 2026-12-31`,
		"[[suppress]]\nrule = 3\n":                            `f:2: the value of "rule" is not text`,
		"LOCK003 in table.c\n":                                "f:1: ",
		"suppress = [{rule = \"LOCK003\", reason = \"x\"}]\n": "f:1: each suppression must be a separate [[suppress]] table",
		"suppress = 3\n":                                      "f:1: each suppression must be a separate [[suppress]] table",
		"\x00\xff":                                            "f:1: ",
	} {
		_, err := parseSuppressions("f", []byte(text))
		require.Error(t, err, text)
		assert.True(t, strings.HasPrefix(err.Error(), want), "%q for %q", err.Error(), text)
		assert.NotContains(t, err.Error(), "\n", text)
	}
	_, err := ReadSuppressions(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// TestSuppressionFits: some call at fault must match all keys.
func TestSuppressionFits(t *testing.T) {
	f := Finding{RuleID: "LOCK003", Sites: []Site{
		{Rank: 0, Call: "MPI_Win_lock", Place: source.Place{File: "/p/table/sub/update.c", Line: 41, Func: "table_update"}},
		{Rank: 1, Call: "MPI_Win_lock_all", Place: source.Place{File: "/usr/include/lib.h", Line: 7, Func: "inlined"}},
		{Rank: 2, Call: "MPI_Win_lock", Place: source.Place{Module: "/opt/lib/libsolver.so.2"}},
	}}
	for _, c := range []struct {
		e    suppression
		want bool
	}{
		{suppression{Rule: "LOCK003"}, true},
		{suppression{Rule: "LOCK*"}, true},
		{suppression{Rule: "LOCK001"}, false},
		{suppression{Rule: "*", File: "table/sub/update.c"}, true},
		{suppression{Rule: "*", File: "table/*.c"}, false},
		{suppression{Rule: "*", File: "table/**/*.c"}, true},
		{suppression{Rule: "*", File: "{table,halo}/**"}, true},
		{suppression{Rule: "*", File: "update.c"}, true},
		{suppression{Rule: "*", File: "sub/update.c"}, false},
		{suppression{Rule: "*", File: "/usr/include/*"}, true},
		{suppression{Rule: "*", File: "libsolver.so.*"}, true},
		{suppression{Rule: "*", File: "update.c", Line: 41}, true},
		{suppression{Rule: "*", File: "update.c", Line: 42}, false},
		{suppression{Rule: "*", Function: "table_*"}, true},
		{suppression{Rule: "*", Function: "table"}, false},
		{suppression{Rule: "*", Call: "MPI_Win_lock*"}, true},
		{suppression{Rule: "*", Call: "MPI_Put"}, false},
		{suppression{Rule: "*", File: "update.c", Call: "MPI_Win_lock_all"}, false},
	} {
		assert.Equal(t, c.want, c.e.fits(&f, "/p"), "%+v", c.e)
	}
	nowhere := Finding{RuleID: "TOOL003"}
	assert.True(t, (&suppression{Rule: "TOOL003"}).fits(&nowhere, "/p"))
	assert.False(t, (&suppression{Rule: "TOOL003", File: "**"}).fits(&nowhere, "/p"))
}

// TestSuppressionExpires: an entry applies until its last day.
func TestSuppressionExpires(t *testing.T) {
	e := suppression{Rule: "LOCK003", Reason: "x", Until: toml.LocalDate{Year: 2026, Month: 3, Day: 9}}
	for day, want := range map[int]usage{8: used, 9: used, 10: expired} {
		r := sampleReport()
		s := &Suppressions{file: "f", entries: []suppression{e}}
		s.Apply(r, "/home/ada/halo", time.Date(2026, 3, day, 23, 0, 0, 0, time.UTC))
		require.Len(t, r.Suppressions, 1)
		assert.Equal(t, want, r.Suppressions[0].State)
		assert.Equal(t, "2026-03-09", r.Suppressions[0].Until)
		assert.Equal(t, 1, r.Suppressions[0].Count)
		assert.Equal(t, want == used, r.Findings[1].Suppressed != nil)
	}
}

// TestSuppressedWithItsConsequences: an entry hides a finding with its consequences, or a consequence without its
// cause.
func TestSuppressedWithItsConsequences(t *testing.T) {
	for rule, want := range map[string]string{
		"PSCW001": "gomarmot: 1 error, 1 note; 2 suppressed; not all ranks reached MPI_Finalize.",
		"COLL002": "gomarmot: 2 errors, 1 note; 1 suppressed; not all ranks reached MPI_Finalize.",
		"*":       "gomarmot: no further finding (4 ranks, 12,034 records); 4 suppressed; not all ranks reached MPI_Finalize.",
	} {
		r := sampleReport()
		s := &Suppressions{file: "f", entries: []suppression{{Rule: rule, Reason: "x"}}}
		s.Apply(r, "", sampleDay)
		assert.Equal(t, want, verdict(r))
		if rule == "*" {
			assert.Zero(t, r.Worst())
		}
	}
}

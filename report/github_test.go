package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// TestGitHubEscapes: a text cannot end its command or begin another.
func TestGitHubEscapes(t *testing.T) {
	r := &Report{Complete: true, Findings: []Finding{{
		RuleID: "WIN001", Severity: rules.Warning, Title: "a: b, c", Message: "100%\r\n::error::gone",
		Sites: []Site{{Call: "MPI_Put", Place: source.Place{File: "/p/a,b:c%.c", Line: 3}}},
	}}}
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("github")).Write(&out, r, Options{Dir: "/p"}))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, lines, 2)
	assert.Equal(t, "::warning file=a%2Cb%3Ac%25.c,line=3,title=WIN001 a%3A b%2C c::"+
		"100%25␍␊::error::gone%0Aat rank 0: MPI_Put, a,b:c%25.c:3", lines[0])
	assert.Equal(t, "gomarmot: 1 warning.", lines[1])
}

func TestGitHubLeavesOutWhatDoesNotCount(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("github")).Write(&out, gatedReport(), sampleOptions))
	assert.Equal(t, 1, strings.Count(out.String(), "title="))
	assert.Contains(t, out.String(), "title=LOCK003 ")
}

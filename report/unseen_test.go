package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUnseen: every format reports missing evidence in a place where readers of the format look, as an error unless
// missing evidence is allowed.
func TestUnseen(t *testing.T) {
	marks := map[string][2]string{ // as an error, and allowed
		"text":     {lacking, lacking},
		"json":     {`"unseen": [`, `"unseen": [`},
		"sarif":    {`"executionSuccessful": false`, `"executionSuccessful": true`},
		"junit":    {`<error message="` + lacking, `<system-out>rank 1 left`},
		"markdown": {"\n**" + lacking + "**:\n\n- rank 1", "\n**" + lacking + "**:\n\n- rank 1"},
		"github":   {"::error title=gomarmot::" + lacking, "::warning title=gomarmot::" + lacking},
		"gcc":      {"gomarmot: error: " + lacking + "\n", "gomarmot: warning: " + lacking + "\n"},
		"dot":      {"// " + lacking + ":", "// " + lacking + ":"},
		"html":     {lacking + "</h2>", lacking + "</h2>"},
	}
	for _, f := range Formats {
		for i, mark := range marks[f.Name] {
			opt := sampleOptions
			opt.AllowIncomplete = i == 1
			assert.Contains(t, written(t, f, cleanTornReport(), opt), mark, f.Name)
			assert.Contains(t, written(t, f, cleanTornReport(), opt), "rank 1 left no log", f.Name)
			assert.NotContains(t, written(t, f, cleanReport(), opt), lacking, f.Name)
		}
	}
	require.Len(t, marks, len(Formats))
}

func written(t *testing.T, f Format, r *Report, opt Options) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, f.Write(&out, r, opt))
	return out.String()
}

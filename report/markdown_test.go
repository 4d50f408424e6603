package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

func markdownOf(t *testing.T, r *Report, opt Options) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("markdown")).Write(&out, r, opt))
	return out.String()
}

// TestMarkdownFitsAComment: findings that do not fit are counted.
func TestMarkdownFitsAComment(t *testing.T) {
	r := &Report{}
	for i := range 400 {
		r.Findings = append(r.Findings, Finding{
			RuleID: "WIN001", Severity: rules.Error, Title: "broken", Message: strings.Repeat("long ", 100),
			Sites: []Site{{Call: "MPI_Put", Place: source.Place{File: "a.c", Line: i + 1}}},
		})
	}
	s := markdownOf(t, r, Options{})
	assert.Less(t, len(s), 65536)
	assert.Equal(t, maxRows, strings.Count(s, "| error |"))
	assert.Contains(t, s, "\nand 350 more\n")
	folds := strings.Count(s, "<details>")
	assert.Contains(t, s, fmt.Sprintf("The details of %d more findings are in the other reports.", 400-folds))
}

// TestMarkdownEscapes: names and messages are not markup.
func TestMarkdownEscapes(t *testing.T) {
	s := markdownOf(t, &Report{Complete: true, Command: "./a <b> *c*", Findings: []Finding{{
		RuleID: "WIN001", Severity: rules.Error, Title: "a|b <script> `x`", Message: "```\n</details>",
		Sites: []Site{{Call: "MPI_Put", Place: source.Place{File: "a_b|c.c", Line: 1, Func: "f<int>"}}},
	}}}, Options{})
	assert.Contains(t, s, "| a\\_b\\|c.c:1 in f&lt;int&gt; | a\\|b &lt;script&gt; \\`x\\` |")
	assert.Contains(t, s, "<summary>WIN001 a_b|c.c:1 in f&lt;int&gt;: MPI_Put</summary>")
	assert.Equal(t, 2, strings.Count(s, "````"), "the fence is longer than the text's")
	assert.Contains(t, s, `<sub>./a &lt;b&gt; \*c\*: `)
}

func TestMarkdownShowsSuppressedWhenAsked(t *testing.T) {
	assert.NotContains(t, markdownOf(t, gatedReport(), sampleOptions), "suppressed error")
	opt := sampleOptions
	opt.ShowSuppressed = true
	s := markdownOf(t, gatedReport(), opt)
	assert.Contains(t, s, "| suppressed error | PSCW001 |")
	assert.Contains(t, s, "why     repaired in halo 2")
}

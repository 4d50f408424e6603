package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
)

// assertLeads checks that a link of a page leads to a file that exists and, if it has an anchor, to an element of that
// file. file is relative to the page's folder, or "" for the page itself.
func assertLeads(t *testing.T, page, file, anchor string) {
	t.Helper()
	to := page
	if file != "" {
		to = filepath.Join(filepath.Dir(page), file)
	}
	text, err := os.ReadFile(to)
	require.NoError(t, err, "link to %q of %s", file, page)
	if anchor != "" {
		assert.Contains(t, string(text), ` id="`+anchor+`"`, "link to %s#%s of %s", file, anchor, page)
	}
}

// TestMarkdown: the extensions of Markdown that the documents use.
func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"# The program's own `x`":            `<h1 id="the-programs-own-x">The program&rsquo;s own <code>x</code></h1>`,
		"| a | b |\n|---|---:|\n| 1 | 2 |":   `<td style="text-align:right">2</td>`,
		"before\n\n<!-- not run: why -->\n":  "<!-- not run: why -->",
		"MPI_Init or PMPI_Init, 1/128 of it": "<p>MPI_Init or PMPI_Init, 1/128 of it</p>",
		"https://doi.org/10.1007/1_2":        `<a href="https://doi.org/10.1007/1_2">https://doi.org/10.1007/1_2</a>`,
	} {
		got, err := toHTML([]byte(text))
		require.NoError(t, err)
		assert.Contains(t, got, want)
	}
}

// TestSite: each rule has a page, each link leads to an existing page, and no page fetches anything from other
// sites.
func TestSite(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, write("../..", dir))
	href := regexp.MustCompile(`href="([^"]*)"`)
	src := regexp.MustCompile(`src="([^"]*)"|<script|<link|@import|url\(`)
	pages := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		pages++
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(text), "<h1", path)
		assert.NotContains(t, string(text), ".md</a>", path)
		for _, m := range href.FindAllStringSubmatch(string(text), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if !strings.Contains(file, "://") {
				assertLeads(t, path, file, anchor)
			}
			if file, ok := strings.CutPrefix(file, repository); ok {
				_, err := os.Stat(filepath.Join("../..", file))
				assert.NoError(t, err, "%s: %s", path, m[1])
			}
		}
		for _, m := range src.FindAllStringSubmatch(string(text), -1) {
			assert.NotEmpty(t, m[1], "%s: %s", path, m[0])
			assert.FileExists(t, filepath.Join(filepath.Dir(path), m[1]), path)
		}
		return nil
	}))
	assert.Greater(t, pages, len(rules.All)+len(rules.Families))
	for _, r := range rules.All {
		text, err := os.ReadFile(filepath.Join(dir, "rules", r.ID+".html"))
		require.NoError(t, err)
		assert.Contains(t, string(text), "What to change")
		assert.NotContains(t, string(text), "// want ", r.ID)
	}
	list, err := os.ReadFile(filepath.Join(dir, "rules.html"))
	require.NoError(t, err)
	assert.Contains(t, string(list), `<a href="rules/RMA005.html">RMA005</a>`)
	concept, err := os.ReadFile(filepath.Join(dir, "concepts", "rma.html"))
	require.NoError(t, err)
	assert.Contains(t, string(concept), `<a href="../rules/RMA005.html">RMA005</a> access outside the target&#39;s window`)
}

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

// TestSite: each rule has a page, each link leads to one that is there, and nothing
// is fetched from elsewhere.
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
			file, _, _ := strings.Cut(m[1], "#")
			if file != "" && !strings.Contains(file, "://") {
				assert.FileExists(t, filepath.Join(filepath.Dir(path), file), "%s: %s", path, m[1])
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

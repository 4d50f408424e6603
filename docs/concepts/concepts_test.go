package concepts

import (
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
)

// TestPages: each family has a page with a picture that fits a terminal, and each page belongs to a family.
func TestPages(t *testing.T) {
	files, err := pages.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, files, len(rules.Families))
	for _, f := range rules.Families {
		page, ok := Page(f.Name)
		require.True(t, ok, f.Name)
		assert.True(t, strings.HasPrefix(page, "# "), f.Name)
		pictures, inside := 0, false
		for line := range strings.Lines(page) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.HasPrefix(line, "```"):
				if inside = !inside; inside {
					pictures++
					assert.Equal(t, "```text", line, f.Name)
				}
			case inside:
				assert.LessOrEqual(t, displaywidth.String(line), 78, "%s: %s", f.Name, line)
			}
		}
		assert.False(t, inside, f.Name)
		assert.Positive(t, pictures, f.Name)
	}
	_, ok := Page("NONE")
	assert.False(t, ok)
}

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notOurs are messages in docs/troubleshooting.md that other programs print.
var notOurs = []string{
	"from LD_PRELOAD cannot be preloaded", "mpiexec has detected an attempt to run as root",
	"There are not enough slots available in the system", "ASan runtime does not come first in initial library list",
	"app+0x1234", "--export=NONE", "ORTE_ERROR_LOG", "show_help.c",
}

// TestTroubleshootingMessages: the sources print what the first column
// quotes.
func TestTroubleshootingMessages(t *testing.T) {
	var all strings.Builder
	for _, pattern := range []string{"pmpi/*/*.c", "runtime/*.go", "runtime/*/*.go", "foreign/*.go", "launch/*.go", "check/*.go", "rules/*.go", "report/*.go", "cmd/gomarmot/*.go"} {
		files, err := filepath.Glob(filepath.Join("../..", pattern))
		require.NoError(t, err)
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				all.Write(text)
			}
		}
	}
	// Long messages are several literals in a row.
	source := regexp.MustCompile(`"\s*\+?\s*\n\s*"`).ReplaceAllString(all.String(), "")
	doc, err := os.ReadFile("../../docs/troubleshooting.md")
	require.NoError(t, err)
	quoted, checked := regexp.MustCompile("`([^`]+)`"), 0
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
			if strings.Contains(strings.Join(notOurs, "\n"), m[1]) {
				continue
			}
			assert.True(t, strings.Contains(source, m[1]), m[1]) // without the source
			checked++
		}
	}
	assert.Greater(t, checked, 15)
}

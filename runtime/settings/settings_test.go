package settings

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forCommand are the variables that only the command reads.
var forCommand = []string{"GOMARMOT_LIB"}

var (
	readRE = regexp.MustCompile(`(?:getenv|add_variable.*|Getenv|LookupEnv|LibraryVar =)\W*(?:"(GOMARMOT_[A-Z_]+)"|settings\.(\w+))`)
	nameRE = regexp.MustCompile(`(?m)^\t(\w+) += "(GOMARMOT_[A-Z_]+)"$`)
)

// TestEveryVariableIsListed: every variable that the sources read is in the
// table or in forCommand, and vice versa.
func TestEveryVariableIsListed(t *testing.T) {
	table, err := os.ReadFile("settings.go")
	require.NoError(t, err)
	variable := map[string]string{}
	for _, m := range nameRE.FindAllStringSubmatch(string(table), -1) {
		variable[m[1]] = m[2]
	}
	asked := map[string]bool{}
	for _, pattern := range []string{"pmpi/*/*.c", "pmpi/*/*.h", "runtime/*.go", "runtime/logdir/*.go", "launch/*.go", "cmd/gomarmot/*.go"} {
		files, err := filepath.Glob(filepath.Join("../..", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			if regexp.MustCompile(`_test\.go$`).MatchString(file) {
				continue
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range readRE.FindAllStringSubmatch(string(text), -1) {
				asked[cmp.Or(m[1], variable[m[2]])] = true
			}
		}
	}
	known := slices.Clone(forCommand)
	for _, s := range All {
		known = append(known, s.Name)
	}
	for name := range asked {
		assert.Contains(t, known, name, "it is read, and not in the table")
	}
	for _, name := range known {
		assert.True(t, asked[name], "%s is in the table, and not read", name)
	}
}

// TestEnvironmentIsDocumented with its defaults.
func TestEnvironmentIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/environment.md")
	require.NoError(t, err)
	for _, s := range All {
		value := "not set"
		if s.Default != "" {
			value = "`" + s.Default + "`"
		}
		assert.Contains(t, string(doc), fmt.Sprintf("| `%s` | %s | ", s.Name, value))
	}
	for _, name := range forCommand {
		assert.Contains(t, string(doc), "| `"+name+"` | ")
	}
}

func TestNumber(t *testing.T) {
	assert.Equal(t, 7, Number("GOMARMOT_LIVE_MAX", "7"))
	assert.Equal(t, 0, Number("GOMARMOT_LIVE_MAX", "0"))
	for _, text := range []string{"", "many", "-1"} {
		assert.Equal(t, 20, Number("GOMARMOT_LIVE_MAX", text))
	}
	assert.Equal(t, 0, Number("GOMARMOT_NONE", ""))
}

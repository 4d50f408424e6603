package report

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestJSONFieldsAreDocumented compares docs/report-json.md with the structs.
func TestJSONFieldsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/report-json.md")
	require.NoError(t, err)
	for _, v := range []any{Report{}, Finding{}, Site{}, Related{}, RankEnd{}, through{},
		Suppressed{}, suppressionUse{}, BaselineResult{}, BaselineEntry{}} {
		for _, name := range jsonNames(t, v) {
			assert.Contains(t, string(doc), "`"+name+"`", "%T", v)
		}
	}
	assert.Contains(t, string(doc), Schema)
}

// TestSuppressionsDoc: the example in docs/suppressions.md is valid.
func TestSuppressionsDoc(t *testing.T) {
	doc, err := os.ReadFile("../docs/suppressions.md")
	require.NoError(t, err)
	var example strings.Builder
	for line := range strings.Lines(string(doc)) {
		if code, ok := strings.CutPrefix(line, "    "); ok {
			example.WriteString(code)
		}
	}
	s, err := parseSuppressions("suppressions.md", []byte(example.String()))
	require.NoError(t, err)
	assert.Len(t, s.entries, 2)
	keys := reflect.TypeOf(suppression{})
	for i := range keys.NumField() {
		if key := keys.Field(i).Tag.Get("toml"); key != "" {
			assert.Contains(t, string(doc), "| `"+key+"` |")
		}
	}
}

// TestFormatsAreDocumented with their suffixes, in docs/report.md.
func TestFormatsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/report.md")
	require.NoError(t, err)
	for _, f := range Formats {
		suffix := ""
		if len(f.suffixes) > 0 {
			suffix = "`" + f.suffixes[0] + "` "
		}
		assert.Contains(t, string(doc), "| `"+f.Name+"` | "+suffix+"|")
	}
}

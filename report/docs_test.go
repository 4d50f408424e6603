package report

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestJSONFieldsAreDocumented holds docs/report-json.md to the structs.
func TestJSONFieldsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/report-json.md")
	require.NoError(t, err)
	for _, v := range []any{Report{}, Finding{}, Site{}, Related{}, RankEnd{},
		Suppressed{}, SuppressionUse{}, BaselineResult{}, BaselineEntry{}} {
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if name != "" {
				assert.Contains(t, string(doc), "`"+name+"`", typ.Name())
			}
		}
	}
	assert.Contains(t, string(doc), Schema)
}

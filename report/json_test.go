package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

const jsonSchemaFile = "../docs/report-schema.json"

// TestJSONSchema validates reports against docs/report-schema.json.
func TestJSONSchema(t *testing.T) {
	text, err := os.ReadFile(jsonSchemaFile)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"const": "`+Schema+`"`)
	validate := schemaOf(t, text)
	for _, r := range []*Report{sampleReport(), gatedReport(), cleanReport(), cleanTornReport(), {}} {
		var out bytes.Buffer
		require.NoError(t, must(FormatByName("json")).Write(&out, r, Options{}))
		assert.NoError(t, validate(out.Bytes()))
		worse := bytes.Replace(out.Bytes(), []byte(`"coverage"`), []byte(`"cover"`), 1)
		assert.ErrorContains(t, validate(worse), "missing property 'coverage'")
	}
}

// TestJSONSchemaIsWhole: it names every field.
func TestJSONSchemaIsWhole(t *testing.T) {
	text, err := os.ReadFile(jsonSchemaFile)
	require.NoError(t, err)
	type object struct{ Properties map[string]any }
	var doc struct{ Definitions map[string]object }
	require.NoError(t, json.Unmarshal(text, &doc))
	for name, v := range map[string]any{
		"report": Report{}, "finding": Finding{}, "site": Site{}, "end": RankEnd{}, "through": through{}, "frame": source.Place{}, "suppression": suppressionUse{}, "baseline": BaselineResult{},
	} {
		for _, field := range jsonNames(t, v) {
			assert.Contains(t, doc.Definitions[name].Properties, field, name)
		}
	}
}

// TestRolesAreDocumented: the schema and the document list the roles of related calls.
func TestRolesAreDocumented(t *testing.T) {
	var doc struct {
		Definitions struct {
			Related struct {
				Properties struct{ Role struct{ Enum []rules.Role } }
			}
		}
	}
	text, err := os.ReadFile(jsonSchemaFile)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &doc))
	assert.Equal(t, rules.Roles, doc.Definitions.Related.Properties.Role.Enum)
	page, err := os.ReadFile("../docs/report-json.md")
	require.NoError(t, err)
	for _, r := range rules.Roles {
		assert.Contains(t, string(page), "\n| `"+string(r)+"` |")
	}
}

// jsonNames returns the names of the fields of a struct in JSON, including fields that may be left out.
func jsonNames(t *testing.T, v any) []string {
	t.Helper()
	if _, own := v.(through); own {
		return slices.Collect(maps.Keys(unmarshaled(t, v)))
	}
	var out []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func unmarshaled(t *testing.T, v any) map[string]any {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	var out map[string]any
	require.NoError(t, json.Unmarshal(b, &out))
	return out
}

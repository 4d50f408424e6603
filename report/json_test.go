package report

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		require.NoError(t, writeJSONReport(&out, r, Options{}))
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
		"report": Report{}, "finding": Finding{}, "site": Site{}, "end": RankEnd{}, "through": through{}, "frame": frame{}, "suppression": suppressionUse{}, "baseline": BaselineResult{},
	} {
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			field, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if field != "" {
				assert.Contains(t, doc.Definitions[name].Properties, field, name)
			}
		}
	}
}

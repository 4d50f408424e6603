package report

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// schemaOf compiles a JSON schema. The function that it returns says where a document violates the schema; nil if the
// document is valid.
func schemaOf(t *testing.T, text []byte) func(document []byte) error {
	t.Helper()
	const name = "schema.json"
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(name, doc))
	schema, err := c.Compile(name)
	require.NoError(t, err)
	return func(document []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
		require.NoError(t, err)
		return schema.Validate(value)
	}
}

package export

import (
	"bytes"
	"encoding/json"

	"github.com/gomarmot/gomarmot/spell"
)

// values are arguments or results in the order of the prototype. In JSON they are an object.
type values []spell.Value

// MarshalJSON writes numbers as numbers, texts, names and addresses as strings, arrays as arrays.
func (v values) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for i := range v {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(v[i].Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(v[i].What); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

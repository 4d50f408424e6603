package rules

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSeverityText: reports and baselines hold severities as words.
func TestSeverityText(t *testing.T) {
	for want, s := range map[string]Severity{`""`: 0, `"note"`: Note, `"warning"`: Warning, `"error"`: Error} {
		b, err := json.Marshal(s)
		require.NoError(t, err)
		assert.Equal(t, want, string(b))
		back := Error
		require.NoError(t, json.Unmarshal(b, &back))
		assert.Equal(t, s, back)
	}
	var s Severity
	assert.ErrorContains(t, json.Unmarshal([]byte(`"none"`), &s), `no severity is called "none"`)
}

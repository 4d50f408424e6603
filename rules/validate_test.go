package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/examples"
	"github.com/gomarmot/gomarmot/rules"
)

func TestAllRulesAreDocumented(t *testing.T) {
	require.NoError(t, rules.Validate(rules.All, func(id string) bool {
		_, bug := examples.Bug(id)
		_, fixed := examples.Fixed(id)
		return bug && fixed
	}))
}

func TestValidateRefuses(t *testing.T) {
	err := rules.Validate([]*rules.Rule{{ID: "x", Advice: "MPI_Send without a period"}, {ID: "x"}}, func(string) bool { return false })
	require.ErrorContains(t, err, "registered twice")
	require.ErrorContains(t, err, "no citation")
	require.ErrorContains(t, err, "Advice is not a sentence")
	require.ErrorContains(t, err, "no scope")
	require.ErrorContains(t, err, "no examples")
}

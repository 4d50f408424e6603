package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// TestFindingNamesItsClause: a finding of a rule that checks several requirements names the broken one.
func TestFindingNamesItsClause(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Alloc_mem", -8, replay.InfoNull, 0x5000)
	r.Do("MPI_Waitall", -1, 0x5000, 0x6000)
	var cites, says []string
	for _, f := range j.Check().Findings {
		if f.Rule == rules.BadArgument {
			cites, says = append(cites, f.Cite), append(says, f.Says)
		}
	}
	require.Len(t, cites, 2)
	assert.Equal(t, []string{"MPI-4.1, Memory Allocation", "MPI-4.1, Multiple Completions; Partitioned Communication"}, cites)
	assert.Equal(t, "The number of requests or of partitions is not negative.", says[1])
}

// TestClausesAreCited: the citation of a rule has each section of its clauses once.
func TestClausesAreCited(t *testing.T) {
	for _, r := range rules.All {
		for _, c := range r.Clauses {
			for section := range strings.SplitSeq(strings.TrimPrefix(c.Cite, "MPI-4.1, "), "; ") {
				assert.Equal(t, 1, strings.Count(r.Cite+";", section+";"), "%s: %s", r.ID, section)
			}
		}
	}
}

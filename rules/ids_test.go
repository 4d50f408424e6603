package rules

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIDsAreUsedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range allIDs() {
		assert.False(t, seen[id], id)
		seen[id] = true
	}
}

// The largest number that each family has given out. The numbers only grow: a smaller number that is missing would be
// free for another rule.
var given = map[string]int{
	"WIN": 15, "FENCE": 10, "PSCW": 13, "LOCK": 13, "RMA": 13, "SPLIT": 12, "FILE": 12, "COLL": 7,
	"MSG": 14, "REQ": 8, "OBJ": 9, "ERR": 1, "RACE": 7, "THREAD": 4, "HANG": 4, "TOOL": 4,
}

func TestNoIDIsGivenUp(t *testing.T) {
	count := map[string]int{}
	for _, id := range allIDs() {
		count[FamilyOf(id)]++
	}
	assert.Len(t, count, len(Families))
	for _, f := range Families {
		assert.GreaterOrEqual(t, count[f.Name], given[f.Name], "%s", f.Name)
		for n := 1; n <= count[f.Name]; n++ {
			assert.Contains(t, allIDs(), fmt.Sprintf("%s%03d", f.Name, n), "the numbers of a family have no gap")
		}
	}
}

func allIDs() []string {
	var out []string
	for _, r := range All {
		out = append(out, r.ID)
	}
	return out
}

// Families and rules are in the same order.
func TestFamiliesAreInOrder(t *testing.T) {
	place := map[string]int{}
	for i, f := range Families {
		assert.NotEmpty(t, f.Covers)
		place[f.Name] = i
	}
	var order []int
	for _, r := range All {
		require.Contains(t, place, FamilyOf(r.ID))
		order = append(order, place[FamilyOf(r.ID)])
	}
	assert.True(t, slices.IsSorted(order))
}

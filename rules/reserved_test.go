package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An ID is built or reserved, not both, and none is given out twice.
func TestIDsAreUsedOnce(t *testing.T) {
	seen := map[string]string{}
	use := func(id, as string) {
		assert.Empty(t, seen[id], "%s is also %s", id, as)
		seen[id] = as
	}
	for _, r := range All {
		use(r.ID, "built")
	}
	for _, r := range Reserve {
		use(r.ID, "reserved")
	}
}

// The IDs that each family has given out. The numbers only grow: an ID that is
// missing below them would be free for another rule.
var given = map[string]int{
	"WIN": 15, "FENCE": 10, "PSCW": 13, "LOCK": 13, "RMA": 12, "SPLIT": 12, "FILE": 12, "COLL": 6,
	"MSG": 13, "REQ": 7, "OBJ": 8, "RACE": 7, "THREAD": 2, "HANG": 4, "TOOL": 3,
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
	for _, r := range Reserve {
		out = append(out, r.ID)
	}
	return out
}

// Families, rules and reserved IDs are in the same order.
func TestFamiliesAreInOrder(t *testing.T) {
	place := map[string]int{}
	for i, f := range Families {
		assert.NotEmpty(t, f.Covers)
		place[f.Name] = i
	}
	var built, reserved []int
	for _, r := range All {
		require.Contains(t, place, FamilyOf(r.ID))
		built = append(built, place[FamilyOf(r.ID)])
	}
	for _, r := range Reserve {
		require.Contains(t, place, FamilyOf(r.ID))
		reserved = append(reserved, place[FamilyOf(r.ID)])
	}
	assert.True(t, slices.IsSorted(built))
	assert.True(t, slices.IsSorted(reserved))
}

func TestReservedIDsAreDescribed(t *testing.T) {
	for _, r := range Reserve {
		assert.Regexp(t, idPattern, r.ID)
		assert.NotEmpty(t, r.Title, r.ID)
		assert.False(t, strings.HasSuffix(r.Title, "."), r.ID)
		assert.True(t, sentence(r.Watches), r.ID)
		assert.Nil(t, ByID(r.ID))
		assert.Equal(t, r.ID, ReservedByID(strings.ToLower(r.ID)).ID)
	}
	assert.Nil(t, ReservedByID("LOCK003"))
}

package provoke

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func plain(text string) Outcome { return Outcome{Ended: true, Output: out(text)} }

func TestNothingHappened(t *testing.T) {
	before := plain("sum 3\n")
	before.Broken = []Broken{{Rule: "MSG006", Place: "a.c:1"}}
	e := NewExpected([]Outcome{before, plain("sum 3\n")}, 1e-6)
	assert.Nil(t, e.Compare(before), "the untouched run breaks the rule, too")
	slow := plain("")
	slow.Ended, slow.Code = false, 143
	assert.Nil(t, e.Compare(slow), "it may just have been slow")
}

func TestDifferences(t *testing.T) {
	e := NewExpected([]Outcome{plain("sum 3\n"), plain("sum 3\n")}, 1e-6)
	hang := Outcome{Broken: []Broken{{Rule: "HANG001", Message: "ranks 0, 1 wait for each other", Hang: true}}}
	never := Outcome{Broken: []Broken{{Rule: "COLL002", Place: "a.c:7", Message: "rank 1 never calls it"}}}
	crash, status, broken := plain("sum 3\n"), plain("sum 3\n"), plain("sum 3\n")
	crash.Signal, status.Code = "SIGSEGV", 3
	broken.Broken = []Broken{{Rule: "MSG006", Place: "a.c:1", Message: "types differ"}}
	for _, c := range []struct {
		o    Outcome
		rule string
		says string
	}{
		{hang, "PROV001", "the program hangs: ranks 0, 1 wait for each other"},
		{never, "PROV001", "COLL002 at a.c:7"},
		{crash, "PROV001", "SIGSEGV"},
		{status, "PROV001", "exit status 3 instead of 0"},
		{broken, "PROV002", "MSG006 at a.c:1: types differ"},
		{plain("sum 4\n"), "PROV003", `prints "sum 4" instead of "sum 3"`},
		{plain(""), "PROV003", `prints nothing instead of "sum 3"`},
	} {
		d := e.Compare(c.o)
		require.NotNil(t, d, c.says)
		assert.Equal(t, c.rule, d.Rule)
		assert.Contains(t, d.Says, c.says)
	}
	assert.Equal(t, "MSG006", e.Compare(broken).Breaks)
	assert.Empty(t, e.Compare(crash).Breaks)
	other := broken
	other.Broken = []Broken{{Rule: "MSG006", Place: "a.c:1", Message: "types differ, other ranks"}}
	assert.Equal(t, e.Compare(broken).Where, e.Compare(other).Where, "the same rule at the same place")
	other.Broken = []Broken{{Rule: "MSG006", Place: "a.c:2", Message: "types differ"}}
	assert.NotEqual(t, e.Compare(broken).Where, e.Compare(other).Where, "another place")
	assert.Equal(t, e.Compare(plain("sum 4\n")).Where, e.Compare(plain("sum 5\n")).Where, "the same line")
}

func TestOutputThatDiffersAnyhowIsNotCompared(t *testing.T) {
	e := NewExpected([]Outcome{plain("time 1.2\n"), plain("time 1.3\n")}, 1e-6)
	assert.False(t, e.Comparable)
	assert.Equal(t, `"time 1.2" and "time 1.3"`, e.Differs)
	assert.Nil(t, e.Compare(plain("time 9\n")))
}

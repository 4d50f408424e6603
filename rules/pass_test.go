package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// TestRepetitionsByObject: the same call on the same object is a repetition, even if the object has another name by
// then.
func TestRepetitionsByObject(t *testing.T) {
	for name, c := range map[string]struct {
		a, b tracker.Object
		want int
	}{
		"renamed":                {tracker.Object{Class: calls.ClassWin, ID: 7, Label: "a"}, tracker.Object{Class: calls.ClassWin, ID: 7, Label: "b"}, 1},
		"of one label":           {tracker.Object{Class: calls.ClassComm, ID: 7, Label: "a"}, tracker.Object{Class: calls.ClassComm, ID: 8, Label: "a"}, 2},
		"of two classes":         {tracker.Object{Class: calls.ClassComm, ID: 7}, tracker.Object{Class: calls.ClassWin, ID: 7}, 2},
		"unknown, of one label":  {tracker.Object{Class: calls.ClassWin, Label: "a"}, tracker.Object{Class: calls.ClassWin, Label: "a"}, 1},
		"unknown, of two labels": {tracker.Object{Label: "a"}, tracker.Object{Label: "b"}, 2},
	} {
		checker, rule := NewSet(nil).Checker(), &Rule{}
		for _, o := range []tracker.Object{c.a, c.b} {
			checker.add(Report{Sites: []tracker.Site{{Call: calls.Put, PC: 1}}, Object: o}, rule, "text", nil)
		}
		assert.Len(t, checker.New(), c.want, name)
	}
}

// A finding becomes more severe only by a report about the same call; if another call repeats the fault, the finding
// keeps its message.
func TestMoreSevereReportOfTheSameCall(t *testing.T) {
	rule := &Rule{ID: "X", Severity: Error}
	first, other := tracker.Site{Rank: 1, Seq: 7, PC: 64}, tracker.Site{Rank: 1, Seq: 9, PC: 64}
	c := &Checker{}
	report := func(at tracker.Site, s Severity, text string) {
		c.add(Report{Sites: []tracker.Site{at}, Severity: s}, rule, "%s", []any{text})
	}
	report(first, Warning, "may")
	report(other, Error, "does")
	f := c.New()
	assert.Len(t, f, 1)
	assert.Equal(t, []any{Warning, "may", int64(2)}, []any{f[0].Severity, f[0].Message, f[0].Count})
	report(first, Error, "did")
	assert.Empty(t, c.New())
	assert.Equal(t, []any{Error, "did", int64(2)}, []any{f[0].Severity, f[0].Message, f[0].Count})
}

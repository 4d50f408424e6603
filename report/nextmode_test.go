package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules"
)

// TestNext: the mode that would show more depends on the failure and on the modes that were used.
func TestNext(t *testing.T) {
	crash := []RankEnd{{Rank: 0, How: Finalized}, {Rank: 2, How: Killed, Signal: "SIGSEGV"},
		{Rank: 1, How: Killed, Signal: "SIGABRT"}}
	vague := Finding{RuleID: "RACE006", Severity: rules.Error, lacks: rules.Compiled}
	hidden := vague
	hidden.Suppressed = &Suppressed{Reason: "known"}
	plain := modes{known: true, command: "mpiexec -n 3 ./app", compiler: "mpif90"}
	heap := plain
	heap.heap = true
	both := heap
	both.compiled = true
	const changed = "RACE006 does not name the line that changes the buffer"
	const why = "ranks 1, 2 died of SIGABRT and SIGSEGV"
	const heapCommand, ccCommand = ": gomarmot run --heap -- ", ": gomarmot cc -- mpif90 -g"
	long := modes{known: true, command: strings.Repeat("x", 2000)}
	lends := plain
	lends.lends = true
	failed := lends
	failed.failed = true
	seen := failed
	seen.compiled = true
	const gaveUp = "the program failed although no rule is broken"
	abort := []RankEnd{{How: Killed}, {How: Aborted}}
	exit := []RankEnd{{How: Killed}, {How: Exited}}
	done := []RankEnd{{How: Finalized}, {How: Finalized}}
	kills := []RankEnd{{How: Killed}, {How: Killed, Signal: "SIGFPE"}, {How: Aborted}}
	told := []Finding{{RuleID: "OBJ009", Severity: rules.Warning}}
	for name, c := range map[string]struct {
		Report
		want string
	}{
		"crash":                        {Report{Ends: crash, modes: plain}, why + heapCommand + "mpiexec -n 3 ./app"},
		"crash with heap":              {Report{Ends: crash, modes: heap}, why + ccCommand},
		"crash, command unknown":       {Report{Ends: crash, modes: modes{known: true}}, why + heapCommand + "mpiexec ..."},
		"crash, long command":          {Report{Ends: crash, modes: long}, why + heapCommand + "mpiexec ..."},
		"crash that heap explains":     {Report{Ends: crash, modes: heap, Findings: told}, ""},
		"crash with both":              {Report{Ends: crash, modes: both}, ""},
		"a kill":                       {Report{Ends: kills, modes: plain}, ""},
		"a normal run":                 {Report{Ends: []RankEnd{{How: Finalized}}, modes: plain}, ""},
		"an error":                     {Report{Findings: []Finding{{RuleID: "LOCK003", Severity: rules.Error}}, modes: plain}, ""},
		"a changed buffer":             {Report{Findings: []Finding{vague}, modes: plain}, changed + ccCommand},
		"a changed buffer, with cc":    {Report{Findings: []Finding{vague}, modes: both}, ""},
		"a changed buffer, suppressed": {Report{Findings: []Finding{hidden}, modes: plain}, ""},
		"abort":                        {Report{Ends: abort, modes: lends}, gaveUp + ccCommand},
		"abort, blocking calls only":   {Report{Ends: abort, modes: plain}, ""},
		"abort, with cc":               {Report{Ends: abort, modes: seen}, ""},
		"abort after a finding":        {Report{Ends: abort, modes: lends, Findings: told}, ""},
		"exit status":                  {Report{Ends: done, modes: failed}, gaveUp + ccCommand},
		"exit status not known":        {Report{Ends: done, modes: lends}, ""},
		"early exit":                   {Report{Ends: exit, modes: failed}, gaveUp + ccCommand},
		"early exit, status not known": {Report{Ends: exit, modes: lends}, ""},
		"killed by the launcher":       {Report{Ends: exit[:1], modes: failed}, ""},
		"not from a log":               {Report{Ends: crash}, ""},
	} {
		got := ""
		if n := c.normalized().Next; n != nil {
			got = n.Why + ": " + n.Command
		}
		assert.Equal(t, c.want, got, name)
	}
	r := Report{Ends: crash, modes: plain}
	r.StartedBy([]string{"srun", "-n", "3", "./my app"})
	assert.Equal(t, "gomarmot run --heap -- srun -n 3 './my app'", r.normalized().Next.Command)
}

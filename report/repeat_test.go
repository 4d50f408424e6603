package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRepeat: the command of a finding repeats its run, in the mode of that run.
func TestRepeat(t *testing.T) {
	const command = "mpiexec -n 2 ./app"
	effect := Finding{RuleID: "WIN005"}
	found := []Finding{{RuleID: "OBJ009", Consequences: []Finding{effect}}}
	forced := []Finding{{RuleID: "PROVOKE001", again: "provoke --again 7"}}
	for name, c := range map[string]struct {
		report Report
		again  string
		want   string
	}{
		"plain":          {Report{Findings: found, modes: modes{command: command}}, "", "gomarmot run -- " + command},
		"heap and GPU":   {Report{Findings: found, modes: modes{command: command, watchedHeap: true, gpu: true}}, "", "gomarmot run --heap --gpu -- " + command},
		"sanitizer":      {Report{Findings: found, modes: modes{command: command, heap: true}}, "", "gomarmot run -- " + command},
		"forced":         {Report{Findings: forced, modes: modes{command: command}}, "", "gomarmot provoke --again 7 -- " + command},
		"a forced run":   {Report{Findings: found, modes: modes{command: command}}, "provoke --again 3", "gomarmot provoke --again 3 -- " + command},
		"unknown":        {Report{Findings: found}, "", ""},
		"forced unknown": {Report{Findings: forced}, "", ""},
	} {
		c.report.RepeatedBy(c.again)
		out := c.report.normalized().Findings
		assert.Equal(t, c.want, out[0].Repeat, name)
		for _, e := range out[0].Consequences {
			assert.Equal(t, c.want, e.Repeat, name)
		}
	}
	r := Report{Findings: found}
	r.StartedBy([]string{"srun", "-n", "3", "./my app"})
	assert.Equal(t, "gomarmot run -- srun -n 3 './my app'", r.normalized().Findings[0].Repeat)
}

package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// TestProcesses: the findings do not depend on the number of processes that check a log.
func TestProcesses(t *testing.T) { testProcesses(t, 100) }

// TestProcessesOfCrowd: the same in large jobs, where waiting ranks give back the memory used for reading.
func TestProcessesOfCrowd(t *testing.T) {
	check.SetCrowd(t, 1)
	testProcesses(t, 60)
}

func testProcesses(t *testing.T, programs int) {
	found := map[string]bool{}
	for seed := range uint64(programs) {
		p := newMess(t, seed)
		inputs := func() []check.Input {
			in := p.Inputs()
			if p.absent >= 0 {
				in[p.absent].Stream = nil
			}
			return in
		}
		want, err := check.Run(inputs(), rules.All, check.Options{Cores: 1}, nil)
		require.NoError(t, err)
		for _, processes := range []int{2, 3, 7} {
			got, err := check.RunOn(processes, inputs, rules.All, check.Options{Cores: 1 + processes%2})
			require.NoError(t, err)
			require.Equal(t, len(want.Findings), len(got.Findings), "program %d, %d processes", seed, processes)
			for i, f := range want.Findings {
				require.Equal(t, f, got.Findings[i], "program %d, finding %d, %d processes", seed, i, processes)
				found[f.Rule.ID] = true
			}
			require.Equal(t, want, got, "program %d, %d processes", seed, processes)
		}
	}
	require.Greater(t, len(found), 25, "the programs break too few rules to tell anything: %v", found)
}

package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// TestRollCallText: the text of a roll call for each state, for thousands of ranks, and for many groups.
func TestRollCallText(t *testing.T) {
	recv := logdir.Spot{Call: calls.ByName("MPI_Recv").Kind}
	var most, odd []int
	for rank := range 1024 {
		if rank != 512 {
			most = append(most, rank)
		}
		if rank%2 == 1 {
			odd = append(odd, rank)
		}
	}
	group := func(state launch.State, ranks []int, hosts ...string) launch.Group {
		return launch.Group{State: state, Ranks: ranks, Hosts: hosts, Spot: recv, Place: "halo.c:4 in swap", Shortest: 40 * time.Second, Longest: 41 * time.Second}
	}
	late := group(launch.Outside, []int{512}, "node7")
	far := group(launch.Waiting, most, "node1", "node7")
	far.Longest = 3 * time.Minute
	nowhere := group(launch.Silent, []int{3, 4}, "node1")
	nowhere.Spot, nowhere.Place = logdir.Spot{}, ""
	assert.Equal(t, []string{
		"  rank 512 on node7             outside of MPI for 41s, after the call at halo.c:4 in swap",
		"  ranks 3,4 on node1            silent for 41s, last seen outside of MPI",
		"  ranks 0-511,513-1023 (1,023)  in MPI_Recv for 40s-3m0s, halo.c:4 in swap",
	}, rollCall([]launch.Group{late, nowhere, far}, 30))
	assert.Equal(t, []string{
		"  rank 512                                           polling with MPI_Recv for 41s, halo.c:4 in swap",
		"  ranks 1,3,5,7,9,11,13,15,17,19,21,23,25,... (512)  silent for 41s, last seen in MPI_Recv, halo.c:4 in swap",
		"  and 2 groups with 3 ranks",
	}, rollCall([]launch.Group{
		group(launch.Polling, []int{512}), group(launch.Silent, odd), group(launch.Ended, []int{7}), group(launch.Absent, []int{8, 9}),
	}, 2))
	assert.Equal(t, []string{"  rank 1     ended", "  rank 7     making calls", "  ranks 8,9  have told nothing here so far"},
		rollCall([]launch.Group{group(launch.Ended, []int{1}), group(launch.Calling, []int{7}), group(launch.Absent, []int{8, 9})}, 3))
	assert.Equal(t, []string{"  rank 3  has told nothing here so far"}, rollCall([]launch.Group{group(launch.Absent, []int{3})}, 3))
}

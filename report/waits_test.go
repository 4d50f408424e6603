package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hungEnds are n ranks in a collective call, one in a receive and one that has ended.
func hungEnds(n int) (out []RankEnd) {
	for r := range n {
		in := &Site{Rank: r, Call: "MPI_Allreduce", File: "/src/a.c", Line: 40, Function: "sum"}
		out = append(out, RankEnd{Rank: r, How: Killed, In: in, WaitsFor: []int{n}})
	}
	in := &Site{Rank: n, Call: "MPI_Recv", File: `/src/b".c`, Line: 12, Function: "main"}
	return append(out, RankEnd{Rank: n, How: Killed, In: in, WaitsFor: []int{n - 1, n + 1}, WaitsForAny: true}, RankEnd{Rank: n + 1, How: Finalized})
}

func TestDot(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, WriteDot(&out, &Report{Ends: hungEnds(30)}, Options{Dir: "/src"}))
	assert.Equal(t, `digraph waits {
  node [shape=box, fontname="sans-serif"];
  n0 [label="ranks 0-29\nMPI_Allreduce, a.c:40 in sum"];
  n0 -> n1;
  n1 [label="rank 30\nMPI_Recv, b\".c:12 in main"];
  n1 -> n0 [label="any of several", style=dashed];
  n1 -> n2 [label="any of several", style=dashed];
  n2 [label="rank 31\nreached MPI_Finalize", style=dashed];
}
`, out.String())
}

func TestHTMLWaits(t *testing.T) {
	assert.Equal(t, 4, strings.Count(string(htmlWaits(hungEnds(2), "/src")), "<rect"), "each rank")
	svg := string(htmlWaits(hungEnds(30), "/src"))
	assert.Equal(t, 3, strings.Count(svg, "<rect"))
	assert.Equal(t, 3, strings.Count(svg, `class="waits-for"`))
	assert.Contains(t, svg, "ranks 0-29: MPI_Allreduce</text>")
	assert.NotContains(t, svg, `b".c`, "it is escaped")
	assert.Empty(t, htmlWaits([]RankEnd{{Rank: 0, How: Finalized}}, ""), "no rank waits")
	var many []RankEnd
	for i := range maxWaitNodes + 1 {
		in := &Site{Rank: i, Call: "MPI_Recv", File: fmt.Sprintf("/src/%d.c", i), Line: 1}
		many = append(many, RankEnd{Rank: i, How: Killed, In: in, WaitsFor: []int{0}})
	}
	assert.Empty(t, htmlWaits(many, ""), "too many to be readable")
}

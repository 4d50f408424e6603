package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// hungEnds are the ends of n ranks in a collective call, of a rank in a receive and of a rank that has exited.
func hungEnds(n int) (out []RankEnd) {
	for r := range n {
		in := &Site{Rank: r, Call: "MPI_Allreduce", Place: source.Place{File: "/src/a.c", Line: 40, Func: "sum"}}
		out = append(out, RankEnd{Rank: r, How: Killed, In: in, WaitsFor: []int{n}})
	}
	in := &Site{Rank: n, Call: "MPI_Recv", Place: source.Place{File: `/src/b".c`, Line: 12, Func: "main"}}
	return append(out, RankEnd{Rank: n, How: Killed, In: in, WaitsFor: []int{n - 1, n + 1}, WaitsForAny: true}, RankEnd{Rank: n + 1, How: Finalized})
}

func shownEnds(ends []RankEnd) []RankEnd {
	return prepare(&Report{Ends: ends}, Options{Dir: "/src"}, false).Ends
}

func TestDot(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("dot")).Write(&out, &Report{Ends: hungEnds(30)}, Options{Dir: "/src"}))
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
	assert.Equal(t, 4, strings.Count(string(htmlWaits(shownEnds(hungEnds(2)))), "<rect"), "each rank")
	svg := string(htmlWaits(shownEnds(hungEnds(30))))
	assert.Equal(t, 3, strings.Count(svg, "<rect"))
	assert.Equal(t, 3, strings.Count(svg, `class="waits-for"`))
	assert.Contains(t, svg, "ranks 0-29: MPI_Allreduce</text>")
	assert.NotContains(t, svg, `b".c`, "it is escaped")
	assert.Empty(t, htmlWaits([]RankEnd{{Rank: 0, How: Finalized}}), "no rank waits")
	var many []RankEnd
	for i := range maxWaitNodes + 1 {
		in := &Site{Rank: i, Call: "MPI_Recv", Place: source.Place{File: fmt.Sprintf("/src/%d.c", i), Line: 1}}
		many = append(many, RankEnd{Rank: i, How: Killed, In: in, WaitsFor: []int{0}})
	}
	assert.Empty(t, htmlWaits(many), "too many to be readable")
}

// TestChain: each rank is listed below a rank that waits for it; of many ranks at the same place, the place is listed
// once.
func TestChain(t *testing.T) {
	chain := func(ranks []int, ends []RankEnd) string {
		f := Finding{RuleID: "HANG001", Title: "hang", Severity: rules.Error, Ranks: ranks, Sites: []Site{*ends[ranks[0]].In}}
		s := prepare(&Report{Ends: ends, Findings: []Finding{f}}, Options{Dir: "/src", Width: 100}, false)
		x := newText(s)
		x.finding(s.findings[0])
		_, list, _ := strings.Cut(x.b.String(), "\n\n\n")
		return list
	}
	assert.Equal(t, `  waits   rank 2 waits in MPI_Recv, b".c:12 in main, for one of ranks 1,3
            rank 1 waits in MPI_Allreduce, a.c:40 in sum, for rank 2
            rank 3: reached MPI_Finalize
`, chain([]int{1, 2}, hungEnds(2)))
	assert.Equal(t, `  waits   rank 300 waits in MPI_Recv, b".c:12 in main, for one of ranks 299,301
            rank 299 waits in MPI_Allreduce, a.c:40 in sum, for rank 300
            rank 301: reached MPI_Finalize
`, chain([]int{299, 300}, hungEnds(300)))
	var ring []RankEnd
	for i := range 300 {
		in := &Site{Rank: i, Call: "MPI_Ssend", Place: source.Place{File: "/src/r.c", Line: 7, Func: "main"}}
		ring = append(ring, RankEnd{Rank: i, How: Killed, In: in, WaitsFor: []int{(i + 1) % 300}})
	}
	all := make([]int, 300)
	for i := range all {
		all[i] = i
	}
	assert.Equal(t, "  waits   ranks 0-299 wait in MPI_Ssend, r.c:7 in main, for each other\n", chain(all, ring))
	assert.Equal(t, `  waits   rank 0 waits in MPI_Ssend, r.c:7 in main, for rank 1
            rank 1 waits in MPI_Ssend, r.c:7 in main, for rank 2
              rank 2 waits in MPI_Ssend, r.c:7 in main, for rank 0
`, chain([]int{0, 1, 2}, append(ring[:2:2], RankEnd{Rank: 2, How: Killed, In: ring[2].In, WaitsFor: []int{0}})))
}

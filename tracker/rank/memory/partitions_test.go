package memory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// partitionsAt finds the partitions of a request that have a byte of a buffer, and few others.
func TestPartitionsAt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n, each := 1+rnd.Int64N(40), 1+rnd.Int64N(5)
		x := &InUse{Request: &requests.Request{Parts: requests.NewPartitions(n)}}
		x.Buffer = datatype.Buffer{Addr: 1000, Count: n * each, Type: datatype.Memory}
		a := datatype.Buffer{Addr: 990 + rnd.Int64N(220), Count: rnd.Int64N(20), Type: datatype.Memory}
		from, to := x.partitionsAt(&a)
		require.LessOrEqual(t, to, n)
		for i := range n {
			lo, hi := 1000+i*each, 1000+(i+1)*each
			if meets := a.Addr < hi && lo < a.Addr+a.Count; meets {
				require.True(t, from <= i && i < to, "partition %d of %d, each of %d bytes, not in [%d, %d): %d at %d",
					i, n, each, from, to, a.Count, a.Addr)
			}
		}
		require.LessOrEqual(t, to-from, a.Count/each+3, "and few others")
	}
}

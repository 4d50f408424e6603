package state_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// TestOpsReader: what is read is what was written, while calls that ops name move on with them, stay
// the same ones, or are others each time.
func TestOpsReader(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		w, r := state.NewOpsWriter(), state.NewOpsReader(state.NewLists(nil))
		site := func(place int, seq uint32) tracker.Site {
			return tracker.Site{Rank: 3, Call: calls.Put, Seq: seq, PC: uint64(0x1000 + place)}
		}
		fixed := site(9, 17)
		call := func(place int, seq uint32) tracker.Site {
			switch rnd.IntN(12) {
			case 0:
				fixed = site(9, seq)
			case 1:
				return site(place, rnd.Uint32())
			case 2:
				return site(int(rnd.Uint32N(1<<20)), seq) // at a place that the reader does not know
			}
			if seq/64%2 == 0 { // the program does one thing for a while, and then another
				return fixed
			}
			return site(place, seq-uint32(place))
		}
		var seq uint32
		for range 100 {
			var ops, got state.Ops
			for range 1 + rnd.IntN(16) {
				place := int(seq % 5)
				seq++
				x := op.Op{What: op.Accesses, Site: site(place, seq), N: int64(seq - seq%3*rnd.Uint32N(2)), Peer: int32(place)}
				if rnd.IntN(8) > 0 {
					x.Names = &op.Names{Ranks: []int32{1, int32(place)}, Puts: []op.TargetUse{{Target: 1, Site: call(place, seq)}}}
				}
				switch rnd.IntN(8) {
				case 0:
				case 1:
					x.More = &op.Parts{To: int64(place), Of: 5}
				default:
					x.More = &op.Access{Opened: call(place+1, seq), Operand: int64(rnd.IntN(8) / 7), Fetches: place == 2}
				}
				ops.List = append(ops.List, x)
			}
			left := r.Begin(append(w.Write(nil, &ops), 42))
			for at := 0; at < len(ops.List); at += len(got.List) {
				got.Reset()
				left = r.Read(left, &got, 1+rnd.IntN(r.Left()))
				next := at + len(got.List)
				require.Equal(t, ops.List[at:next], got.List, "program %d", seed)
				require.Equal(t, next < len(ops.List) && ops.List[next].N == ops.List[next-1].N, r.SameCall(left), "program %d", seed)
			}
			require.Zero(t, r.Left(), "program %d", seed)
			require.Equal(t, []byte{42}, left, "program %d", seed)
		}
	}
}

// TestOpsWriterSmall: an op of a loop is a byte, whether the calls that it names move on with it or
// not.
func TestOpsWriterSmall(t *testing.T) {
	w := state.NewOpsWriter()
	var out []byte
	const rounds = 1000
	for i := range uint32(rounds) {
		lock := tracker.Site{Call: calls.WinLock, Seq: 1, PC: 1}
		put := tracker.Site{Call: calls.Put, Seq: 10 + 2*i, PC: 2}
		flush := tracker.Site{Call: calls.WinFlush, Seq: 11 + 2*i, PC: 3}
		out = w.Write(out, &state.Ops{List: []op.Op{
			{What: op.Accesses, Site: put, N: int64(4 * i), More: &op.Access{Opened: lock}},
			{What: op.Completes, Site: flush, N: int64(4*i + 2), Names: &op.Names{Puts: []op.TargetUse{{Target: 1, Site: put}}}},
		}})
	}
	require.Less(t, len(out), 3*rounds+200) // and one of each batch
}

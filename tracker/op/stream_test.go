package op_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/op/optest"
)

// TestReader: a Reader reads the ops that were written, whether the calls that the ops name advance with the ops, stay
// the same, or differ each time.
func TestReader(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		w, r := op.NewWriter(), op.NewReader(nil)
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
			if seq/64%2 == 0 { // the program does the same for a while, then something else
				return fixed
			}
			return site(place, seq-uint32(place))
		}
		locked := []*op.Locked{nil, nil, nil, nil, op.NewLocked([]op.LockRef{{Window: 1, Target: 2}}),
			op.NewLocked([]op.LockRef{{Window: 1, Target: 2, Exclusive: true}, {Window: 3}})}
		var seq uint32
		for range 100 {
			var ops, got op.Ops
			for range 1 + rnd.IntN(16) {
				place := int(seq % 5)
				seq++
				head := op.Head{Site: site(place, seq), N: int64(seq - seq%3*rnd.Uint32N(2))}
				switch rnd.IntN(8) {
				case 0:
					ops.Strays(head)
				case 1:
					x := ops.Readies(head)
					x.Message, x.Parts = int64(seq%3), op.Parts{To: int64(place), Of: 5}
				case 2, 3:
					x := ops.Completes(head)
					for range rnd.IntN(3) {
						x.Puts = append(x.Puts, op.TargetUse{Target: 1, Site: call(place, seq)})
					}
					x.Ranks = []int32{1, int32(place)}
				case 4:
					ops.HasFetched(op.Head{N: head.N}).Value = rnd.Int64()
				default:
					x := ops.Accesses(head)
					x.Opened, x.Operand, x.Fetches, x.Target = call(place+1, seq), int64(rnd.IntN(8)/7), place == 2, int32(place)
					x.Locks = locked[rnd.IntN(len(locked))]
				}
			}
			want := optest.Texts(&ops, 0)
			left := r.Begin(append(w.Write(nil, &ops), 42))
			for at := 0; at < ops.Len(); {
				got.Reset()
				for range 1 + rnd.IntN(r.Left()) {
					left = r.Next(left, &got)
				}
				next := at + got.Len()
				require.Equal(t, want[at:next], optest.Texts(&got, 0), "program %d", seed)
				require.Equal(t, next < ops.Len() && ops.N(next) == ops.N(next-1), r.SameCall(left), "program %d", seed)
				at = next
			}
			require.Zero(t, r.Left(), "program %d", seed)
			require.Equal(t, []byte{42}, left, "program %d", seed)
		}
	}
}

// TestWriterSmall: an op of a loop takes a byte, whether or not the calls that it names advance with it, and allocates
// nothing.
func TestWriterSmall(t *testing.T) {
	w, r := op.NewWriter(), op.NewReader(nil)
	var out []byte
	var ops, got op.Ops
	i := uint32(0)
	round := func() {
		i++
		put := tracker.Site{Call: calls.Put, Seq: 10 + 2*i, PC: 2}
		flush := tracker.Site{Call: calls.WinFlush, Seq: 11 + 2*i, PC: 3}
		ops.Reset()
		ops.Accesses(op.Head{Site: put, N: int64(4 * i)}).Opened = tracker.Site{Call: calls.WinLock, Seq: 1, PC: 1}
		x := ops.Completes(op.Head{Site: flush, N: int64(4*i + 2)})
		x.Puts = ops.KeepPuts([]op.TargetUse{{Target: 1, Site: put}})
		ops.Sends(op.Head{Site: flush, N: int64(4*i + 2)}).Message = int64(i)
		ops.Received(op.Head{Site: flush, N: int64(4*i + 2)}).Message = int64(i - 1)
		out = w.Write(out[:0], &ops)
		got.Reset()
		for in := r.Begin(out); r.Left() > 0; {
			in = r.Next(in, &got)
		}
	}
	for range 10 {
		round()
	}
	assert.Zero(t, testing.AllocsPerRun(1000, round))
	assert.Len(t, out, 1+4, "how many there are, and a byte for each")
}

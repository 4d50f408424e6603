package calls

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// accessName composes the name of a data access as the standard does.
func accessName(nonblocking, write bool, pointer string, all bool, half string) string {
	name := "MPI_File_"
	if nonblocking {
		name += "i"
	}
	name += map[bool]string{false: "read", true: "write"}[write] + pointer
	if all && pointer != "_ordered" {
		name += "_all"
	}
	return name + half
}

// Every data access fits its name: direction, positioning,
// coordination, synchronism.
func TestDataAccessesFitTheirNames(t *testing.T) {
	seen := 0
	for i := range 1 << 2 {
		nonblocking, write := i&1 != 0, i&2 != 0
		for pointer, want := range map[string]Pointer{
			"": PointerIndividual, "_at": PointerExplicit, "_shared": PointerShared, "_ordered": PointerShared,
		} {
			for _, all := range []bool{false, true} {
				for half, begins := range map[string]SplitHalf{"": NoSplit, "_begin": SplitBegin, "_end": SplitEnd} {
					r := ByName(accessName(nonblocking, write, pointer, all, half))
					if r == nil || all != (r.Over != "") {
						continue
					}
					seen++
					io := Of(r.Kind).IO
					partner := io.Partner
					io.Partner = 0
					assert.Equal(t, IO{Data: true, Write: write, Pointer: want, Collective: all, Nonblocking: nonblocking, Half: begins}, io, r.Name())
					if half == "" {
						assert.Zero(t, partner, r.Name())
						continue
					}
					other := accessName(nonblocking, write, pointer, all, map[string]string{"_begin": "_end", "_end": "_begin"}[half])
					assert.Equal(t, other, partner.String())
					assert.Equal(t, r.Kind, Of(partner).IO.Partner)
				}
			}
		}
	}
	data := 0
	each(func(_ *Row, s *Sem) {
		if s.IO.Data {
			data++
		}
	})
	assert.Equal(t, data, seen)
	assert.Equal(t, 34, seen)
}

// The nonblocking and the persistent form of a call move the same data.
func TestFormsOfACallMoveTheSame(t *testing.T) {
	twins := 0
	each(func(r *Row, s *Sem) {
		base := strings.TrimPrefix(r.Name(), "MPI_")
		for _, name := range []string{"MPI_I" + strings.ToLower(base[:1]) + base[1:], r.Name() + "_init", "MPI_R" + strings.ToLower(base)} {
			o := ByName(name)
			if o == nil || o == r || s.Makes != 0 || s.Match == 0 && s.RMA == 0 || name == "MPI_Rsend" || s.Persistent || s.Match == MatchProbe {
				continue
			}
			twins++
			v := Of(o.Kind)
			assert.Equal(t, []any{s.Match, s.Flow, s.Over, s.Exchange, s.Send, s.RMA, s.Amount, s.Same},
				[]any{v.Match, v.Flow, v.Over, v.Exchange, v.Send, v.RMA, v.Amount, v.Same}, name)
			assert.NotEqual(t, NoOperation, v.Starts, name)
			require.Equal(t, len(s.Buffers), len(v.Buffers), name)
			for i, b := range s.Buffers {
				c := v.Buffers[i]
				assert.NotEqual(t, UntilReturn, c.Until, name)
				b.Until, c.Until = 0, 0
				assert.Equal(t, b, c, name)
			}
		}
	})
	assert.Equal(t, 61, twins)
}

// A buffer has a count and a datatype, for a single block or for each of several;
// or a size; or it is a single element.
func TestBuffersHaveASize(t *testing.T) {
	each(func(r *Row, s *Sem) {
		args := argNames(r)
		for i, b := range s.Buffers {
			count, typed := b.Count >= 0 || b.Counts >= 0, b.Type >= 0 || b.Types >= 0
			assert.False(t, b.Count >= 0 && b.Counts >= 0 || b.Type >= 0 && b.Types >= 0, r.Name())
			switch {
			case !typed:
				assert.Contains(t, args[b.Count], "size", r.Name())
			case !count:
				assert.Contains(t, []RMAOp{RMAFetchAndOp, RMACompareAndSwap}, s.RMA, r.Name())
			}
			assert.True(t, b.Reads || b.Writes, r.Name())
			assert.False(t, b.Displs >= 0 && b.Counts < 0, r.Name())
			if i > 0 {
				assert.NotEqual(t, s.Buffers[i-1].Addr, b.Addr, r.Name())
			}
		}
	})
}

func TestExchanges(t *testing.T) {
	want := map[Exchange][]Kind{
		NoExchange:      {Barrier, CommDup, Send, Put, FileReadAll},
		ExchangeSame:    {Bcast, Reduce, Iallreduce, ScanInit, Exscan, ReduceScatter, ReduceScatterBlock},
		ExchangeGather:  {Gather, Igatherv},
		ExchangeScatter: {Scatter, ScattervInit},
		ExchangeAll:     {Allgather, Iallgatherv, NeighborAllgather, NeighborAllgatherv},
		ExchangePairs:   {Alltoall, Alltoallv, AlltoallwInit, NeighborAlltoall, IneighborAlltoallw},
	}
	for e, kinds := range want {
		for _, k := range kinds {
			assert.Equal(t, e, Of(k).Exchange, k)
		}
	}
	each(func(r *Row, s *Sem) {
		collective := s.Over == ClassComm && len(s.Buffers) > 0
		assert.Equal(t, collective, s.Exchange != NoExchange, r.Name())
	})
}

func TestPartsOfBuffers(t *testing.T) {
	parts := func(k Kind) (p []Part) {
		for _, b := range Of(k).Buffers {
			p = append(p, b.Part)
		}
		return p
	}
	assert.Equal(t, []Part{OneBlock, BlockPerRank}, parts(Allgather))
	assert.Equal(t, []Part{OneBlock, BlockPerRank}, parts(Igatherv))
	assert.Equal(t, []Part{BlockPerRank, OneBlock}, parts(ScatterInit))
	assert.Equal(t, []Part{BlockPerRank, BlockPerRank}, parts(Alltoallw))
	assert.Equal(t, []Part{BlockPerRank, OwnBlock}, parts(ReduceScatter))
	assert.Equal(t, []Part{BlockPerRank, OneBlock}, parts(ReduceScatterBlock))
	assert.Equal(t, []Part{OneBlock, BlockPerNeighbor}, parts(NeighborAllgather))
	assert.Equal(t, []Part{BlockPerPartition}, parts(PsendInit))
	assert.Equal(t, Buffer{Addr: 0, Count: 1, Type: 2, Counts: -1, Displs: -1, Types: -1, From: 5, To: 3, Reads: true, Writes: true},
		Of(SendrecvReplace).Buffers[0])
	assert.Equal(t, FromRoot, Of(Ibcast).Buffers[0].Role)
	assert.Equal(t, UntilSettled, Of(Get).Buffers[0].Until)
	assert.Equal(t, UntilEnd, Of(FileReadAllBegin).Buffers[0].Until)
	assert.Equal(t, UntilInactive, Of(RecvInit).Buffers[0].Until)
	assert.Equal(t, UntilDetached, Of(BufferAttach).Buffers[0].Until)
}

// How far each synchronization takes the operations that the rank has issued on a window.
func TestSettles(t *testing.T) {
	type reach struct {
		far Reach
		all bool
	}
	got := map[Kind]reach{}
	each(func(_ *Row, s *Sem) {
		if far, all := s.Epoch.Settles(); far != NotSettled {
			got[s.Kind] = reach{far, all}
		}
	})
	assert.Equal(t, map[Kind]reach{
		WinFence: {AtTarget, true}, WinComplete: {AtTarget, true}, WinUnlockAll: {AtTarget, true}, WinFlushAll: {AtTarget, true},
		WinUnlock: {AtTarget, false}, WinFlush: {AtTarget, false}, WinFlushLocalAll: {AtOrigin, true}, WinFlushLocal: {AtOrigin, false},
	}, got)
}

// The synchronization of windows that MPI-4.1 lists.
func TestEveryStepOfEpochs(t *testing.T) {
	steps := map[EpochStep]string{}
	each(func(r *Row, s *Sem) {
		if s.Epoch != NoEpochStep {
			assert.Empty(t, steps[s.Epoch], r.Name())
			steps[s.Epoch] = strings.TrimPrefix(r.Name(), "MPI_Win_")
			assert.GreaterOrEqual(t, s.Win, int8(0), r.Name())
		}
	})
	var names []string
	for e := EpochFence; e <= EpochSync; e++ {
		names = append(names, steps[e])
		assert.Equal(t, e >= EpochLock, e.Passive())
	}
	assert.Equal(t, "fence start complete post wait test lock unlock lock_all unlock_all flush flush_all flush_local flush_local_all sync",
		strings.Join(names, " "))
}

func TestOperationsOnWindows(t *testing.T) {
	each(func(r *Row, s *Sem) {
		target := s.Win >= 0 && ArgIndex(r.Kind, "target_disp") >= 0
		assert.Equal(t, target, s.RMA != NoRMA, r.Name())
		if !target {
			return
		}
		assert.Equal(t, ArgIndex(r.Kind, "target_rank"), int(s.Target), r.Name())
		assert.Equal(t, strings.Contains(strings.ToLower(r.Name()), "get") || len(s.Buffers) > 1, s.RMA.Reads(), r.Name())
		assert.Equal(t, !strings.HasSuffix(strings.ToLower(r.Name()), "get"), s.RMA.Writes(), r.Name())
		assert.Equal(t, s.Op >= 0 || s.RMA == RMACompareAndSwap, s.RMA.Atomic(), r.Name())
	})
}

// Messages: which calls send in which mode, receive and probe.
func TestEndsOfMessages(t *testing.T) {
	each(func(r *Row, s *Sem) {
		name := r.Name()
		sends := s.Match == MatchSend || s.Match == MatchSendReceive
		assert.Equal(t, sends, s.Send != NoSend, name)
		assert.Equal(t, sends, s.Dest >= 0 && s.SendTag >= 0, name)
		fromSource := (s.Match == MatchReceive || s.Match == MatchSendReceive || s.Match == MatchProbe) && s.Message < 0
		assert.Equal(t, fromSource, s.Source >= 0 && s.RecvTag >= 0, name)
		for _, b := range s.Buffers {
			if s.Match == MatchSend || s.Match == MatchReceive {
				assert.Equal(t, s.Match == MatchSend, b.Reads, name)
				assert.Equal(t, s.Match == MatchReceive, b.Writes, name)
			}
		}
	})
	assert.Equal(t, SendSynchronous, Of(Issend).Send)
	assert.Equal(t, SendReady, Of(Rsend).Send)
	assert.Equal(t, SendBuffered, Of(BsendInit).Send)
}

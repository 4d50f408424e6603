package wrappertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Handles of the stub library.
const (
	commWorld = 0x44000000
	intType   = 0x4c000405
	infoNull  = 0x1c000000
	sum       = 0x58000003
	stubWin   = 0xa0000000
	stubComm  = 0x84000000
	stubGroup = 0x88000000
	stubType  = 0x8c000005
	stubReq   = 0xac000000
	nullWin   = 0x20000000
	nullReq   = 0x2c000000
)

// anyAddress stands for an address in a wanted record.
const anyAddress = 0x7a7a7a7a7a7a

// anyWord stands for a word that the standard leaves undefined.
const anyWord = 0x7b7b7b7b7b7b

// wanted is a record without time, place and sequence.
type wanted struct {
	kind  calls.Kind
	phase event.Phase
	large bool
	words []int64
	blob  []int64
}

func (w wanted) check(t *testing.T, e event.Event) {
	t.Helper()
	assert.Equal(t, w.kind, e.Kind)
	assert.Equal(t, w.phase, e.Phase, w.kind)
	assert.Equal(t, w.large, e.Large, w.kind)
	if assert.Len(t, e.Words(), len(w.words), "%s phase %d", w.kind, w.phase) {
		for i, word := range w.words {
			if word == anyWord {
				continue
			}
			if word == anyAddress {
				assert.NotZero(t, e.A[i], "%s word %d", w.kind, i)
				continue
			}
			assert.Equal(t, word, e.A[i], "%s phase %d word %d", w.kind, w.phase, i)
		}
	}
	assert.Equal(t, w.blob, blobWords(e), "%s phase %d", w.kind, w.phase)
}

func TestRecordsHoldWhatTheProgramPassed(t *testing.T) {
	got, end := record(t, nil, compileStub(t, "records.c"))
	const a = anyAddress
	want := []wanted{
		{calls.Init, event.Enter, false, []int64{0, 0}, nil},
		{calls.Init, event.Leave, false, []int64{0, 0}, nil},
		{calls.WinCreate, event.Enter, false, []int64{a, 64, 4, infoNull, commWorld, a}, nil},
		{calls.WinCreate, event.Leave, false, []int64{0, stubWin, 1, -1, 0}, nil}, // the stub has no attributes MPI_WIN_MODEL and MPI_WIN_BASE
		{calls.Put, event.Once, false, []int64{a, -1, intType, -2, 1 << 33, 2, intType, stubWin}, nil},
		{calls.Put, event.Once, true, []int64{a, 1 << 35, intType, 1, -9, 1 << 36, intType, stubWin}, nil},
		{event.Memory, event.Once, false, []int64{int64(event.MemoryNone), 1 << 1}, nil}, // a status that is NULL, not ignored
		{calls.Wait, event.Enter, false, []int64{7, 0}, nil},
		{calls.Wait, event.Leave, false, []int64{0, nullReq, 0, 0, 0}, nil},
		{event.Value, event.Once, false, []int64{4, 0}, nil},
		{calls.RgetAccumulate, event.Enter, false, []int64{a, 1, intType, a, 2, intType, 0, 3, 4, intType, sum, stubWin, a}, nil},
		{calls.RgetAccumulate, event.Leave, false, []int64{0, stubReq}, nil},
		{event.Memory, event.Once, false, []int64{int64(event.MemoryNone), 1 << 1}, nil}, // a status that is NULL, not ignored
		{calls.Wait, event.Enter, false, []int64{stubReq, 0}, nil},
		{calls.Wait, event.Leave, false, []int64{0, nullReq, 0, 0, 0}, nil},
		{event.Memory, event.Once, false, []int64{int64(event.MemoryNone), 1 << 2}, nil}, // a status that is NULL, not ignored
		{calls.Waitall, event.Enter, false, []int64{3, a, 0}, []int64{3, 11, 12, 13}},
		{calls.Waitall, event.Leave, false, []int64{0}, []int64{0}},
		{event.Memory, event.Once, false, []int64{int64(event.MemoryNone), 1 << 4}, nil}, // a status that is NULL, not ignored
		{calls.Waitsome, event.Enter, false, []int64{3, a, a, a, 0}, []int64{3, 11, 12, 13}},
		{calls.Waitsome, event.Leave, false, []int64{0, 0}, []int64{0, 0}},
		{calls.InfoSet, event.Once, false, []int64{infoNull, a, a}, []int64{9, 0x7a69735f656d6173, 0x65, 4, 0x65757274}},
		{calls.InfoSet, event.Once, false, []int64{infoNull, 0, a}, []int64{0, 0}},
		{calls.TypeCreateStruct, event.Enter, false, []int64{2, a, a, a, a},
			[]int64{2, 3, -4, 2, -8, 1 << 40, 2, intType, intType}},
		{calls.TypeCreateStruct, event.Leave, false, []int64{0, stubType, 0, 0, 0, 0, 0}, nil},
		{calls.CommDup, event.Enter, false, []int64{commWorld, a}, nil},
		{calls.CommDup, event.Leave, false, []int64{0, stubComm, 0, 0}, []int64{1, 0}},
		{calls.CommIdup, event.Enter, false, []int64{commWorld, a, a}, nil},
		{calls.CommIdup, event.Leave, false, []int64{0, stubComm, stubReq, 0, 0}, nil},
		{calls.CommGroup, event.Enter, false, []int64{commWorld, a}, nil},
		{calls.CommGroup, event.Leave, false, []int64{0, stubGroup}, []int64{1, 0}},
		{event.Memory, event.Once, false, []int64{int64(event.MemoryNone), 1 << 6}, nil}, // a status that is NULL, not ignored
		{calls.Recv, event.Enter, false, []int64{a, 1, intType, 0, 0, commWorld, 0}, nil},
		{calls.Recv, event.Leave, false, []int64{0, 0, 0, 0}, nil},
		{calls.WinFree, event.Enter, false, []int64{stubWin, 1}, nil},
		{calls.WinFree, event.Leave, false, []int64{0, nullWin}, nil},
		{calls.Finalize, event.Enter, false, nil, nil},
		{calls.Finalize, event.Leave, false, []int64{0}, nil},
	}
	require.Len(t, got, len(want)+2)
	assert.Equal(t, event.Thread, got[0].Kind)
	assert.Equal(t, int64(1), got[0].A[1], "the thread that initialized MPI")
	for i, w := range want {
		w.check(t, got[i+1])
		assert.NotZero(t, got[i+1].PC)
	}
	last := got[len(got)-1]
	assert.Equal(t, event.End, last.Kind)
	assert.Equal(t, int64(event.EndFinalized), last.A[0])
	assert.True(t, end.Ended)
	assert.Zero(t, end.Lost)
}

// Times rise, and sequence numbers count every record.
func TestOrder(t *testing.T) {
	got, _ := record(t, nil, compileStub(t, "records.c"))
	for i := 1; i < len(got); i++ {
		assert.GreaterOrEqual(t, got[i].Time, got[i-1].Time)
		if i > 1 { // the predefined handles are left out
			assert.Equal(t, got[i-1].Seq+1, got[i].Seq)
		}
	}
}

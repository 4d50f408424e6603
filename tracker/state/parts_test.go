package state

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// The tests of a part drive it through its own methods, without the other parts of a rank.

// readingOf is what a part knows of a rank: one of four, with MPI_THREAD_MULTIPLE.
func readingOf() *reading {
	d := newReading(Config{World: 1, Size: 4, ThreadLevel: threadMultiple})
	return &d
}

// args are arguments of a call by name.
type args map[string]int64

// returned is a call that has returned these results after its return code, which is MPI_SUCCESS.
func returned(t testing.TB, kind calls.Kind, in args, out ...int64) *recorded {
	t.Helper()
	c := &recorded{Kind: kind, Sem: calls.Of(kind), Site: tracker.Site{Rank: 1, Call: kind, PC: 1}, Out: out}
	c.NIn = len(c.Sem.Enter)
	for name, v := range in {
		i := calls.ArgIndex(kind, name)
		require.GreaterOrEqual(t, i, 0, "%s has no argument %s", kind, name)
		c.In[i] = v
	}
	return c
}

// numbered gives a call a site of its own.
func numbered(c *recorded, seq int) *recorded {
	c.Site.Seq = uint32(seq)
	return c
}

// failed is a call that has returned an error.
func failed(c *recorded) *recorded {
	c.RC = 1
	return c
}

// at is a place in the program.
func at(seq int) tracker.Site { return tracker.Site{Call: calls.Barrier, Seq: uint32(seq), PC: 1} }

// worldComm is MPI_COMM_WORLD of four ranks.
func worldComm() *Comm {
	return &Comm{ID: 1, Label: "MPI_COMM_WORLD", Members: []int32{0, 1, 2, 3}, MyRank: 1}
}

// texts are strings as a record has them.
func texts(list ...string) (blob []byte) {
	for _, s := range list {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(len(s)))
		blob = append(blob, s...)
		blob = append(blob, make([]byte, -len(s)&7)...)
	}
	return blob
}

// words are an array as a record has it.
func words(list []int64) (blob []byte) {
	blob = binary.LittleEndian.AppendUint64(blob, uint64(len(list)))
	for _, v := range list {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(v))
	}
	return blob
}

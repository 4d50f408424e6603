// Package ranktest has helpers that tests of the parts of a rank share: calls as the records of a log give them.
package ranktest

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Reading returns the Reading of rank 1 of 4, with MPI_THREAD_MULTIPLE.
func Reading() *reading.Reading {
	d := reading.New(reading.Config{World: 1, Size: 4, ThreadLevel: reading.ThreadMultiple})
	return &d
}

// Args are arguments of a call by name.
type Args map[string]int64

// Returned returns a call that has returned MPI_SUCCESS and the results out.
func Returned(t testing.TB, kind calls.Kind, in Args, out ...int64) *record.Call {
	t.Helper()
	c := &record.Call{Kind: kind, Sem: calls.Of(kind), Site: tracker.Site{Rank: 1, Call: kind, PC: 1}, Out: out}
	c.NIn = len(c.Sem.Enter)
	for name, v := range in {
		i := calls.ArgIndex(kind, name)
		require.GreaterOrEqual(t, i, 0, "%s has no argument %s", kind, name)
		c.In[i] = v
	}
	return c
}

// Numbered gives a call its own site.
func Numbered(c *record.Call, seq int) *record.Call {
	c.Site.Seq = uint32(seq)
	return c
}

// Failed makes a call return an error.
func Failed(c *record.Call) *record.Call {
	c.RC = 1
	return c
}

// At returns a call site at a fixed place in the program.
func At(seq int) tracker.Site { return tracker.Site{Call: calls.Barrier, Seq: uint32(seq), PC: 1} }

// Texts encodes strings as a blob.
func Texts(list ...string) (blob []byte) {
	for _, s := range list {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(len(s)))
		blob = append(blob, s...)
		blob = append(blob, make([]byte, -len(s)&7)...)
	}
	return blob
}

// Words encodes an array as a blob.
func Words(list []int64) (blob []byte) {
	blob = binary.LittleEndian.AppendUint64(blob, uint64(len(list)))
	for _, v := range list {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(v))
	}
	return blob
}

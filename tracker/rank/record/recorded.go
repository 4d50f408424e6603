package record

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Call holds the contents of the records of an MPI call: its arguments and its results.
type Call struct {
	Site  tracker.Site
	Kind  calls.Kind
	Sem   *calls.Sem // properties of this kind of call
	Large bool
	Once  bool   // the call has a single record
	Time  uint64 // ticks at entry
	End   uint64 // ticks at return

	In     [event.MaxWords]int64 // the arguments, see event.Event
	NIn    int
	InBlob []byte

	RC      int64 // return code; 0 is MPI_SUCCESS in every flavour
	Out     []int64
	OutBlob []byte
	Words   [event.MaxWords]int64
}

// Arg returns the argument of the given name; 0 if the call has none.
func (c *Call) Arg(name string) int64 {
	i := calls.ArgIndex(c.Kind, name)
	if i < 0 || i >= c.NIn {
		return 0
	}
	return c.In[i]
}

// Param returns the argument with a number in the C prototype; the zero value if there is none.
func (c *Call) Param(i int8) calls.Arg {
	for at, a := range calls.ByKind(c.Kind).Params(c.Large) {
		if at == int(i) {
			return a
		}
	}
	return calls.Arg{}
}

// OutWord returns the i-th result after the return code, 0 if there is none.
func (c *Call) OutWord(i int) int64 {
	if i < len(c.Out) {
		return c.Out[i]
	}
	return 0
}

// Ok reports whether the call returned MPI_SUCCESS.
func (c *Call) Ok() bool { return c.RC == 0 }

// FoundNothing reports whether the returned call is a test or probe that found nothing.
func (c *Call) FoundNothing() bool {
	found := c.Sem.Flag
	if found < 0 {
		found = c.Sem.OutCount
	}
	return c.Sem.Polls && c.Ok() && c.OutWord(int(found)) == 0
}

// Made returns the handle of the object that the call has created.
func (c *Call) Made() int64 { return c.OutWord(int(c.Sem.MakesOut)) }

// Request returns the handle of the request that the call has returned.
func (c *Call) Request() int64 { return c.OutWord(int(c.Sem.StartsOut)) }

// LeaveWord returns the result of the given name, 0 if the record has none.
func (c *Call) LeaveWord(name string) int64 {
	i := c.Sem.LeaveWord(name)
	if i < 0 {
		return 0
	}
	return c.OutWord(i)
}

// Freed returns the handle that the call frees.
func (c *Call) Freed() int64 { return c.In[c.Sem.FreesArg] }

// Text returns the only string argument of a call, such as an object's name, if it was recorded.
func (c *Call) Text() (text string, ok bool) {
	if s := event.Strings(c.InBlob); len(s) == 1 {
		return s[0], true
	}
	return "", false
}

// Placed returns the address of the memory that the MPI library has for a window of MPI_Win_create or MPI_Win_allocate;
// 0: unknown, as in logs of earlier versions.
func (c *Call) Placed() int64 { return c.LeaveWord("placed") }

// Got returns how many bytes a read from a file has got according to its status; -1: unknown, as in logs of earlier
// versions. Collective reads of ROMIO say that they have got all bytes, even if the file ends earlier.
func (c *Call) Got() int64 {
	i := int(c.Sem.Got)
	if i < 0 || i >= len(c.Out) || !c.Ok() {
		return -1
	}
	return c.Out[i]
}

// StatusBytes returns the bytes in the status of a call that completes one request; -1: unknown.
func (c *Call) StatusBytes() int64 {
	if c.Sem.Status < 0 || !c.Ok() || c.FoundNothing() {
		return -1
	}
	return c.OutWord(int(c.Sem.Status) + 2)
}

// MarkedPartitions iterates over the partitions that a call names.
type MarkedPartitions struct {
	list     event.Array
	next, to int64 // the next and the last partition, or their indices in list
}

// Marks returns the partitions named by MPI_Pready, its variants, or MPI_Parrived.
func (c *Call) Marks() MarkedPartitions {
	switch c.Kind {
	case calls.Pready, calls.Parrived:
		i := c.Arg("partition")
		return MarkedPartitions{next: i, to: i}
	case calls.PreadyRange:
		return MarkedPartitions{next: c.Arg("partition_low"), to: c.Arg("partition_high")}
	case calls.PreadyList:
		a := event.ArrayOf(c.InBlob, 0)
		return MarkedPartitions{list: a, to: int64(a.Len()) - 1}
	}
	return MarkedPartitions{to: -1}
}

// Next returns the next partition.
func (m *MarkedPartitions) Next() (partition int64, ok bool) {
	if m.next > m.to {
		return 0, false
	}
	i := m.next
	m.next++
	if m.list.Len() > 0 {
		i = m.list.At(int(i))
	}
	return i, true
}

// Page is the size of the first and the last page of memory, in bytes: a program has no memory there.
const Page = 4096

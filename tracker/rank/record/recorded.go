package record

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Call is what the records of one MPI call of one rank say: its arguments and its results.
type Call struct {
	Site  tracker.Site
	Kind  calls.Kind
	Sem   *calls.Sem // what a call of this kind means
	Large bool
	Once  bool   // it has one record
	Time  uint64 // ticks when it was entered
	End   uint64 // ticks when it returned

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

// OutWord returns the i-th result after the return code, or 0.
func (c *Call) OutWord(i int) int64 {
	if i < len(c.Out) {
		return c.Out[i]
	}
	return 0
}

// Ok reports whether the call returned MPI_SUCCESS.
func (c *Call) Ok() bool { return c.RC == 0 }

// FoundNothing reports whether the call, which has returned, polls and has found nothing.
func (c *Call) FoundNothing() bool {
	found := c.Sem.Flag
	if found < 0 {
		found = c.Sem.OutCount
	}
	return c.Sem.Polls && c.Ok() && c.OutWord(int(found)) == 0
}

// Made returns the handle of the object that the call has returned.
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

// Freed is the handle that a call has freed.
func (c *Call) Freed() int64 { return c.In[c.Sem.FreesArg] }

// Text returns the only string that a call passes, such as the name of its object, if it was recorded.
func (c *Call) Text() (text string, ok bool) {
	if s := event.Strings(c.InBlob); len(s) == 1 {
		return s[0], true
	}
	return "", false
}

// Placed returns where the MPI library has the memory of a window that MPI_Win_create or MPI_Win_allocate has created; 0: unknown, as in
// logs of earlier versions.
func (c *Call) Placed() int64 { return c.LeaveWord("placed") }

// MarkedPartitions are those that a call names, one by one.
type MarkedPartitions struct {
	list     event.Array
	next, to int64 // positions in list, if there is one
}

// Marks returns the partitions that MPI_Pready or one of its variants, or
// MPI_Parrived, names.
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

// Next returns the next one.
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

// Page is how many bytes no memory of a program has below them, or above in the last page.
const Page = 4096

package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// BsendBuffer is the buffer that the process has attached for buffered sends.
type BsendBuffer struct {
	Attached bool
	Made     tracker.Site // the MPI_Buffer_attach
	addr     int64
	Size     int64 // bytes
	Auto     bool  // MPI_BUFFER_AUTOMATIC: MPI provides what is needed
	Unknown  bool  // an attach or detach failed, or may be missing
	Others   bool  // communicators or sessions have, or had, buffers of their own
	// Used is what the buffered sends need since the last call that may have told
	// the process that messages have arrived. First is the first of them.
	Used  int64
	Sends int64
	First tracker.Site
}

// AutomaticBuffer reports whether an address is MPI_BUFFER_AUTOMATIC: no memory of the program is in the
// first page or the last one.
func AutomaticBuffer(base int64) bool { return base > -page && base < page && base != 0 }

// attachBuffer applies MPI_Buffer_attach.
func (ms *messages) attachBuffer(c *recorded) {
	if ms.bsend.Attached {
		ms.bsend.Unknown = true // it was refused, or not
		return
	}
	base := c.In[0]
	ms.bsend = BsendBuffer{Attached: true, Made: c.Site, addr: base, Size: c.In[1], Auto: AutomaticBuffer(base),
		Unknown: ms.bsend.Unknown, Others: ms.bsend.Others}
}

// failsToAttach applies one that failed: what is attached stays so.
func (ms *messages) failsToAttach(*recorded) {
	ms.bsend.Unknown = ms.bsend.Unknown || !ms.bsend.Attached
}

// doubtBuffer applies a detach that failed.
func (ms *messages) doubtBuffer(*recorded) { ms.bsend.Unknown = true }

// otherBuffer applies an attach of a communicator or session, whatever it returned.
func (ms *messages) otherBuffer(*recorded) { ms.bsend.Others = true }

// detachBuffer applies MPI_Buffer_detach.
func (ms *messages) detachBuffer(*recorded) { ms.bsend = BsendBuffer{Others: ms.bsend.Others} }

// drains reports whether a call waits for all messages in the buffer of the process.
func drains(c *recorded) bool { return c.Kind == calls.BufferDetach || c.Kind == calls.BufferFlush }

// useBuffer adds the n bytes that a call which has returned needs of the buffer.
func (ms *messages) useBuffer(c *recorded, n int64) {
	b := &ms.bsend
	s := c.Sem
	switch {
	case s.Blocks != calls.NeverBlocks || s.Completes != calls.CompletesNone || s.Polls || s.Collective():
		b.Used, b.Sends = 0, 0
	case c.ok() && n > 0:
		if b.Sends == 0 {
			b.First = c.Site
		}
		b.Used, b.Sends = datatype.AddSat(b.Used, n), b.Sends+1
	}
}

// near reports whether the buffer, if it is known, has bytes within [lo, hi).
func (b *BsendBuffer) near(lo, hi int64) bool {
	return b.Attached && !b.Unknown && !b.Auto && b.addr < hi && lo < datatype.AddSat(b.addr, b.Size)
}

// has reports whether memory of the program within [lo, hi) has bytes of the buffer.
func (b *BsendBuffer) has(lo, hi int64, m *datatype.Buffer) bool {
	return b.near(lo, hi) && m.Overlaps(&datatype.Buffer{Addr: b.addr, Count: b.Size, Type: datatype.Memory})
}

func (ms *messages) spaceFor(d op.Data) int64 {
	if n := d.Bytes(); n >= 0 {
		return datatype.AddSat(n, ms.flavour.BsendOverhead)
	}
	return 0
}

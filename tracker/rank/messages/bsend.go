package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
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
func AutomaticBuffer(base int64) bool { return base > -record.Page && base < record.Page && base != 0 }

// AttachBuffer applies MPI_Buffer_attach.
func (ms *Messages) AttachBuffer(c *record.Call) {
	if ms.Bsend.Attached {
		ms.Bsend.Unknown = true // it was refused, or not
		return
	}
	base := c.In[0]
	ms.Bsend = BsendBuffer{Attached: true, Made: c.Site, addr: base, Size: c.In[1], Auto: AutomaticBuffer(base),
		Unknown: ms.Bsend.Unknown, Others: ms.Bsend.Others}
}

// FailsToAttach applies one that failed: what is attached stays so.
func (ms *Messages) FailsToAttach(*record.Call) {
	ms.Bsend.Unknown = ms.Bsend.Unknown || !ms.Bsend.Attached
}

// DoubtBuffer applies a detach that failed.
func (ms *Messages) DoubtBuffer(*record.Call) { ms.Bsend.Unknown = true }

// OtherBuffer applies an attach of a communicator or session, whatever it returned.
func (ms *Messages) OtherBuffer(*record.Call) { ms.Bsend.Others = true }

// DetachBuffer applies MPI_Buffer_detach.
func (ms *Messages) DetachBuffer(*record.Call) { ms.Bsend = BsendBuffer{Others: ms.Bsend.Others} }

// Drains reports whether a call waits for all messages in the buffer of the process.
func Drains(c *record.Call) bool { return c.Kind == calls.BufferDetach || c.Kind == calls.BufferFlush }

// UseBuffer adds the n bytes that a call which has returned needs of the buffer.
func (ms *Messages) UseBuffer(c *record.Call, n int64) {
	b := &ms.Bsend
	s := c.Sem
	switch {
	case s.Blocks != calls.NeverBlocks || s.Completes != calls.CompletesNone || s.Polls || s.Collective():
		b.Used, b.Sends = 0, 0
	case c.Ok() && n > 0:
		if b.Sends == 0 {
			b.First = c.Site
		}
		b.Used, b.Sends = datatype.AddSat(b.Used, n), b.Sends+1
	}
}

// Near reports whether the buffer, if it is known, has bytes within [lo, hi).
func (b *BsendBuffer) Near(lo, hi int64) bool {
	return b.Attached && !b.Unknown && !b.Auto && b.addr < hi && lo < datatype.AddSat(b.addr, b.Size)
}

// Has reports whether memory of the program within [lo, hi) has bytes of the buffer.
func (b *BsendBuffer) Has(lo, hi int64, m *datatype.Buffer) bool {
	return b.Near(lo, hi) && m.Overlaps(&datatype.Buffer{Addr: b.addr, Count: b.Size, Type: datatype.Memory})
}

func (ms *Messages) SpaceFor(d op.Data) int64 {
	if n := d.Bytes(); n >= 0 {
		return datatype.AddSat(n, ms.flavour.BsendOverhead)
	}
	return 0
}

package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// AttachBuffer applies MPI_Buffer_attach.
func (ms *Messages) AttachBuffer(c *record.Call) {
	if ms.Bsend.Attached {
		ms.Bsend.Unknown = true // the library may have refused the second buffer or not
		return
	}
	base := c.In[0]
	ms.Bsend = BsendBuffer{Attached: true, Made: c.Site, addr: base, Size: c.In[1], Auto: AutomaticBuffer(base),
		Unknown: ms.Bsend.Unknown, Others: ms.Bsend.Others}
}

// FailsToAttach applies an MPI_Buffer_attach that failed: an attached buffer stays attached.
func (ms *Messages) FailsToAttach(*record.Call) {
	ms.Bsend.Unknown = ms.Bsend.Unknown || !ms.Bsend.Attached
}

// DoubtBuffer applies an MPI_Buffer_detach that failed.
func (ms *Messages) DoubtBuffer(*record.Call) { ms.Bsend.Unknown = true }

// OtherBuffer applies an attach of a buffer to a communicator or session, whatever it returned.
func (ms *Messages) OtherBuffer(*record.Call) { ms.Bsend.Others = true }

// DetachBuffer applies MPI_Buffer_detach.
func (ms *Messages) DetachBuffer(*record.Call) { ms.Bsend = BsendBuffer{Others: ms.Bsend.Others} }

// UseBuffer adds the n bytes of buffer that a returned call needs. A call that may wait for other ranks resets the sum.
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

func (ms *Messages) SpaceFor(d op.Data) int64 {
	if n := d.Bytes(); n >= 0 {
		return datatype.AddSat(n, ms.flavour.BsendOverhead)
	}
	return 0
}

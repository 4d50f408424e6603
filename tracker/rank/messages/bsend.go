package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// BsendBuffer is the buffer that the process has attached for buffered sends.
type BsendBuffer struct {
	Attached bool
	Made     tracker.Site // the MPI_Buffer_attach
	addr     int64
	Size     int64 // bytes
	Auto     bool  // MPI_BUFFER_AUTOMATIC: MPI provides the buffer
	Unknown  bool  // an attach or detach failed, or may be missing
	// GivenBack is the call by which the program freed memory of the buffer.
	GivenBack tracker.Site
	Others    bool // communicators or sessions have, or had, buffers of their own
	// Used is the number of bytes that buffered sends need since the last call that may have shown the process that
	// messages have arrived. First is the first of these sends.
	Used  int64
	Sends int64
	First tracker.Site
}

// AutomaticBuffer reports whether an address is MPI_BUFFER_AUTOMATIC, whose value lies in the first or last page of
// memory, where no buffer of a program can be.
func AutomaticBuffer(base int64) bool { return base > -record.Page && base < record.Page && base != 0 }

// Drains reports whether a call waits for all messages in the buffer of the process.
func Drains(c *record.Call) bool { return c.Kind == calls.BufferDetach || c.Kind == calls.BufferFlush }

// Near reports whether the buffer, if it is known, has bytes within [lo, hi).
func (b *BsendBuffer) Near(lo, hi int64) bool {
	return b.Attached && !b.Unknown && !b.Auto && b.addr < hi && lo < datatype.AddSat(b.addr, b.Size)
}

// Memory returns the buffer as memory that MPI writes.
func (b *BsendBuffer) Memory() datatype.Buffer {
	return datatype.Buffer{Addr: b.addr, Count: b.Size, Type: datatype.Memory, Writes: true}
}

// Has reports whether memory of the program within [lo, hi) has bytes of the buffer.
func (b *BsendBuffer) Has(lo, hi int64, m *datatype.Buffer) bool {
	return b.Near(lo, hi) && m.Overlaps(&datatype.Buffer{Addr: b.addr, Count: b.Size, Type: datatype.Memory})
}

package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Inaccessible is memory that a call was given and MPI could not access.
type Inaccessible struct {
	In   *call.Call   // the call in which the rank was killed
	With *InUse       // memory of an operation under way; nil: memory of In
	Use  *call.Memory // the memory
	At   int64        // the address of the access
	// Attached is the MPI_Buffer_attach of the memory; zero: it is an argument.
	Attached tracker.Site
	// Device: it is memory of an accelerator, where the program wants it, but MPI cannot access it.
	Device bool
}

// Inaccessible returns the memory around the address whose access killed the rank in call c; nil if unknown.
func (m *Memory) Inaccessible(c *call.Call, at int64, write bool) *Inaccessible {
	device := m.OnDevice(at)
	one := call.Memory{Buffer: datatype.Buffer{Addr: at, Count: 1, Type: datatype.Memory, Writes: true}, Lo: at,
		Hi: at + 1}
	killed := func(u *call.Memory) bool {
		// MPI itself does not write a buffer that it reads: only the program does, in a callback.
		return u.Lo <= at && at < u.Hi && !u.Window && (u.Writes || !write)
	}
	for i := range m.Of(c) {
		if u := &c.Used.List[i]; killed(u) && m.meet(&one, &InUse{Memory: *u}) {
			return &Inaccessible{In: c, Use: u, At: at, Device: device}
		}
	}
	for _, x := range m.near(&one) {
		if !x.MayBeOver() && killed(&x.Memory) && m.meet(&one, x) {
			return &Inaccessible{In: c, With: x, Use: &x.Memory, At: at, Device: device}
		}
	}
	if x := m.roomAt(c, at, write); x != nil {
		x.Device = device
		return x
	}
	return nil
}

// room is an argument with memory of as many bytes as another argument says.
type room struct {
	addr, size string
	writes     bool
}

// rooms are such arguments, by call.
var rooms = map[calls.Kind]room{
	calls.Pack:                {"outbuf", "outsize", true},
	calls.PackExternal:        {"outbuf", "outsize", true},
	calls.Unpack:              {"inbuf", "insize", false},
	calls.UnpackExternal:      {"inbuf", "insize", false},
	calls.BufferAttach:        {"buffer", "size", true},
	calls.CommAttachBuffer:    {"buffer", "size", true},
	calls.SessionAttachBuffer: {"buffer", "size", true},
}

// roomAt is Inaccessible for memory of packed data, and for the buffer for buffered sends.
func (m *Memory) roomAt(c *call.Call, at int64, write bool) *Inaccessible {
	if r, ok := rooms[c.Kind]; ok && (r.writes || !write) {
		lo := c.Arg(r.addr)
		if hi := datatype.AddSat(lo, max(c.Arg(r.size), 0)); lo != 0 && lo <= at && at < hi {
			return &Inaccessible{In: c, At: at, Use: &call.Memory{Arg: int8(c.Sem.EnterWord(r.addr)), Lo: lo, Hi: hi,
				Buffer: datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory, Writes: r.writes}}}
		}
	}
	if b := &m.Messages.Bsend; b.Near(at, at+1) && b.GivenBack.IsZero() { // else MSG009
		return &Inaccessible{In: c, At: at, Attached: b.Made, Use: &call.Memory{Buffer: b.Memory()}}
	}
	return nil
}

// HasDevices reports whether calls have named memory of accelerators.
func (m *Memory) HasDevices() bool { return len(m.devices.list) > 0 }

// OnDevice reports whether an address of a buffer lies in memory of an accelerator.
func (m *Memory) OnDevice(at int64) bool { return m.devices.at(at) != nil }

// Refuses reports whether calls have named memory of accelerators that MPI cannot access, as far as is known.
func (m *Memory) Refuses() bool { return m.devices.refused }

// Refused returns why MPI cannot access the memory at an address; NotRefused if it can, or that is uncertain.
func (m *Memory) Refused(at int64) event.Refusal {
	if d := m.devices.at(at); d != nil {
		return d.refused
	}
	return event.NotRefused
}

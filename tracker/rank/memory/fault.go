package memory

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Inaccessible is memory that a call was given and MPI could not access.
type Inaccessible struct {
	In   *call.Call   // the call in which the rank was killed
	With *InUse       // memory of an operation under way; nil: memory of In
	Use  *call.Memory // the memory
	At   int64        // the address of the access
	// Device: it is memory of an accelerator, where the program wants it, but MPI cannot access it.
	Device bool
}

// Inaccessible returns the memory around the address whose access killed the rank in call c; nil if unknown.
func (m *Memory) Inaccessible(c *call.Call, at int64, write bool) *Inaccessible {
	device := m.devices.has(at)
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
		if killed(&x.Memory) && m.meet(&one, x) {
			return &Inaccessible{In: c, With: x, Use: &x.Memory, At: at, Device: device}
		}
	}
	return nil
}

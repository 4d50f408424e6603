package memory

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Inaccessible is memory that a call named and MPI could not access.
type Inaccessible struct {
	In   *call.Call   // the rank was killed in it
	With *InUse       // memory of an operation under way; nil: of In itself
	Use  *call.Memory // the memory
	At   int64        // where it could not be accessed
	// Device: it is memory of an accelerator, which is where the program wants it, but MPI cannot reach it.
	Device bool
}

// Inaccessible returns the memory at an address that killed the rank in a call; nil if that is unknown.
func (m *Memory) Inaccessible(c *call.Call, at int64, write bool) *Inaccessible {
	device := m.devices.has(at)
	one := call.Memory{Buffer: datatype.Buffer{Addr: at, Count: 1, Type: datatype.Memory, Writes: true}, Lo: at, Hi: at + 1}
	killed := func(u *call.Memory) bool {
		// What MPI only reads, only the program can have written: in a callback.
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

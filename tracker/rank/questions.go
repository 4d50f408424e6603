package rank

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// MayClash reports whether a call may get in the way of operations under way, or of calls of other threads.
func (r *Rank) MayClash(c *call.Call) bool { return r.memory.MayClash(c) }

// Clash returns the oldest operation under way that a call, about to be applied, gets
// in the way of; nil if there is none, or if that is not certain. It is valid until
// the next one is asked for.
func (r *Rank) Clash(c *call.Call) *memory.Clash { return r.memory.ClashWith(c) }

// Aliased returns two buffers of a call, about to be applied, that have a byte in common, of which the call writes
// the first; nil if there are none. It is valid until the next call.
func (r *Rank) Aliased(c *call.Call) (written, other *call.Memory) { return r.memory.Aliased(c) }

// Misdeclared calls f for the buffers of a call that the program has declared as
// something else than their datatype says.
func (r *Rank) Misdeclared(c *call.Call, f func(*memory.Misdeclared)) { r.memory.Misdeclared(c, f) }

// Overruns calls f for the buffers and statuses of a call that end beyond the variable that they lie in. A buffer
// has to have a predefined datatype: others may reach other variables from the first one.
func (r *Rank) Overruns(c *call.Call, f func(*memory.Overrun)) { r.memory.Overruns(c, f) }

// FreesMemory returns the memory that a call of MPI_Free_mem gives back, if it has been entered; nil for other calls.
func (r *Rank) FreesMemory(c *call.Call, m record.Moment) *memory.Program {
	return r.memory.FreesMemory(c, m)
}

// UsesArg reports whether the call uses the memory that an argument names.
func (r *Rank) UsesArg(c *call.Call, arg int8) bool { return r.memory.UsesArg(c, arg) }

// ProgramClash returns the oldest operation under way that the program's own loads or stores get in the way
// of; nil if there is none, or if that is not certain. It is valid until the next one is asked for.
//
// An access is recorded before any call that comes after it, whichever thread makes that, and after the return of
// any call that comes before it. So if the operation is under way at the record, nothing has ordered the two,
// whatever means the threads have to wait for each other.
func (r *Rank) ProgramClash(x *memory.Program) *memory.Clash { return r.memory.ProgramClash(x) }

// Returned calls f for each operation under way that uses memory of functions that have returned, the first time.
func (r *Rank) Returned(x *memory.Program, f func(*memory.InUse)) { r.memory.Returned(x, f) }

// Buffers calls f for the memory that call c uses, as far as it is known.
func (r *Rank) Buffers(c *call.Call, f func(datatype.Buffer)) { r.memory.BuffersOf(c, f) }

// Conflicts lists the active split collective operations whose buffers call c
// uses as well.
func (r *Rank) Conflicts(c *call.Call) []memory.Conflict { return r.memory.Conflicts(c) }

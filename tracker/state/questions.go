package state

import "github.com/gomarmot/gomarmot/tracker/datatype"

// MayClash reports whether a call may get in the way of operations under way, or of calls of other threads.
func (r *Rank) MayClash(c *Call) bool { return r.memory.mayClash(c) }

// Clash returns the oldest operation under way that a call, about to be applied, gets
// in the way of; nil if there is none, or if that is not certain. It is valid until
// the next one is asked for.
func (r *Rank) Clash(c *Call) *Clash { return r.memory.clashWith(c) }

// Aliased returns two buffers of a call, about to be applied, that have a byte in common, of which the call writes
// the first; nil if there are none. It is valid until the next call.
func (r *Rank) Aliased(c *Call) (written, other *Memory) { return r.memory.aliased(c) }

// Misdeclared calls f for the buffers of a call that the program has declared as
// something else than their datatype says.
func (r *Rank) Misdeclared(c *Call, f func(*Misdeclared)) { r.memory.misdeclared(c, f) }

// Overruns calls f for the buffers and statuses of a call that end beyond the variable that they lie in. A buffer
// has to have a predefined datatype: others may reach other variables from the first one.
func (r *Rank) Overruns(c *Call, f func(*Overrun)) { r.memory.overruns(c, f) }

// FreesMemory returns the memory that a call of MPI_Free_mem gives back, if it has been entered; nil for other calls.
func (r *Rank) FreesMemory(c *Call, m Moment) *Program { return r.memory.freesMemory(c, m) }

// UsesArg reports whether the call uses the memory that an argument names.
func (r *Rank) UsesArg(c *Call, arg int8) bool { return r.memory.usesArg(c, arg) }

// ProgramClash returns the oldest operation under way that the program's own loads or stores get in the way
// of; nil if there is none, or if that is not certain. It is valid until the next one is asked for.
//
// An access is recorded before any call that comes after it, whichever thread makes that, and after the return of
// any call that comes before it. So if the operation is under way at the record, nothing has ordered the two,
// whatever means the threads have to wait for each other.
func (r *Rank) ProgramClash(x *Program) *Clash { return r.memory.programClash(x) }

// Returned calls f for each operation under way that uses memory of functions that have returned, the first time.
func (r *Rank) Returned(x *Program, f func(*InUse)) { r.memory.returned(x, f) }

// Buffers calls f for the memory that call c uses, as far as it is known.
func (r *Rank) Buffers(c *Call, f func(datatype.Buffer)) { r.memory.buffersOf(c, f) }

// Conflicts lists the active split collective operations whose buffers call c
// uses as well.
func (r *Rank) Conflicts(c *Call) []Conflict { return r.memory.conflicts(c) }

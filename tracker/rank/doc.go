// Package rank follows one rank in program order. Feed and Apply take its events; rules that look at one rank run
// between Feed and Apply. Apply emits an op for each side of a call that other ranks may meet.
//
// A rank has eleven parts, each with a package of its own: objects, windows, files, messages, requests, threads,
// memory, sessions, end, failed and gpu. A part takes the records of a call (record.Call) and the object that the call
// acts on; only threads, memory and failed take a whole call (call.Call). This package decodes calls, passes each call
// to the parts that it changes, and emits the ops.
package rank

// Package rank follows one rank in program order. Feed and Apply take its events; rank rules look at its parts between
// the two, and an op goes out for each side of a call that other ranks may meet.
//
// A rank has eleven parts, each with a package of its own: objects, windows, files, messages, requests, threads, memory,
// sessions, end, failed and gpu. They take what the records of a call say (record) and what the call is about; a whole call (call) is
// known to threads, memory and failed alone. This package decodes calls, knows which parts a call changes, and tells other ranks.
package rank

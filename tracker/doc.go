// Package tracker turns the events of a job into what rules check. This package
// holds the types that its subpackages share; data flows through them one way:
//
//	op      what a rank tells others: one side of each call that they may meet.
//	state   one rank in program order: objects, epochs, requests. Its output are ops.
//	match   all ranks: which operation met which, by the standard's rules, not
//	        by time.
//	race    accesses to windows and files by address, for match to compare.
//	order   what happened before what: clocks that matches advance.
//	wait    the run again, with calls that wait as long as they may; who waits
//	        for whom.
//	fact    what the matchers find out: the input of job rules.
//
// object is what all MPI objects have in common, datatype the model of datatypes,
// wire the bytes of what processes tell each other, queue what waits in order.
// Trackers record what is; rules decide what is wrong.
package tracker

// Package tracker turns the events of a job into the input of rules. It holds the types that its subpackages share;
// data flows through them in a single direction:
//
//	op      a side of each call that other ranks may meet.
//	rank    a rank in program order: objects, epochs, requests. Its output are ops.
//	match   all ranks: which operation met which, by the standard's rules, not
//	        by time.
//	race    accesses to windows and files by address: which of them conflict.
//	order   which operation happened first: clocks that matches advance.
//	wait    the run again, with calls that wait as long as they may; who waits
//	        for whom.
//	fact    results of matchers and judges: the input of job rules.
//
// object holds the common parts of all MPI objects, datatype the model of datatypes, wire the encoding of messages
// between processes, queue an ordered queue. Trackers record facts; rules decide whether they are faults.
package tracker

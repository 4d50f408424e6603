// Package tracker turns the events of a job into the input of rules. It holds the types that its subpackages share;
// data flows through them in a single direction:
//
//	op      ops: the side of a rank of a call that other ranks may meet.
//	rank    the state of a rank, in program order: objects, epochs, requests. Its
//	        output is ops.
//	meet    which ops of all ranks met, by the standard's rules, not by time.
//	race    accesses to windows and files by address: which of them conflict.
//	order   which operation happened first: clocks that matches advance.
//	wait    a replay of the run in which calls wait as long as they may.
//	end     where each rank stood at the end, and which rank waits for which.
//	fact    results of matchers and judges: the input of job rules.
//
// object holds the common parts of all MPI objects, datatype the model of datatypes, wire the encoding of messages
// between processes, queue an ordered queue. Trackers record facts; rules decide whether they are faults.
package tracker

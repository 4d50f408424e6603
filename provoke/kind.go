package provoke

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of choice that MPI has.
type Kind string

// The kinds, in the order in which they are tried.
const (
	Send   Kind = "send"
	Match  Kind = "match"
	Order  Kind = "order"
	Fill   Kind = "fill"
	RMA    Kind = "rma"
	File   Kind = "file"
	Flag   Kind = "flag"
	Early  Kind = "early"
	Sync   Kind = "sync"
	Shared Kind = "shared"
	Late   Kind = "late"
	Lock   Kind = "lock"
	Thread Kind = "thread"
	Pause  Kind = "pause"
)

// KindText describes a kind: the forced behavior, and why MPI may behave so.
type KindText struct {
	kind   Kind
	forces string // the forced behavior, in the words of --list
	Cite   string // the place in the standard that allows it
	Allows string // the permission of the standard, a clause in our words
	Fix    string // the change to the program, one sentence
	Meant  bool   // another result may be meant: the kind changes only which rank comes first
}

// kinds lists the kinds.
var kinds = []KindText{
	{Send, "standard sends complete only when their messages are matched", "MPI-4.1, Communication Modes",
		"a standard send may wait until its message is received",
		"Post the receives before the sends, use MPI_Sendrecv, or start the sends with MPI_Isend and complete them " +
			"after the receives. " +
			"Leave the buffer of a send alone until the send is complete.", false},
	{Match, "a receive from any source takes another message", "MPI-4.1, Semantics of Point-to-Point Communication",
		"a receive from any source takes any matching message, as long as those of one source do not overtake each " +
			"other",
		"Name the source, give the messages different tags, or make the program correct whichever message comes first.",
		true},
	{Order, "requests are completed in another order, and one at a time", "MPI-4.1, Multiple Completions",
		"if several requests are complete, MPI_Waitany and MPI_Testany choose one of them arbitrarily, and " +
			"MPI_Waitsome and " +
			"MPI_Testsome return at least one",
		"Use the index that the call returns, and go on until all requests are complete, in whichever order.", true},
	{Fill, "buffers of nonblocking receives, file reads and collective calls hold a pattern until these are complete",
		"MPI-4.1, Nonblocking Communication",
		"the buffer of a nonblocking receive, file read or collective result is undefined until the operation is " +
			"complete",
		"Read the buffer only after MPI_Wait or a successful MPI_Test on the request.", false},
	{RMA, "RMA operations begin when they must be complete, the last put or get first", "MPI-4.1, One-Sided " +
		"Communications",
		"operations on a window are complete only after the call that ends their epoch or flushes them, and puts " +
			"and gets have no order",
		"Leave origin buffers alone, and results unread, until the flush, unlock, fence or complete; separate " +
			"operations " +
			"that depend on each other by MPI_Win_flush.", false},
	{File, "split collective file operations begin in the call that ends them, MPI_File_iread_at and " +
		"MPI_File_iwrite_at when their request is completed",
		"MPI-4.1, Split Collective Data Access Routines",
		"a split collective operation may do all of its work in the call that ends it, and a nonblocking one in the " +
			"call that completes its request",
		"Leave the buffer alone until the call that ends the operation, and let no rank rely on the data in the " +
			"file before.", false},
	{Flag, "MPI_Test, MPI_Testall, MPI_Request_get_status, MPI_Iprobe and MPI_Improbe say false seven times of " +
		"eight", "MPI-4.1, Communication Completion; Probe",
		"a test or probe says true in the end if it is repeated, and may say false before, even if the message is " +
			"there",
		"Repeat the call until its flag is true, or wait; take no message for missing because MPI_Iprobe has not " +
			"found it.", false},
	{Early, "ranks leave MPI_Bcast, MPI_Gather(v) and MPI_Scatter(v) as soon as their part is done",
		"MPI-4.1, Introduction and Overview (of collective communication)",
		"a collective call may return as soon as the rank's own part is done, and need not synchronize",
		"Use MPI_Barrier, or a message, where ranks have to wait for each other.", true},
	{Sync, "MPI_Bcast, MPI_Gather(v), MPI_Scatter(v), MPI_Reduce, MPI_Scan and MPI_Exscan synchronize their ranks",
		"MPI-4.1, Introduction and Overview (of collective communication)",
		"a collective call may synchronize all of its ranks",
		"Let all ranks call collective calls and communicate in the same order, so that none waits in a collective " +
			"call for a rank " +
			"that waits for it elsewhere.", true},
	{Shared, "a rank comes late to the shared file pointer", "MPI-4.1, Data Access with Shared File Pointers",
		"noncollective accesses by the shared file pointer are serialized in any order",
		"Use MPI_File_write_ordered or MPI_File_read_ordered, or explicit offsets, where the order matters.", true},
	{Late, "a rank comes late to a collective call", "MPI-4.1, Introduction and Overview (of collective communication)",
		"a collective call other than a barrier need not wait for ranks whose data it does not need",
		"Use MPI_Barrier, or a message, where ranks have to wait for each other.", true},
	{Lock, "a rank asks late for a lock", "MPI-4.1, Lock",
		"locks are granted in any order",
		"Do not rely on the order in which ranks get the lock: synchronize them first, or do what depends on it " +
			"under one lock.", true},
	{Thread, "a thread makes its MPI call late", "MPI-4.1, MPI and Threads",
		"calls that several threads make at the same time happen in any order",
		"Synchronize the threads, give their messages different tags or communicators, or probe and receive with " +
			"MPI_Mprobe and MPI_Mrecv.", true},
	{Pause, "a rank is slow after a call", "MPI-4.1, MPI Processes",
		"each rank runs at its own speed, and ranks wait for each other only where a call says so",
		"Synchronize the ranks between accesses to the same memory or file, and let no result depend on which of " +
			"them is faster.", true},
}

// textOf returns the text of a kind.
func textOf(k Kind) KindText { return kinds[rankOf(k)] }

// rankOf returns the position of a kind in kinds.
func rankOf(k Kind) int {
	return slices.IndexFunc(kinds, func(t KindText) bool { return t.kind == k })
}

// kindNames lists the names of the kinds.
func kindNames() []string {
	var names []string
	for _, t := range kinds {
		names = append(names, string(t.kind))
	}
	return names
}

// KindsByName reads a list of kinds, separated by commas; "" stands for all.
func KindsByName(list string) ([]Kind, error) {
	if list == "" {
		list = strings.Join(kindNames(), ",")
	}
	var out []Kind
	for name := range strings.SplitSeq(list, ",") {
		if !slices.Contains(kindNames(), name) {
			return nil, fmt.Errorf("there is no kind %q; kinds are %s", name, strings.Join(kindNames(), ", "))
		}
		out = append(out, Kind(name))
	}
	return out, nil
}

package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/words"
)

// pendingBuffer is a call that uses memory which MPI is still reading or writing.
var pendingBuffer = &Rule{
	ID:       "RACE003",
	MPI:      "1.0",
	Title:    "buffer of a pending operation used by another call",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communication Initiation; Nonblocking Collective Operations; Communication Calls",
	Says: "From the start of a nonblocking operation until it is complete, nothing writes to memory that it reads, " +
		"and nothing reads or writes memory that it writes. This holds for messages, collective operations, file " +
		"access and RMA, and for the count, displacement and datatype arrays of a collective operation.",
	Doc: "Another MPI call reads or writes the buffer while the operation is pending, or while another thread is in " +
		"the call that uses it. MPI may move the data at any time until the operation is complete, so it depends on " +
		"timing, message size and library which data arrives. An operation on a window without a request is complete " +
		"at its origin after a flush, an unlock, a complete or a fence.",
	Advice: "Complete the pending operation before the other call, with a wait, a test or a synchronization of the " +
		"window; or give one of the two calls its own buffer. If the two buffers are separate variables, the count " +
		"of one call is too large: the buffer of a receive is as long as its count says, however short the message.",
	Silent: []string{
		"both operations only read the memory, as two sends of one buffer do",
		"buffers that have no byte in common, also where they interleave",
		"a count of 0, MPI_PROC_NULL, MPI_IN_PLACE, or an argument that is not significant",
		"an operation that a wait, a test with flag = true or MPI_Request_get_status has found complete",
		"a persistent request that is not active",
		"partitions of a send that are not ready yet, and partitions of a receive that have arrived",
		"an RMA operation that its window's synchronization or its request has completed at the origin",
		"calls in the function of a reduction with the buffers that MPI passes to it: such calls are COLL007",
		"calls with the buffers of a pending reduction by a function of the program, after a poll has found " +
			"nothing: the function may have made these calls",
		"threads that order their calls, also by means that gomarmot does not see",
	},
	Limit: "Memory is compared by its bytes. Datatypes of unknown layout, and irregular datatypes with more than " +
		"4096 pieces, are not compared. A call is compared with up to 256 pending buffers around its own, and " +
		"reported with the oldest buffer that it conflicts with. Two buffers of one call are MSG013, COLL006 and " +
		"RMA013, the buffer of a split collective operation is SPLIT010, and an operation whose request variable " +
		"was overwritten is REQ001 or RMA011. Accesses to a window by other ranks, attached buffers, and arrays of " +
		"calls from Fortran are not compared; arrays of persistent operations only while these are active, and " +
		"RACE006 finds other changes. Loads and stores of the program are RACE006. Operations whose requests the " +
		"program has freed or cancelled are not followed any further: the program may learn in another way that " +
		"such an operation is complete. If several pending requests have one handle value, as small sends have under " +
		"Open MPI and MPICH, it is uncertain which of them a call completes: a use is reported if more buffers have " +
		"been used than operations can be complete. In programs with several threads, all of them count as complete " +
		"with the first.",
	On:      memoryUsers,
	If:      Pending,
	Located: copiedBuffers,
	Done: func(p *Pass) {
		if p.Call.RC == 0 {
			checkPendingBuffer(p, p.Call)
		}
	},
	Finish: func(p *Pass) {
		for c := range p.openCalls(memoryUsers) {
			if c != p.Rank.EndedCall() {
				checkPendingBuffer(p, c)
			}
		}
	},
}

// memoryUsers are the recorded calls that use memory of the program.
var memoryUsers = kindsWhere(func(s *calls.Sem) bool { return call.UsesMemory(s.Kind) })

func checkPendingBuffer(p *Pass, c *call.Call) {
	x := p.Rank.Memory.ClashWith(c)
	if x == nil {
		return
	}
	if _, inside := p.Rank.Reduces(c); inside || p.Rank.Memory.MayReduce(x) { // buffers of a reduction: COLL007
		return
	}
	with, who, on := x.With, c.Kind.String(), c.Object()
	related := []Related{pendingSince(with, c.Site.Thread, "MPI call")}
	switch q := x.Starts; {
	case q != nil:
		who, on = fmt.Sprintf("%s of the request of %s", c.Kind, q.Made.Call), q.Object()
		related = append(related, At(roleCreated, q.Made, "the request was created here"))
	case x.Mine.Window:
		who += " to the window of its own rank"
	}
	related = append(related, p.pendingFrom(x)...)
	if with.MayBeOver() {
		p.ReportAt(c.Site, on, related, "%s %s %s of %s: %s", who, verb(x.Mine.Writes), p.shared(x), with.Sem.Kind,
			tooManyUsed(with))
		return
	}
	r := Report{Sites: []tracker.Site{c.Site}, Object: on, Related: related, Advice: p.partitionAdvice(x)}
	p.add(r, "%s %s %s of %s, which %s them until %s", []any{who, verb(x.Mine.Writes), p.shared(x), pending(with),
		verb(with.Writes), p.endOfClash(x)})
}

// pending names the operation or call that uses the memory now.
func pending(x *memory.InUse) string {
	if x.InCall {
		return fmt.Sprintf("%s, in which another thread is", x.Sem.Kind)
	}
	if x.Sem.Persistent {
		return fmt.Sprintf("the pending operation of %s", x.Sem.Kind)
	}
	return fmt.Sprintf("the pending %s", x.Sem.Kind)
}

// pendingSince returns the call that began the use. what names the other use; if that use is by another thread, the
// note names both threads.
func pendingSince(x *memory.InUse, thread uint32, what string) Related {
	since := fmt.Sprintf("the operation of %s has been pending since this call", x.Sem.Kind)
	switch {
	case x.MayBeOver():
		return At(roleConflicts, x.By, fmt.Sprintf("the operation of %s began with this call", x.Sem.Kind))
	case x.InCall:
		since = fmt.Sprintf("thread %d is in this call", x.By.Thread)
	case x.By.Thread != thread:
		since += fmt.Sprintf(" of thread %d", x.By.Thread)
	default:
		return At(roleConflicts, x.By, since)
	}
	if thread == tracker.NoThread {
		return At(roleConflicts, x.By, fmt.Sprintf("%s; the %s is of a thread that makes no MPI calls", since, what))
	}
	return At(roleConflicts, x.By, fmt.Sprintf("%s; the %s is of thread %d", since, what, thread))
}

// pendingFrom returns the calls that created and freed the request of the pending operation, and the calls that marked
// or asked for a partition of it, if there are such calls.
func (p *Pass) pendingFrom(x *memory.Clash) (related []Related) {
	if made := x.With.Created(); !made.IsZero() {
		related = append(related, At(roleCreated, made, "the request of the pending operation was created here"))
	}
	if q := x.With.Request; q != nil && !q.GivenUp.IsZero() {
		related = append(related, At(roleFreed, q.GivenUp, "its request was freed here, and nothing has told this "+
			"rank since that the operation is complete"))
	}
	related = append(related, usesOfTwins(x.With)...)
	return append(related, p.partitionAt(x)...)
}

// argument names the argument that refers to the memory.
func argument(x *memory.InUse) string {
	name := x.Sem.Enter[x.Arg]
	if x.Array {
		return "the array " + name
	}
	return name
}

// shared says which memory of the pending operation another call uses, too.
func (p *Pass) shared(x *memory.Clash) string {
	name := argument(x.With)
	n, from := p.Rank.Memory.Common(x)
	switch {
	case n < 0:
		return "bytes of " + name
	case from > 0 && x.With.Addr != 0:
		return fmt.Sprintf("%s, from byte %d on, of %s", words.Bytes(n), from, name)
	}
	return fmt.Sprintf("%s of %s", words.Bytes(n), name)
}

// endOfUse says when a pending operation no longer uses the memory.
func endOfUse(x *memory.InUse) string {
	until, _ := ending(x)
	return until
}

// ending says until when a pending operation uses the memory, and which call of the program ends the use; "": none.
func ending(x *memory.InUse) (until, by string) {
	switch {
	case x.InCall:
		return "it returns", ""
	case x.Request != nil && !x.Request.GivenUp.IsZero():
		return "it is complete", ""
	case x.Request != nil:
		return "its request is complete", "MPI_Wait"
	case x.Win != nil && x.Win.Passive():
		return "a flush or unlock", "MPI_Win_flush or MPI_Win_unlock"
	case x.Win != nil && x.Win.Start.Active():
		return "MPI_Win_complete", "MPI_Win_complete"
	}
	return "the next fence", "MPI_Win_fence"
}

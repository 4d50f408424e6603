package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// pendingMemory is a load or store of the program to memory that MPI is still reading or writing.
var pendingMemory = &Rule{
	ID:       "RACE006",
	MPI:      "1.0",
	Title:    "load, store or free of the buffer of a pending operation",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite: "MPI-4.1, Communication Initiation; Nonblocking Collective Operations; " +
		"Persistent Collective Operations; Communication Calls",
	Says: "From the start of a nonblocking operation until it is complete, the program does not store to memory that " +
		"the operation reads, and neither loads nor stores memory that it writes; it frees neither, and does not " +
		"return from the function whose local variable it is. This holds for messages, collective operations, file " +
		"access and RMA, and stores to the count, displacement and datatype arrays of a collective operation. The " +
		"arrays of a persistent collective operation stay as they are until its request is freed.",
	Doc: "The program itself reads or changes the buffer while the operation is pending. MPI may move the data at " +
		"any time until the operation is complete: a store may change what is sent, and a load may find the old " +
		"value, the new one, or some of both. Mostly it works with small messages, which are copied at once, and " +
		"fails with larger ones or on another network. An RMA operation without a request is complete at its origin " +
		"after a flush, an unlock, a complete or a fence. Once a function has returned, its local variables are " +
		"gone: MPI sends whatever other functions have put there since, or overwrites their variables. In Fortran, a " +
		"section of an array that is not contiguous, and an expression, are passed as a copy, which the compiler " +
		"copies back and frees as soon as the call returns: what a nonblocking call receives there is lost.",
	Advice: "Complete the operation before the load or store, or before the function returns, with a wait, a test or " +
		"a synchronization of the window; or give the operation a buffer of its own, kept where its request is kept.",
	Silent: []string{
		"loads of what is being sent",
		"other bytes, also between those of a derived datatype",
		"an operation that a wait, a test with flag = true or MPI_Request_get_status has found complete",
		"an RMA operation that its window's synchronization or its request has completed at the origin",
		"partitions of a send that are not ready yet, and those of a receive that have arrived",
		"a persistent request that is not active; its arrays of counts too, if they are as they were when it is " +
			"started again",
		"a request freed by MPI_Request_free, as soon as the rank has made a call that may have told it that the " +
			"operation is complete",
		"memory freed after the operation is complete",
		"local variables of functions that have not returned, of the main program, and static ones",
		"threads that order their accesses and calls in any way, also by means that gomarmot does not see",
	},
	Limit: "Loads and stores are recorded only of code that was compiled with gomarmot cc. Of other programs a store " +
		"to what is being sent is found by digests of it, taken when the operation begins and when it is complete, " +
		"as far as the time for them allows, and only part of a large buffer is read (GOMARMOT_DIGEST); the place of " +
		"the store is then not known, and calls from Fortran, which may pass copies, are left out, as are operations " +
		"whose requests have one handle. So are arrays of persistent operations that have changed by the next start. " +
		"MPI_Free_mem is always checked, other functions that free memory only where " +
		"the heap is watched (GOMARMOT_HEAP). That a function has returned shows by the stack pointer, at the next " +
		"MPI call of a function further up; stacks that the program makes itself, as for coroutines, are left out, " +
		"and so are operations on MPI_BOTTOM, all where GOMARMOT_STACKS is 0, as are the ends of blocks inside of a " +
		"function. With several threads, an access is reported that is made while the operation is pending, or while " +
		"another thread is in the call that uses the memory, whatever the threads wait for; one that comes earlier " +
		"or later by luck is not. Buffers that a call uses only until it returns are looked at in programs that ask " +
		"for MPI_THREAD_FUNNELED or more, but not the arrays of counts. Buffers of split collective operations are " +
		"SPLIT009. Accesses inside callbacks are left out, and reductions by a function of the program. After the " +
		"first load of some bytes at a place, further ones are not recorded until the next call that others may " +
		"learn from. The standard forbids loads from the buffer of a pending file write too; these do no harm, and " +
		"are not reported. The limits of RACE003, which is about MPI calls that use the buffer, apply, too.",
	Located: copiedMemory,
	On:      []calls.Kind{calls.Start, calls.Startall},
	Check: func(p *Pass) {
		for g := p.Call.Given(); g.Next(); {
			if q := g.Request; q != nil && g.Sure() && !q.Buffer.Left.IsZero() {
				p.ReportAt(q.Made, q.Object(), []Related{At(roleBegan, p.Call.Site, "its operation was started here"),
					At(roleFollows, q.Buffer.Left, hadReturned)},
					"%s of %s %s its operation was started", q.Sem.Enter[q.Buffer.Arg], q.Sem.Kind, wasLocal)
			}
		}
	},
	Program: func(p *Pass) {
		if p.Program.Returned {
			p.Rank.Memory.Returned(p.Program, func(x *memory.InUse) { reportReturned(p, x) })
			return
		}
		if p.Program.Changed {
			if x := p.Rank.Memory.ChangedArray(p.Program); x != nil {
				reportChangedArray(p, x)
				return
			}
		}
		x := p.Rank.Memory.ProgramClash(p.Program)
		if x == nil {
			return
		}
		with := x.With
		related := []Related{pendingSince(with, p.Program.Site.Thread, p.Program.Site.Call.String())}
		related = append(related, p.pendingFrom(x)...)
		on := with.Object()
		if p.Program.Changed {
			lacks, why := Compiled, "it was stored to, or freed; gomarmot cc shows where it is stored to, and "+
				"gomarmot run --heap where it is freed"
			if p.Rank.Memory.Recorded() {
				lacks, why = Heap, "it was freed, or stored to in a callback or in code that was not compiled with "+
					"gomarmot cc; gomarmot run --heap shows where it is freed"
			}
			p.ReportLacking(lacks, p.Program.Site, on, related,
				"%s, which %s reads until %s, has changed since that call: %s", with.Sem.Enter[with.Arg],
				pending(with), endOfUse(with), why)
			return
		}
		does := "reads"
		switch {
		case p.Program.Freed:
			does = "gives back"
		case p.Program.Writes:
			does = "changes"
		}
		p.ReportAt(p.Program.Site, on, related, "this %s %s %s of %s, which %s them until %s", p.Program.Site.Call,
			does, p.shared(x),
			pending(with), verb(with.Writes), endOfUse(with))
	},
}

// reportChangedArray reports an array of a persistent request that has changed when the request is started again.
func reportChangedArray(p *Pass, x *memory.InUse) {
	q := x.Request
	p.c.add(Report{Sites: []tracker.Site{p.Program.Site}, Object: q.Object(), scope: RankScope,
		Related: []Related{At(roleCreated, q.Made, "the request was created here")},
		Advice: "Leave the arrays as they are until MPI_Request_free. For other counts or displacements, create " +
			"another request with arrays of its own."}, p.rule,
		"%s, which is to stay as it is until the request of %s is freed, has changed since that call",
		[]any{argument(x), q.Made.Call})
}

// wasLocal says that a function returned before a later use of its variable; hadReturned is the note about that use.
const (
	wasLocal    = "is a local variable of a function that returned before"
	hadReturned = "the function had returned before this call"
)

// reportReturned reports a buffer in use that was a local variable of a function, if the program has named it.
func reportReturned(p *Pass, x *memory.InUse) {
	at, related := x.By, []Related(nil)
	if made := x.Created(); !made.IsZero() {
		at, related = made, []Related{At(roleBegan, x.By, "its operation was started here")}
	}
	until := endOfUse(x)
	if q := x.Request; q != nil {
		until = "its request was complete"
		if !q.GivenUp.IsZero() {
			until = "anything could tell the rank that the operation is complete"
			related = append(related, At(roleFreed, q.GivenUp, "its request was freed here"))
		}
	}
	p.ReportAt(at, x.Object(), append(related, At(roleFollows, p.Program.Site, hadReturned)), "%s of %s %s %s",
		argument(x), x.Sem.Kind, wasLocal, until)
}

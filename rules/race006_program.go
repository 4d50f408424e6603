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
	Says: "From the start of a nonblocking operation until it is complete, the program does not store to memory " +
		"that the operation reads, and neither loads nor stores memory that it writes; it does not free such " +
		"memory, and does not return from the function that has it as a local variable. This holds for messages, " +
		"collective operations, file access and RMA, and stores to the count, displacement and datatype arrays of a " +
		"collective operation. The arrays of a persistent collective operation stay as they are until its request " +
		"is freed.",
	Doc: "The program itself reads or changes the buffer while the operation is pending. MPI may move the data at " +
		"any time until the operation is complete: a store may change what is sent, and a load may find the old " +
		"value, the new one, or some of both. Such programs mostly work with small messages, which are copied at " +
		"once, and fail with larger messages or on another network. An RMA operation without a request is complete " +
		"at its origin after a flush, an unlock, a complete or a fence. Once a function has returned, its local " +
		"variables are gone: MPI sends data of other functions that use the memory by then, or overwrites their " +
		"variables. In Fortran, the compiler passes a copy of an expression, or of an array section that is not " +
		"contiguous; it copies the values back and frees the copy as soon as the call returns, so data that a " +
		"nonblocking call receives there later is lost.",
	Advice: "Complete the operation before the load or store, or before the function returns, with a wait, a test or " +
		"a synchronization of the window; or give the operation a buffer of its own, kept where its request is kept.",
	Silent: []string{
		"loads from a buffer that is being sent",
		"other bytes, also in the holes of a derived datatype",
		"an operation that a wait, a test with flag = true or MPI_Request_get_status has found complete",
		"an RMA operation that its window's synchronization or its request has completed at the origin",
		"partitions of a send that are not ready yet, and partitions of a receive that have arrived",
		"buffers of a persistent request that is not active; its arrays of counts, too, if they have their old " +
			"values when it is started again",
		"buffers of a request freed by MPI_Request_free, as soon as the rank has made a call by which it may have " +
			"learned that the operation is complete",
		"memory freed after the operation is complete",
		"local variables of functions that have not returned and of the main program, and static variables",
		"threads that order their accesses and calls, also by means that gomarmot does not see",
	},
	Limit: "Loads and stores are recorded only in code that was compiled with gomarmot cc. In other code, gomarmot " +
		"finds stores to a buffer that is being sent by comparing digests of the buffer at the begin and at the " +
		"completion of the operation. Digests are taken only as far as their time limit allows, and cover only part " +
		"of a large buffer (GOMARMOT_DIGEST). They do not show where the store was made, and are not used for calls " +
		"from Fortran, which may pass copies, nor for operations whose requests have the same handle. Arrays of " +
		"persistent operations that have changed by the next start are found by digests, too. MPI_Free_mem is " +
		"always checked, other functions that free memory only where the heap is watched (GOMARMOT_HEAP). That a " +
		"function has returned is detected by the stack pointer at the next MPI call of a function further up; this " +
		"is not checked on stacks that the program makes itself, for example for coroutines, for operations on " +
		"MPI_BOTTOM, at the end of a block or of an inlined function, and if GOMARMOT_STACKS is 0. With several " +
		"threads, an access is reported if it is made while the operation is pending, or while another thread is in " +
		"the call that uses the memory, whatever the threads wait for; an access that by chance comes earlier or " +
		"later is not reported. Buffers that a call uses only until it returns are checked in programs that ask for " +
		"MPI_THREAD_FUNNELED or more; arrays of counts are not. Buffers of split collective operations are " +
		"SPLIT009. Accesses inside callbacks, and reductions by a function of the program, are not checked. After a " +
		"place has loaded some bytes, further loads of these bytes there are not recorded until the next call from " +
		"which other ranks or threads may learn that the load is over. The standard forbids loads from the buffer " +
		"of a pending file write, too; such loads do no harm, and are not reported. The limits of RACE003, which is " +
		"about MPI calls that use the buffer, apply, too.",
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
		if with.MayBeOver() {
			p.ReportAt(p.Program.Site, on, related, "this %s %s %s of %s: %s", p.Program.Site.Call, does, p.shared(x),
				with.Sem.Kind, tooManyUsed(with))
			return
		}
		r := Report{Sites: []tracker.Site{p.Program.Site}, Object: on, Related: related, Advice: p.partitionAdvice(x)}
		if q := with.Request; q != nil && !q.GivenUp.IsZero() && !p.Program.Freed {
			r.Advice = freedRequest
		}
		if back := with.GivenBack; !back.IsZero() && !p.Program.Freed {
			r.Related = append(r.Related, At(roleFreed, back,
				"the buffer was freed here: since then it may be memory of another block"))
		}
		p.add(r, "this %s %s %s of %s, which %s them until %s", []any{p.Program.Site.Call, does, p.shared(x),
			pending(with), verb(with.Writes), p.endOfClash(x)})
	},
}

// freedRequest is the advice for a buffer whose request was freed.
const freedRequest = "Keep the request, complete it, and only then change or free the buffer. If the program has " +
	"freed the buffer already, its memory may be of another block by now: gomarmot run --heap shows where it was freed."

// reportChangedArray reports an array of a persistent request that has changed when the request is started again.
func reportChangedArray(p *Pass, x *memory.InUse) {
	q := x.Request
	p.add(Report{Sites: []tracker.Site{p.Program.Site}, Object: q.Object(),
		Related: []Related{At(roleCreated, q.Made, "the request was created here")},
		Advice: "Leave the arrays as they are until MPI_Request_free. For other counts or displacements, create " +
			"another request with arrays of its own."},
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

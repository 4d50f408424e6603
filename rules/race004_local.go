package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/words"
)

// localRace is a load or a store of window memory by its own process, and an RMA access that nothing orders.
var localRace = &Rule{
	ID:       "RACE004",
	MPI:      "2.0",
	Title:    "load or store conflicts with an RMA access",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics and Correctness; Memory Model",
	Says: "A process must not store to a location of its window while a put or an accumulate to it is not complete. " +
		"In the separate memory model it must not load the location then either, nor store to it while a get reads " +
		"it; in the unified memory model the result of such a load or get depends on the implementation. The program " +
		"itself loads and stores, an MPI call that sends loads, and an MPI call that receives stores.",
	Doc: "The program itself uses memory of a window, or a message, a collective call, a file access or an RMA call " +
		"has a buffer there, and a call reaches the same bytes through a window. The order of the two accesses " +
		"differs from run to run, and may differ from byte to byte. A call that receives may store until it returns, " +
		"even if other ranks have already returned from the same collective call. A conflict that is valid in the " +
		"unified memory model is an error where the window has the separate one, and otherwise a warning.",
	Advice: "Order the two accesses: complete the RMA access at the target, and let the process wait for that " +
		"before it uses the memory; or let the other process wait until the call has returned, or its request is " +
		"complete. A process may also keep others away with an exclusive lock of its own window.",
	Silent: []string{
		"calls and RMA accesses that are ordered, in any way",
		"a load and a get",
		"atomic loads of the processor, and atomic stores beside a get",
		"different bytes; in the separate memory model that is RACE005",
		"a load by a send, if the other rank has received the message: the load is over, whatever else the " +
			"sender has told; a load by a broadcast, if the other rank may know that all ranks have received the data",
		"a load in the unified memory model, once its rank has fetched what an accumulate of one element has left " +
			"there; a store is a warning",
		"an exclusive lock of the window that the process itself holds, or that another rank holds, if both " +
			"accesses need a lock",
		"ranks that may have told each other through values in a window, if MPI_Win_sync or a lock of the own " +
			"window may have shown them the values",
		"polling in the unified memory model: a place that loads one element again and again, with MPI_Win_sync " +
			"between the loads of the program itself, until another rank has replaced the element; or a place that " +
			"loads an element which MPI_REPLACE changes atomically",
	},
	Limit: "Loads and stores of the program itself are seen if its code was compiled with gomarmot cc. Those of " +
		"several threads of a rank count as made in the order in which they happened, whether the threads have " +
		"ordered them or not. If a loop repeats stores, with MPI_Win_sync or a lock of the own window between " +
		"them, beside calls that fetch, only a race of the first store is certain, and only if neither " +
		"MPI_Win_sync nor such a lock comes before it. Logs of versions before 0.2 do not say which memory model " +
		"a window has. A call of the same process while an operation uses its buffer is RACE003. Buffers of split " +
		"collective operations are SPLIT010, those of partitioned operations are not checked. Work on GPUs is " +
		"GPU006. The loads of MPI_Scatter, MPI_Allgather and MPI_Alltoall count as over once the other " +
		"rank has received any of the data, though their rank may still send to further ranks. The limits of " +
		"RACE001 apply, too.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		if f := raceOf(p); local(f) && f.Why != fact.Copies && detach(f) == nil && onGPU(f) == nil {
			p.reportLocal(f)
		}
	},
}

// local reports whether exactly one of the accesses is a load or store of the rank itself.
func local(f *fact.Race) bool { return f.First.Local != f.Second.Local }

func (p *JobPass) reportLocal(f *fact.Race) {
	a, b := f.First, f.Second
	r := Report{Sites: []tracker.Site{b.Site, a.Site}, Object: b.Window}
	if b.Local {
		r.Object = a.Window
	}
	severity, model := underModel(f)
	if r.Severity = severity; byValues(f) {
		r.Severity = Warning
	}
	r.Related = append(append(epochAt(b), epochAt(a)...), unseenAt(f)...)
	if onlyHere(a) {
		r.Related = append(r.Related, At(roleSynchronizes, a.AtOriginBy,
			"completes "+accessOf(a)+" at its own rank only"))
	}
	r.Related = append(append(r.Related, betweenAt(&f.Between)...), completionsAt(a, b)...)
	p.Report(r, "%s %s, and %s %s, the same %s of rank %d%s: %s%s",
		accessOf(a), does(a), accessOf(b), does(b), words.Bytes(f.Hi-f.Lo), b.Target,
		bytesAt(f), unordered(f), model)
}

// does returns a verb for the effect of an access on the memory.
func does(a *fact.Side) string {
	switch {
	case a.Site.Call.Program() && a.Memory.Writes:
		return "changes"
	case a.Site.Call.Program():
		return "reads"
	case a.Local && a.Memory.Writes:
		return "stores to"
	case a.Local:
		return "loads"
	case !a.Memory.Writes:
		return "reads"
	case a.Mode == fact.Updates:
		return "updates"
	}
	return "writes"
}

// underModel returns the severity of a race between a load or store and an RMA access, which depends on the window's
// memory model, and the reason; 0: the severity of the rule.
func underModel(f *fact.Race) (Severity, string) {
	if f.First.Memory.Writes && f.Second.Memory.Writes {
		return 0, ""
	}
	switch f.Model {
	case op.Separate:
		return 0, "; the separate memory model, which the window has, does not allow it"
	case op.Unified:
		return Warning, "; the window has the unified memory model, in which this is valid, but which of the two " +
			"comes first is open"
	case op.UnknownModel:
		return Warning, "; in the unified memory model this is valid, but which of the two comes first is open"
	}
	return 0, ""
}

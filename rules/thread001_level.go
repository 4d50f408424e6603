package rules

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// threadLevel is an MPI call that the provided thread level forbids.
var threadLevel = &Rule{
	ID:       "THREAD001",
	MPI:      "2.0",
	Title:    "call from a thread that the thread level forbids",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, MPI and Threads",
	Says: "With MPI_THREAD_SINGLE or MPI_THREAD_FUNNELED, only the thread that initialized MPI makes MPI calls; with " +
		"MPI_THREAD_SERIALIZED several threads do, but only one at a time. With any level, the thread that " +
		"initialized MPI calls MPI_Finalize. With MPI_THREAD_SINGLE the process has one thread.",
	Doc: "The MPI library was initialized for fewer threads than use it: it takes no locks, and its queues and " +
		"counters break when two threads are inside it. The damage shows rarely, and elsewhere. MPI_Init provides " +
		"MPI_THREAD_SINGLE; MPI_Init_thread may provide less than was requested.",
	Advice: "Request the level that the program needs from MPI_Init_thread and check what it provides, or make all " +
		"calls from one thread, or protect them with one lock. Call MPI_Finalize in the thread that has initialized " +
		"MPI.",
	Silent: []string{
		"MPI_THREAD_MULTIPLE",
		"MPI_Initialized, MPI_Finalized, MPI_Query_thread, MPI_Is_thread_main",
		"calls on info objects, error codes and error handlers, which MPI-4.0 allows in any thread at any time",
		"threads that make no MPI calls, with MPI_THREAD_FUNNELED or more; with MPI_THREAD_SINGLE if libraries have " +
			"created the threads, or if the program has created them before MPI_Init or after MPI_Finalize",
		"MPI_THREAD_SERIALIZED with a lock around each call",
	},
	Limit: "For MPI_THREAD_SERIALIZED, of consecutive tests and probes that find nothing, only the first is seen to " +
		"overlap with another call. Calls of one rank that overlapped with each other are one finding. Only the " +
		"first call of each thread is shown. Under MPI_THREAD_SINGLE a further thread without MPI calls is a note, " +
		"if the program reaches MPI_Finalize and if its own code, or an OpenMP or C++ construct in that code, has " +
		"created the thread between MPI_Init and MPI_Finalize: the MPI library, and libraries that the program does " +
		"not know of, start threads as well, and threads created before MPI_Init may have ended. Such threads are " +
		"not seen in programs that clang has linked with a sanitizer. Calls in a signal handler that has interrupted " +
		"an MPI call of its thread count as calls in a callback of that call.",
	On: []calls.Kind{calls.Finalize},
	Check: func(p *Pass) {
		by, c := p.Rank.Sessions.InitBy, p.Call
		if p.Rank.OneThread() || by.IsZero() || by.Thread == c.Site.Thread {
			return
		}
		p.ReportAs(Warning, []Related{At(roleCreated, by, "MPI was initialized here")},
			"MPI_Finalize is called by thread %d, but thread %d has initialized MPI", c.Site.Thread, by.Thread)
	},
	Finish: func(p *Pass) {
		r := p.Rank
		for _, s := range r.Threads.Forbidden() {
			p.ReportAt(s, tracker.Object{}, nil, "thread %d calls %s, but the library provides %s: only the thread "+
				"that initialized MPI may call it",
				s.Thread, s.Call, r.ThreadLevel)
		}
		if s := r.Threads.Created; !s.IsZero() && len(r.Threads.Forbidden()) == 0 {
			reportCreated(p, s)
		}
		for _, row := range tangles(append(r.Threads.OpenOverlaps(), r.Threads.Overlaps...)) {
			o := row[0]
			related := []Related{At(roleConflicts, o.Inside, "the other thread was in this call")}
			told := map[uint64]bool{o.Other.PC: true, o.Inside.PC: true}
			for _, x := range row {
				for _, s := range []tracker.Site{x.Other, x.Inside} {
					if !told[s.PC] && len(related) < maxNamed {
						told[s.PC] = true
						related = append(related, At(roleConflicts, s,
							"this call was made at the same time as one of these, too"))
					}
				}
			}
			p.ReportAt(o.Other, tracker.Object{}, related,
				"thread %d calls %s while thread %d is in %s, but the library provides %s: only one call at a time "+
					"is allowed",
				o.Other.Thread, o.Other.Call, o.Inside.Thread, o.Inside.Call, r.ThreadLevel)
		}
	},
}

// reportCreated reports a thread that the program has created, without MPI calls.
func reportCreated(p *Pass, s tracker.Site) {
	by := p.Rank.Sessions.InitBy
	if by.IsZero() || p.Rank.Gaps() || p.Rank.ThreadLevel != reading.ThreadSingle {
		return
	}
	p.add(Report{Sites: []tracker.Site{by}, Related: []Related{At(roleFollows, s, "the program creates a thread here")},
		Clause:   Clause{"MPI-4.1, MPI and Threads", "With MPI_THREAD_SINGLE only one thread executes in the process."},
		Severity: Note,
		Advice:   "Request MPI_THREAD_FUNNELED from MPI_Init_thread, and check what it provides."},
		"%s provides MPI_THREAD_SINGLE, but the program has several threads", []any{by.Call})
}

// tangles groups overlaps: two places of the program whose calls overlapped are in the same group, because their calls
// lack the same lock. Each group begins with the overlap whose later call comes first in the program.
func tangles(all []threads.Overlap) [][]threads.Overlap {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b threads.Overlap) int { return cmp.Compare(a.Other.PC, b.Other.PC) })
	var out [][]threads.Overlap
	for len(all) > 0 {
		row := []threads.Overlap{all[0]}
		in := map[uint64]bool{all[0].Other.PC: true, all[0].Inside.PC: true}
		all = all[1:]
		for n := 0; n < len(row); {
			n = len(row)
			all = slices.DeleteFunc(all, func(o threads.Overlap) bool {
				if !in[o.Other.PC] && !in[o.Inside.PC] {
					return false
				}
				in[o.Other.PC], in[o.Inside.PC] = true, true
				row = append(row, o)
				return true
			})
		}
		out = append(out, row)
	}
	return out
}

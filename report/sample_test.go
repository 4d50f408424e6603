package report

import (
	"slices"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
)

// The rules of the samples; their texts are examples, not the catalogue's.
var (
	pscw001 = &rules.Rule{
		ID: "PSCW001", Title: "start without a matching post",
		Severity: rules.Error, Scope: rules.JobScope,
		Cite:   "MPI-4.1, General Active Target Synchronization",
		Says:   "Each start needs, at every target of its group, a matching post whose group holds the origin.",
		Advice: "Let every target of the start call MPI_Win_post with a group that holds the origin.",
	}
	lock003 = &rules.Rule{
		ID: "LOCK003", Title: "second lock of a target this rank already holds",
		Severity: rules.Error, Scope: rules.RankScope,
		Cite:   "MPI-4.1, Lock",
		Says:   "A process must not lock a target of a window that it already has locked.",
		Advice: "Unlock the target before it is locked again.",
	}
	coll002 = &rules.Rule{
		ID: "COLL002", Title: "collective that not every rank reaches",
		Severity: rules.Error, Scope: rules.JobScope,
		Cite:   "MPI-4.1, Correctness",
		Says:   "All ranks of a communicator call its collectives in the same order.",
		Advice: "Make every rank reach the call.",
	}
	lock001 = &rules.Rule{
		ID: "LOCK001", Title: "lock of an unknown type",
		Severity: rules.Error, Scope: rules.RankScope, Since: "0.1", MPI: "2.0",
		Cite: "MPI-4.1, Lock",
		Says: "The type of a lock is MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE.",
		Doc:  "Another value means something else, or nothing,\nto another MPI.\n\nSome MPIs check it.", Advice: "Use one of the two constants.",
		Silent: []string{"a variable <type> that holds\none of the two"}, Limit: "None.",
	}
	win013 = &rules.Rule{
		ID: "WIN013", Title: "passive-target lock on memory that is not from MPI_Alloc_mem",
		Severity: rules.Note, Scope: rules.RankScope,
		Cite:   "MPI-4.1, Lock",
		Says:   "An implementation may restrict passive-target synchronization to memory that MPI allocated.",
		Advice: "Create the window with MPI_Win_allocate.",
	}
)

// sampleOptions are the options of a check with the rules of the samples.
var sampleOptions = Options{
	Dir: "/home/ada/halo", Rules: []*rules.Rule{pscw001, lock003, coll002, win013, lock001}, Version: "0.2.0",
}

// sampleLocator knows a small program. Addresses of rank r are shifted by
// r * 0x1000, as those of a position-independent executable are.
type sampleLocator map[uint64]Site

func (l sampleLocator) Locate(rank int32, pc uint64) Site { return l[pc-uint64(rank)*0x1000] }

var sampleProgram = sampleLocator{
	0x10: {Place: source.Place{File: "/home/ada/halo/exchange.c", Line: 57, Func: "exchange", Module: "/home/ada/halo/halo", Offset: 0x10}},
	0x14: {Place: source.Place{File: "/home/ada/halo/exchange.c", Line: 57, Func: "exchange", Module: "/home/ada/halo/halo", Offset: 0x14}},
	0x20: {Place: source.Place{File: "/home/ada/halo/main.c", Line: 112, Func: "main", Module: "/home/ada/halo/halo", Offset: 0x20}},
	0x30: {Place: source.Place{File: "/home/ada/halo/table/update.c", Line: 41, Func: "table_update", Module: "/home/ada/halo/halo", Offset: 0x30}},
	0x40: {Place: source.Place{File: "/home/ada/halo/table/update.c", Line: 38, Func: "table_update", Module: "/home/ada/halo/halo", Offset: 0x40}},
	0x50: {Place: source.Place{Module: "/opt/lib/libsolver.so.2", Offset: 0x1a2b0}},
}

func call(rank int32, k calls.Kind, pc uint64) tracker.Site {
	return tracker.Site{Rank: rank, Call: k, Seq: uint32(pc), PC: pc + uint64(rank)*0x1000}
}

// sampleFindings are the findings of rules after a run that hung.
func sampleFindings() []*rules.Finding {
	start := &rules.Finding{
		Rule: pscw001, Scope: pscw001.Scope, Severity: rules.Error, Ranks: []int{0}, Count: 1,
		Object:  tracker.Object{Class: calls.ClassWin, Label: "window 1 on MPI_COMM_WORLD"},
		Message: "rank 0 started an access epoch on rank 1, but rank 1 has no matching post that names rank 0; it is in MPI_Win_fence instead",
		Sites:   []tracker.Site{call(0, calls.WinStart, 0x10)},
		Related: []rules.Related{{Site: call(1, calls.WinFence, 0x20), Role: "partner", Note: "rank 1 did this instead"}},
	}
	hang := &rules.Finding{
		Rule: coll002, Scope: coll002.Scope, Severity: rules.Error, Ranks: []int{1}, Count: 1,
		Object:  tracker.Object{Class: calls.ClassWin, Label: "window 1 on MPI_COMM_WORLD"},
		Message: "ranks 1-3 are in MPI_Win_fence, which rank 0 never reaches",
		Sites:   []tracker.Site{call(1, calls.WinFence, 0x20), call(2, calls.WinFence, 0x20), call(3, calls.WinFence, 0x20)},
		Related: []rules.Related{{Site: call(0, calls.WinStart, 0x10), Role: "waits", Note: "rank 0 is blocked here"}},
		Cause:   start,
	}
	fs := []*rules.Finding{hang, start}
	for rank := range int32(3) {
		fs = append(fs, &rules.Finding{
			Rule: lock003, Scope: lock003.Scope, Severity: rules.Error, Ranks: []int{int(rank)}, Count: 500,
			Object:  tracker.Object{Class: calls.ClassWin, Label: "window 2 on MPI_COMM_WORLD"},
			Message: "MPI_Win_lock of rank 3, on which this rank holds an exclusive lock",
			Sites:   []tracker.Site{call(rank, calls.WinLock, 0x30)},
			Related: []rules.Related{{Site: call(rank, calls.WinLock, 0x40), Role: "began", Note: "the lock it holds"}},
		})
	}
	return append(fs, &rules.Finding{
		Rule: win013, Scope: win013.Scope, Severity: rules.Note, Ranks: []int{3, 0}, Count: 2,
		Object:  tracker.Object{Class: calls.ClassWin, Label: "window 3 on MPI_COMM_WORLD"},
		Message: "window 3 was created on memory of unknown origin",
		Sites:   []tracker.Site{call(3, calls.WinLock, 0x50), call(0, calls.WinLock, 0x50)},
	})
}

func sampleReport() *Report {
	fence := newSite(call(1, calls.WinFence, 0x20), sampleProgram)
	start := newSite(call(0, calls.WinStart, 0x10), sampleProgram)
	return &Report{
		MPI: "Open MPI 4.1.4", Ranks: 4, Records: 12034,
		Command: "./halo --size 4096 --steps 100", LogPath: "/scratch/run.log",
		Started:  time.Date(2026, 3, 1, 12, 0, 5, 0, time.UTC),
		Findings: build(sampleFindings(), sampleProgram),
		Ends: []RankEnd{
			{Rank: 3, How: Aborted},
			{Rank: 0, How: Killed, In: &start, Waiting: "waits for a post by rank 1"},
			{Rank: 1, How: Killed, In: &fence, Waiting: "waits for rank 0 to reach the same fence"},
			{Rank: 2, How: Killed, In: &fence, Waiting: "waits for rank 0 to reach the same fence"},
		},
		Coverage: []string{
			"rank 2: the last frame of its segment is torn; up to 40 records before the kill may be missing.",
		},
	}
}

// gatedReport has one finding suppressed and one known; the third is new.
func gatedReport() *Report {
	r := sampleReport()
	r.Fingerprint("/home/ada/halo")
	s := &Suppressions{file: "/home/ada/halo/" + SuppressionsFile, entries: []suppression{
		{Rule: "PSCW001", File: "exchange.c", Reason: "repaired in halo 2, see <issue|12>", at: 3},
		{Rule: "WIN00*", Reason: "nothing is left of it", at: 8},
		{Rule: "LOCK003", Reason: "the summer only", Until: toml.LocalDate{Year: 2026, Month: 2, Day: 28}, at: 12},
	}}
	s.Apply(r, "/home/ada/halo", sampleDay)
	b := NewBaseline(r, "/home/ada/halo")
	b.file = "/home/ada/halo/ci/base.json"
	b.Findings = slices.DeleteFunc(b.Findings, func(e BaselineEntry) bool { return e.RuleID == "LOCK003" })
	b.Findings = append(b.Findings, BaselineEntry{
		Fingerprint: "0123456789abcdef0123456789abcdef", RuleID: "RMA005", Severity: rules.Error,
		Title: "access outside the target's window", Place: "MPI_Put, main.c:99 in main",
	})
	b.Compare(r, "/home/ada/halo")
	return r
}

var sampleDay = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func cleanReport() *Report {
	return &Report{
		Complete: true, MPI: "MPICH 4.0.2", Ranks: 2, Records: 1234567,
		Command: "./halo", LogPath: "run.log",
		Ends: []RankEnd{{Rank: 0, How: Finalized}, {Rank: 1, How: Finalized}},
	}
}

func cleanTornReport() *Report {
	r := cleanReport()
	r.Complete = false
	r.Unseen = []string{"rank 1 left no log here: calls made there are missing, and calls that depend on them are not checked"}
	r.Coverage = append(slices.Clone(r.Unseen), "run.log: byte 0: the file is empty")
	r.Command = ""
	r.Ends[1] = RankEnd{Rank: 1, How: Exited}
	return r
}

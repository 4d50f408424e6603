package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// onlyBuffered is a run that would have hung if its calls had waited as long as they may.
var onlyBuffered = &Rule{
	ID:       "HANG004",
	MPI:      "1.0",
	Title:    "ranks got through only because MPI buffered or did not wait",
	Severity: Warning,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication; Correctness (of collective communication)",
	Says: "A program may not rely on the MPI library to buffer a standard send, nor on a collective call to return " +
		"before all ranks have called it. MPI_Buffer_detach may wait until the messages in the buffer are received, " +
		"a partitioned send until its receive is started. MPI_Win_lock may wait until the lock is acquired, and " +
		"ranks may acquire it in any order.",
	Doc: "The library may copy a message of MPI_Send and return at once, or wait until the message is received; " +
		"that depends on the library, its version, its settings, the length of the message and other messages under " +
		"way. Ranks that wait for each other when every call waits will hang one day: with longer messages, on more " +
		"ranks, on another machine. The same is true of a rank that holds a lock while it waits for a rank which " +
		"must acquire that lock first: this run got through only because the other rank had acquired the lock " +
		"before.",
	Advice: "Use MPI_Sendrecv, post the receives with MPI_Irecv before the sends, start the sends with MPI_Isend and " +
		"complete them after the receives, or let some of the ranks receive first. Call collectives in the same " +
		"order relative to messages on all ranks. Release a lock before waiting for ranks that need it.",
	Silent: []string{
		"sends whose receives are posted before, by MPI_Irecv for example",
		"MPI_Sendrecv, MPI_Bsend, and nonblocking sends that are completed after the receives",
		"buffers that are detached after the receives, and persistent and partitioned operations that all ranks " +
			"start before they wait",
		"a lock that a rank holds while it waits for other ranks, if messages, collective calls or values in a " +
			"window show that these ranks asked for the lock before, or ask for it only later",
		"cycles through a call that another message, receive or request would have satisfied as well: " +
			"MPI_ANY_SOURCE, MPI_Waitany, MPI_Test",
	},
	Limit: "Collective calls on one communicator that ranks make in different orders are COLL001, and cycles of " +
		"epochs alone are PSCW013. Each cycle is reported once for the same calls in the program. After a poll, or " +
		"a choice among messages or requests, that would have had another result if all calls waited, further calls " +
		"of the rank are not judged. A receive from MPI_ANY_SOURCE that is posted before the call in which its rank " +
		"would wait counts as able to take any message with its tag, unless messages and collective calls of this " +
		"run show that the message was sent after the receive was complete; for receives before the last 16, after " +
		"all of these were complete. If such a receive takes another message, the messages that other receives then " +
		"take are not followed. A receive that another call completes, as after MPI_Irecv, counts as waiting only " +
		"if its rank has posted no other receive with the same tag on the communicator in between, and fewer than " +
		"eight receives in all. Locks that are acquired in opposite order are LOCK011. Another lock is reported " +
		"only if its rank waits for a rank that has asked for the same lock, among the last 9 to 16 locks that it " +
		"has released; directly, or through up to two other ranks that wait for single messages or epochs. " +
		"Processes of other jobs are not followed, nor are buffers of single communicators and sessions, " +
		"MPI_Comm_create_group and MPI_Intercomm_create under MPI_THREAD_MULTIPLE, and messages of more than 4,096 " +
		"partitions. After a call that waits, 65,536 further calls are followed.",
	Between: true,
	Facts:   []fact.Kind{fact.OfCycle, fact.OfLockWait},
	Job: func(p *JobPass) {
		switch f := p.Fact.(type) {
		case *fact.Cycle:
			if !epochsAlone(f) && !inOneFamily(f) {
				reportCycle(p, f, luckOf(f))
			}
		case *fact.LockWait:
			reportLockWait(p, f)
		}
	},
}

// reportLockWait reports a rank that holds a lock while it waits for a rank that must get the same lock first.
func reportLockWait(p *JobPass, f *fact.LockWait) {
	first := f.Waits[0]
	one, last := first.Call.Rank, f.Gets.Site.Rank
	r := Report{
		Sites:   []tracker.Site{first.Call, f.Gets.Site},
		Ranks:   []int32{one, last},
		Object:  f.Holds.Window,
		Related: []Related{At(roleBegan, f.Holds.Site, fmt.Sprintf("rank %d took %s", one, lockName(&f.Holds)))},
	}
	var through strings.Builder
	for i, w := range f.Waits {
		r.Related = append(r.Related, At(rolePartner, w.For, fmt.Sprintf("rank %d waits for this call", w.Call.Rank)))
		if i > 0 {
			r.Ranks = append(r.Ranks, w.Call.Rank)
			r.Related = append(r.Related, At(roleWaits, w.Call, fmt.Sprintf("rank %d waits here before", w.Call.Rank)))
			fmt.Fprintf(&through, ", rank %d for rank %d in %s", w.Call.Rank, w.For.Rank, w.Call.Call)
		}
	}
	slices.Sort(r.Ranks)
	p.Report(r, "rank %d holds %s in %s, where it may wait for rank %d%s, and rank %d has to get %s before it comes "+
		"that far: if rank %d gets its lock first, %s wait forever",
		one, lockName(&f.Holds), first.Call.Call, first.For.Rank, through.String(), last, lockName(&f.Gets), one,
		allOf(len(r.Ranks)))
}

// allOf names all of n ranks.
func allOf(n int) string {
	if n == 2 {
		return "both"
	}
	return "all"
}

// lucks lists reasons why the calls of a run may not have waited, by the need of the calls.
var lucks = []struct {
	whats []fact.What
	text  string
}{
	{[]fact.What{fact.Started}, "a partitioned send did not wait until its receive was started"},
	{[]fact.What{fact.Receive}, "the MPI library kept copies of messages"},
	{[]fact.What{fact.Collective, fact.Restarted}, "a collective call did not wait for all ranks"},
	{[]fact.What{fact.Post}, "MPI_Win_start did not wait for MPI_Win_post"},
}

// luckOf says why the run may not have hung: any call of the cycle that need not wait may be the reason.
func luckOf(f *fact.Cycle) string {
	var because []string
	for _, l := range lucks {
		if slices.ContainsFunc(f.Waits, func(d *fact.Need) bool {
			return d.Why == fact.Allowed && slices.Contains(l.whats, d.What)
		}) {
			because = append(because, l.text)
		}
	}
	return "the run got through only because " + strings.Join(because, ", or ")
}

package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// noProgress is a job in which some ranks poll, the others wait, and no rank makes progress.
var noProgress = &Rule{
	ID:       "HANG003",
	MPI:      "1.0",
	Title:    "no rank makes progress, and some poll",
	Severity: Warning,
	Scope:    JobScope,
	Hangs:    true,
	Since:    "0.3",
	Cite:     "MPI-4.1, Nonblocking Communication, Semantics of Nonblocking Communications; Probe and Cancel",
	Says: "MPI_Test, MPI_Iprobe and similar calls find what they ask for once the operation can complete, or the " +
		"message has been sent: until then every call finds nothing.",
	Doc: "For a minute, or as long as --hang-after says, no rank has made progress: each rank waited in an MPI " +
		"call, or called MPI_Test, MPI_Iprobe or another call that polls again and again, which found nothing. " +
		"A rank also polls if it fetches the same elements of windows again and again, with MPI_NO_OP or a " +
		"compare-and-swap that swaps nothing, and their values stay the same, or if it repeats MPI_Win_sync. " +
		"Progress is any other call, and a poll that finds something. For a job that was killed, this is about its " +
		"last moments. The report shows where each rank was and what it polled or waited for.",
	Advice: "Look at what each of the ranks polls for: usually the message was never sent, or has another tag, " +
		"source or communicator, or the rank that should send it waits for this rank. Where a rank polls for a " +
		"change of a window: usually no rank has set the flag or released the lock, or at another displacement or " +
		"rank.",
	Silent: []string{
		"a rank that computes, outside of MPI calls, while others poll or wait",
		"a poll that would find something the next time: its message has been sent",
		"two ranks that repeat MPI_Win_sync: they may exchange data by loads and stores",
		"a run that a rank ended through MPI_Abort or an error handler",
		"a hang that HANG001, HANG002 or COLL002, for example, explains",
	},
	Limit: "A rank may be computing between its polls, so the finding is a warning. Of consecutive polls without " +
		"success, the log holds the first. Other calls count as progress, for example MPI_Comm_rank in the loop; " +
		"MPI_Wtime does not. A loop that reads memory, until an RMA operation of another rank changes it, is " +
		"outside of MPI calls. MPI_Get does not count as a poll, since the log does not have its data; nor do " +
		"fetches of more than 4 elements, or of elements that have neither 4 nor 8 bytes. Loops that fetch are found " +
		"in the report only: gomarmot watch and gomarmot run --hang-after do not stop for them, since the log has " +
		"each fetch.",
	Facts: []fact.Kind{fact.OfStandstill},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Standstill)
		var r Report
		var parts []string
		for _, g := range alike(f.Polls) {
			e := &f.Polls[g.first]
			for _, i := range g.all {
				r.Sites, r.Ranks = append(r.Sites, f.Polls[i].In), append(r.Ranks, int32(f.Polls[i].Rank))
			}
			if len(r.Related) < maxNamed {
				r.Related = append(r.Related, WantedAt(e.Rank, e.Waiting)...)
			}
			verb := "polls"
			if len(g.all) > 1 {
				verb = "poll"
			}
			part := fmt.Sprintf("%s %s with %s", words.Ranks(g.ranks), verb, e.In.Call)
			if len(g.all) == 1 {
				part += strings.TrimPrefix(Waits(e.Waiting, nil), "polls")
			}
			parts = append(parts, part)
		}
		text := words.Join(parts, maxNamed, "; ")
		switch {
		case f.Waiting == 1:
			text += "; one other rank waits in an MPI call"
		case f.Waiting > 1:
			text += fmt.Sprintf("; %s other ranks wait in MPI calls", words.Thousands(f.Waiting))
		}
		verb := "made"
		if f.Running {
			verb = "has made"
		}
		p.Report(r, "no rank %s progress for %v: %s", verb, f.For.Round(time.Second/10), text)
	},
}

// group holds ranks that are in the same place.
type group struct {
	first int
	all   []int
	ranks []int32
}

// alike groups the ranks that are in the same place.
func alike(ends []fact.RankEnd) []group {
	var out []group
	at := map[tracker.Site]int{}
	for i := range ends {
		k := tracker.Site{Call: ends[i].In.Call, PC: ends[i].In.PC}
		n, ok := at[k]
		if !ok {
			n = len(out)
			at[k] = n
			out = append(out, group{first: i})
		}
		out[n].all, out[n].ranks = append(out[n].all, i), append(out[n].ranks, int32(ends[i].Rank))
	}
	return out
}

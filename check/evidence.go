package check

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// weigh describes the evidence that the log lacks. Evidence is missing if MPI calls that gomarmot
// follows were made, or may have been made, and are not in the log:
//
//   - a rank has no log here: it is gone, elsewhere, or of another run or rank;
//   - a file is damaged, truncated or unreadable, or there is a gap between
//     its records;
//   - records could not be written or kept: the disk was full;
//   - gomarmot was switched off while the program continued;
//   - the launcher started several processes as jobs of one rank each, and the log is of one such job;
//   - if the log is asked for by its name, later: the program was rebuilt after the run.
//
// The log of a run that was killed or hung is complete: the rings hold every call up to
// then. Damage to run.log itself does not count either: the calls are in the segments.
func (j *Job) weigh(opt Options) {
	j.Coverage = append(j.Coverage, j.Log.Notes...)
	j.weighMissing()
	j.weighLaunch()
	if opt.Later {
		j.weighPrograms()
	}
	if len(j.abroad) > 0 && !opt.Compared {
		j.Coverage = append(j.Coverage,
			fmt.Sprintf("%s exchanged messages with processes that are not in MPI_COMM_WORLD of this log, "+
				"such as those of MPI_Comm_spawn: these messages were not compared with the other side's calls "+
				"(gomarmot report --with names the log of a connected job)",
				words.Ranks(j.abroad)))
	}
	if j.err != nil {
		j.lack("reading stopped early: %v", j.err)
	}
	for _, r := range j.Log.Ranks() {
		j.weighRank(r)
	}
	j.Complete = len(j.Unseen) == 0
	for _, e := range j.Ends {
		j.Complete = j.Complete && (e.How == fact.EndedFinalized || e.How == fact.EndedFinalizing)
	}
}

func (j *Job) weighRank(r *logdir.RankLog) {
	if r.Err != nil {
		j.lack("rank %d: %v", r.Rank, r.Err)
	}
	end := j.streams[r.Rank].end()
	for _, d := range end.Damage {
		j.lack("rank %d: %s", r.Rank, d)
	}
	if n := j.streams[r.Rank].odd; n > 0 {
		j.lack("rank %d: %d records are of unknown kinds: a ring is damaged", r.Rank, n)
	}
	if end.Lost > 0 {
		j.lack("rank %d: %d records could not be kept", r.Rank, end.Lost)
	}
	if end.State == segment.Off {
		j.lack("rank %d: gomarmot switched itself off before the program ended; see run.log", r.Rank)
	}
}

// weighMissing describes which ranks left no log here, and where their logs may be.
func (j *Job) weighMissing() {
	var none []int
	var order []logdir.Elsewhere
	at := map[logdir.Elsewhere][]int{}
	for _, rank := range j.Log.Missing {
		e, known := j.Log.Elsewhere[rank]
		switch {
		case !known:
			none = append(none, rank)
		case at[e] == nil:
			order = append(order, e)
			fallthrough
		default:
			at[e] = append(at[e], rank)
		}
	}
	if len(none) > 0 {
		early := ""
		if slices.ContainsFunc(j.Ends, func(e fact.RankEnd) bool {
			return e.How != fact.EndedFinalized && e.How != fact.EndedNoLog
		}) {
			early = "the run ended before the first call there was recorded, or "
		}
		j.lack("%s left no log here: calls made there are missing, and calls that depend on them are not checked. "+
			"Either %slibgomarmot.so is not loaded there, or it logged to %s on another host: "+
			"then pass that directory too",
			words.Ranks(none), early, j.Log.DirOf(none[0]))
	}
	for _, e := range order {
		j.lack("the log of %s is on %s, in %s: copy that directory and pass it too; until then, "+
			"calls made there are missing, and calls that depend on them are not checked",
			words.Ranks(at[e]), e.Host, e.Dir)
	}
}

// lack notes that evidence is missing.
func (j *Job) lack(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	j.Unseen, j.Coverage = append(j.Unseen, s), append(j.Coverage, s)
}

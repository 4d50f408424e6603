package check

import (
	"fmt"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// weigh says what the log lacks. Evidence is missing where MPI calls that
// gomarmot follows were made, or may have been, and are not in the log:
//
//   - a rank has no log here: it is gone, elsewhere, or of another run or rank;
//   - a file is damaged, cut off or cannot be read, or records in it do not
//     follow on each other;
//   - records could not be written or kept: the disk was full;
//   - gomarmot was switched off while the program ran on.
//
// Where the run was killed or hung it is not: the rings hold every call up to
// then. Nor where run.log itself is damaged: the calls are in the segments.
func (j *Job) weigh() {
	j.Coverage = append(j.Coverage, j.Log.Notes...)
	j.weighMissing()
	if j.Err != nil {
		j.lack("reading stopped early: %v", j.Err)
	}
	for _, r := range j.Log.Ranks() {
		j.weighRank(r)
	}
	j.Complete = len(j.Unseen) == 0
	for _, e := range j.Ends {
		j.Complete = j.Complete && e.How == fact.EndedFinalized
	}
}

func (j *Job) weighRank(r *logdir.RankLog) {
	if r.Err != nil {
		j.lack("rank %d: %v", r.Rank, r.Err)
	}
	end := r.End()
	for _, d := range end.Damage {
		j.lack("rank %d: %s", r.Rank, d)
	}
	if n := j.streams[r.Rank].odd; n > 0 {
		j.lack("rank %d: %d records are of no kind that there is: a ring is damaged", r.Rank, n)
	}
	if end.Lost > 0 {
		j.lack("rank %d: %d records could not be kept", r.Rank, end.Lost)
	}
	if end.State == segment.Off {
		j.lack("rank %d: gomarmot switched itself off before the program ended; see run.log", r.Rank)
	}
}

// weighMissing says which ranks there is nothing of, and where it may be.
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
		j.lack("%s left no log here: whatever they did is missing, and calls that need them are not judged. Either libgomarmot.so "+
			"is not loaded there, or it logged to %s, on a host of its own: then give that folder too", words.Ranks(none), j.Log.DirOf(none[0]))
	}
	for _, e := range order {
		j.lack("the log of %s is on %s, in %s: copy that folder and give it too; until then whatever they did is missing, "+
			"and calls that need them are not judged", words.Ranks(at[e]), e.Host, e.Dir)
	}
}

// lack notes that evidence is missing.
func (j *Job) lack(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	j.Unseen, j.Coverage = append(j.Unseen, s), append(j.Coverage, s)
}

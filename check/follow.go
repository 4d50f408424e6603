package check

import (
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
)

// follower lets a check wait for a job that runs: it reads records as the ranks write them.
type follower struct {
	ended func() bool // the job has ended
	found func(*rules.Finding)
	fresh bool // a record was read since the last look
	naps  int  // consecutive looks that found no record
}

// Ranks write records that are older than 50 ms. A check that finds none looks again after followNap.
const followNap = 20 * time.Millisecond

// stillNaps is the number of consecutive looks without a record after which a rank that is kept back for others
// continues without them: the others may compute for long.
const stillNaps = 10

// Follow checks the job whose log is at the path while the job runs, and shows findings that need several ranks as they
// are made. It returns when ended reports that the job has ended: Log makes the remaining findings. found may ask the
// Job for places in the source. The error says why the log cannot be read.
func Follow(path string, set []*rules.Rule, ended func() bool, found func(*Job, *rules.Finding)) error {
	j, in, err := awaitRanks(path, ended)
	if j == nil {
		return err
	}
	defer j.Log.Close() // only read
	f := &follower{ended: ended, found: func(x *rules.Finding) { found(j, x) }}
	for _, r := range j.Log.Ranks() {
		r.Grows = true
		in[r.Rank].Stream = &followed{in[r.Rank].Stream, f}
	}
	set = slices.DeleteFunc(slices.Clone(set), func(r *rules.Rule) bool { return r.Scope == rules.RankScope })
	r := newRunner(in, set, Options{Cores: 1, Running: true, GoesOn: true}, nil)
	r.follow = f
	return r.run(1)
}

// awaitRanks opens the log when all ranks of the job have begun to write it; nil if the job ends before.
func awaitRanks(path string, ended func() bool) (*Job, []Input, error) {
	for nap := followNap; !ended(); nap = min(2*nap, 250*time.Millisecond) {
		time.Sleep(nap)
		j, in, err := open(path, Options{GoesOn: true})
		if err != nil {
			continue // the ranks are creating it
		}
		whole := j.Log.Size > 0 && len(j.Log.Missing) == 0
		for _, r := range j.Log.Ranks() {
			whole = whole && r.Header != nil
		}
		if whole {
			return j, in, nil
		}
		_ = j.Log.Close() // only read
	}
	return nil, nil, nil
}

// told passes new findings to found.
func (f *follower) told(found []*rules.Finding) {
	for _, x := range found {
		if !f.ended() {
			f.found(x)
		}
	}
}

// over reports whether the job has ended, after a turn of all ranks. It waits for a moment if none of them had a
// record, and nothing is left to match.
func (f *follower) over(idle bool) bool {
	if f.fresh || !idle {
		f.naps = 0
	} else {
		f.naps++
		time.Sleep(followNap)
	}
	f.fresh = false
	return f.ended()
}

// still reports whether the ranks have made no calls for a while.
func (f *follower) still() bool { return f.naps >= stillNaps }

// followed is the stream of a rank that runs.
type followed struct {
	Stream
	by *follower
}

// Next implements Stream.
func (f *followed) Next(e *event.Event) error {
	err := f.Stream.Next(e)
	f.by.fresh = f.by.fresh || err == nil
	return err
}

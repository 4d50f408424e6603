package match

import (
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/agree"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race/files"
	"github.com/gomarmot/gomarmot/tracker/state"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// Config says whose ops a Job will see.
type Config struct {
	Size    int // processes of MPI_COMM_WORLD
	Flavour *calls.Flavour
	Hosts   []string // of each rank; nil: unknown
	Present []bool   // whether the rank has left a log; nil: all have
	Gaps    []bool   // whether calls of the rank may be missing from the start; nil: of none
	Mute    []bool   // whether messages of the rank are not recorded; nil: of none
	// Running says that Finish looks at a job that has not ended.
	Running bool
	// Still is how long no rank must have made progress to count as a standstill.
	Still time.Duration
	// Late says that order is watched only where something needs it: it takes time, and the
	// memory of ranks that wait for others.
	Late bool
}

// Job matches the ops of all ranks. It is used by one goroutine.
type Job struct {
	Config
	emit     func(fact.Fact)
	matchers []matcher
	kinds    op.Kinds // who takes ops
	holds    []reasons
	order    *order.Clocks
	lossy    []bool // records of the rank are missing
	anyLossy bool

	collectives *collectives
	gathers     *gathers
	windows     *windows
	pscw        *pscw
	messages    *messages
	races       *races
	locks       *lock.Judge
	files       *files.Judge
	agree       *agree.Judge
	strict      *wait.Judge
	betweens    betweens
}

// matcher finds out what meets what in one family of calls.
type matcher interface {
	// routes adds the matcher to those who take ops.
	routes(k *op.Kinds)
	// lose ends the comparison of the rank with others: records are missing.
	lose(rank int32)
	// gone forgets an object that its last rank has freed.
	gone(on *op.Place)
	// finish reports what is unmatched at the end of the run.
	finish(*end.Run)
}

// unmoved is part of the matchers that have nothing to do where records are missing, an object is gone, or the run is over.
type unmoved struct{}

func (unmoved) lose(int32)      {}
func (unmoved) gone(*op.Place)  {}
func (unmoved) finish(*end.Run) {}

// NewJob returns the matchers of a job; facts go to emit.
func NewJob(c Config, emit func(fact.Fact)) *Job {
	if c.Flavour == nil {
		c.Flavour = &calls.Flavours[0]
	}
	j := &Job{Config: c, emit: emit, holds: make([]reasons, c.Size), order: order.New(c.Size), lossy: make([]bool, c.Size), betweens: make(betweens, c.Size)}
	copy(j.lossy, c.Gaps)
	j.anyLossy = slices.Contains(j.lossy, true)
	if !c.Late {
		j.order.Watch()
	}
	if j.anyLossy || slices.Contains(c.Mute, true) || slices.Contains(c.Present, false) {
		j.order.Blind() // ranks may learn of others by messages that are not seen
	}
	j.messages = newMessages(j)
	j.strict = j.newStrict()
	j.collectives, j.windows, j.pscw = newCollectives(j), newWindows(j), newPSCW(j)
	// In this order they take an op and report at the end: what order knows
	// comes from collective calls.
	j.races = newRaces(j)
	j.locks, j.files, j.agree = j.newLocks(), j.newFiles(), j.newAgree()
	j.gathers = newGathers(j)
	j.matchers = []matcher{j.collectives, j.messages, j.gathers, newFoundings(j), newDynamic(j), newOpens(j),
		seated{judge: j.agree}, newSplits(j), j.pscw, j.races, seated{judge: j.locks},
		j.windows, seated{judge: j.files}, replayed{Judge: j.strict}}
	for _, m := range j.matchers {
		m.routes(&j.kinds)
	}
	j.kinds.Loses.To(func(rank int32, _ *op.Head) { j.loses(rank) })
	return j
}

// Take takes the next op of a rank: the i-th of these.
func (j *Job) Take(rank int, ops *op.Ops, i int) {
	if !ops.Lost(i) {
		j.races.before(int32(rank), ops.N(i))
	}
	j.kinds.Take(int32(rank), ops, i)
}

// loses ends the matching with a rank whose records are incomplete: the place of
// its later calls in any order is unknown. What came before goes on,
// for ranks that are fed later.
func (j *Job) loses(rank int32) {
	for _, m := range j.matchers {
		m.lose(rank)
	}
	j.holds[rank] = nil
	j.lossy[rank], j.anyLossy = true, true
	j.order.Blind()
}

// retire forgets an object that all of its ranks have freed.
func (j *Job) retire(on *op.Place) {
	for _, m := range j.matchers {
		m.gone(on)
	}
}

// anyLost reports whether records of one of the ranks are missing.
func (j *Job) anyLost(members []int32) bool {
	return j.anyLossy && slices.ContainsFunc(members, j.isLossy)
}

func (j *Job) isLossy(rank int32) bool { return rank >= 0 && int(rank) < len(j.lossy) && j.lossy[rank] }

// present reports whether the rank has left a log.
func (j *Job) present(rank int32) bool {
	return rank >= 0 && int(rank) < j.Size && (j.Present == nil || j.Present[rank])
}

// Finish ends the matching after all ops: what is still unmatched becomes facts,
// as far as the run's end lets a fault be told from a run that was cut short.
// rests say where each rank was, nil where it left no log; seen what the log's
// end adds to that.
func (j *Job) Finish(rests []*state.Rest, seen []end.Seen) []fact.RankEnd {
	j.messages.drained(rests)
	run := end.New(end.Config{Size: j.Size, Running: j.Running, Still: j.Still, Present: j.present, Emit: j.emitFact, Matched: struct {
		*collectives
		*gathers
		*pscw
		*messages
		*wait.Judge
	}{j.collectives, j.gathers, j.pscw, j.messages, j.strict}}, rests, seen)
	emit := j.emit
	j.emit = func(f fact.Fact) { run.See(f); emit(f) }
	defer func() { j.emit = emit }()
	for _, m := range j.matchers {
		m.finish(run)
	}
	return run.Finish()
}

package match

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/agree"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/race/files"
	"github.com/gomarmot/gomarmot/tracker/race/windows"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/relay"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// Job matches the ops of all ranks. A single goroutine uses it.
type Job struct {
	*common
	matchers []matcher
	kinds    op.Kinds // who takes ops
	accesses []func(rank int32, a *stamp.Access)
	stamped  struct { // reused
		access stamp.Access
		touch  stamp.Touch
	}
	racing relay.Judge  // takes accesses and file operations: races and files, or the relay
	relay  *relay.Relay // to races and files, if they have a goroutine of their own; else nil

	collectives *collectives
	gathers     *gathers
	targets     *targets
	pscw        *pscw
	messages    *messages
	races       *windows.Judge
	locks       *lock.Judge
	files       *files.Judge
	strict      *wait.Judge
}

// NewJob returns the matchers of a job; facts go to emit.
func NewJob(c Config, emit func(fact.Fact)) *Job {
	if c.Flavour == nil {
		c.Flavour = &calls.Flavours[0]
	}
	j := &Job{common: newCommon(c, emit)}
	agrees := agree.New(agree.Config{Flavour: j.Flavour, Lost: j.anyLost, Emit: j.emit})
	j.newRacing()
	j.locks = j.newLocks()
	j.messages = newMessages(j.common)
	j.strict = j.newStrict()
	j.messages.strict = j.strict
	j.collectives, j.gathers = newCollectives(j.common, agrees, j.strict), newGathers(j.common, agrees)
	j.targets = newTargets(j.common, j.collectives, j.retire)
	j.pscw = newPSCW(j.common, j.targets, j.strict)
	attached := windows.NewDynamic(j.order, j.isLossy, j.emit)
	splits := windows.NewSplits(j.order, j.anyLost, j.emit)
	// In this order they take an op and report at the end: the clocks advance by collective calls first.
	j.matchers = []matcher{j.collectives, j.messages, j.gathers, newFoundings(j.common), seated{attached},
		newOpens(j.common, j.collectives, j.retire), seated{agrees}, seated{splits},
		j.pscw, relayed{seated{j.races}, j.relay}, seated{j.locks}, j.targets, relayed{seated{j.files}, j.relay},
		replayed{Judge: j.strict}}
	j.accesses = []func(int32, *stamp.Access){attached.Access, splits.Access, j.racing.Access, j.targets.Access}
	for _, m := range j.matchers {
		m.Routes(&j.kinds)
	}
	j.kinds.Accesses.To(j.access)
	j.kinds.Touches.To(j.touch)
	j.kinds.Loses.To(func(rank int32, _ *op.Head) { j.lose(rank) })
	return j
}

// Take takes the next op of a rank: the i-th of these.
func (j *Job) Take(rank int, ops *op.Ops, i int) {
	if !ops.Lost(i) {
		j.racing.Before(int32(rank), ops.N(i))
	}
	j.kinds.Take(int32(rank), ops, i)
}

// touch has judges take a load or store of memory of a window, with the time of its begin.
func (j *Job) touch(rank int32, x *op.Touch) {
	a := &j.stamped.touch
	*a = stamp.Touch{Touch: x, At: j.order.At(rank, x.N)}
	a.Rank, a.Part = j.targets.owner(x)
	j.racing.Touch(rank, a)
}

// access has judges take an access to a window, with the time of its begin.
func (j *Job) access(rank int32, x *op.Access) {
	a := &j.stamped.access
	*a = stamp.Access{Access: x, Part: j.targets.target(x.On, x.Target), At: j.order.At(rank, x.N)}
	j.pscw.stamp(a)
	for _, take := range j.accesses {
		take(rank, a)
	}
}

// lose ends the matching with a rank whose records are incomplete: the position of its later calls in any order is
// unknown. Earlier calls go on, for ranks that are fed later.
func (j *Job) lose(rank int32) {
	for _, m := range j.matchers {
		m.lose(rank)
	}
	j.common.loses(rank)
}

// retire forgets an object that all of its ranks have freed.
func (j *Job) retire(on *op.Place) {
	j.catchUp()
	for _, m := range j.matchers {
		m.gone(on)
	}
}

// catchUp waits until races and files have taken everything.
func (j *Job) catchUp() {
	if j.relay != nil {
		j.relay.Wait()
	}
}

// Recycle takes ops that the matchers have finished with, all of them, and returns empty ops to fill.
func (j *Job) Recycle(ops *op.Ops) *op.Ops {
	if j.relay != nil {
		return j.relay.Release(ops)
	}
	ops.Reset()
	return ops
}

// Close ends the relay. No op may be taken after that.
func (j *Job) Close() {
	if j.relay != nil {
		j.relay.Close()
	}
}

// Finish ends the matching after all ops: calls that are still unmatched become facts, as far as the run's end
// lets a fault be told from a run that was cut short. rests say where each rank was, nil where it left no log;
// seen adds the log's end.
func (j *Job) Finish(rests []*rank.Rest, seen []end.Seen) []fact.RankEnd {
	j.catchUp()
	j.messages.drained(rests)
	run := end.New(end.Config{Size: j.Size, Running: j.Running, Still: j.Still, Present: j.present, Emit: j.emit, Matched: struct {
		*collectives
		*gathers
		*pscw
		*messages
		*wait.Judge
	}{j.collectives, j.gathers, j.pscw, j.messages, j.strict}}, rests, seen)
	emit := j.out
	j.out = func(f fact.Fact) { run.See(f); emit(f) }
	defer func() { j.out = emit }()
	for _, m := range j.matchers {
		m.finish(run)
	}
	return run.Finish()
}

// newLocks returns the judge of locks.
func (j *Job) newLocks() *lock.Judge {
	return lock.New(lock.Config{Size: j.Size, NoCheck: j.Flavour.ModeNoCheck,
		Clocks: j.order, Signals: j.races.Signals(), Emit: j.emit})
}

// racing is the judges of conflicting accesses, which need no other judge.
type racing struct {
	*windows.Judge
	files   *files.Judge
	between race.Betweens
}

// Met implements relay.Judge.
func (x *racing) Met(s stamp.Stamp) {
	switch s := s.(type) {
	case *stamp.Pass:
		x.between.Pass(s)
	case *stamp.Opened:
		x.files.Met(s.On, s.All)
	default:
		x.Judge.Met(s)
	}
}

// newRacing makes the judges of conflicting accesses, and the relay to them if they are to have a goroutine of their own.
func (j *Job) newRacing() {
	clocks := &j.order.View
	if j.Beside != nil {
		clocks = &order.View{}
	}
	x := &racing{between: make(race.Betweens, j.Size)}
	x.Judge = windows.New(windows.Config{Size: j.Size, Clocks: clocks, Between: x.between, Emit: j.emit})
	x.files = files.New(files.Config{Size: j.Size, Flavour: j.Flavour, Hosts: j.Hosts,
		Clocks: clocks, Signals: x.Signals(), Emit: j.emit,
		Between: func(a, b *race.Access) func() fact.Between { return x.between.Of(a, b).Says }})
	j.races, j.files, j.racing = x.Judge, x.files, x
	if b := j.Beside; b != nil {
		j.relay = relay.New(relay.Config{Judge: x, Clocks: j.order, View: clocks, Ranks: j.Size, Idle: b.Idle, Block: b.Block, Fault: b.Fault})
		j.racing = j.relay
	}
	j.note = j.racing.Met
}

// newStrict returns the judge of deadlocks that did not happen.
func (j *Job) newStrict() *wait.Judge {
	return wait.NewJudge(wait.Config{Size: j.Size, Messages: j.messages, Lost: j.anyLost,
		Absent: func(rank int32) bool { return !j.present(rank) }, Emit: j.emit,
		Passes: func(d *wait.Need, n int64) {
			if j.locks.Asks() {
				j.locks.Waited(d.Stamp(n))
			}
		}})
}

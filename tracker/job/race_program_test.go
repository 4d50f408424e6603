package job_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// drama is a run of a small random program. Each step is drawn as a real run could take it, and goes to the log of its
// rank. Order is kept as full vectors of time, by the rules of the standard alone.
type drama struct {
	j        *replay.Job
	rng      *rand.Rand
	n        int
	silent   bool // no value that the program fetches may order ranks
	hasty    bool // ranks go on where a call could have blocked: MPI_Win_start before others have posted, the root of MPI_Bcast
	repeated bool // calls of the same name come from the same place
	actors   []*actor
	wins     []*stage
	comms    []*troupe
	turns    []*turn // all collective calls, in an order that all ranks keep
	flight   map[[2]int][]*letter
	deeds    []*deed
	vectors  [][3]int64 // of datatypes: handle, blocks, stride
	next     int        // place
	pair     *pair      // of a partitioned message
	bridge   *bridge
}

// when is the knowledge of a rank: for each rank, how many of its events are certainly past, and then how many may be.
type when []int

// possibly adds b as knowledge that the rank may have.
func (a when) possibly(b when) {
	n := len(a) / 2
	for i := range n {
		a[n+i] = max(a[n+i], b[n+i])
	}
}

func (a when) join(b when) {
	for i := range b {
		a[i] = max(a[i], b[i])
	}
}

type actor struct {
	*replay.Rank
	me         int
	now        when
	blocked    *turn
	from       int // the index in turns of the first call that the rank has not entered
	pending    []*letterbox
	unexpected []*letter
	open       []*letterbox // requests
	lines      []string
	buffers    []*deed // the buffers of the call that the rank is in
}

type troupe struct {
	handle  int64
	members []int
}

// turn is a collective call.
type turn struct {
	kind    string
	comm    *troupe
	win     *stage // the window of a fence
	free    bool   // of noPrecede: ranks need not wait
	root    int    // as a rank in MPI_COMM_WORLD
	count   int64
	entered map[int]when
	left    map[int]int // the number of the event at which the rank had its data
	handle  int64       // the handle of the communicator that the call creates
	across  *bridge
}

type letter struct {
	from, to  int
	tag       int64
	at        when
	taken     bool
	receiving when // the receiver's knowledge when it posted the receive
}

// letterbox is a receive or another request.
type letterbox struct {
	handle int64
	from   int // or -1
	tag    int64
	at     when
	got    *letter
	send   *letter // the message of an MPI_Issend
	turn   *turn
	deed   *deed
	plain  bool // the request is always complete

	buffers []*deed
}

// stage is a window.
type stage struct {
	handle, base int64
	unit         int64
	mode         string // fence, pscw, lock
	loose        bool   // accumulate_ordering is none
	locks        map[[2]int]bool
	all          map[int]bool
	posts        map[[2]int]int // epochs so far
	starts       map[[2]int]int
	completes    map[[2]int]int
	postedAt     map[[3]int]when
	started      map[int]*access // by origin: the open epoch
	exposed      map[int][]int   // by target: origins of the open epoch
	fences       map[int]int     // so far, by rank
	used         map[int]bool    // in the current fence epoch
	entries      map[int]map[int]when
}

type access struct {
	targets []int
	fetched map[int]bool
}

// deed is an access to memory of a window.
type deed struct {
	rank   int
	seq    uint32
	pc     uint64
	name   string
	win    *stage
	target int
	bytes  map[int64]bool
	writes bool
	atomic bool
	op     string
	basic  string
	shift  int64 // of its elements, in cells
	issued int   // the number of the event of its rank
	at     when  // the access has no effect before
	done   []moment
	guards []guard
	own    int // pscw: the number of the access's epoch

	local   bool // a load or store of the rank itself, from lo on
	lo      int64
	open    bool  // the data of the access has not come
	cast    *turn // the broadcast that loads them; nil: none
	buffers []*deed
}

type moment struct{ rank, event int }

// guard is a lock that its rank held from before an access to after its end.
type guard struct {
	win       *stage
	target    int
	exclusive bool
}

func newDrama(t testing.TB, seed uint64, silent bool) *drama {
	d := &drama{rng: rand.New(rand.NewPCG(seed, 23)), silent: silent, flight: map[[2]int][]*letter{}, next: 1000}
	d.n = 2 + d.rng.IntN(3)
	d.hasty = seed%16 == 5
	d.repeated = d.rng.IntN(3) == 0
	d.j = replay.New(t, d.n)
	world := &troupe{handle: replay.World}
	for i := range d.n {
		d.actors = append(d.actors, &actor{Rank: d.j.Rank(i), me: i, now: make(when, 2*d.n)})
		world.members = append(world.members, i)
	}
	d.comms = append(d.comms, world)
	if d.n > 2 {
		d.split()
	}
	d.pair = d.newPair()
	for range 2 {
		d.vector(2 + d.rng.Int64N(2))
	}
	modes := []string{"lock", "lock", "pscw", "fence"}
	for i := range 1 + d.rng.IntN(2) {
		w := &stage{base: 0x10000 + int64(i*d.rng.IntN(2))*0x10000, unit: 4, mode: modes[d.rng.IntN(len(modes))],
			locks: map[[2]int]bool{}, all: map[int]bool{}, posts: map[[2]int]int{}, starts: map[[2]int]int{}, completes: map[[2]int]int{},
			postedAt: map[[3]int]when{}, started: map[int]*access{}, exposed: map[int][]int{}, fences: map[int]int{}, used: map[int]bool{},
			entries: map[int]map[int]when{}}
		if w.base == 0x10000 && i == 0 {
			w.handle = d.j.Allocate(1024, w.unit)
		} else {
			w.handle = d.j.Create(w.base, 1024, w.unit)
		}
		if w.loose = d.rng.IntN(4) == 0; w.loose {
			d.j.Each(func(r *replay.Rank) { r.Do("MPI_Win_set_info", w.handle, r.Info("accumulate_ordering", "rar,raw,war")) })
		}
		d.wins = append(d.wins, w)
	}
	return d
}

func (d *drama) split() {
	c := &troupe{handle: d.j.Handle()}
	var members []int64
	out := d.rng.IntN(d.n)
	for i := range d.n {
		if i != out {
			c.members = append(c.members, i)
			members = append(members, int64(i))
		}
	}
	for i, a := range d.actors {
		if i == out {
			a.Do("MPI_Comm_split", replay.World, d.j.Flavour.Undefined, 0, replay.CommNull)
			continue
		}
		a.With("MPI_Comm_split", nil, replay.Words(members), replay.World, 0, 0, c.handle, 0, int64(slices.Index(c.members, i)))
	}
	d.comms = append(d.comms, c)
}

func (d *drama) vector(blocks int64) {
	stride := 2 + d.rng.Int64N(2)
	h, span := d.j.Handle(), 4*((blocks-1)*stride+1)
	d.j.Each(func(r *replay.Rank) {
		r.Do("MPI_Type_vector", blocks, 1, stride, replay.Type("MPI_INT"), h, 4*blocks, 0, span, 0, span)
		r.Do("MPI_Type_commit", h)
	})
	d.vectors = append(d.vectors, [3]int64{h, blocks, stride})
}

// call makes a call, and returns the number of its first record and its place.
func (d *drama) call(a *actor, name string, args ...int64) (seq uint32, pc uint64) {
	return d.callWith(a, nil, name, args...)
}

// callWith makes a call that returns lists.
func (d *drama) callWith(a *actor, out []byte, name string, args ...int64) (seq uint32, pc uint64) {
	n := len(a.Events())
	a.With(name, nil, out, args...)
	pc = uint64(1)
	if d.repeated {
		for _, c := range name {
			pc = pc*31 + uint64(c)
		}
	} else {
		d.next++
		pc = uint64(d.next)
	}
	list := a.Events()[n:]
	for i := range list {
		list[i].PC = pc
	}
	a.lines = append(a.lines, fmt.Sprintf("rank %d, seq %d: %s%v", a.me, list[0].Seq, name, args))
	return list[0].Seq, pc
}

// enters counts an event of a rank and returns the rank's knowledge there.
func (a *actor) enters() when {
	a.now[a.me]++
	a.now[len(a.now)/2+a.me]++
	return slices.Clone(a.now)
}

// play takes steps, then ends all open operations; false if that is impossible.
func (d *drama) play(steps int) bool {
	for range steps {
		a := d.actors[d.rng.IntN(d.n)]
		d.deliverSome()
		switch {
		case a.blocked != nil:
		case d.waiting(a) != nil && d.rng.IntN(3) == 0:
			d.enter(a, d.waiting(a))
		default:
			d.step(a)
		}
	}
	return d.end()
}

func (d *drama) step(a *actor) {
	switch k := d.rng.IntN(21); {
	case k < 9:
		d.act(a, d.wins[d.rng.IntN(len(d.wins))])
	case k < 13:
		d.sync(a, d.wins[d.rng.IntN(len(d.wins))])
	case k == 13:
		d.send(a)
	case k == 14:
		d.receive(a)
	case k == 15:
		d.probe(a)
	case k < 18:
		d.complete(a)
	case k == 20:
		d.part(a)
	default:
		if d.waiting(a) == nil {
			d.gather(a)
		}
	}
}

// Collective calls.

var gatherings = []string{"MPI_Barrier", "MPI_Barrier", "MPI_Bcast", "MPI_Reduce", "MPI_Gather", "MPI_Scatter", "MPI_Scan", "MPI_Exscan",
	"MPI_Allreduce", "MPI_Allgather", "MPI_Ibarrier", "MPI_Ibarrier", "MPI_Ibcast", "MPI_Iallreduce", "MPI_Comm_create_group",
	"MPI_Comm_create_group", "across", "across"}

// waiting returns the next collective call that the rank has to enter.
func (d *drama) waiting(a *actor) *turn {
	for ; a.from < len(d.turns); a.from++ {
		if x := d.turns[a.from]; x.entered[a.me] == nil && slices.Contains(x.comm.members, a.me) {
			return x
		}
	}
	return nil
}

func (d *drama) gather(a *actor) {
	x := &turn{kind: gatherings[d.rng.IntN(len(gatherings))], entered: map[int]when{}, left: map[int]int{}, comm: d.comms[d.rng.IntN(len(d.comms))]}
	if !slices.Contains(x.comm.members, a.me) {
		x.comm = d.comms[0]
	}
	if d.rng.IntN(5) > 0 {
		x.count = 2
	}
	x.root = x.comm.members[d.rng.IntN(len(x.comm.members))]
	if x.kind == "across" {
		d.across(x)
	}
	x.handle = d.j.Handle()
	d.turns = append(d.turns, x)
	d.enter(a, x)
}

// fence starts a fence of all ranks.
func (d *drama) fence(a *actor, w *stage) {
	if d.waiting(a) != nil {
		return
	}
	x := &turn{kind: "MPI_Win_fence", entered: map[int]when{}, left: map[int]int{}, comm: d.comms[0], win: w}
	x.free = len(w.used) == 0 && d.rng.IntN(3) == 0
	for r := range d.n { // ranks behind could still access
		x.free = x.free && w.fences[r] == w.fences[a.me]
	}
	d.turns = append(d.turns, x)
	d.enter(a, x)
}

func (d *drama) enter(a *actor, x *turn) {
	intType, sum, root := replay.Type("MPI_INT"), replay.Type("MPI_SUM"), int64(slices.Index(x.comm.members, x.root))
	x.entered[a.me] = a.enters()
	h := int64(0)
	switch x.kind {
	case "MPI_Win_fence":
		flags := int64(0)
		if x.free {
			flags = d.j.Flavour.ModeNoPrecede
		}
		d.call(a, x.kind, flags, x.win.handle)
		d.fenced(a, x)
	case "MPI_Barrier":
		d.call(a, x.kind, x.comm.handle)
	case "MPI_Comm_create_group", "MPI_Intercomm_create", "MPI_Intercomm_merge", "barrier across":
		d.create(a, x)
	case "MPI_Bcast":
		d.loads(a, x.count, 0, func(from, _ int64) (uint32, uint64) {
			return d.call(a, x.kind, from, x.count, intType, root, x.comm.handle)
		})
		d.arrives(a, x)
	case "MPI_Reduce":
		d.call(a, x.kind, 0x5000, 0x6000, x.count, intType, sum, root, x.comm.handle)
	case "MPI_Gather", "MPI_Scatter":
		d.call(a, x.kind, 0x5000, x.count, intType, 0x6000, x.count, intType, root, x.comm.handle)
	case "MPI_Allgather":
		d.call(a, x.kind, 0x5000, x.count, intType, 0x6000, x.count, intType, x.comm.handle)
	case "MPI_Scan", "MPI_Exscan", "MPI_Allreduce":
		stores := x.count
		if x.kind == "MPI_Exscan" && root >= 0 && x.comm.members[0] == a.me {
			stores = 0
		}
		d.loads(a, x.count, stores, func(from, to int64) (uint32, uint64) {
			return d.call(a, x.kind, from, to, x.count, intType, sum, x.comm.handle)
		})
	default:
		h = d.j.Handle()
		q := &letterbox{handle: h, turn: x}
		a.open = append(a.open, q)
		defer func() { q.buffers, a.buffers = a.buffers, nil }()
		switch x.kind {
		case "MPI_Ibarrier":
			d.call(a, x.kind, x.comm.handle, h)
		case "MPI_Ibcast":
			d.loads(a, x.count, 0, func(from, _ int64) (uint32, uint64) {
				return d.call(a, x.kind, from, x.count, intType, root, x.comm.handle, h)
			})
			d.arrives(a, x)
		case "MPI_Iallreduce":
			d.loads(a, x.count, x.count, func(from, to int64) (uint32, uint64) {
				return d.call(a, x.kind, from, to, x.count, intType, sum, x.comm.handle, h)
			})
		}
	}
	if h == 0 {
		a.blocked = x
	}
	for _, b := range d.actors {
		if y := b.blocked; y != nil && y.ready(b.me, d.hasty) {
			b.blocked = nil
			d.leave(b, y)
		}
	}
}

// needs returns the ranks whose data, or arrival, a rank of a collective call waits for.
func (x *turn) needs(me int) (of []int) {
	all := x.comm.members
	switch x.kind {
	case "MPI_Win_fence":
		if x.free {
			return nil
		}
		return all
	case "MPI_Barrier", "MPI_Ibarrier":
		return all
	case "MPI_Comm_create_group", "MPI_Intercomm_merge":
		return nil
	case "MPI_Intercomm_create", "barrier across":
		return x.across.certain(x.kind, me)
	}
	if x.count == 0 {
		return nil
	}
	switch x.kind {
	case "MPI_Bcast", "MPI_Ibcast", "MPI_Scatter":
		if me != x.root {
			return []int{x.root}
		}
		return nil
	case "MPI_Reduce", "MPI_Gather":
		if me == x.root {
			return all
		}
		return nil
	case "MPI_Scan", "MPI_Exscan":
		return all[:slices.Index(all, me)]
	}
	return all
}

// ready reports whether a rank may leave a call. Unless it is hasty, all ranks must have come, as programs must expect.
func (x *turn) ready(me int, hasty bool) bool {
	return (hasty && !x.creates() || len(x.entered) == len(x.comm.members)) && !slices.ContainsFunc(x.needs(me), func(r int) bool { return x.entered[r] == nil })
}

func (d *drama) leave(a *actor, x *turn) {
	for _, r := range x.needs(a.me) {
		a.now.join(x.entered[r])
		received(a.buffers, x.entered[r])
	}
	if x.creates() {
		for _, at := range x.entered {
			a.now.possibly(at)
		}
	}
	a.enters()
	x.left[a.me] = a.now[a.me]
	a.ended(&a.buffers)
	if w := x.win; w != nil && !x.free { // a fence: everything before it is complete wherever a rank has left it
		for _, e := range d.deeds {
			if e.win == w && e.own < w.fences[a.me] {
				e.freed(a)
				e.done = append(e.done, moment{a.me, a.now[a.me]})
			}
		}
	}
}

func (d *drama) fenced(a *actor, x *turn) {
	w := x.win
	w.fences[a.me]++
	delete(w.used, a.me)
	k := w.fences[a.me]
	if w.entries[k] == nil {
		w.entries[k] = map[int]when{}
	}
	w.entries[k][a.me] = x.entered[a.me]
	if !x.free {
		return
	}
	for _, e := range d.deeds { // by ranks that had entered the fence before
		if e.win == w && e.own == k && e.target == a.me {
			e.at.join(x.entered[a.me])
		}
	}
}

// Messages.

func (d *drama) send(a *actor) {
	to := d.rng.IntN(d.n)
	if to == a.me {
		return
	}
	b, k, how := d.actors[to], [2]int{a.me, to}, d.rng.IntN(5)
	if how == 4 && b.blocked != nil {
		return
	}
	d.mail(a, b, &letter{from: a.me, to: to, tag: d.rng.Int64N(2)}, how)
	if d.rng.IntN(2) == 0 {
		d.deliver(k, len(d.flight[k]))
	}
}

// mail sends a message in any of five ways.
func (d *drama) mail(a, b *actor, m *letter, how int) {
	m.at = a.enters()
	args := []int64{d.buffer(), 1, replay.Type("MPI_INT"), int64(m.to), m.tag, replay.World}
	k := [2]int{m.from, m.to}
	var mine []*deed
	sends := func(name string, args ...int64) {
		seq, pc := d.call(a, name, args...)
		mine = d.touch(a, seq, pc, args[0], 4, false)
	}
	switch how {
	case 0:
		sends("MPI_Send", args...)
		a.enters()
		a.ended(&mine)
	case 1:
		h := d.j.Handle()
		sends("MPI_Isend", append(args, h)...)
		a.open = append(a.open, &letterbox{handle: h, plain: true, buffers: mine})
	case 2, 3:
		h := d.j.Handle()
		sends("MPI_Issend", append(args, h)...)
		a.open = append(a.open, &letterbox{handle: h, send: m, buffers: mine})
	default:
		d.flight[k] = append(d.flight[k], m)
		d.deliver(k, len(d.flight[k]))
		sends("MPI_Ssend", args...)
		for !m.taken { // the receiver takes all messages that came before
			d.take(b, &letterbox{from: a.me, tag: m.tag}, true)
		}
		a.now.join(m.receiving)
		a.enters()
		a.ended(&mine)
		return
	}
	d.flight[k] = append(d.flight[k], m)
}

func (d *drama) deliverSome() {
	k := [2]int{d.rng.IntN(d.n), d.rng.IntN(d.n)}
	if n := len(d.flight[k]); n > 0 {
		d.deliver(k, 1+d.rng.IntN(n))
	}
}

func (d *drama) deliver(k [2]int, n int) {
	b := d.actors[k[1]]
	for _, m := range d.flight[k][:n] {
		if i := slices.IndexFunc(b.pending, m.fits); i >= 0 {
			b.pending[i].got, m.taken, m.receiving = m, true, b.pending[i].at
			b.pending = slices.Delete(b.pending, i, i+1)
		} else {
			b.unexpected = append(b.unexpected, m)
		}
	}
	d.flight[k] = d.flight[k][n:]
}

func (m *letter) fits(q *letterbox) bool {
	return (q.from == -1 || q.from == m.from) && (q.tag == -1 || q.tag == m.tag)
}

func (d *drama) wants() *letterbox {
	q := &letterbox{from: d.rng.IntN(d.n), tag: d.rng.Int64N(3) - 1}
	if d.rng.IntN(3) == 0 {
		q.from = -1
	}
	return q
}

func (d *drama) receive(a *actor) {
	if q := d.wants(); q.from != a.me {
		d.take(a, q, d.rng.IntN(2) == 0)
	}
}

// take receives a message; it makes a blocking call only if the message has arrived.
func (d *drama) take(a *actor, q *letterbox, blocking bool) bool {
	i := slices.IndexFunc(a.unexpected, func(m *letter) bool { return m.fits(q) })
	if blocking && i < 0 {
		return false
	}
	args := []int64{d.buffer(), 1, replay.Type("MPI_INT"), int64(q.from), q.tag, replay.World}
	q.at = a.enters()
	if i >= 0 {
		m := a.unexpected[i]
		a.unexpected = slices.Delete(a.unexpected, i, i+1)
		q.got, m.taken, m.receiving = m, true, q.at
	}
	if !blocking {
		q.handle = d.j.Handle()
		seq, pc := d.call(a, "MPI_Irecv", append(args, q.handle)...)
		q.buffers = d.touch(a, seq, pc, args[0], 4, true)
		if a.open = append(a.open, q); q.got == nil {
			a.pending = append(a.pending, q)
		}
		return true
	}
	seq, pc := d.call(a, "MPI_Recv", append(args, 0, int64(q.got.from), q.got.tag, 4)...)
	mine := d.touch(a, seq, pc, args[0], 4, true)
	a.now.join(q.got.at)
	received(mine, q.got.at)
	a.enters()
	a.ended(&mine)
	return true
}

func (d *drama) probe(a *actor) {
	q := d.wants()
	i := slices.IndexFunc(a.unexpected, func(m *letter) bool { return m.fits(q) })
	a.enters()
	if i < 0 {
		d.call(a, "MPI_Iprobe", int64(q.from), q.tag, replay.World, 0)
		a.enters()
		return
	}
	m := a.unexpected[i]
	if d.rng.IntN(2) == 0 {
		d.call(a, "MPI_Iprobe", int64(q.from), q.tag, replay.World, 1, 0, int64(m.from), m.tag, 4)
	} else {
		d.call(a, "MPI_Probe", int64(q.from), q.tag, replay.World, 0, int64(m.from), m.tag, 4)
	}
	a.now.join(m.at)
	a.enters()
}

// complete waits for a complete request.
func (d *drama) complete(a *actor) bool {
	for _, i := range d.rng.Perm(len(a.open)) {
		q := a.open[i]
		if !q.done(a.me, d.hasty) {
			continue
		}
		a.open = slices.Delete(a.open, i, i+1)
		a.enters()
		args := []int64{q.handle, 0}
		switch {
		case q.turn != nil:
			for _, r := range q.turn.needs(a.me) {
				a.now.join(q.turn.entered[r])
				received(q.buffers, q.turn.entered[r])
			}
		case q.got != nil:
			a.now.join(q.got.at)
			received(q.buffers, q.got.at)
			args = append(args, int64(q.got.from), q.got.tag, 4)
		case q.send != nil:
			a.now.join(q.send.receiving)
		}
		d.call(a, "MPI_Wait", args...)
		if a.enters(); q.turn != nil {
			q.turn.left[a.me] = a.now[a.me]
		}
		if q.deed != nil {
			q.deed.here(a)
		}
		a.ended(&q.buffers)
		return true
	}
	return false
}

func (q *letterbox) done(me int, hasty bool) bool {
	switch {
	case q.plain || q.deed != nil:
		return true
	case q.turn != nil:
		return q.turn.ready(me, hasty)
	case q.send != nil:
		return q.send.taken
	}
	return q.got != nil
}

// Windows.

// here ends an access at its own rank: an access that only reads is then complete.
func (e *deed) here(a *actor) {
	e.freed(a)
	if !e.writes {
		e.done = append(e.done, moment{a.me, a.now[a.me]})
	}
}

// act makes an access that an epoch allows.
func (d *drama) act(a *actor, w *stage) {
	var targets []int
	single := false
	e := &deed{rank: a.me, win: w, bytes: map[int64]bool{}}
	switch s := w.started[a.me]; {
	case w.mode == "fence":
		if k := w.fences[a.me]; k > 0 && !d.nothingPrecedes(a, w) {
			targets, e.own = d.comms[0].members, k
		}
	case w.mode == "pscw" && s != nil:
		targets = s.targets
	case w.all[a.me]:
		targets = d.comms[0].members
	default:
		for t := range d.n {
			if _, held := w.locks[[2]int{a.me, t}]; held {
				targets, single = append(targets, t), true
			}
		}
	}
	if len(targets) == 0 {
		return
	}
	if e.target = targets[d.rng.IntN(len(targets))]; w.mode == "pscw" {
		e.own = w.starts[[2]int{a.me, e.target}]
	}
	d.access(a, e, single)
}

// nothingPrecedes reports whether the rank must not access the window before its next fence.
func (d *drama) nothingPrecedes(a *actor, w *stage) bool {
	return slices.ContainsFunc(d.turns, func(x *turn) bool { return x.win == w && x.free && x.entered[a.me] == nil })
}

func (d *drama) access(a *actor, e *deed, single bool) {
	w, intType := e.win, replay.Type("MPI_INT")
	at, count, datatype := d.rng.Int64N(4), int64(1), intType
	e.basic = "MPI_INT"
	var cells []int64 // of 4 bytes
	switch k := d.rng.IntN(8); {
	case k < 3:
		count = 1 + d.rng.Int64N(2)
		for i := range count {
			cells = append(cells, at+i)
		}
	case k == 3 && d.rng.IntN(2) == 0:
		e.shift = at % 2
		datatype, e.basic, cells = replay.Type("MPI_DOUBLE"), "MPI_DOUBLE", []int64{at, at + 1}
	case k == 4:
		count = 20
		for i := range count {
			cells = append(cells, at+i)
		}
	default:
		v := d.vectors[d.rng.IntN(2)]
		datatype = v[0]
		for i := range v[1] {
			cells = append(cells, at+i*v[2])
		}
	}
	passive := w.mode == "lock"
	kinds := []string{"MPI_Put", "MPI_Put", "MPI_Accumulate", "MPI_Accumulate"}
	if !d.silent || !single {
		kinds = append(kinds, "MPI_Get", "MPI_Get")
	}
	if !d.silent {
		kinds = append(kinds, "MPI_Get_accumulate")
	}
	if !d.silent && count == 1 && len(cells) <= 2 && datatype == replay.Type(e.basic) {
		kinds = append(kinds, "MPI_Fetch_and_op", "MPI_Fetch_and_op")
	}
	name := kinds[d.rng.IntN(len(kinds))]
	if passive && d.rng.IntN(4) == 0 && name != "MPI_Fetch_and_op" {
		name = map[string]string{"MPI_Put": "MPI_Rput", "MPI_Get": "MPI_Rget", "MPI_Accumulate": "MPI_Raccumulate",
			"MPI_Get_accumulate": "MPI_Rget_accumulate"}[name]
	}
	ops := []string{"MPI_SUM", "MPI_SUM", "MPI_SUM", "MPI_REPLACE", "MPI_NO_OP"}
	e.op = ops[d.rng.IntN(len(ops))]
	if e.op == "MPI_NO_OP" && (name == "MPI_Accumulate" || name == "MPI_Raccumulate") {
		e.op = "MPI_SUM"
	}
	q := &letterbox{handle: d.j.Handle(), deed: e}
	op, target := replay.Type(e.op), int64(e.target)
	e.at, e.name = a.enters(), name
	e.issued = e.at[a.me]
	e.writes = true
	fetches := false
	var args []int64
	switch name {
	case "MPI_Put", "MPI_Get", "MPI_Rput", "MPI_Rget":
		e.op, e.writes = "", name == "MPI_Put" || name == "MPI_Rput"
		fetches = !e.writes
		args = []int64{0x5000, count, datatype, target, at, count, datatype, w.handle}
	case "MPI_Accumulate", "MPI_Raccumulate":
		e.atomic = true
		args = []int64{0x5000, count, datatype, target, at, count, datatype, op, w.handle}
	case "MPI_Get_accumulate", "MPI_Rget_accumulate":
		e.atomic, e.writes, fetches = true, e.op != "MPI_NO_OP", true
		args = []int64{0x5000, count, datatype, 0x6000, count, datatype, target, at, count, datatype, op, w.handle}
	case "MPI_Fetch_and_op":
		e.atomic, e.writes, fetches = true, e.op != "MPI_NO_OP", true
		args = []int64{0x5000, 0x6000, datatype, target, at, op, w.handle}
	}
	if name[4] == 'R' {
		args = append(args, q.handle)
		a.open = append(a.open, q)
	}
	if args[0] = 0x5000; datatype == replay.Type(e.basic) && name != "MPI_Get_accumulate" && name != "MPI_Rget_accumulate" && name != "MPI_Fetch_and_op" {
		args[0] = d.buffer()
	}
	e.seq, e.pc = d.call(a, name, args...)
	e.buffers = d.touch(a, e.seq, e.pc, args[0], int64(4*len(cells)), name == "MPI_Get" || name == "MPI_Rget")
	for _, x := range e.buffers {
		x.at, x.open = e.at, false // its access takes effect later
	}
	a.enters()
	for _, c := range cells {
		for i := range int64(4) {
			e.bytes[w.base+4*c+i] = true
		}
	}
	e.guards = d.guards(a)
	switch w.mode {
	case "fence":
		w.used[a.me] = true
		if x := w.entries[e.own][e.target]; x != nil {
			e.at.join(x)
		}
	case "pscw":
		if s := w.started[a.me]; fetches {
			s.fetched[e.target] = true
		}
		if p := w.postedAt[[3]int{a.me, e.target, e.own}]; p != nil {
			e.at.join(p)
		}
	}
	d.deeds = append(d.deeds, e)
}

// sync makes a call that opens, closes or completes something.
func (d *drama) sync(a *actor, w *stage) {
	switch w.mode {
	case "fence":
		d.fence(a, w)
	case "pscw":
		switch d.rng.IntN(5) {
		case 0, 1:
			if w.started[a.me] != nil {
				d.completeStart(a, w)
			} else {
				d.start(a, w, d.others(a.me))
			}
		case 2, 3:
			if w.exposed[a.me] == nil {
				d.post(a, w, d.others(a.me))
			} else {
				d.wait(a, w)
			}
		}
	case "lock":
		d.lock(a, w)
	}
}

func (d *drama) others(me int) (out []int) {
	for len(out) == 0 {
		for r := range d.n {
			if r != me && d.rng.IntN(2) == 0 {
				out = append(out, r)
			}
		}
	}
	return out
}

func (a *actor) groupOf(list []int) int64 {
	var members []int64
	for _, r := range list {
		members = append(members, int64(r))
	}
	return a.Group(members...)
}

func (d *drama) start(a *actor, w *stage, targets []int) {
	if !d.hasty && slices.ContainsFunc(targets, func(t int) bool { k := [2]int{a.me, t}; return w.posts[k] <= w.starts[k] }) {
		return
	}
	a.enters()
	d.call(a, "MPI_Win_start", a.groupOf(targets), 0, w.handle)
	a.enters()
	w.started[a.me] = &access{targets, map[int]bool{}}
	for _, t := range targets {
		w.starts[[2]int{a.me, t}]++
	}
}

func (d *drama) post(a *actor, w *stage, origins []int) {
	at := a.enters()
	d.call(a, "MPI_Win_post", a.groupOf(origins), 0, w.handle)
	a.enters()
	w.exposed[a.me] = origins
	for _, o := range origins {
		k := [2]int{o, a.me}
		w.posts[k]++
		w.postedAt[[3]int{o, a.me, w.posts[k]}] = at
		for _, e := range d.deeds { // earlier accesses have no effect until now
			if e.win == w && e.rank == o && e.target == a.me && e.own == w.posts[k] {
				e.at.join(at)
			}
		}
	}
}

func (d *drama) completeStart(a *actor, w *stage) bool {
	s := w.started[a.me]
	for t := range s.fetched {
		k := [2]int{a.me, t}
		if w.posts[k] < w.starts[k] {
			return false
		}
	}
	a.enters()
	d.call(a, "MPI_Win_complete", w.handle)
	w.started[a.me] = nil
	for _, t := range s.targets {
		w.completes[[2]int{a.me, t}]++
		w.postedAt[[3]int{a.me, t, -w.starts[[2]int{a.me, t}]}] = slices.Clone(a.now)
	}
	for t := range s.fetched {
		a.now.join(w.postedAt[[3]int{a.me, t, w.starts[[2]int{a.me, t}]}])
	}
	a.enters()
	for _, e := range d.deeds {
		if e.win == w && e.rank == a.me && e.own == w.starts[[2]int{a.me, e.target}] {
			e.here(a)
		}
	}
	return true
}

func (d *drama) wait(a *actor, w *stage) bool {
	for _, o := range w.exposed[a.me] {
		if k := [2]int{o, a.me}; w.completes[k] < w.posts[k] {
			if d.rng.IntN(2) == 0 {
				a.enters()
				d.call(a, "MPI_Win_test", w.handle, 0)
				a.enters()
			}
			return false
		}
	}
	a.enters()
	if d.rng.IntN(2) == 0 {
		d.call(a, "MPI_Win_test", w.handle, 1)
	} else {
		d.call(a, "MPI_Win_wait", w.handle)
	}
	for _, o := range w.exposed[a.me] {
		a.now.join(w.postedAt[[3]int{o, a.me, -w.posts[[2]int{o, a.me}]}])
	}
	a.enters()
	for _, e := range d.deeds {
		if e.win == w && e.target == a.me && slices.Contains(w.exposed[a.me], e.rank) && e.own <= w.posts[[2]int{e.rank, a.me}] {
			e.done = append(e.done, moment{a.me, a.now[a.me]})
		}
	}
	w.exposed[a.me] = nil
	return true
}

// completeFor reports whether the knowledge, certain or possible, implies that the access is complete.
func (e *deed) completeFor(known when) bool {
	return slices.ContainsFunc(e.done, func(m moment) bool { return m.event <= known[len(known)/2+m.rank] })
}

// settle completes accesses at a target of a window; at all targets if target is negative.
func (d *drama) settle(a *actor, w *stage, target int, far bool) {
	for _, e := range d.deeds {
		if e.win != w || e.rank != a.me || target >= 0 && e.target != target {
			continue
		}
		if far {
			e.freed(a)
			e.done = append(e.done, moment{a.me, a.now[a.me]})
		} else {
			e.here(a)
		}
	}
}

func (d *drama) lock(a *actor, w *stage) {
	var held []int
	for t := range d.n {
		if _, ok := w.locks[[2]int{a.me, t}]; ok {
			held = append(held, t)
		}
	}
	if len(held) == 0 && !w.all[a.me] {
		d.acquire(a, w, held)
		return
	}
	t := d.rng.IntN(d.n)
	if len(held) > 0 {
		t = held[d.rng.IntN(len(held))]
	}
	switch d.rng.IntN(9) {
	case 0:
		d.flush(a, w, "MPI_Win_flush_all", -1, true)
	case 1, 2:
		d.flush(a, w, "MPI_Win_flush", t, true)
	case 3:
		d.flush(a, w, "MPI_Win_flush_local", t, false)
	case 4:
		d.flush(a, w, "MPI_Win_flush_local_all", -1, false)
	case 5:
		if len(held) > 0 {
			d.acquire(a, w, held)
		}
	default:
		d.unlock(a, w, t)
	}
}

func (d *drama) flush(a *actor, w *stage, name string, target int, far bool) {
	a.enters()
	if target < 0 {
		d.call(a, name, w.handle)
	} else {
		d.call(a, name, int64(target), w.handle)
	}
	a.enters()
	d.settle(a, w, target, far)
}

func (d *drama) acquire(a *actor, w *stage, held []int) {
	t, exclusive := d.rng.IntN(d.n), d.rng.IntN(2) == 0
	all := len(held) == 0 && d.rng.IntN(2) == 0
	if d.silent && t == a.me { // the rank could look at values that others have put there
		t = (t + 1) % d.n
	}
	for r := range d.n {
		for u := range d.n {
			x, locked := w.locks[[2]int{r, u}]
			if all && x || !all && u == t && (locked && (x || exclusive || r == a.me) || w.all[r] && exclusive) {
				return
			}
		}
	}
	a.enters()
	if all {
		d.call(a, "MPI_Win_lock_all", 0, w.handle)
		w.all[a.me] = true
	} else {
		kind := a.Shared()
		if exclusive {
			kind = a.Exclusive()
		}
		d.call(a, "MPI_Win_lock", kind, int64(t), 0, w.handle)
		w.locks[[2]int{a.me, t}] = exclusive
	}
	a.enters()
}

func (d *drama) unlock(a *actor, w *stage, t int) {
	all := w.all[a.me]
	a.enters()
	if all {
		d.call(a, "MPI_Win_unlock_all", w.handle)
		delete(w.all, a.me)
		t = -1
	} else {
		d.call(a, "MPI_Win_unlock", int64(t), w.handle)
		delete(w.locks, [2]int{a.me, t})
	}
	a.enters()
	d.settle(a, w, t, true)
	for _, e := range d.deeds { // the lock protected only accesses that are complete by now
		if e.rank == a.me && !e.completeFor(a.now) {
			e.guards = slices.DeleteFunc(e.guards, func(g guard) bool { return g.win == w && (all || g.target == t) })
		}
	}
}

// end closes everything that is open; false if that is impossible.
func (d *drama) end() bool {
	for range 40 {
		for _, a := range d.actors {
			for a.blocked == nil && d.waiting(a) != nil {
				d.enter(a, d.waiting(a))
			}
		}
	}
	for range 20 {
		open := false
		for _, w := range d.wins {
			for _, a := range d.actors {
				open = d.endEpochs(a, w) || open
			}
		}
		if !open {
			break
		}
	}
	for k := range d.flight {
		d.deliver(k, len(d.flight[k]))
	}
	for _, w := range d.wins {
		for _, a := range d.actors {
			if w.started[a.me] != nil || w.exposed[a.me] != nil || a.blocked != nil {
				return false
			}
		}
		for k, n := range w.posts {
			if w.starts[k] != n {
				return false
			}
		}
		for k, n := range w.starts {
			if w.posts[k] != n {
				return false
			}
		}
	}
	for _, b := range d.actors { // messages without a receive are left
		for len(b.pending) > 0 {
			q := b.pending[0]
			m := &letter{from: q.from, to: b.me, tag: max(q.tag, 0)}
			if q.from == -1 {
				m.from = (b.me + 1) % d.n
			}
			d.mail(d.actors[m.from], b, m, 0)
			k := [2]int{m.from, m.to}
			d.deliver(k, len(d.flight[k]))
		}
	}
	for _, a := range d.actors {
		for d.complete(a) {
		}
	}
	return true
}

func (d *drama) endEpochs(a *actor, w *stage) (open bool) {
	if w.started[a.me] != nil && !d.completeStart(a, w) {
		open = true
	}
	if w.exposed[a.me] != nil && !d.wait(a, w) {
		open = true
	}
	var lacks, owes []int
	for r := range d.n {
		if k := [2]int{a.me, r}; w.posts[k] > w.starts[k] {
			lacks = append(lacks, r)
		}
		if k := [2]int{r, a.me}; w.starts[k] > w.posts[k] {
			owes = append(owes, r)
		}
	}
	if len(lacks) > 0 && w.started[a.me] == nil {
		d.start(a, w, lacks)
	}
	if len(owes) > 0 && w.exposed[a.me] == nil {
		d.post(a, w, owes)
	}
	if w.all[a.me] {
		d.unlock(a, w, -1)
	}
	for t := range d.n {
		if _, held := w.locks[[2]int{a.me, t}]; held {
			d.unlock(a, w, t)
		}
	}
	return open || len(lacks)+len(owes) > 0
}

package job_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// world is a small MPI: messages of a sender on a communicator arrive in the order in which they were sent, any
// time later, and each takes the first posted receive that fits it; a message that fits none waits for a receive.
type world struct {
	j     *replay.Job
	rng   *rand.Rand
	procs []*process
	comms []*simComm
	sent  int64
	// pairs are the pairs that met: by receive, the send whose message it took.
	pairs   map[string]string
	cancels bool // sends are cancelled, too
}

// simComm is a communicator: the ranks in MPI_COMM_WORLD that a process reaches
// through it, from either side.
type simComm struct {
	handle int64
	peers  func(rank int64) []int64
	flight map[[2]int64][]*mail // by sender and receiver
}

type mail struct {
	comm      *simComm
	from, tag int64 // from: in MPI_COMM_WORLD
	bytes     int64
	id        string // the call that sent the message
}

type process struct {
	*replay.Rank
	me         int64
	unexpected []*mail
	pending    []*request // receives, in the order in which they were posted
	open       []*request // started and not completed
	idle       []*request // persistent, not active
}

type request struct {
	handle     int64
	receive    bool
	persistent bool
	comm       *simComm
	from, tag  int64  // of a receive, from in MPI_COMM_WORLD; perhaps any
	to, bytes  int64  // for sends
	id         string // the call that started it, and
	init       string // the call that created the request, if another call started it
	took       *mail
	mail       *mail
	gone       bool // a send that was cancelled
}

const (
	anySource = replay.AnySource
	anyTag    = -1
	room      = 1 << 20
	inbox     = 0x6000
)

var bytesType = replay.Type("MPI_BYTE")

func newWorld(t *testing.T, n int, seed uint64) *world {
	j := replay.New(t, n)
	w := &world{j: j, rng: rand.New(rand.NewPCG(seed, 11)), pairs: map[string]string{}}
	var all []int64
	for i := range n {
		all = append(all, int64(i))
		w.procs = append(w.procs, &process{Rank: j.Rank(i), me: int64(i)})
	}
	w.add(replay.World, func(int64) []int64 { return all })
	dup := j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_Comm_dup", nil, replay.Words(all), replay.World, dup, 0, int64(r.World()))
	})
	w.add(dup, func(int64) []int64 { return all })
	if n < 2 {
		return w
	}
	inter, half := j.Handle(), n/2
	sides := [][]int64{all[:half], all[half:]}
	side := func(rank int64) int {
		if rank < int64(half) {
			return 0
		}
		return 1
	}
	j.Each(func(r *replay.Rank) {
		k := side(int64(r.World()))
		at := slices.Index(sides[k], int64(r.World()))
		r.With("MPI_Intercomm_create", nil, replay.Words(sides[k], sides[1-k]), replay.World, 0, replay.World, sides[1-k][0], 0, inter, 1, int64(at))
	})
	w.add(inter, func(rank int64) []int64 { return sides[1-side(rank)] })
	return w
}

func (w *world) add(handle int64, peers func(int64) []int64) {
	w.comms = append(w.comms, &simComm{handle: handle, peers: peers, flight: map[[2]int64][]*mail{}})
}

// call makes a call, and names it as findings would.
func (p *process) call(name string, args ...int64) string { return p.with(name, nil, nil, args...) }

func (p *process) with(name string, in, out []byte, args ...int64) string {
	n := len(p.Events())
	p.With(name, in, out, args...)
	e := p.Events()[n]
	return fmt.Sprintf("%d:%d", p.me, e.Seq)
}

// post sends a message.
func (w *world) post(p *process, c *simComm, to, tag, bytes int64, id string) *mail {
	m := &mail{comm: c, from: p.me, tag: tag, bytes: bytes, id: id}
	k := [2]int64{p.me, to}
	c.flight[k] = append(c.flight[k], m)
	if w.rng.IntN(2) == 0 {
		w.deliver(c, k, len(c.flight[k]))
	}
	return m
}

// deliver lets the first n messages on the way arrive.
func (w *world) deliver(c *simComm, k [2]int64, n int) {
	p := w.procs[k[1]]
	for _, m := range c.flight[k][:n] {
		if i := slices.IndexFunc(p.pending, m.fits); i >= 0 {
			p.pending[i].took = m
			p.pending = slices.Delete(p.pending, i, i+1)
		} else {
			p.unexpected = append(p.unexpected, m)
		}
	}
	c.flight[k] = c.flight[k][n:]
}

func (w *world) deliverAll() {
	for _, c := range w.comms {
		for a := range w.procs {
			for b := range w.procs {
				k := [2]int64{int64(a), int64(b)}
				w.deliver(c, k, len(c.flight[k]))
			}
		}
	}
}

func (w *world) deliverSome() {
	c := w.comms[w.rng.IntN(len(w.comms))]
	k := [2]int64{w.rng.Int64N(int64(len(w.procs))), w.rng.Int64N(int64(len(w.procs)))}
	if n := len(c.flight[k]); n > 0 {
		w.deliver(c, k, 1+w.rng.IntN(n))
	}
}

func (m *mail) fits(q *request) bool {
	return q.comm == m.comm && (q.from == anySource || q.from == m.from) && (q.tag == anyTag || q.tag == m.tag)
}

// take posts a receive.
func (p *process) take(q *request) {
	if i := slices.IndexFunc(p.unexpected, func(m *mail) bool { return m.fits(q) }); i >= 0 {
		q.took = p.unexpected[i]
		p.unexpected = slices.Delete(p.unexpected, i, i+1)
		return
	}
	p.pending = append(p.pending, q)
}

// status returns the status of the message that was taken.
func (p *process) status(m *mail) []int64 {
	return []int64{int64(slices.Index(m.comm.peers(p.me), m.from)), m.tag, m.bytes}
}

// size returns a different size for each message, so that no two messages can be mistaken for each other.
func (w *world) size() int64 {
	w.sent++
	return w.sent
}

func (w *world) target(p *process, c *simComm) (local, world int64) {
	peers := c.peers(p.me)
	i := w.rng.Int64N(int64(len(peers)))
	return i, peers[i]
}

func (w *world) source(p *process, c *simComm) (local, world int64) {
	if w.rng.IntN(3) == 0 {
		return anySource, anySource
	}
	return w.target(p, c)
}

func (w *world) anyTag() int64 {
	if w.rng.IntN(3) == 0 {
		return anyTag
	}
	return w.rng.Int64N(2)
}

var (
	blockingSends = []string{"MPI_Send", "MPI_Ssend", "MPI_Rsend"}
	startedSends  = []string{"MPI_Isend", "MPI_Issend", "MPI_Irsend"}
	initSends     = []string{"MPI_Send_init", "MPI_Ssend_init", "MPI_Rsend_init"}
)

// step makes a call of a process.
func (w *world) step(p *process) {
	c := w.comms[w.rng.IntN(len(w.comms))]
	switch w.rng.IntN(14) {
	case 0, 1:
		to, peer := w.target(p, c)
		n, tag := w.size(), w.rng.Int64N(2)
		id := p.call(blockingSends[w.rng.IntN(3)], 0x5000, n, bytesType, to, tag, c.handle)
		w.post(p, c, peer, tag, n, id)
	case 2, 3:
		w.isend(p, c)
	case 4, 5, 6:
		w.irecv(p, c)
	case 7:
		w.recv(p, c)
	case 8:
		w.probe(p, c)
	case 9:
		w.persistent(p, c)
	case 10:
		w.sendrecv(p, c)
	case 11:
		w.cancel(p)
	default:
		w.complete(p)
	}
}

func (w *world) isend(p *process, c *simComm) {
	to, peer := w.target(p, c)
	n, tag, h := w.size(), w.rng.Int64N(2), w.j.Handle()
	id := p.call(startedSends[w.rng.IntN(3)], 0x5000, n, bytesType, to, tag, c.handle, h)
	p.open = append(p.open, &request{handle: h, comm: c, to: peer, mail: w.post(p, c, peer, tag, n, id)})
}

func (w *world) irecv(p *process, c *simComm) {
	from, peer := w.source(p, c)
	q := &request{handle: w.j.Handle(), receive: true, comm: c, from: peer, tag: w.anyTag()}
	q.id = p.call("MPI_Irecv", inbox, room, bytesType, from, q.tag, c.handle, q.handle)
	p.take(q)
	p.open = append(p.open, q)
}

// recv receives a message that has arrived.
func (w *world) recv(p *process, c *simComm) {
	from, peer := w.source(p, c)
	q := &request{comm: c, from: peer, tag: w.anyTag()}
	p.take(q)
	if q.took == nil {
		p.pending = p.pending[:len(p.pending)-1]
		return
	}
	id := p.call("MPI_Recv", append([]int64{inbox, room, bytesType, from, q.tag, c.handle, 0}, p.status(q.took)...)...)
	w.pairs[id] = q.took.id
}

// probe looks for a message, and receives it by its handle.
func (w *world) probe(p *process, c *simComm) {
	from, peer := w.source(p, c)
	q := &request{receive: true, comm: c, from: peer, tag: w.anyTag()}
	i := slices.IndexFunc(p.unexpected, func(m *mail) bool { return m.fits(q) })
	if i < 0 {
		p.call("MPI_Improbe", from, q.tag, c.handle, 0)
		return
	}
	m := p.unexpected[i]
	if w.rng.IntN(2) == 0 {
		p.call("MPI_Iprobe", append([]int64{from, q.tag, c.handle, 1, 0}, p.status(m)...)...)
		return
	}
	p.unexpected = slices.Delete(p.unexpected, i, i+1)
	h := w.j.Handle()
	if w.rng.IntN(2) == 0 {
		p.call("MPI_Improbe", append([]int64{from, q.tag, c.handle, 1, h, 0}, p.status(m)...)...)
	} else {
		p.call("MPI_Mprobe", append([]int64{from, q.tag, c.handle, h, 0}, p.status(m)...)...)
	}
	if w.rng.IntN(2) == 0 {
		id := p.call("MPI_Mrecv", append([]int64{inbox, room, bytesType, h, 0}, p.status(m)...)...)
		w.pairs[id] = m.id
		return
	}
	q.handle, q.took = w.j.Handle(), m
	q.id = p.call("MPI_Imrecv", inbox, room, bytesType, h, q.handle)
	p.open = append(p.open, q)
}

// persistent creates a persistent request, or starts some.
func (w *world) persistent(p *process, c *simComm) {
	if len(p.idle) < 3 {
		w.create(p, c)
		return
	}
	n := 1 + w.rng.IntN(len(p.idle))
	some := slices.Clone(p.idle[:n])
	p.idle = p.idle[n:]
	id := ""
	if n == 1 {
		id = p.call("MPI_Start", some[0].handle)
	} else {
		id = p.with("MPI_Startall", replay.Words(handles(some)), nil, int64(n))
	}
	for _, q := range some {
		q.id = id + " " + q.init
		if q.receive {
			p.take(q)
		} else {
			q.mail = w.post(p, q.comm, q.to, q.tag, q.bytes, q.id)
		}
		p.open = append(p.open, q)
	}
}

func handles(list []*request) []int64 {
	var out []int64
	for _, q := range list {
		out = append(out, q.handle)
	}
	return out
}

func (w *world) create(p *process, c *simComm) {
	q := &request{handle: w.j.Handle(), persistent: true, comm: c}
	p.idle = append(p.idle, q)
	if q.receive = w.rng.IntN(2) == 0; q.receive {
		from, peer := w.source(p, c)
		q.from, q.tag = peer, w.anyTag()
		q.init = p.call("MPI_Recv_init", inbox, room, bytesType, from, q.tag, c.handle, q.handle)
		return
	}
	to, peer := w.target(p, c)
	q.to, q.tag, q.bytes = peer, w.rng.Int64N(2), w.size()
	q.init = p.call(initSends[w.rng.IntN(3)], 0x5000, q.bytes, bytesType, to, q.tag, c.handle, q.handle)
}

// sendrecv exchanges a message with the process itself, or with a process whose message has arrived.
func (w *world) sendrecv(p *process, c *simComm) {
	from, peer := w.source(p, c)
	q := &request{comm: c, from: peer, tag: w.anyTag()}
	p.take(q)
	if q.took == nil {
		p.pending = p.pending[:len(p.pending)-1]
		return
	}
	to, other := w.target(p, c)
	n, tag := w.size(), w.rng.Int64N(2)
	id := p.call("MPI_Sendrecv", append([]int64{0x5000, n, bytesType, to, tag, inbox, room, bytesType, from, q.tag, c.handle, 0},
		p.status(q.took)...)...)
	w.pairs[id] = q.took.id
	w.post(p, c, other, tag, n, id)
}

// cancel cancels a request.
func (w *world) cancel(p *process) {
	if len(p.open) == 0 {
		return
	}
	q := p.open[w.rng.IntN(len(p.open))]
	if !q.receive && (!w.cancels || q.persistent) || q.persistent {
		return
	}
	p.call("MPI_Cancel", q.handle)
	if q.receive {
		p.withdraw(q)
	} else {
		k := [2]int64{p.me, q.to}
		if i := slices.Index(q.comm.flight[k], q.mail); i >= 0 {
			q.comm.flight[k] = slices.Delete(q.comm.flight[k], i, i+1)
			q.gone = true
		}
	}
	w.wait(p, q)
}

// withdraw takes back a receive that has taken nothing.
func (p *process) withdraw(q *request) {
	if i := slices.Index(p.pending, q); i >= 0 {
		p.pending = slices.Delete(p.pending, i, i+1)
		q.gone = true
	}
}

func (q *request) done() bool { return !q.receive || q.took != nil || q.gone }

// complete completes some of the requests that can complete.
func (w *world) complete(p *process) {
	var done []*request
	for _, q := range p.open {
		if q.done() {
			done = append(done, q)
		}
	}
	if len(done) == 0 {
		return
	}
	w.rng.Shuffle(len(done), func(i, k int) { done[i], done[k] = done[k], done[i] })
	switch w.rng.IntN(5) {
	case 0, 1:
		w.wait(p, done[0])
	case 2:
		w.waitall(p, done)
	case 3:
		w.waitsome(p, done)
	default:
		w.waitany(p, done[0])
	}
}

func (w *world) finished(p *process, q *request) {
	if q.took != nil {
		w.pairs[q.id] = q.took.id
	}
	p.open = slices.DeleteFunc(p.open, func(o *request) bool { return o == q })
	q.took, q.gone = nil, false
	if q.persistent {
		p.idle = append(p.idle, q)
	}
}

// says returns the status of a complete request.
func (p *process) says(q *request) []int64 {
	switch {
	case q.gone:
		return []int64{0, 0, -1}
	case q.receive:
		return p.status(q.took)
	}
	return []int64{0, 0, 0}
}

func (w *world) wait(p *process, q *request) {
	if !q.done() {
		return
	}
	if w.rng.IntN(2) == 0 {
		p.call("MPI_Wait", append([]int64{q.handle, 0}, p.says(q)...)...)
	} else {
		p.call("MPI_Test", append([]int64{q.handle, 1, 0}, p.says(q)...)...)
	}
	w.finished(p, q)
}

func (p *process) packed(list []*request) []int64 {
	var out []int64
	for _, q := range list {
		s := p.says(q)
		out = append(out, s[0]<<32|s[1], s[2])
	}
	return out
}

func (w *world) waitall(p *process, done []*request) {
	p.with("MPI_Waitall", replay.Words(handles(done)), replay.Words(p.packed(done)), int64(len(done)))
	for _, q := range done {
		w.finished(p, q)
	}
}

// waitsome passes all requests; the requests in done are complete.
func (w *world) waitsome(p *process, done []*request) {
	all := slices.Clone(p.open)
	var at []int64
	for _, q := range done {
		at = append(at, int64(slices.Index(all, q)))
	}
	p.with("MPI_Waitsome", replay.Words(handles(all)), replay.Words(at, p.packed(done)), int64(len(all)), 0, int64(len(done)))
	for _, q := range done {
		w.finished(p, q)
	}
}

func (w *world) waitany(p *process, q *request) {
	all := slices.Clone(p.open)
	p.with("MPI_Waitany", replay.Words(handles(all)), nil,
		append([]int64{int64(len(all)), 0, int64(slices.Index(all, q)), 0}, p.says(q)...)...)
	w.finished(p, q)
}

// run makes n calls, and completes the open requests; messages that no receive has taken stay behind.
func (w *world) run(n int) {
	for range n {
		w.step(w.procs[w.rng.IntN(len(w.procs))])
		w.deliverSome()
	}
	w.deliverAll()
	for _, p := range w.procs {
		for _, q := range slices.Clone(p.open) {
			if !q.done() {
				p.call("MPI_Cancel", q.handle)
				p.withdraw(q)
			}
			w.wait(p, q)
		}
		for _, q := range p.idle {
			p.call("MPI_Request_free", q.handle)
		}
	}
	w.j.Finalize()
}

func (w *world) left() int64 {
	n := 0
	for _, p := range w.procs {
		n += len(p.unexpected)
	}
	return int64(n)
}

// matched is the results of the matcher.
type matched struct {
	pairs    map[string]string
	unpaired int
	left     int64
}

func name(e *fact.End) string {
	s := fmt.Sprintf("%d:%d", e.Site.Rank, e.Site.Seq)
	if e.Site.Call == calls.Start || e.Site.Call == calls.Startall {
		s += fmt.Sprintf(" %d:%d", e.Made.Rank, e.Made.Seq)
	}
	return s
}

func (g *matched) add(f fact.Fact) {
	switch f := f.(type) {
	case *fact.Message:
		if f.Unpaired {
			g.unpaired++
			return
		}
		g.pairs[name(&f.Receive)] = name(&f.Send)
	case *fact.Unreceived:
		g.left += f.Count
	}
}

// rule returns a rule that keeps the facts.
func (g *matched) rule() []*rules.Rule {
	return []*rules.Rule{{ID: "TEST", Scope: rules.JobScope, Facts: []fact.Kind{fact.OfMessage, fact.OfUnreceived},
		Job: func(p *rules.JobPass) { g.add(p.Fact) }}}
}

// In random programs, exactly the messages and receives that met are matched, in whatever order the ranks are read, and
// on any number of cores.
func TestMessagesOfRandomPrograms(t *testing.T) {
	programs := 150
	if testing.Short() {
		programs = 50
	}
	for seed := range uint64(programs) {
		n := 1 + int(seed%4)
		w := newWorld(t, n, seed)
		steps := 30 + int(seed)*2
		if seed%25 == 24 {
			steps = 6000 // several batches
		}
		w.run(steps)
		check := func(how string, g *matched) {
			require.Zero(t, g.unpaired, "seed %d, %s", seed, how)
			for receive, send := range w.pairs {
				require.Equal(t, send, g.pairs[receive], "seed %d, %s: %s", seed, how, receive)
			}
			require.Len(t, g.pairs, len(w.pairs), "seed %d, %s", seed, how)
			require.Equal(t, w.left(), g.left, "seed %d, %s: left", seed, how)
		}
		for order := range uint64(3) {
			check(fmt.Sprint("order ", order), w.watch(order))
		}
		for _, cores := range []int{1, 2, 4} {
			check(fmt.Sprint("cores ", cores), w.check(t, cores))
		}
	}
}

// If sends are cancelled, matches that are reported as certain are true.
func TestMessagesWithCancelledSends(t *testing.T) {
	certain := 0
	for seed := range uint64(60) {
		w := newWorld(t, 1+int(seed%4), seed)
		w.cancels = true
		w.run(60 + int(seed))
		for order := range uint64(3) {
			g := w.watch(order)
			certain += len(g.pairs)
			for r, s := range g.pairs {
				require.Equal(t, w.pairs[r], s, "seed %d, order %d: %s", seed, order, r)
			}
			assert.LessOrEqual(t, g.left, w.left(), "seed %d, order %d", seed, order)
		}
	}
	assert.Greater(t, certain, 1000)
}

func (w *world) watch(order uint64) *matched {
	g := &matched{pairs: map[string]string{}}
	watchFacts(w.j, len(w.procs), order, g.add)
	return g
}

func (w *world) check(t *testing.T, cores int) *matched {
	g := &matched{pairs: map[string]string{}}
	_, err := check.Run(w.j.Inputs(), g.rule(), check.Options{Cores: cores}, nil)
	require.NoError(t, err)
	return g
}

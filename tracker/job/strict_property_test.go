package job_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// act is a call of a small program.
type act struct {
	call    string
	peer    int // -1: any source
	from    int // MPI_Sendrecv: the source
	tag     int
	request int
	group   []int // MPI_Comm_create_group
}

func (a act) String() string {
	return fmt.Sprintf("%s(%d,%d,tag %d,#%d)", a.call, a.peer, a.from, a.tag, a.request)
}

// small is a program: the calls of each rank.
type small [][]act

func (p small) String() string {
	var b strings.Builder
	for r, list := range p {
		fmt.Fprintf(&b, "rank %d: %v\n", r, list)
	}
	return b.String()
}

// note is a message or receive in a machine.
type note struct {
	src, dst, tag int // in a receive, src may be -1
	met           int // the other end; -1: none yet
	buffered      bool
}

// machine is a slow and obvious MPI. A strict machine waits as long as MPI allows; a lenient machine buffers, and
// returns from a broadcast as soon as it can.
type machine struct {
	prog     small
	strict   bool
	mixed    bool // each call may wait or return early, and the machine hangs if only the latter helps
	pc       []int
	in       []bool // the rank has entered its call
	sends    []note
	receives []note
	requests []map[int]int // by rank: request → its send, or -1 - its receive
	mine     [][2]int      // by rank: the send and the receive that the call has posted, -1: none
	count    []int         // collective calls entered
	did      progress
	// took is, for each rank and call, the source of the message that its receive has taken.
	took map[[2]int]int
}

func newMachine(p small, strict bool) *machine {
	m := &machine{prog: p, strict: strict, pc: make([]int, len(p)), in: make([]bool, len(p)), count: make([]int, len(p)),
		requests: make([]map[int]int, len(p)), mine: make([][2]int, len(p)), took: map[[2]int]int{}, did: newProgress()}
	for i := range p {
		m.requests[i] = map[int]int{}
	}
	return m
}

func (m *machine) clone() *machine {
	n := *m
	n.pc, n.in, n.sends, n.receives = slices.Clone(m.pc), slices.Clone(m.in), slices.Clone(m.sends), slices.Clone(m.receives)
	n.mine, n.count = slices.Clone(m.mine), slices.Clone(m.count)
	n.did = m.did.clone()
	n.requests = make([]map[int]int, len(m.requests))
	for i, r := range m.requests {
		n.requests[i] = map[int]int{}
		for k, v := range r {
			n.requests[i][k] = v
		}
	}
	return &n
}

// key names a state of the search.
func (m *machine) key() string { return fmt.Sprint(m.pc, m.in, m.sends, m.receives) }

func (m *machine) send(src, dst, tag int) int {
	m.sends = append(m.sends, note{src, dst, tag, -1, m.prog[src][m.pc[src]].call == "MPI_Bsend"})
	s := len(m.sends) - 1
	for r := range m.receives {
		if x := &m.receives[r]; x.met < 0 && x.dst == dst && x.tag == tag && (x.src < 0 || x.src == src) {
			x.met, m.sends[s].met = s, r
			break
		}
	}
	return s
}

// choices are the messages that a new receive could take: the first message of each source.
func (m *machine) choices(dst, src, tag int) (out []int) {
	seen := map[int]bool{}
	for s := range m.sends {
		if x := &m.sends[s]; x.met < 0 && x.dst == dst && x.tag == tag && (src < 0 || src == x.src) && !seen[x.src] {
			seen[x.src] = true
			out = append(out, s)
		}
	}
	return out
}

func (m *machine) receive(dst, src, tag, choice int) int {
	m.receives = append(m.receives, note{src, dst, tag, -1, false})
	r := len(m.receives) - 1
	if choice >= 0 {
		m.receives[r].met, m.sends[choice].met = choice, r
	}
	return r
}

// enter begins the call of a rank; choice is the message that its receive takes, -1: none.
func (m *machine) enter(r, choice int) {
	a := m.prog[r][m.pc[r]]
	m.in[r], m.mine[r] = true, [2]int{-1, -1}
	switch a.call {
	case "MPI_Send", "MPI_Ssend", "MPI_Bsend":
		m.mine[r][0] = m.send(r, a.peer, a.tag)
	case "MPI_Recv":
		m.mine[r][1] = m.receive(r, a.peer, a.tag, choice)
	case "MPI_Sendrecv":
		m.mine[r][1] = m.receive(r, a.from, a.tag, choice)
		m.mine[r][0] = m.send(r, a.peer, a.tag)
	case "MPI_Isend", "MPI_Issend":
		m.requests[r][a.request] = m.send(r, a.peer, a.tag)
	case "MPI_Irecv":
		m.requests[r][a.request] = -1 - m.receive(r, a.peer, a.tag, choice)
	case "MPI_Barrier", "MPI_Bcast":
		m.count[r]++
	default:
		m.enterOther(r, a)
	}
}

func (m *machine) sentBy(s int, buffered bool) bool { return s < 0 || buffered || m.sends[s].met >= 0 }

// returns reports whether the call that a rank has entered can return.
func (m *machine) returns(r int) bool {
	a := m.prog[r][m.pc[r]]
	received := m.mine[r][1] < 0 || m.receives[m.mine[r][1]].met >= 0
	all := true
	for _, n := range m.count {
		all = all && n >= m.count[r]
	}
	switch a.call {
	case "MPI_Send", "MPI_Sendrecv":
		return received && m.sentBy(m.mine[r][0], !m.strict)
	case "MPI_Ssend":
		return m.sentBy(m.mine[r][0], false)
	case "MPI_Recv":
		return received
	case "MPI_Barrier":
		return all
	case "MPI_Bcast":
		return all || !m.strict && (r == a.peer || m.count[a.peer] >= m.count[r])
	case "MPI_Wait":
		switch x, message := m.requests[r][a.request]; {
		case !message:
			return m.completes(r, a)
		case x < 0:
			return m.receives[-1-x].met >= 0
		default:
			return m.sentBy(x, !m.strict && m.began(r, a.request) == "MPI_Isend")
		}
	}
	return m.otherReturns(r, a)
}

// began returns the call that returned a request.
func (m *machine) began(r, request int) string {
	for _, a := range m.prog[r] {
		if a.request == request && a.call != "MPI_Wait" && request > 0 {
			return a.call
		}
	}
	return ""
}

func (m *machine) leave(r int) {
	if x := m.mine[r][1]; x >= 0 {
		m.took[[2]int{r, m.pc[r]}] = m.sends[m.receives[x].met].src
	} else if a := m.prog[r][m.pc[r]]; a.call == "MPI_Wait" && m.requests[r][a.request] < 0 { // 0: another kind of request
		m.took[[2]int{r, m.pc[r]}] = m.sends[m.receives[-1-m.requests[r][a.request]].met].src
	}
	m.pc[r]++
	m.in[r] = false
	m.mine[r] = [2]int{-1, -1}
}

func (m *machine) done(r int) bool { return m.pc[r] == len(m.prog[r]) }

func (m *machine) over() bool {
	for r := range m.prog {
		if !m.done(r) {
			return false
		}
	}
	return true
}

// options returns the messages that the receive of a call could take if the call were entered: at least one entry,
// which is -1 if there is no message.
func (m *machine) options(r int) []int {
	a := m.prog[r][m.pc[r]]
	var c []int
	switch a.call {
	case "MPI_Recv", "MPI_Irecv":
		c = m.choices(r, a.peer, a.tag)
	case "MPI_Sendrecv":
		c = m.choices(r, a.from, a.tag)
	}
	if len(c) == 0 {
		return []int{-1}
	}
	return c
}

// run takes the machine to its end in a random order; it reports whether all ranks reached the end.
func (m *machine) run(r *rand.Rand) bool {
	for {
		moved := false
		for _, i := range r.Perm(len(m.prog)) {
			switch {
			case m.done(i):
			case !m.in[i]:
				c := m.options(i)
				m.enter(i, c[r.IntN(len(c))])
				moved = true
			case m.returns(i):
				m.leave(i)
				moved = true
			}
			if moved {
				break
			}
		}
		if !moved {
			return m.over()
		}
	}
}

// hangs reports whether the machine can get stuck, in some order.
func (m *machine) hangs(seen map[string]bool, most int) bool {
	k := m.key()
	if seen[k] || len(seen) >= most {
		return false
	}
	seen[k] = true
	moved := false
	for i := range m.prog {
		switch {
		case m.done(i):
		case !m.in[i]:
			for _, c := range m.options(i) {
				n := m.clone()
				n.enter(i, c)
				moved = true
				if n.hangs(seen, most) {
					return true
				}
			}
		default:
			waits := !m.returns(i)
			if waits && !m.mayReturn(i) {
				continue
			}
			n := m.clone()
			n.leave(i)
			moved = moved || !waits
			if n.hangs(seen, most) {
				return true
			}
		}
	}
	return !moved && !m.over()
}

// mayReturn reports whether the call that a rank has entered may return from an MPI that does not wait in it.
func (m *machine) mayReturn(r int) bool {
	if !m.mixed {
		return false
	}
	n := *m
	n.strict = false
	return n.returns(r)
}

// mostStates bounds a search. Without wildcards, any order of a strict machine leads to the same end; with wildcards,
// the programs are small enough.
const mostStates = 3000

// canHang reports whether a strict or a mixed machine can get stuck.
func (p small) canHang(r *rand.Rand) bool {
	seen := map[string]bool{}
	if newMachine(p, true).hangs(seen, mostStates) {
		return true
	}
	for n := 0; len(seen) >= mostStates && n < 20; n++ {
		if !newMachine(p, true).run(r) {
			return true
		}
	}
	return false
}

// mayHang reports whether a mixed machine can get stuck, as far as so many of its states show.
func (p small) mayHang(most int) bool {
	m := newMachine(p, true)
	m.mixed = true
	return m.hangs(map[string]bool{}, most)
}

// randomSmall makes a program in which every message has a receive; it may hang.
func randomSmall(r *rand.Rand, wild, kinds, locks bool) small {
	n := 2 + r.IntN(3)
	p := make(small, n)
	insert := func(rank int, acts ...act) { p.insert(r, rank, acts...) }
	request := 0
	for range 1 + r.IntN(4) {
		src, dst, tag := r.IntN(n), r.IntN(n), r.IntN(2)
		from := src
		if wild && r.IntN(2) == 0 {
			from = -1
		}
		if r.IntN(6) == 0 && src != dst {
			insert(src, act{call: "MPI_Sendrecv", peer: dst, from: dst, tag: tag})
			insert(dst, act{call: "MPI_Sendrecv", peer: src, from: src, tag: tag})
			continue
		}
		if call := []string{"MPI_Send", "MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Isend", "MPI_Issend"}[r.IntN(6)]; call[4] == 'I' {
			request++
			insert(src, act{call: call, peer: dst, tag: tag, request: request}, act{call: "MPI_Wait", request: request})
		} else {
			insert(src, act{call: call, peer: dst, tag: tag})
		}
		if r.IntN(2) == 0 {
			request++
			insert(dst, act{call: "MPI_Irecv", peer: from, tag: tag, request: request}, act{call: "MPI_Wait", request: request})
		} else {
			insert(dst, act{call: "MPI_Recv", peer: from, tag: tag})
		}
	}
	if locks {
		addLocks(r, p, insert)
	}
	if kinds {
		addOthers(r, p, insert, &request)
	}
	for range r.IntN(3) {
		a := act{call: "MPI_Barrier"}
		if r.IntN(2) == 0 {
			a = act{call: "MPI_Bcast", peer: 0}
		}
		p.together(r, func(int) []act { return []act{a} })
	}
	return p
}

// insert adds calls of a rank, in their order.
func (p small) insert(r *rand.Rand, rank int, acts ...act) {
	at := 0
	for _, a := range acts {
		at += r.IntN(len(p[rank]) - at + 1)
		p[rank] = slices.Insert(p[rank], at, a)
		at++
	}
}

// together adds a collective call of all ranks, after earlier such calls, and the acts that follow it on each
// rank.
func (p small) together(r *rand.Rand, of func(rank int) []act) {
	for i := range p {
		at := 0
		for k, x := range p[i] {
			if collective[x.call] {
				at = k + 1
			}
		}
		for _, a := range of(i) {
			at += r.IntN(len(p[i]) - at + 1)
			p[i] = slices.Insert(p[i], at, a)
			at++
		}
	}
}

var collective = map[string]bool{"MPI_Barrier": true, "MPI_Bcast": true, "MPI_Ibarrier": true, "MPI_Barrier_init": true}

// log returns the run that a machine has made, up to its end or to the state in which it is stuck. Ranks that have
// reached the end of their program are then in MPI_Finalize.
func (m *machine) log(t *testing.T) *replay.Job {
	j := replay.New(t, len(m.prog))
	o := newObjects(j, m.prog)
	for rank, list := range m.prog {
		r := j.Rank(rank)
		for k, a := range list[:min(m.pc[rank]+1, len(list))] {
			do := func(name string, out []byte, args ...int64) { r.With(name, nil, out, args...) }
			if k == m.pc[rank] {
				do = func(name string, _ []byte, args ...int64) { r.Stuck(name, args...) }
			}
			m.call(o, r, k, a, do)
		}
		if m.done(rank) && !m.over() {
			r.Stuck("MPI_Finalize")
		}
	}
	if m.over() {
		j.Finalize()
	}
	return j
}

// call adds the k-th call of a rank to its log.
func (m *machine) call(o *objects, r *replay.Rank, k int, a act, do func(name string, out []byte, args ...int64)) {
	integer := replay.Type("MPI_INT")
	from := int64(m.took[[2]int{r.World(), k}])
	peer, tag := int64(a.peer), int64(a.tag)
	buf := int64(0x10000 * (k + 1))
	handle := int64(0x700 + a.request)
	switch a.call {
	case "MPI_Send", "MPI_Ssend", "MPI_Bsend":
		do(a.call, nil, buf, 1, integer, peer, tag, replay.World)
	case "MPI_Isend", "MPI_Issend", "MPI_Irecv":
		do(a.call, nil, buf, 1, integer, peer, tag, replay.World, handle)
	case "MPI_Recv":
		do(a.call, nil, buf, 1, integer, peer, tag, replay.World, 0, from, tag, 4)
	case "MPI_Sendrecv":
		do(a.call, nil, buf, 1, integer, peer, tag, buf+64, 1, integer, int64(a.from), tag, replay.World, 0, from, tag, 4)
	case "MPI_Wait":
		do(a.call, nil, handle, 0, from, int64(m.tagOf(r.World(), a.request)), 4)
	case "MPI_Barrier":
		do(a.call, nil, replay.World)
	case "MPI_Bcast":
		do(a.call, nil, buf, 1, integer, 0, replay.World)
	default:
		o.call(r, a, buf, handle, do)
	}
}

func (m *machine) tagOf(rank, request int) int {
	for _, a := range m.prog[rank] {
		if a.request == request {
			return a.tag
		}
	}
	return 0
}

func saysHang(j *replay.Job) bool {
	return slices.ContainsFunc(j.Found(), func(f replay.Finding) bool { return f.Rule == "HANG004" || f.Rule == "PSCW013" })
}

// The replay says that a run got through by luck if and only if a strict MPI hangs; where receives take messages
// of any source, only if a strict MPI can hang.
func TestStrictRandomPrograms(t *testing.T) {
	programs := 800
	if testing.Short() {
		programs = 150
	}
	for i, name := range []string{"messages", "any source", "all kinds"} {
		wild, kinds := i == 1, i == 2
		t.Run(name, func(t *testing.T) {
			n, lucky, told := 0, 0, 0
			for seed := uint64(0); n < programs; seed++ {
				r := rand.New(rand.NewPCG(seed, 99))
				p := randomSmall(r, wild, kinds, false)
				m := newMachine(p, false)
				if !m.run(r) {
					continue
				}
				n++
				hangs := p.canHang(r)
				says := saysHang(m.log(t))
				if hangs {
					lucky++
				}
				if says {
					told++
				}
				if !hangs || !wild {
					if !assert.Equal(t, hangs, says, "seed %d: a strict MPI hangs, the replay says so\n%v", seed, p) {
						return
					}
				}
			}
			t.Logf("%d programs, %d can hang, %d of them reported", n, lucky, told)
			assert.Greater(t, told, lucky/2)
			assert.Greater(t, lucky, n/10)
		})
	}
}

// If ranks hold locks while they wait, the replay is right that the order in which they get the locks, or a buffered
// message, has let the run get through. It finds all such runs if no receive takes messages from any source.
func TestStrictRandomLocks(t *testing.T) {
	programs := 300
	if testing.Short() {
		programs = 60
	}
	for _, wild := range []bool{false, true} {
		n, lucky, told := 0, 0, 0
		for seed := uint64(0); n < programs; seed++ {
			r := rand.New(rand.NewPCG(seed, 5))
			p := randomSmall(r, wild, false, true)
			m := newMachine(p, false)
			if !m.run(r) {
				continue
			}
			n++
			hangs := p.mayHang(mostStates)
			says := slices.ContainsFunc(m.log(t).Found(), func(f replay.Finding) bool { return f.Rule == "HANG004" || f.Rule == "LOCK011" })
			if hangs {
				lucky++
			}
			require.True(t, says || wild || !hangs, "seed %d: it can hang\n%v", seed, p)
			if says {
				told++
				require.True(t, hangs || p.mayHang(mostStates<<7), "seed %d: it cannot hang\n%v\n%v", seed, p, m.log(t).Found())
			}
		}
		t.Logf("%d programs, %d can hang, %d of them reported", n, lucky, told)
		assert.Greater(t, lucky, n/10)
		assert.Greater(t, told, lucky/2)
	}
}

// If a machine gets stuck, some rule says why; mostly, if a receive from any source leaves its match open. A rank
// that is said to wait forever has not come to its end.
func TestStuckRandomPrograms(t *testing.T) {
	n, cycles, silent := 0, 0, 0
	for seed := uint64(0); n < 600; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		p := randomSmall(r, seed%3 == 1, seed%3 == 2, false)
		m := newMachine(p, seed%2 == 0)
		if m.run(r) {
			continue
		}
		n++
		told := false
		for _, f := range m.log(t).Check().Findings {
			told = told || f.Severity == rules.Error && f.Cause == nil
			if f.Rule != rules.Deadlock && f.Rule != rules.WaitsInVain {
				continue
			}
			if f.Rule == rules.Deadlock {
				cycles++
			}
			for _, rank := range f.Ranks {
				require.False(t, m.done(rank), "seed %d: rank %d has come to its end: %s\n%v", seed, rank, f.Message, p)
			}
		}
		if wild := seed%3 == 1; wild && !told {
			silent++
		} else if !assert.True(t, told, "seed %d: nothing says why it is stuck at %v\n%v", seed, m.pc, p) {
			return
		}
	}
	t.Logf("%d programs, %d deadlocks, nothing is said of %d", n, cycles, silent)
	assert.Less(t, silent, n/50)
	assert.Greater(t, cycles, n/4)
}

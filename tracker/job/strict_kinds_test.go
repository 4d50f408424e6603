package job_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// progress is the calls that ranks have made in a machine, messages and blocking collective calls aside.
type progress struct {
	joined  map[[2]int]int // by rank and request of a nonblocking barrier: how many collective calls the rank had made
	starts  map[[2]int]int // by rank and persistent request: how often it was started
	ready   map[int]int    // by request: partitions marked so far
	reached map[string]int // calls, by the key of the calls that they meet
}

func newProgress() progress {
	return progress{map[[2]int]int{}, map[[2]int]int{}, map[int]int{}, map[string]int{}}
}

func (d *progress) clone() progress {
	return progress{maps.Clone(d.joined), maps.Clone(d.starts), maps.Clone(d.ready), maps.Clone(d.reached)}
}

// partitions is how many a partitioned message has.
const partitions = 2

// reaches names the count that a call adds to.
func reaches(rank int, a act) string {
	if a.call == "MPI_Comm_create_group" {
		return fmt.Sprint(a.call, a.request)
	}
	return fmt.Sprint(a.call, rank, " ", a.peer, " ", a.request)
}

// enterOther is like enter, for the other calls. The request of an epoch is the number of its window.
func (m *machine) enterOther(r int, a act) {
	d := &m.did
	switch a.call {
	case "MPI_Ibarrier", "MPI_Barrier_init":
		m.count[r]++
		d.joined[[2]int{r, a.request}] = m.count[r]
	case "MPI_Start":
		d.starts[[2]int{r, a.request}]++
	case "MPI_Pready":
		d.ready[a.request]++
	case "MPI_Comm_create_group", "MPI_Win_post", "MPI_Win_complete":
		d.reached[reaches(r, a)]++
	}
}

// otherReturns is like returns, for these calls.
func (m *machine) otherReturns(r int, a act) bool {
	switch d := &m.did; a.call {
	case "MPI_Barrier_init":
		return !m.strict || m.haveMade(m.count[r])
	case "MPI_Buffer_detach":
		return !m.strict || m.delivered(r)
	case "MPI_Comm_create_group":
		return !m.strict || d.reached[reaches(r, a)] == len(a.group)
	case "MPI_Win_lock":
		return !m.locked(r, a)
	case "MPI_Win_start":
		return !m.strict || d.reached[reaches(a.peer, act{call: "MPI_Win_post", peer: r, request: a.request})] > 0
	case "MPI_Win_complete":
		return d.reached[reaches(a.peer, act{call: "MPI_Win_post", peer: r, request: a.request})] > 0
	case "MPI_Win_wait":
		return d.reached[reaches(a.peer, act{call: "MPI_Win_complete", peer: r, request: a.request})] > 0
	}
	return true
}

// lockWindow is the request that stands for the window in which ranks lock targets; the tag of such a lock is 1 if it
// is exclusive.
const lockWindow = 999

// locked reports whether a rank cannot get a lock because another rank holds it.
func (m *machine) locked(rank int, a act) bool {
	for r, list := range m.prog {
		held := map[int]int{}
		for _, x := range list[:m.pc[r]] {
			switch x.call {
			case "MPI_Win_lock":
				held[x.peer] = x.tag
			case "MPI_Win_unlock":
				delete(held, x.peer)
			}
		}
		if exclusive, has := held[a.peer]; has && r != rank && exclusive+a.tag > 0 {
			return true
		}
	}
	return false
}

// addLocks adds locks to a program, on different targets if a rank takes several.
func addLocks(r *rand.Rand, p small, insert func(rank int, acts ...act)) {
	taken := map[[2]int]bool{}
	for range 2 + r.IntN(3) {
		rank, target := r.IntN(len(p)), r.IntN(2)
		if at := [2]int{rank, target}; !taken[at] {
			taken[at] = true
			lock := act{peer: target, tag: min(1, r.IntN(3)), request: lockWindow}
			acts := []act{lock, lock, lock}
			acts[0].call, acts[1].call, acts[2].call = "MPI_Win_lock", "MPI_Win_flush", "MPI_Win_unlock"
			insert(rank, acts...)
		}
	}
}

// haveMade reports whether all ranks have made so many collective calls.
func (m *machine) haveMade(n int) bool {
	return !slices.ContainsFunc(m.count, func(k int) bool { return k < n })
}

// delivered reports whether the buffered messages of a rank have met their receives.
func (m *machine) delivered(r int) bool {
	return !slices.ContainsFunc(m.sends, func(s note) bool { return s.src == r && s.buffered && s.met < 0 })
}

// completes reports whether the operation of a request that does not stand for a message can complete on a rank.
func (m *machine) completes(r int, a act) bool {
	d := &m.did
	mine := d.starts[[2]int{r, a.request}]
	switch call := m.began(r, a.request); call {
	case "MPI_Ibarrier":
		return m.haveMade(d.joined[[2]int{r, a.request}])
	case "MPI_Barrier_init":
		for i := range m.prog {
			if d.starts[[2]int{i, a.request}] < mine {
				return false
			}
		}
		return true
	case "MPI_Psend_init":
		return !m.strict || d.starts[[2]int{m.init(r, a.request).peer, a.request}] >= mine
	case "MPI_Precv_init":
		return d.ready[a.request] >= partitions*mine
	default:
		panic("a request of " + call)
	}
}

// init returns the call of a rank that returned a request.
func (m *machine) init(r, request int) act {
	return m.prog[r][slices.IndexFunc(m.prog[r], func(a act) bool { return a.request == request })]
}

// addOthers adds calls of the other kinds to a program.
func addOthers(r *rand.Rand, p small, insert func(rank int, acts ...act), request *int) {
	n := len(p)
	for range 1 + r.IntN(3) {
		*request++
		q := *request
		src := r.IntN(n)
		dst := (src + 1 + r.IntN(n-1)) % n
		wait := act{call: "MPI_Wait", request: q}
		start := act{call: "MPI_Start", request: q}
		switch r.IntN(7) {
		case 0:
			p.together(r, func(int) []act { return []act{{call: "MPI_Ibarrier", request: q}, wait} })
		case 1:
			rounds := 1 + r.IntN(2)
			p.together(r, func(int) []act {
				acts := []act{{call: "MPI_Barrier_init", request: q}}
				for range rounds {
					acts = append(acts, start, wait)
				}
				return acts
			})
		case 2, 3:
			var send, receive []act
			for range 1 + r.IntN(2) {
				send = append(send, start, act{call: "MPI_Pready", request: q, tag: 0}, act{call: "MPI_Pready", request: q, tag: 1}, wait)
				receive = append(receive, start, wait)
			}
			insert(src, append([]act{{call: "MPI_Psend_init", peer: dst, tag: 10 + q, request: q}}, send...)...)
			insert(dst, append([]act{{call: "MPI_Precv_init", peer: src, tag: 10 + q, request: q}}, receive...)...)
		case 4:
			group := []int{min(src, dst), max(src, dst)}
			if slices.ContainsFunc(p[src], func(a act) bool { return slices.Equal(a.group, group) }) {
				continue // calls of the same group meet in order
			}
			for _, i := range group {
				insert(i, act{call: "MPI_Comm_create_group", request: q, group: group})
			}
		case 5:
			insert(src, act{call: "MPI_Win_start", peer: dst, request: q}, act{call: "MPI_Win_complete", peer: dst, request: q})
			insert(dst, act{call: "MPI_Win_post", peer: src, request: q}, act{call: "MPI_Win_wait", peer: src, request: q})
		case 6:
			insert(src, act{call: "MPI_Bsend", peer: dst}, act{call: "MPI_Buffer_detach"})
			insert(dst, act{call: "MPI_Recv", peer: src})
		}
	}
}

// objects are the windows and communicators of a log.
type objects struct {
	j       *replay.Job
	windows map[int]int64 // by request
	comms   map[int]int64
}

func newObjects(j *replay.Job, p small) *objects {
	o := &objects{j, map[int]int64{}, map[int]int64{}}
	for _, list := range p {
		for _, a := range list {
			if _, ok := o.windows[a.request]; !ok && (a.call == "MPI_Win_start" || a.call == "MPI_Win_lock") {
				o.windows[a.request] = j.Allocate(64, 4)
			}
		}
	}
	return o
}

// call adds a call of these kinds to the log.
func (o *objects) call(r *replay.Rank, a act, buf, handle int64, do func(name string, out []byte, args ...int64)) {
	peer, tag, integer, w := int64(a.peer), int64(a.tag), replay.Type("MPI_INT"), o.windows[a.request]
	switch a.call {
	case "MPI_Ibarrier":
		do(a.call, nil, replay.World, handle)
	case "MPI_Barrier_init":
		do(a.call, nil, replay.World, replay.InfoNull, handle)
	case "MPI_Start":
		do(a.call, nil, handle)
	case "MPI_Psend_init", "MPI_Precv_init":
		do(a.call, nil, buf, partitions, 1, integer, peer, tag, replay.World, replay.InfoNull, handle)
	case "MPI_Pready":
		do(a.call, nil, tag, handle)
	case "MPI_Buffer_detach":
		do(a.call, nil)
	case "MPI_Comm_create_group":
		all := words(a.group)
		if o.comms[a.request] == 0 {
			o.comms[a.request] = o.j.Handle()
		}
		do(a.call, replay.Words(all), replay.World, r.Group(all...), int64(a.request), o.comms[a.request], 0, int64(slices.Index(a.group, r.World())))
	case "MPI_Win_start", "MPI_Win_post":
		do(a.call, nil, r.Group(peer), 0, w)
	case "MPI_Win_complete", "MPI_Win_wait":
		do(a.call, nil, w)
	case "MPI_Win_lock":
		mode := r.Shared()
		if tag == 1 {
			mode = r.Exclusive()
		}
		do(a.call, nil, mode, peer, 0, w)
	case "MPI_Win_flush", "MPI_Win_unlock":
		do(a.call, nil, peer, w)
	default:
		panic(a.call)
	}
}
